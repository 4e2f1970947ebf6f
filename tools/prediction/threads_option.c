/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/threads_option.h"

#include "analyzer/model/openmp.h"

#include <stdlib.h>
#include <string.h>

/* A whole number 1 ... most that ends where the text ends; 0: it is none. */
static long whole(const char *text, long most)
{
    char *end;
    long value = strtol(text, &end, 10);
    bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
    return is_number && value >= 1 && value <= most ? value : 0;
}

static fc_status read_schedule(fc_team_setting *out, const char *text, fc_report *report)
{
    static const char *const kind[] = {
        [FC_CHUNKS_STATIC] = "static", [FC_CHUNKS_DYNAMIC] = "dynamic", [FC_CHUNKS_GUIDED] = "guided"};
    size_t length = strcspn(text, ","), i = 0, n = sizeof kind / sizeof *kind;
    while (i < n && (strlen(kind[i]) != length || strncmp(text, kind[i], length) != 0))
        i++;
    long chunk = text[length] ? whole(text + length + 1, 1000000000) : 0;
    if (i == n || (text[length] && chunk == 0))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "For example --omp-schedule dynamic,4",
                       "--omp-schedule: expected static, dynamic or guided, with \",N\" behind it or not, found \"%s\"",
                       text);
    out->has_schedule = true;
    out->schedule = (fc_chunks)i;
    out->chunk = (double)chunk;
    return FC_OK;
}

fc_status fc_threads_option_read(fc_team_setting *out, const fc_arguments *arguments, fc_report *report)
{
    enum {
        MOST_THREADS = 4096
    };
    const char *threads = fc_arguments_value(arguments, "threads");
    const char *schedule = fc_arguments_value(arguments, "omp-schedule");
    *out = (fc_team_setting){0};
    out->threads = threads ? (int)whole(threads, MOST_THREADS) : 0;
    if (threads && out->threads == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL,
                       "--threads: expected a whole number from 1 to %d, found \"%s\"", MOST_THREADS, threads);
    return schedule ? read_schedule(out, schedule, report) : FC_OK;
}

int fc_threads_option_given(const fc_team_setting *team, const fc_program *program)
{
    if (!fc_openmp_open_region(program))
        return 0;
    return team->threads > 0 ? team->threads : 1;
}

void fc_threads_option_environment(fc_words *out, const fc_arguments *arguments)
{
    static const char *const option[] = {"threads", "omp-schedule"};
    static const char *const variable[] = {"OMP_NUM_THREADS", "OMP_SCHEDULE"};
    for (int i = 0; i < 2; i++) {
        const char *value = fc_arguments_value(arguments, option[i]);
        char *text = value ? fc_format("%s=%s", variable[i], value) : NULL;
        if (text)
            fc_words_add(out, text);
        free(text);
    }
}

/* NULL: none. */
static const fc_node *first_runtime_schedule(const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_OPENMP && fc_openmp_of(program->node[i]).schedule == FC_OMP_RUNTIME)
            return program->node[i];
    return NULL;
}

/* The command has the option; others tell of one thread. */
static bool takes_threads(const fc_command *command)
{
    for (int i = 0; i < command->n_options; i++)
        if (strcmp(command->option[i].name, "threads") == 0)
            return true;
    return false;
}

void fc_threads_option_note(const fc_team_setting *team, const fc_program *program, const fc_coefficients *machine,
                            const fc_arguments *arguments)
{
    FILE *errors = arguments->errors;
    const fc_node *region = team->threads == 0 ? fc_openmp_open_region(program) : NULL;
    if (region) {
        fc_place place = fc_program_place(program, region->span);
        fprintf(errors, "%s:%d: one thread a rank is assumed, since nothing tells how many%s\n", place.file, place.line,
                takes_threads(arguments->command) ? ": --threads N" : "; `forecost predict --threads N` takes others");
    }
    const fc_node *loop = team->has_schedule ? NULL : first_runtime_schedule(program);
    if (loop) {
        fc_place place = fc_program_place(program, loop->span);
        fprintf(errors, "%s:%d: schedule(runtime) is assumed to be dynamic,1: --omp-schedule KIND[,N]\n", place.file,
                place.line);
    }
    if (machine->threads.threads < 2 && fc_openmp_is_used(program))
        fprintf(
            errors,
            "Machine %s was calibrated without OpenMP: what its regions, barriers, chunks and tasks cost is assumed.\n",
            machine->name);
}
