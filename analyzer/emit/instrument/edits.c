/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/edits.h"

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

void fc_edits_replace(fc_edits *edits, long begin, long end, FC_TAKE char *text)
{
    add(edits, (fc_edit){.offset = begin, .skipped = end - begin, .text = text});
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

void fc_edits_apply_part(fc_text *out, fc_edits *edits, const char *text, long begin, long end)
{
    long from = begin;
    if (edits->n)
        qsort(edits->edit, edits->n, sizeof *edits->edit, by_place);
    for (size_t i = 0; i < edits->n; i++) {
        const fc_edit *edit = &edits->edit[i];
        if (edit->offset < begin || edit->offset > end)
            continue;
        if (edit->offset > from) {
            fc_text_append(out, text + from, (size_t)(edit->offset - from));
            from = edit->offset;
        }
        fc_text_append(out, edit->text, strlen(edit->text));
        from += edit->skipped;
    }
    if (end > from)
        fc_text_append(out, text + from, (size_t)(end - from));
}

void fc_edits_apply(fc_text *out, fc_edits *edits, const char *text, size_t length)
{
    fc_edits_apply_part(out, edits, text, 0, (long)length);
}

void fc_edits_free(fc_edits *edits)
{
    for (size_t i = 0; i < edits->n; i++)
        free(edits->edit[i].text);
    free(edits->edit);
    *edits = (fc_edits){0};
}
