/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file interrupt.h  Converts SIGINT and SIGTERM to a flag that long work polls, so that it can save partial results.
 */
#ifndef FC_INTERRUPT_H
#define FC_INTERRUPT_H

#include <signal.h>

/** Makes SIGINT and SIGTERM set the flag; the second signal ends the process. Signals that the caller ignores (nohup, a
 * background job) stay ignored. */
void fc_interrupt_watch(void);
/** Restores the default action. */
void fc_interrupt_release(void);
/** Nonzero after a signal. */
const volatile sig_atomic_t *fc_interrupt_flag(void);

#endif
