/* SPDX-License-Identifier: Apache-2.0 */
/* Predicts the run time of the program whose cost program is cost_program.c:
 *
 *    PROGRAM [-n RANKS[,RANKS...]] [-D NAME=VALUE]... [--compute ops|memory] [-- the application's own arguments] */
#include "standalone.h"

#include "rank.h"
#include "runtime/models/compute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const fc_cost_program fc_exported_cost_program __asm__("fc_cost_program");

typedef struct request {
    const char *ranks;
    double *override;
    fc_compute_model *compute;
    int argc;
    char **argv;
} request;

static bool look_up(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    (void)data;
    if (question->counter >= standalone_n_counters || isnan(standalone_counter[question->counter]))
        return false;
    answer->value = standalone_counter[question->counter];
    return true;
}

static int usage(const char *name)
{
    fprintf(stderr, "%s [-n RANKS[,RANKS...]] [-D NAME=VALUE]... [--compute ops|memory] [-- ARGUMENTS]\n", name);
    return 2;
}

static bool read_override(const fc_cost_program *program, const char *text, double *override)
{
    const char *equals = strchr(text, '=');
    char *end;
    for (int i = 0; equals && i < program->n_parameters; i++) {
        size_t length = strlen(program->parameter[i]);
        if (length != (size_t)(equals - text) || strncmp(program->parameter[i], text, length) != 0)
            continue;
        override[i] = strtod(equals + 1, &end);
        return end != equals + 1 && *end == '\0' && isfinite(override[i]);
    }
    return false;
}

/* False: invalid, see usage(). */
static bool read_request(const fc_cost_program *program, int argc, char **argv, request *asked)
{
    int i = 1;
    for (; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2) {
        if (strcmp(argv[i], "-n") == 0)
            asked->ranks = argv[i + 1];
        else if (strcmp(argv[i], "--compute") == 0)
            asked->compute = fc_compute_find(argv[i + 1]);
        else if (strcmp(argv[i], "-D") != 0 || !read_override(program, argv[i + 1], asked->override))
            return false;
    }
    if (i < argc && strcmp(argv[i], "--") != 0)
        return false;
    asked->argc = i < argc ? argc - i : 1;
    asked->argv = i < argc ? argv + i : argv + argc - 1;
    asked->argv[0] = argv[0];
    return asked->compute != NULL;
}

static bool predict(fc_rank *r, const request *asked, int ranks)
{
    fc_totals totals, slowest = {.time_s = -1};
    int n = r->setting.program->rank_dependent ? ranks : 1;
    fc_deferred_reset(r);
    for (int rank = 0; rank < n; rank++) {
        fc_launch launch = {rank, ranks, asked->argc, asked->argv, asked->override};
        if (fc_rank_run(r, &launch) != FC_END_DONE) {
            fprintf(stderr, "%s:%d: %s (%d ranks)\n  %s\n", r->ending.file ? r->ending.file : "?", r->ending.line,
                    r->ending.what, ranks, r->ending.next);
            return false;
        }
        fc_rank_totals(r, &totals);
        slowest = totals.time_s > slowest.time_s ? totals : slowest;
    }
    printf("%d %.9g %.9g %.9g %.9g %.9g\n", ranks, slowest.time_s, slowest.low_s, slowest.high_s, slowest.compute_s,
           slowest.communication_s);
    return true;
}

static int predict_all(fc_rank *r, const request *asked)
{
    const char *next = asked->ranks;
    printf("# %s on \"%s\": ranks time_s low_s high_s compute_s communication_s\n", r->setting.program->name,
           standalone_machine.name);
    for (;;) {
        char *end;
        long ranks = strtol(next, &end, 10);
        if (end == next || ranks < 1 || ranks > 0x7fffffff || (*end && *end != ','))
            return usage("-n");
        if (ranks > fc_mapping_max_ranks(&standalone_machine)) {
            fprintf(stderr, "the network of \"%s\" holds %.0f ranks, and %ld are asked for\n", standalone_machine.name,
                    fc_mapping_max_ranks(&standalone_machine), ranks);
            return 3;
        }
        if (!predict(r, asked, (int)ranks))
            return 3;
        if (!*end)
            return 0;
        next = end + 1;
    }
}

int main(int argc, char **argv)
{
    const fc_cost_program *program = &fc_exported_cost_program;
    double *override = calloc((size_t)program->n_parameters + 1, sizeof *override);
    request asked = {"1", override, fc_compute_find(standalone_compute), 0, NULL};
    for (int i = 0; override && i < program->n_parameters; i++)
        override[i] = NAN;
    if (!override || !read_request(program, argc, argv, &asked)) {
        free(override);
        return usage(argv[0]);
    }
    fc_setting setting = {
        .program = program, .machine = &standalone_machine, .compute = asked.compute, .counter = look_up};
    fc_rank *r = fc_rank_create(&setting);
    int code = r ? predict_all(r, &asked) : 4;
    fc_rank_free(r);
    free(override);
    return code;
}
