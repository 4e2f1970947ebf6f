/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file constant_values.h  The constants that each location of a program may hold, and each expression may be. */
#ifndef FC_CONSTANT_VALUES_H
#define FC_CONSTANT_VALUES_H

#include "analyzer/binding/control.h"
#include "analyzer/constants/constant_sets.h"
#include "analyzer/memory/definitions.h"

typedef struct fc_constant_values {
    const fc_control *control; /* borrowed: locations, definitions and the initial dynamic set */
    fc_constant_set *of_cell;
} fc_constant_values;

/** What locations hold before any statement: 0, but for local variables. Locations whose values are not all known hold
 * any. */
void fc_constant_values_begin(FC_GIVE fc_constant_values *out, const fc_program *program, const fc_control *control);
void fc_constant_values_free(fc_constant_values *values);
fc_constant_set fc_constant_values_of(const fc_constant_values *values, const fc_node *expression);
/** Adds what the definition stores; true if the location may hold a new value. */
bool fc_constant_values_define(fc_constant_values *values, const fc_definition *definition);

#endif
