/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_text.h  Finds the parts of a loop in preprocessed text, which contains no comments. */
#ifndef FC_LOOP_TEXT_H
#define FC_LOOP_TEXT_H

#include "analyzer/model/program.h"

/** text[begin .. end). */
typedef struct fc_text_range {
    long begin, end;
} fc_text_range;

/** The parts of a `for` or `while`, without semicolons and parentheses; for a `while` only condition and body. The body
 * is the whole statement with its semicolon. */
typedef struct fc_loop_text {
    fc_text_range init, condition, step, body;
} fc_loop_text;

/** False if the text at the node's span is not such a loop. */
bool fc_loop_text_find(fc_loop_text *out, const char *text, size_t length, const fc_node *loop);

#endif
