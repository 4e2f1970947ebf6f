/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/study.h"

#include "support/messages/evaluation.h"
#include "support/messages/taskgraph.h"
#include "tools/output/interrupt.h"
#include "tools/output/progress.h"

#include <stdlib.h>
#include <string.h>

/* ---- the command line ---- */

static fc_status add_schedule(fc_study *study, const char *name, fc_report *report)
{
    fc_schedule schedule;
    if (study->n_schedules == FC_STUDY_MOST_SCHEDULES)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_MORE_THAN_SCHEDULES, FC_STUDY_MOST_SCHEDULES);
    fc_status status = fc_schedule_parse(&schedule, name, report);
    if (status)
        return status;
    schedule.start = study->file.start;
    schedule.n_start = study->file.n_start;
    if (schedule.n_start == 0)
        schedule.start = NULL;
    study->schedule[study->n_schedules] = schedule;
    study->schedule_name[study->n_schedules++] = fc_copy_string(name);
    return FC_OK;
}

/* list = schedule { "," schedule } */
static fc_status read_schedules(fc_study *study, const fc_arguments *arguments, fc_report *report)
{
    const char *list = fc_arguments_value(arguments, "compare"), *one = fc_arguments_value(arguments, "schedule");
    fc_status status = FC_OK;
    if (list && one)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of them.", FC_MSG_SCHEDULE_COMPARE_BOTH_GIVEN);
    if (!list)
        return add_schedule(study, one ? one : study->file.schedule ? study->file.schedule : "dynamic", report);
    for (const char *at = list; !status; at++) {
        size_t length = strcspn(at, ",");
        char *name = fc_format("%.*s", (int)length, at);
        status = add_schedule(study, name, report);
        free(name);
        at += length;
        if (!*at)
            break;
    }
    return status;
}

/* Without -P: 1 to 16, or the number of processes in a listed schedule. */
static fc_status read_processes(fc_study *study, const fc_arguments *arguments, fc_report *report)
{
    static const fc_range_limits limits = {"-P", 1, 1000000, true};
    const fc_taskgraph *graph = &study->file.graph;
    const char *text = fc_arguments_value(arguments, "processes");
    int most = 0;
    if (text || study->schedule[0].kind != FC_SCHEDULE_LISTED || !graph->process)
        return fc_range_parse(&study->processes, text ? text : "1:16:x2", &limits, report);
    for (uint32_t i = 0; i < graph->n; i++)
        most = graph->process[i] > most ? graph->process[i] : most;
    char *all = fc_format("%d", most + 1);
    fc_status status = fc_range_parse(&study->processes, all, &limits, report);
    free(all);
    return status;
}

static fc_status read_lock(fc_study *study, const fc_arguments *arguments, fc_report *report)
{
    const char *text = fc_arguments_value(arguments, "lock");
    static const fc_range_limits limits = {"--lock", 0, 1e6, false};
    fc_range range;
    study->lock_s = study->file.lock_s;
    if (!text)
        return FC_OK;
    fc_status status = fc_range_parse(&range, text, &limits, report);
    if (status)
        return status;
    study->lock_s = range.value[0];
    if (range.n > 1)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_LOCK_TAKES_ONE_TIME_FOUND, text);
    fc_range_free(&range);
    return status;
}

/* ---- the system model ---- */

static fc_status load_own(fc_study *study, const char *path, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, 1 << 24, report);
    if (status)
        return status;
    fc_shared_source source = {text, length, path, NULL, false, true};
    status = fc_shared_object_load(&study->own, &source, report);
    free(text);
    if (status)
        return status;
    void *found = fc_shared_object_symbol(study->own, "fc_task_overhead");
    if (!found)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0},
                       "Define: void fc_task_overhead(double *overhead, const fc_task_load *load, const double "
                       "*parameter)",
                       FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING);
    if (!fc_shared_object_open(study->own))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Forecost needs /proc, and memory that can be executed.",
                       FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM, "the operating system refuses");
    study->system.overhead = (fc_task_overhead_model *)fc_shared_object_here(study->own, (uintptr_t)found);
    return FC_OK;
}

