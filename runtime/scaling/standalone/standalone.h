/* SPDX-License-Identifier: Apache-2.0 */
/* What machine.c tells main.c: the machine, and what `forecost emit` knew of the program's counters. */
#ifndef STANDALONE_H
#define STANDALONE_H

#include "forecost.h"

extern const fc_coefficients standalone_machine;
extern const char standalone_compute[]; /* the compute model, unless --compute tells another */
extern const int standalone_n_counters;
extern const double standalone_counter[]; /* by counter index; NAN: not known */

#endif
