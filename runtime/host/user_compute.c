/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/user_compute.h"

#include "runtime/host/isolate.h"
#include "runtime/host/shared_object.h"
#include "support/messages/evaluation.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Results of the child, in shared memory. */
typedef struct results {
    fc_source_mark mark;
    fc_coefficients machine;
    char fault[200]; /* "": none */
} results;

typedef struct request {
    const fc_coefficients *measured;
    const fc_user_compute *own;
    fc_user_compute loaded; /* the functions of `own` in the child */
    const fc_sandbox *sandbox;
    results *results;
} request;

static const char *const operation_name[] = {
#define NAME(name, text) text,
    FC_OPERATION_LIST(NAME)
#undef NAME
};
static const char *const numeric_name[] = {
#define NAME(name, text) text,
    FC_NUMERIC_LIST(NAME)
#undef NAME
};
static const char *const pattern_name[] = {
#define NAME(name, text) text,
    FC_PATTERN_LIST(NAME)
#undef NAME
};

static bool is_time(double seconds)
{
    return seconds >= 0 && isfinite(seconds);
}

static void evaluate_operations(const request *at, const fc_core *measured, fc_core *out)
{
    for (int operation = 0; operation < FC_N_OPERATIONS; operation++)
        for (int numeric = 0; numeric < FC_N_NUMERICS; numeric++) {
            fc_operation_cost *cost = &out->operation[operation][numeric];
            double *seconds[] = {[FC_USE_THROUGHPUT] = &cost->throughput_s,
                                 [FC_USE_SCALAR] = &cost->scalar_s,
                                 [FC_USE_LATENCY] = &cost->latency_s};
            for (int use = FC_USE_THROUGHPUT; use <= FC_USE_LATENCY; use++) {
                *seconds[use] = at->loaded.operation(measured, operation, numeric, use);
                if (!is_time(*seconds[use]))
                    snprintf(at->results->fault, sizeof at->results->fault,
                             "fc_operation_time returns %g s for the operation \"%s\" of type %s", *seconds[use],
                             operation_name[operation], numeric_name[numeric]);
            }
        }
}

/* Without measurements: 1 KiB, 2 KiB, ... 1 GiB. */
static void set_axis(fc_curve *curve)
{
    enum {
        FIRST = 10,
        LAST = 30
    };
    if (curve->n > 0)
        return;
    curve->n = LAST - FIRST + 1;
    for (int i = 0; i < curve->n; i++)
        curve->bytes[i] = (double)(1ul << (FIRST + i));
}

static void evaluate_accesses(const request *at, fc_memory *out)
{
    out->n_active = out->n_active > 0 ? out->n_active : 1;
    out->active[0] = 1;
    for (int level = 0; level < out->n_active; level++)
        for (int pattern = 0; pattern < FC_N_WALKS; pattern++)
            for (int access = 0; access < FC_N_ACCESSES; access++) {
                if (pattern >= FC_N_PATTERNS) { /* measured strides would take precedence over the user's values */
                    out->curve[level][pattern][access].n = 0;
                    continue;
                }
                fc_curve *curve = &out->curve[level][pattern][access];
                set_axis(curve);
                for (int i = 0; i < curve->n; i++) {
                    curve->seconds[i] =
                        at->loaded.access(at->measured, out->active[level], pattern, access, curve->bytes[i]);
                    if (!is_time(curve->seconds[i]))
                        snprintf(at->results->fault, sizeof at->results->fault,
                                 "fc_access_time returns %g s for the pattern \"%s\" and a working set of %.0f bytes",
                                 curve->seconds[i], pattern_name[pattern], curve->bytes[i]);
                }
            }
}

static void evaluate_expressions(void *data, const fc_isolate_steps *steps, void (*done)(void *progress),
                                 void *progress)
{
    request *at = data;
    (void)steps;
    if (!fc_shared_object_open(at->own->object) || !fc_sandbox_seal(at->sandbox))
        _exit(FC_ISOLATE_NOT_LOADED);
    at->loaded.operation =
        (fc_operation_expression *)fc_shared_object_here(at->own->object, (uintptr_t)at->own->operation);
    at->loaded.access = (fc_access_expression *)fc_shared_object_here(at->own->object, (uintptr_t)at->own->access);
    if (at->own->operation) {
        evaluate_operations(at, &at->measured->core, &at->results->machine.core);
        evaluate_operations(at, &at->measured->busy, &at->results->machine.busy);
    }
    if (at->own->access)
        evaluate_accesses(at, &at->results->machine.memory);
    done(progress);
}

/* The mark names the user's file, whatever the functions write there. */
static const char *path_of(void *data, int child, const char *text)
{
    const request *at = data;
    (void)child;
    (void)text;
    return at->own->path;
}

fc_status fc_user_compute_apply(fc_coefficients *machine, const fc_user_compute *own, const fc_sandbox_options *sandbox,
                                fc_report *report)
{
    fc_sandbox confined = {0};
    void *shared = NULL;
    fc_isolate_end end;
    fc_status status = fc_sandbox_open(&confined, sandbox, report);
    if (!status)
        status = fc_isolate_share(&shared, sizeof(results), report);
    if (!status) {
        results *results = shared;
        request at = {.measured = machine, .own = own, .sandbox = &confined, .results = results};
        confined.object[0] = fc_shared_object_descriptor(own->object);
        results->mark.file = own->path;
        results->machine = *machine;
        fc_isolate how = {.work = evaluate_expressions,
                          .data = &at,
                          .children = 1,
                          .mark = &results->mark,
                          .text = path_of,
                          .timeout_s = 10,
                          .sandbox = &confined};
        status = fc_isolate_run(&how, 0, 1, &end, report);
        results->fault[sizeof results->fault - 1] = '\0';
        if (!status && results->fault[0])
            status = fc_fail(report, FC_E_INPUT, (fc_place){own->path, 0, 0}, "Return seconds: finite, 0 or more.",
                             FC_MSG_USER_MODEL_FAULT, results->fault);
        if (!status)
            *machine = results->machine;
        fc_isolate_unshare(shared, sizeof *results);
    }
    fc_sandbox_close(&confined);
    return status;
}
