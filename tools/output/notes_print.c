/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/notes_print.h"

#include "support/text.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 3
};

/* The common text of notes about several places, and the number of notes. */
typedef struct repeated_note {
    const char *text;
    size_t length, n;
} repeated_note;

typedef struct repeated_notes {
    repeated_note *item;
    size_t n, capacity;
} repeated_notes;

/* Counts the note under its text after "PLACE: ". */
static const repeated_note *count(repeated_notes *all, const char *note, size_t length)
{
    const char *colon = memmem(note, length, ": ", 2);
    const char *text = colon ? colon + 2 : note;
    size_t left = (size_t)(note + length - text);
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].length == left && memcmp(all->item[i].text, text, left) == 0) {
            all->item[i].n++;
            return &all->item[i];
        }
    all->item = fc_grow(all->item, &all->capacity, all->n + 1, sizeof *all->item);
    all->item[all->n] = (repeated_note){text, left, 1};
    return &all->item[all->n++];
}

void fc_notes_print(FILE *out, const char *notes, bool is_all)
{
    repeated_notes all = {0};
    for (const char *note = notes; *note;) {
        /* Length of a note with its continuation lines. */
        const char *end = note;
        do {
            end += strcspn(end, "\n");
            end += *end == '\n';
        } while (*end == ' ');
        size_t length = (size_t)(end - note);
        if (count(&all, note, length)->n <= SHOWN || is_all)
            fwrite(note, 1, length, out);
        note += length;
    }
    for (size_t i = 0; i < all.n && !is_all; i++)
        if (all.item[i].n > SHOWN)
            fprintf(out, "%zu more: %.*s\n", all.item[i].n - SHOWN, (int)strcspn(all.item[i].text, "\n"),
                    all.item[i].text);
    free(all.item);
}
