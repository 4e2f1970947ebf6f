/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_source.h  Prints a machine's coefficients as C text, for stand-alone cost programs. */
#ifndef FC_MACHINE_SOURCE_H
#define FC_MACHINE_SOURCE_H

#include "machine_properties/coefficients.h"
#include "support/text.h"

/** Adds `const fc_coefficients <symbol> = {...};` with named fields. Compiled, it equals *machine bit by bit in all
 * nonzero fields. The text must follow "#include <math.h>" and "coefficients.h". */
void fc_machine_source_add(fc_text *out, const fc_coefficients *machine, const char *symbol);
/** Adds a double as a C constant that reads back exactly in any locale: 17 digits, INFINITY, NAN. */
void fc_machine_source_number(fc_text *out, double value);

#endif
