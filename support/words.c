/* SPDX-License-Identifier: Apache-2.0 */
#include "support/words.h"

#include <stdlib.h>
#include <string.h>

void fc_words_add(fc_words *words, const char *word)
{
    words->item = fc_grow(words->item, &words->capacity, words->n + 2, sizeof *words->item);
    words->item[words->n++] = fc_copy_string(word);
    words->item[words->n] = NULL;
}

void fc_words_add_all(fc_words *words, const fc_words *more)
{
    for (size_t i = 0; i < more->n; i++)
        fc_words_add(words, more->item[i]);
}

size_t fc_words_index(fc_words *words, const char *word)
{
    size_t i = 0;
    while (i < words->n && strcmp(words->item[i], word) != 0)
        i++;
    if (i == words->n)
        fc_words_add(words, word);
    return i;
}

void fc_words_split(fc_words *words, const char *text)
{
    static const char blanks[] = " \t\r\n";
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

char *fc_words_with_ranks(const char *word, int ranks)
{
    fc_text text = {0};
    for (const char *found; (found = strstr(word, FC_RANKS_MARK)); word = found + sizeof FC_RANKS_MARK - 1) {
        fc_text_append(&text, word, (size_t)(found - word));
        fc_text_add(&text, "%d", ranks);
    }
    fc_text_add(&text, "%s", word);
    return fc_text_take(&text);
}

bool fc_words_are_same(const fc_words *a, const fc_words *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; i < a->n && same; i++)
        same = strcmp(a->item[i], b->item[i]) == 0;
    return same;
}

void fc_words_free(fc_words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->item[i]);
    free(words->item);
    *words = (fc_words){0};
}
