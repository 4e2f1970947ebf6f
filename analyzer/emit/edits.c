/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/edits.h"

#include <stdlib.h>
#include <string.h>

static void add(fc_edits *edits, fc_edit edit)
{
    edits->edit = fc_grow(edits->edit, &edits->capacity, edits->n + 1, sizeof *edits->edit);
    edit.order = edits->n;
    edits->edit[edits->n++] = edit;
}

void fc_edits_open(fc_edits *edits, long offset, FC_TAKE char *text)
{
    add(edits, (fc_edit){.offset = offset, .text = text});
}

void fc_edits_close(fc_edits *edits, long offset, FC_TAKE char *text)
{
    add(edits, (fc_edit){.offset = offset, .closes = true, .text = text});
}

static int by_place(const void *left, const void *right)
{
    const fc_edit *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (a->closes != b->closes)
        return a->closes ? -1 : 1;
    return (a->order < b->order) == a->closes ? 1 : -1;
}

void fc_edits_apply(fc_text *out, fc_edits *edits, const char *text, size_t length)
{
    size_t from = 0;
    if (edits->n)
        qsort(edits->edit, edits->n, sizeof *edits->edit, by_place);
    for (size_t i = 0; i < edits->n; i++) {
        size_t offset = (size_t)edits->edit[i].offset;
        if (offset > from) {
            fc_text_append(out, text + from, offset - from);
            from = offset;
        }
        fc_text_append(out, edits->edit[i].text, strlen(edits->edit[i].text));
    }
    fc_text_append(out, text + from, length - from);
}

void fc_edits_free(fc_edits *edits)
{
    for (size_t i = 0; i < edits->n; i++)
        free(edits->edit[i].text);
    free(edits->edit);
    *edits = (fc_edits){0};
}
