/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_source.h  A machine's coefficients as C text, for a cost program that stands alone. */
#ifndef FC_MACHINE_SOURCE_H
#define FC_MACHINE_SOURCE_H

#include "machine_properties/coefficients.h"
#include "machine_properties/support/text.h"

/** Adds `const fc_coefficients <symbol> = {...};`, every field by its name; compiled it equals *machine bit by bit in
 * all fields that are not zero. Text behind "#include <math.h>" and "coefficients.h". */
void fc_machine_source_add(fc_text *out, const fc_coefficients *machine, const char *symbol);
/** A double as a C constant that reads back exactly: 17 digits, INFINITY, NAN; whatever the locale. */
void fc_machine_source_number(fc_text *out, double value);

#endif
