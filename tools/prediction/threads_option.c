/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/threads_option.h"

#include "analyzer/model/openmp.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"

#include <stdlib.h>
#include <string.h>

/* The text as a whole number 1 .. most; 0: it is not one. */
static long whole(const char *text, long most)
{
    char *end;
    long value = strtol(text, &end, 10);
    bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
    return is_number && value >= 1 && value <= most ? value : 0;
}

static fc_status read_schedule(fc_team_setting *out, const char *text, fc_report *report)
{
    static const char *const kind[] = {[FC_OMP_SCHEDULE_STATIC] = "static",
                                       [FC_OMP_SCHEDULE_DYNAMIC] = "dynamic",
                                       [FC_OMP_SCHEDULE_GUIDED] = "guided"};
    size_t length = strcspn(text, ","), i = 0, n = sizeof kind / sizeof *kind;
    while (i < n && (strlen(kind[i]) != length || strncmp(text, kind[i], length) != 0))
        i++;
    long chunk = text[length] ? whole(text + length + 1, 1000000000) : 0;
    if (i == n || (text[length] && chunk == 0))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "For example --omp-schedule dynamic,4",
                       FC_MSG_OMP_SCHEDULE_EXPECTED_STATIC_DYNAMIC, text);
    out->has_schedule = true;
    out->schedule = (fc_omp_schedule)i;
    out->chunk = (double)chunk;
    return FC_OK;
}

/* The command's option --threads; NULL: it has none. */
static const fc_option *threads_option(const fc_command *command)
{
    for (int i = 0; i < command->n_options; i++)
        if (strcmp(command->option[i].name, "threads") == 0)
            return &command->option[i];
    return NULL;
}

static fc_status parse_threads(fc_range *out, const char *text, fc_report *report)
{
    const fc_range_limits limits = {.what = "--threads", .least = 1, .greatest = 4096, .whole = true};
    return fc_range_parse(out, text, &limits, report);
}

static fc_status read_threads(fc_team_setting *out, const fc_arguments *arguments, fc_report *report)
{
    fc_range threads = {0};
    fc_status status = parse_threads(&threads, fc_arguments_value(arguments, "threads"), report);
    if (!status && threads.n > 1 && strcmp(threads_option(arguments->command)->value, "RANGE") != 0)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one; `forecost predict --threads 1:16` takes several.",
                         FC_MSG_THREADS_TAKES_ONE_NUMBER_GIVEN, threads.n);
    if (!status)
        out->threads = (int)threads.value[0];
    fc_range_free(&threads);
    return status;
}

fc_status fc_threads_option_read(fc_team_setting *out, const fc_arguments *arguments, fc_report *report)
{
    const char *schedule = fc_arguments_value(arguments, "omp-schedule");
    *out = (fc_team_setting){0};
    fc_status status = fc_arguments_value(arguments, "threads") ? read_threads(out, arguments, report) : FC_OK;
    return schedule && !status ? read_schedule(out, schedule, report) : status;
}

fc_range fc_threads_option_range(const fc_arguments *arguments)
{
    const char *text = fc_arguments_value(arguments, "threads");
    fc_range range = {0};
    if (text && parse_threads(&range, text, NULL) == FC_OK)
        return range;
    return (fc_range){fc_allocate(1, sizeof(double)), 1};
}

int fc_threads_option_given(const fc_team_setting *team, const fc_program *program)
{
    if (!fc_openmp_open_region(program))
        return 0;
    return team->threads > 0 ? team->threads : 1;
}

void fc_threads_option_environment(fc_words *out, const fc_team_setting *team, const fc_arguments *arguments)
{
    const char *schedule = fc_arguments_value(arguments, "omp-schedule");
    char *text[] = {team->threads > 0 ? fc_format("OMP_NUM_THREADS=%d", team->threads) : NULL,
                    schedule ? fc_format("OMP_SCHEDULE=%s", schedule) : NULL};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        if (text[i])
            fc_words_add(out, text[i]);
        free(text[i]);
    }
}

/* The first loop with schedule(runtime); NULL: none. */
static const fc_node *first_runtime_schedule(const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_OPENMP && fc_openmp_of(program->node[i]).schedule == FC_OMP_RUNTIME)
            return program->node[i];
    return NULL;
}

void fc_threads_option_note(const fc_team_setting *team, const fc_program *program, const fc_coefficients *machine,
                            const fc_arguments *arguments)
{
    FILE *errors = arguments->errors;
    const fc_node *region = team->threads == 0 ? fc_openmp_open_region(program) : NULL;
    if (region) {
        fc_place place = fc_program_place(program, region->span);
        fc_diagnose(errors, FC_NOTE, (fc_place){place.file, place.line, 0}, FC_MSG_ONE_THREAD_RANK_ASSUMED,
                    threads_option(arguments->command) ? ": --threads N"
                                                       : "; `forecost predict --threads N` sets the number");
    }
    const fc_node *loop = team->has_schedule ? NULL : first_runtime_schedule(program);
    if (loop) {
        fc_place place = fc_program_place(program, loop->span);
        fc_diagnose(errors, FC_NOTE, (fc_place){place.file, place.line, 0}, FC_MSG_SCHEDULE_RUNTIME_ASSUMED_BE_DYNAMIC);
    }
    if (machine->threads.threads < 2 && fc_openmp_is_used(program))
        fc_diagnose(errors, FC_NOTE, FC_NOWHERE, FC_MSG_MACHINE_CALIBRATED_WITHOUT_OPENMP_COSTS, machine->name);
}
