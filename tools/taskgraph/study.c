/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/study.h"

#include "support/messages/evaluation.h"
#include "support/messages/taskgraph.h"
#include "tools/output/interrupt.h"
#include "tools/output/progress.h"
#include "tools/prediction/sandbox_option.h"

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

static fc_status read_system(fc_study *study, const fc_arguments *arguments, fc_report *report)
{
    const char *name = fc_arguments_value(arguments, "system");
    const bool is_own = !study->file.system && study->file.usage_names.n > 0;
    study->system.parameter = study->file.parameter;
    study->system_name = study->file.system ? study->file.system->name : "none";
    if (name && strcmp(name, "none") != 0) {
        study->system_name = name;
        fc_status status = fc_sandbox_option_read(&study->sandbox, arguments, report);
        if (!status)
            status = fc_system_model_load(&study->own, study->system_name, report);
        study->system.overhead = study->own.overhead;
        return status;
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
static fc_task_analysis_options options_alone(const fc_study *study)
{
    const fc_schedule dynamic = {.kind = FC_SCHEDULE_DYNAMIC};
    fc_task_analysis_options options = options_of(study, 1, &dynamic);
    if (fc_schedule_is_static(&study->schedule[0]))
        options.lock_s = 0;
    return options;
}

/* Analyses in the order of their options, with progress. */
typedef struct analyses {
    const fc_study *study;
    const fc_task_analysis_options *options; /* [n] */
    int n;
    fc_progress_line *progress; /* NULL: none */
} analyses;

/* An fc_isolate_watch. data: analyses. */
static bool show_progress(void *data, int done)
{
    const analyses *all = data;
    if (all->progress && done < all->n) {
        char *what = fc_format("analyzing  %d/%d  P = %u", done + 1, all->n, all->options[done].processes);
        fc_progress_show(all->progress, what, -1);
        free(what);
    }
    return !*fc_interrupt_flag();
}

static fc_status run_analyses(fc_analysis *out, analyses *all, fc_report *report)
{
    const fc_study *study = all->study;
    fc_status status = FC_OK;
    if (study->own.object)
        return fc_system_model_analyze(out,
                                       &(fc_system_model_work){.model = &study->own,
                                                               .sandbox = study->sandbox,
                                                               .graph = &study->file.graph,
                                                               .options = all->options,
                                                               .n = all->n,
                                                               .watch = show_progress,
                                                               .watch_data = all},
                                       report);
    for (int i = 0; !status && i < all->n; i++) {
        show_progress(all, i);
        status = fc_task_analysis_run(&out[i], &study->file.graph, &all->options[i], report);
    }
    return status;
}

fc_status fc_study_run(fc_study *study, FILE *errors, fc_report *report)
{
    fc_progress_line progress = fc_progress_on(errors);
    const int n = study->processes.n * study->n_schedules;
    fc_task_analysis_options *options = fc_allocate(1 + (size_t)n, sizeof *options);
    study->result = fc_allocate(1 + (size_t)n, sizeof *study->result);
    for (int i = 0; i < n; i++)
        options[i] = options_of(study, (uint32_t)study->processes.value[i / study->n_schedules],
                                &study->schedule[i % study->n_schedules]);
    options[n] = options_alone(study);
    fc_interrupt_watch();
    fc_status status = run_analyses(study->result, &(analyses){study, options, n + 1, &progress}, report);
    study->alone_s = study->result[n].time_s;
    fc_progress_clear(&progress);
    fc_interrupt_release();
    free(options);
    return status;
}

fc_status fc_study_observe(fc_analysis *out, const fc_study *study, int at, const fc_task_analysis_observer *observer,
                           fc_report *report)
{
    fc_task_analysis_options options = options_of(study, (uint32_t)study->processes.value[at], &study->schedule[0]);
    options.observer = *observer;
    return run_analyses(out, &(analyses){study, &options, 1, NULL}, report);
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
    fc_system_model_unload(&study->own);
    fc_sandbox_option_free(study->sandbox);
    free(study->result);
    *study = (fc_study){0};
}
