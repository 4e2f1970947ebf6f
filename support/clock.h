/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file clock.h  Elapsed time. */
#ifndef FC_CLOCK_H
#define FC_CLOCK_H

/** Seconds on the monotonic clock, from an unspecified origin. */
double fc_clock_seconds(void);

#endif
