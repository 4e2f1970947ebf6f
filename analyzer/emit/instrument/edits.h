/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file edits.h  Collects insertions into a text and replacements, in any order, and applies them in one pass.
 * O(n log n) in the edits, linear in the text. */
#ifndef FC_EDITS_H
#define FC_EDITS_H

#include "support/text.h"

#include <stdbool.h>

typedef struct fc_edit {
    long offset;  /* in the original text */
    long skipped; /* bytes of the original text after offset that are removed */
    bool closes;  /* ends what an earlier insertion opened */
    size_t order; /* of insertion */
    char *text;
} fc_edit;

/** {0} is the empty list. */
typedef struct fc_edits {
    fc_edit *edit;
    size_t n, capacity;
} fc_edits;

/** Inserts a text. At one offset, closing texts come first, in reverse order; then opening texts, in order. So nested
 * pairs that are added from the outermost inwards are nested in the result. */
void fc_edits_open(fc_edits *edits, long offset, FC_TAKE char *text);
void fc_edits_close(fc_edits *edits, long offset, FC_TAKE char *text);
/** Replaces text[begin..end), in which no other edit is allowed. */
void fc_edits_replace(fc_edits *edits, long begin, long end, FC_TAKE char *text);
/** Appends text[begin..end) with the insertions from begin to end to *out. */
void fc_edits_apply_part(fc_text *out, fc_edits *edits, const char *text, long begin, long end);
/** Appends text[0..length) with the insertions to *out. */
void fc_edits_apply(fc_text *out, fc_edits *edits, const char *text, size_t length);
void fc_edits_free(fc_edits *edits);

#endif
