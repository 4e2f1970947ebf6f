/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/words.h"

#include <stdlib.h>
#include <string.h>

void fc_words_add(fc_words *words, const char *word)
{
    words->item = fc_grow(words->item, &words->capacity, words->n + 2, sizeof *words->item);
    words->item[words->n++] = fc_copy_string(word);
    words->item[words->n] = NULL;
}

void fc_words_split(fc_words *words, const char *text)
{
    static const char blanks[] = " \t\n";
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        size_t length = strcspn(text, blanks);
        char *word = fc_format("%.*s", (int)length, text);
        fc_words_add(words, word);
        free(word);
        text += length;
    }
}

char *fc_words_join(const fc_words *words)
{
    fc_text text = {0};
    for (size_t i = 0; i < words->n; i++)
        fc_text_add(&text, i ? " %s" : "%s", words->item[i]);
    return fc_text_take(&text);
}

void fc_words_free(fc_words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->item[i]);
    free(words->item);
    *words = (fc_words){0};
}
