/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file unknown_flags.h  Flags that clang does not know. */
#ifndef FC_UNKNOWN_FLAGS_H
#define FC_UNKNOWN_FLAGS_H

#include "analyzer/frontend/reader/input.h"
#include "support/text.h"

/** Appends one warning for each flag that clang does not know, with the first file compiled with it. The parse ignores
 * such flags. */
void fc_unknown_flags_warn(fc_text *warnings, const fc_input *input, int n_inputs);

#endif
