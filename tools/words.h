/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file words.h  The words of a command line. */
#ifndef FC_WORDS_H
#define FC_WORDS_H

#include "machine_properties/support/text.h"

#include <stddef.h>

/** A list of words, NULL-terminated once it holds one; owns its strings. {0} is the empty list. */
typedef struct fc_words {
    char **item;
    size_t n;
    size_t capacity;
} fc_words;

void fc_words_add(fc_words *words, const char *word);
/** Adds the words of a text, parted by blanks. */
void fc_words_split(fc_words *words, const char *text);
/** All words in one text, parted by single blanks. */
FC_GIVE char *fc_words_join(const fc_words *words);
void fc_words_free(fc_words *words);

#endif
