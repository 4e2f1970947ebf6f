/* SPDX-License-Identifier: Apache-2.0 */
/** @file words.h  A list of strings, such as the words of a command line. */
#ifndef FC_WORDS_H
#define FC_WORDS_H

#include "support/text.h"

#include <stdbool.h>
#include <stddef.h>

/** A list of words, NULL-terminated once it holds one; owns its strings. {0} is the empty list. */
typedef struct fc_words {
    char **item;
    size_t n;
    size_t capacity;
} fc_words;

void fc_words_add(fc_words *words, const char *word);
void fc_words_add_all(fc_words *words, const fc_words *more);
/** The index of the first such word, which is added at the end if there is none. */
size_t fc_words_index(fc_words *words, const char *word);
/** Splits a text at white space and adds its words. */
void fc_words_split(fc_words *words, const char *text);
/** All words in one text, separated by single spaces. */
FC_GIVE char *fc_words_join(const fc_words *words);
/** Placeholder for the number of ranks in launcher commands and application arguments. */
#define FC_RANKS_MARK "{ranks}"
/** The word with every placeholder replaced by the number. */
FC_GIVE char *fc_words_with_ranks(const char *word, int ranks);
bool fc_words_are_same(const fc_words *a, const fc_words *b);
void fc_words_free(fc_words *words);

#endif
