/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_text.h  Where the parts of a loop stand in preprocessed text, which holds no comments. */
#ifndef FC_LOOP_TEXT_H
#define FC_LOOP_TEXT_H

#include "analyzer/model/program.h"

/** text[begin .. end). */
typedef struct fc_text_range {
    long begin, end;
} fc_text_range;

/** The parts of a `for` or `while`: each without its semicolons and parentheses; of a `while` only condition and body.
 * The body is the whole statement, its semicolon too. */
typedef struct fc_loop_text {
    fc_text_range init, condition, step, body;
} fc_loop_text;

/** False where the text is none of such a loop. */
bool fc_loop_text_find(fc_loop_text *out, const char *text, size_t length, const fc_node *loop);

#endif
