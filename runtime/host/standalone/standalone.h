/* SPDX-License-Identifier: Apache-2.0 */
/* The data that machine.c defines for main.c: the machine, and the counter values that `forecost emit` had. */
#ifndef STANDALONE_H
#define STANDALONE_H

#include "forecost.h"

extern const fc_coefficients standalone_machine;
extern const char standalone_compute[]; /* the compute model unless --compute selects another */
extern const int standalone_n_counters;
extern const double standalone_counter[]; /* by counter index; NAN: unknown */

#endif
