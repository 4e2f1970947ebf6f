/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file interrupt.h  Ctrl-C as a flag that long work looks at, so that it can say what it kept. */
#ifndef FC_INTERRUPT_H
#define FC_INTERRUPT_H

#include <signal.h>

/** From now on SIGINT and SIGTERM set the flag; the second one ends the process as usual. One that the caller was told
 * to ignore (nohup, a job in the background) stays ignored. */
void fc_interrupt_watch(void);
/** From now on they end the process as usual. */
void fc_interrupt_release(void);
/** Not 0 once a signal came. */
const volatile sig_atomic_t *fc_interrupt_flag(void);

#endif
