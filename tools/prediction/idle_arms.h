/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file idle_arms.h  What no profiled run came to, because data never led there.
 *
 * Where data decides a branch that no profiled run took, the branch counts as never taken, whatever the point that is
 * predicted. What it would set, and whom it would call, is then nothing that the program can depend on either: a time
 * step that only another option reads off the data, a return where a check fails. Left out before the program is
 * analysed, it makes nothing data, and what hangs behind it is computed rather than taken from the profile. */
#ifndef FC_IDLE_ARMS_H
#define FC_IDLE_ARMS_H

#include "analyzer/model/profile.h"

/** The branches and loops, by their nodes' ids in the program, of which something was left out. */
typedef struct fc_idle_arms {
    int *node;
    size_t n, capacity;
} fc_idle_arms;

/** Empties, in the program, the arms of ifs and the bodies of loops that data decides and that no run of the profile
 * ran. Those that hold a label, a directive or a pragma stay, those that a pragma tells the count of, and those that
 * leave a loop by break: its bound tells its turns then. Nothing where a run broke off. */
void fc_idle_arms_leave_out(FC_GIVE fc_idle_arms *out, fc_program *program, const fc_profile *profile);
void fc_idle_arms_free(fc_idle_arms *arms);

#endif