static fc_status read_system(fc_study *study, const fc_arguments *arguments, fc_report *report)
{
    const char *name = fc_arguments_value(arguments, "system");
    const bool is_own = !study->file.system && study->file.usage_names.n > 0;
    study->system.parameter = study->file.parameter;
    study->system_name = study->file.system ? study->file.system->name : "none";
    if (name && strcmp(name, "none") != 0) {
        study->system_name = name;
        return load_own(study, name, report);
    }
    if (name) {
        study->system_name = "none";
        return FC_OK;
    }
    if (is_own)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give --system FILE.c, or --system none.",
                       FC_MSG_NEEDS_USER_DEFINED_SYSTEM_MODEL, study->file.path);
    study->system.overhead = study->file.system ? study->file.system->overhead : NULL;
    return FC_OK;
}

fc_status fc_study_open(fc_study *out, const fc_arguments *arguments, fc_report *report)
{
    fc_study study = {0};
    fc_status status = fc_taskgraph_file_read(&study.file, arguments->operand[0], report);
    if (status)
        return status;
    status = read_schedules(&study, arguments, report);
    if (!status)
        status = read_processes(&study, arguments, report);
    if (!status)
        status = read_lock(&study, arguments, report);
    if (!status)
        status = read_system(&study, arguments, report);
    *out = study;
    if (status) {
        fc_study_close(out);
        return status;
    }
    out->system.parameter = out->file.parameter; /* it moved with the study */
    fc_critical_path_find(&out->path, &out->file.graph);
    return FC_OK;
}

/* ---- the points ---- */

static fc_task_analysis_options options_of(const fc_study *study, uint32_t processes, const fc_schedule *schedule)
{
    return (fc_task_analysis_options){.processes = processes,
                                      .schedule = *schedule,
                                      .system = study->system,
                                      .lock_s = fc_schedule_is_static(schedule) ? 0 : study->lock_s,
                                      .stop = fc_interrupt_flag(),
                                      .place = {study->file.path, 0, 0}};
}

/* The reference of speedups: one process with the dynamic schedule, which cannot deadlock in any order of the tasks. */
static fc_status run_alone(fc_study *study, fc_report *report)
{
    const fc_schedule dynamic = {.kind = FC_SCHEDULE_DYNAMIC};
    fc_task_analysis_options options = options_of(study, 1, &dynamic);
    fc_analysis alone;
    if (fc_schedule_is_static(&study->schedule[0]))
        options.lock_s = 0;
    fc_status status = fc_task_analysis_run(&alone, &study->file.graph, &options, report);
    if (!status)
        study->alone_s = alone.time_s;
    return status;
}

fc_status fc_study_run(fc_study *study, FILE *errors, fc_report *report)
{
    fc_progress_line progress = fc_progress_on(errors);
    const int n = study->processes.n * study->n_schedules;
    study->result = fc_allocate((size_t)n, sizeof *study->result);
    fc_interrupt_watch();
    fc_status status = run_alone(study, report);
    for (int i = 0; !status && i < n; i++) {
        uint32_t processes = (uint32_t)study->processes.value[i / study->n_schedules];
        char *what = fc_format("analyzing  %d/%d  P = %u", i + 1, n, processes);
        fc_progress_show(&progress, what, -1);
        free(what);
        fc_task_analysis_options options = options_of(study, processes, &study->schedule[i % study->n_schedules]);
        status = fc_task_analysis_run(&study->result[i], &study->file.graph, &options, report);
    }
    fc_progress_clear(&progress);
    fc_interrupt_release();
    return status;
}

fc_status fc_study_observe(fc_analysis *out, const fc_study *study, int at, const fc_task_analysis_observer *observer,
                           fc_report *report)
{
    fc_task_analysis_options options = options_of(study, (uint32_t)study->processes.value[at], &study->schedule[0]);
    options.observer = *observer;
    return fc_task_analysis_run(out, &study->file.graph, &options, report);
}

const fc_analysis *fc_study_result(const fc_study *study, int at, int schedule)
{
    return &study->result[at * study->n_schedules + schedule];
}

void fc_study_close(fc_study *study)
{
    for (int i = 0; i < study->n_schedules; i++)
        free(study->schedule_name[i]);
    fc_range_free(&study->processes);
    fc_critical_path_free(&study->path);
    fc_taskgraph_file_free(&study->file);
    if (study->own)
        fc_shared_object_free(study->own);
    free(study->result);
    *study = (fc_study){0};
}
