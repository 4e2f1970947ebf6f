/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file verification.h  Compares a machine file with a new, short measurement.
 *
 * Costs of operations and memory are compared by groups. Each communication operation's samples are compared with its
 * runtime function at the same ranks and bytes. A group's deviation is the median of its values' deviations; it differs
 * if that exceeds the group's interval. */
#ifndef FC_VERIFICATION_H
#define FC_VERIFICATION_H

#include "machine_properties/machine.h"
#include "tools/output/table.h"

/** Columns of the table. */
enum {
    FC_VERIFICATION_GROUP,
    FC_VERIFICATION_VALUES,
    FC_VERIFICATION_DEVIATION,
    FC_VERIFICATION_WORST,
    FC_VERIFICATION_INTERVAL,
    FC_VERIFICATION_RESULT
};

typedef struct fc_verification {
    fc_table groups;
    int n, differing;
} fc_verification;

/** Compares the file's machine with the one measured now; without_computation: communication only. */
void fc_verification_make(FC_GIVE fc_verification *out, fc_machine *file, fc_machine *now, bool without_computation);
/** Prints a line for each group that differs. */
void fc_verification_print_differing(fc_text *out, const fc_verification *verification);
void fc_verification_free(fc_verification *verification);

#endif
