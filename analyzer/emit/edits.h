/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file edits.h  Insertions into a text, and replacements, collected in any order of places and applied at once. */
#ifndef FC_EDITS_H
#define FC_EDITS_H

#include "machine_properties/support/text.h"

#include <stdbool.h>

typedef struct fc_edit {
    long offset;  /* bytes of the original text that come before */
    long skipped; /* bytes of it behind the place that are left out */
    bool closes;  /* the end of something that an insertion before opened */
    size_t order; /* of arrival */
    char *text;
} fc_edit;

/** {0} is the empty list. */
typedef struct fc_edits {
    fc_edit *edit;
    size_t n, capacity;
} fc_edits;

/** At one offset closers stand first, the last added first; then openers, the first added first. So nested pairs that
 * are added from the outside inwards come out nested. */
void fc_edits_open(fc_edits *edits, long offset, FC_TAKE char *text);
void fc_edits_close(fc_edits *edits, long offset, FC_TAKE char *text);
/** In place of text[begin..end), in which nothing else is inserted. */
void fc_edits_replace(fc_edits *edits, long begin, long end, FC_TAKE char *text);
/** Appends text[begin..end) with the insertions from begin to end to *out. */
void fc_edits_apply_part(fc_text *out, fc_edits *edits, const char *text, long begin, long end);
/** Appends text[0..length) with the insertions to *out. */
void fc_edits_apply(fc_text *out, fc_edits *edits, const char *text, size_t length);
void fc_edits_free(fc_edits *edits);

#endif
