/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file verification.h  How far a machine file is from what is measured now.
 *
 * Short measurements (those of a quick calibration) stand against what the file says: costs of operations and memory by
 * their groups, and each communication operation's samples against its runtime function at the same ranks and bytes. A
 * group deviates by the median of its values; it differs where that is beyond the interval stated beside it. */
#ifndef FC_VERIFICATION_H
#define FC_VERIFICATION_H

#include "machine_properties/machine.h"
#include "tools/output/table.h"

typedef struct fc_verification {
    fc_table groups; /* columns: what, values, deviation, worst, interval, verdict */
    int n, differing;
} fc_verification;

/** Compares the machine of the file with what was measured now; without_computation: its communication only. */
void fc_verification_make(FC_GIVE fc_verification *out, fc_machine *file, fc_machine *now, bool without_computation);
void fc_verification_free(fc_verification *verification);

#endif
