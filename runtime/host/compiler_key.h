/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file compiler_key.h  What a cache's key covers of a compiler: its file's path, size and date, as ccache does.
 * Asking for the version takes longer than a prediction. */
#ifndef FC_COMPILER_KEY_H
#define FC_COMPILER_KEY_H

#include "support/text.h"

/** Appends it. The compiler is found in PATH as execvp() finds it. */
void fc_compiler_key_add(fc_text *out, const char *compiler);

#endif
