/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file isolate.h  Runs steps of work that may crash or hang in a child process that shares memory with this one. */
#ifndef FC_ISOLATE_H
#define FC_ISOLATE_H

#include "machine_properties/support/status.h"
#include "runtime/evaluate/rank.h"

#include <stddef.h>

/** Does steps first ... last - 1, calling done(progress) after each. What it finds out goes into shared memory. */
typedef void fc_isolate_work(void *data, int first, int last, void (*done)(void *progress), void *progress);

typedef struct fc_isolate {
    fc_isolate_work *work;
    void *data;
    const fc_mark *mark; /* in shared memory: the last place the work passed, for reports */
    double timeout_s;    /* for one step */
    bool in_process;     /* no child */
} fc_isolate;

/** *reached: the steps that were done, also on error. FC_E_INPUT, with the last place passed, if the work crashed,
 * ended by itself or took longer for one step; FC_E_ENVIRONMENT if no child can be made; FC_E_INTERRUPTED
 *  if the user interrupted it. */
fc_status fc_isolate_run(const fc_isolate *how, int first, int last, int *reached, fc_report *report);

/** Zeroed memory that a child shares. */
fc_status fc_isolate_share(void **out, size_t size, fc_report *report);
void fc_isolate_unshare(void *memory, size_t size);

#endif
