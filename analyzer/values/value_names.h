/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file value_names.h  Values as text of the source: "A->n", "I[i + 1] - I[i]". */
#ifndef FC_VALUE_NAMES_H
#define FC_VALUE_NAMES_H

#include "analyzer/values/value_numbers.h"

void fc_value_names_print(fc_text *out, const fc_program *program, const fc_value_table *table, int value);

#endif
