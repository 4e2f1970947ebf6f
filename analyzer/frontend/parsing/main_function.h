/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file main_function.h  The files that define main. */
#ifndef FC_MAIN_FUNCTION_H
#define FC_MAIN_FUNCTION_H

#include "analyzer/frontend/reader/input.h"
#include "support/status.h"

/** out[i]: input i can be read and defines a function main. Errors in the sources are ignored. FC_E_ENVIRONMENT if
 * libclang is missing. */
fc_status fc_main_function_find(bool *out, const fc_input *input, int n_inputs, const char *compiler,
                                fc_report *report);

#endif
