/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file isolate.h  Runs steps of work that may crash or hang in child processes that share memory with this one. */
#ifndef FC_ISOLATE_H
#define FC_ISOLATE_H

#include "machine_properties/support/status.h"
#include "runtime/evaluate/rank.h"

#include <stddef.h>

/** The steps of one child: first, first + stride, ... below last. */
typedef struct fc_isolate_steps {
    int child;
    int first, last, stride;
} fc_isolate_steps;

/** Does the steps in their order, calling done(progress) after each. What it finds out goes into shared
 * memory. */
typedef void fc_isolate_work(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress);
/** Told some ten times a second how many steps are done; false: give up. */
typedef bool fc_isolate_watch(void *data, int done);

enum {
    FC_ISOLATE_MAX_CHILDREN = 64
};

typedef struct fc_isolate {
    fc_isolate_work *work;
    void *data;
    int children;        /* 1 ... FC_ISOLATE_MAX_CHILDREN, at the same time */
    const fc_mark *mark; /* [children], in shared memory: the last places the work passed, for reports */
    double timeout_s; /* for one step: processor time, since others may keep the cores busy; 20 times as long at all */
    bool in_process;  /* no child: nothing times out, nobody watches */
    fc_isolate_watch *watch; /* NULL: none */
    void *watch_data;
} fc_isolate;

/** Steps first ... last - 1. *reached: the steps before the first that was not done, also on error. FC_E_INPUT, with
 * the last place passed, if the work of a step (the earliest such) crashed, ended by itself or took longer;
 * FC_E_ENVIRONMENT if no child can be made; FC_E_INTERRUPTED if the user or the watch ended it. */
fc_status fc_isolate_run(const fc_isolate *how, int first, int last, int *reached, fc_report *report);

/** Zeroed memory that children share. */
fc_status fc_isolate_share(void **out, size_t size, fc_report *report);
void fc_isolate_unshare(void *memory, size_t size);

#endif
