/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file isolate.h  Runs steps that may crash or hang in child processes, with results in shared memory. */
#ifndef FC_ISOLATE_H
#define FC_ISOLATE_H

#include "runtime/core/rank.h"
#include "runtime/host/sandbox.h"
#include "support/status.h"

#include <stddef.h>

/** The steps of one child: first, first + stride, ... below last. */
typedef struct fc_isolate_steps {
    int child;
    int first, last, stride;
} fc_isolate_steps;

/** Executes the steps in order and calls done(progress) after each. Results go to shared memory. */
typedef void fc_isolate_work(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress);
/** Called about ten times a second with the number of completed steps; false: stop. */
typedef bool fc_isolate_watch(void *data, int done);

enum {
    FC_ISOLATE_MAX_CHILDREN = 64,
    FC_ISOLATE_NOT_LOADED = 114 /* the exit code of a child that cannot load its objects */
};

typedef struct fc_isolate {
    fc_isolate_work *work;
    void *data;
    int children;               /* 1 ... FC_ISOLATE_MAX_CHILDREN, concurrently */
    const fc_source_mark *mark; /* [children], in shared memory: the last place passed, for error messages */
    double timeout_s; /* for one step, in processor time as the cores may be shared; 20 times as much in elapsed time */
    bool in_process;  /* no child, no timeout, no watch */
    const fc_sandbox *sandbox; /* of the children; unused in_process */
    const char *(*text)(void *data, int child,
                        const char *text); /* a text in a child's mark, checked; NULL: as it is */
    int output;                            /* a descriptor that the children may write to; 0: none */
    fc_isolate_watch *watch;               /* NULL: none */
    void *watch_data;
} fc_isolate;

/** How far a run got. */
typedef struct fc_isolate_end {
    int reached;    /* steps completed before the first incomplete one, also on errors */
    bool timed_out; /* that step took too long */
    bool out_of_memory;
} fc_isolate_end;

/** Runs steps first ... last - 1. *end is set on errors too. FC_E_INPUT
 * with the last place passed if a step (the earliest such) crashed, exited, timed out, made a forbidden system call or
 * needed too much memory; FC_E_ENVIRONMENT if no child can be created or confined, or can load its objects;
 * FC_E_INTERRUPTED if the user or the watch stopped it. */
fc_status fc_isolate_run(const fc_isolate *how, int first, int last, fc_isolate_end *end, fc_report *report);

/** Zeroed memory shared with children. */
fc_status fc_isolate_share(void **out, size_t size, fc_report *report);
void fc_isolate_unshare(void *memory, size_t size);

#endif
