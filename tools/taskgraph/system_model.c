/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/system_model.h"

#include "support/messages/taskgraph.h"
#include "support/text.h"

#include <stdlib.h>
#include <unistd.h>

fc_status fc_system_model_load(fc_system_model *out, const char *path, fc_report *report)
{
    fc_system_model model = {.path = path};
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, 1 << 24, report);
    if (status)
        return status;
    fc_shared_source source = {text, length, path, NULL, false, true};
    status = fc_shared_object_load(&model.object, &source, report);
    free(text);
    if (status)
        return status;
    model.overhead = (fc_task_overhead_model *)(uintptr_t)fc_shared_object_symbol(model.object, "fc_task_overhead");
    if (!model.overhead) {
        fc_system_model_unload(&model);
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0},
                       "Define: void fc_task_overhead(double *overhead, const fc_task_load *load, const double "
                       "*parameter)",
                       FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING);
    }
    *out = model;
    return FC_OK;
}

void fc_system_model_unload(fc_system_model *model)
{
    if (model->object)
        fc_shared_object_free(model->object);
    *model = (fc_system_model){0};
}

/* ---- the child ---- */

typedef struct task_run {
    double start_s, end_s;
    uint32_t task, process;
} task_run;

/* In shared memory: the model may write anything there. */
typedef struct results {
    fc_source_mark mark;
    int failed;       /* the first analysis without a result; n: none */
    uint32_t n_runs;  /* of an observed analysis */
    fc_analysis at[]; /* [n], and after them the runs [graph->n] */
} results;

typedef struct request {
    const fc_system_model_work *work;
    const fc_sandbox *sandbox;
    results *results;
    task_run *run;
} request;

/* Each task ends once. */
static void keep_run(void *data, uint32_t task, uint32_t process, double start_s, double end_s)
{
    request *at = data;
    at->run[at->results->n_runs++] = (task_run){start_s, end_s, task, process};
}

static bool analyze(request *at, int step, fc_task_overhead_model *overhead)
{
    fc_task_analysis_options options = at->work->options[step];
    options.system.overhead = overhead;
    if (options.observer.ran) {
        at->results->n_runs = 0;
        options.observer = (fc_task_analysis_observer){keep_run, at};
    }
    return fc_task_analysis_run(&at->results->at[step], at->work->graph, &options, NULL) == FC_OK;
}

/* After a failure the other analyses are left out. */
static void analyze_steps(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress)
{
    request *at = data;
    const fc_system_model *model = at->work->model;
    if (!fc_shared_object_open(model->object) || !fc_sandbox_seal(at->sandbox))
        _exit(FC_ISOLATE_NOT_LOADED);
    fc_task_overhead_model *here =
        (fc_task_overhead_model *)fc_shared_object_here(model->object, (uintptr_t)model->overhead);
    for (int step = steps->first; step < steps->last; step += steps->stride) {
        if (at->results->failed == at->work->n && !analyze(at, step, here))
            at->results->failed = step;
        done(progress);
    }
}

/* ---- the parent ---- */

/* The mark names the user's file, whatever the model writes there. */
static const char *path_of(void *data, int child, const char *text)
{
    const request *at = data;
    (void)child;
    (void)text;
    return at->work->model->path;
}

static fc_status take_results(fc_analysis *out, const request *at, fc_report *report)
{
    const fc_system_model_work *work = at->work;
    const int failed = at->results->failed;
    if (failed != work->n) {
        /* Why an analysis failed. What fails without the model too, as a deadlock of a static schedule, is reported in
         * this process. */
        fc_task_analysis_options options = work->options[failed >= 0 && failed < work->n ? failed : 0];
        fc_analysis result;
        options.system.overhead = NULL;
        options.observer.ran = NULL;
        fc_status status = fc_task_analysis_run(&result, work->graph, &options, report);
        if (status)
            return status;
        return fc_fail(report, FC_E_INPUT, (fc_place){work->model->path, 0, 0},
                       "The model must return seconds of overhead per CPU second, >= 0.",
                       FC_MSG_SYSTEM_MODEL_RETURNED_INVALID_OVERHEAD);
    }
    for (int i = 0; i < work->n; i++)
        out[i] = at->results->at[i];
    if (work->options[work->n - 1].observer.ran) {
        const fc_task_analysis_observer *observer = &work->options[work->n - 1].observer;
        const uint32_t n = at->results->n_runs;
        for (uint32_t i = 0; i < n && n <= at->work->graph->n; i++) {
            const task_run run = at->run[i];
            if (run.task < at->work->graph->n && run.process < work->options[work->n - 1].processes)
                observer->ran(observer->data, run.task, run.process, run.start_s, run.end_s);
        }
    }
    return FC_OK;
}

static fc_status run_child(request *at, fc_report *report)
{
    fc_isolate_end end;
    const fc_isolate how = {.work = analyze_steps,
                            .data = at,
                            .children = 1,
                            .mark = &at->results->mark,
                            .text = path_of,
                            .timeout_s = 60,
                            .sandbox = at->sandbox,
                            .watch = at->work->watch,
                            .watch_data = at->work->watch_data};
    at->results->mark.file = at->work->model->path;
    at->results->failed = at->work->n;
    return fc_isolate_run(&how, 0, at->work->n, &end, report);
}

fc_status fc_system_model_analyze(fc_analysis *out, const fc_system_model_work *work, fc_report *report)
{
    const size_t head = sizeof(results) + (size_t)work->n * sizeof(fc_analysis),
                 size = head + work->graph->n * sizeof(task_run);
    fc_sandbox confined = {0};
    void *shared = NULL;
    fc_status status = fc_sandbox_open(&confined, work->sandbox, report);
    if (!status)
        status = fc_isolate_share(&shared, size, report);
    if (!status) {
        request at = {work, &confined, shared, (task_run *)(void *)((char *)shared + head)};
        confined.object[0] = fc_shared_object_descriptor(work->model->object);
        status = run_child(&at, report);
        if (!status)
            status = take_results(out, &at, report);
        fc_isolate_unshare(shared, size);
    }
    fc_sandbox_close(&confined);
    return status;
}
