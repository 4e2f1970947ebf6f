/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <stdlib.h>
#include <string.h>

/* Old spellings, rewritten word by word. The old options are those of the command and its subcommands, and those of the
 * table of old spellings. */

/* One word of the command line, read as an old option. */
typedef struct old_word {
    const char *name; /* without dashes; a letter's long name; NULL: the word is an operand */
    size_t name_length;
    const char *value; /* in this word or the next; NULL: none */
    int words;         /* 1, or 2 with the value in the next word */
} old_word;

static const fc_option *find_option_of(const fc_command *command, const char *name, size_t length, char letter)
{
    for (int i = 0; i < command->n_options; i++) {
        const fc_option *option = &command->option[i];
        if (letter ? option->letter == letter
                   : strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

/* By long name, or by letter if it is not 0; of the command or of any subcommand. */
static const fc_option *find_option(const fc_command *command, const char *name, size_t length, char letter)
{
    const fc_option *found = find_option_of(command, name, length, letter);
    for (int i = 0; !found && command->subcommand && command->subcommand[i]; i++)
        found = find_option_of(command->subcommand[i], name, length, letter);
    return found;
}

static bool is_named(const char *name, const old_word *word)
{
    return word->name && strlen(name) == word->name_length && strncmp(name, word->name, word->name_length) == 0;
}

/* Whether an old option takes a value: its replacement shows it. An option of today has its own description. */
static bool takes_value(const fc_command *command, const old_word *word)
{
    for (int i = 0; i < command->n_old; i++) {
        const fc_old_spelling *old = &command->old[i];
        if (!old->option || !old->replacement || !is_named(old->option, word))
            continue;
        if (old->value || strncmp(old->replacement, "--", 2) != 0 || strchr(old->replacement, '='))
            return old->value != NULL;
        const fc_option *now = find_option(command, old->replacement + 2, strlen(old->replacement + 2), 0);
        return now && now->value;
    }
    const fc_option *option = find_option(command, word->name, word->name_length, 0);
    return option && option->value;
}

static old_word read_word(const fc_command *command, int argc, const char *const *argv)
{
    const char *text = argv[0];
    old_word word = {.words = 1};
    if (text[0] != '-' || !text[1])
        return word;
    if (text[1] != '-') {
        const fc_option *option = find_option(command, NULL, 0, text[1]);
        word.name = option ? option->name : text + 1;
        word.name_length = strlen(word.name);
        word.value = text[2] ? text + 2 : NULL;
    } else {
        word.name = text + 2;
        word.name_length = strcspn(word.name, "=");
        word.value = word.name[word.name_length] ? word.name + word.name_length + 1 : NULL;
    }
    if (!word.value && argc > 1 && takes_value(command, &word)) {
        word.value = argv[1];
        word.words = 2;
    }
    return word;
}

static bool is_given(const char *option, const fc_command *command, int argc, const char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0;) {
        old_word word = read_word(command, argc - i, argv + i);
        if (is_named(option, &word))
            return true;
        i += word.words;
    }
    return false;
}

static bool matches_option(const fc_old_spelling *old, const old_word *word)
{
    return old->option && is_named(old->option, word) &&
           (!old->value || (word->value && strcmp(old->value, word->value) == 0));
}

static bool matches_line(const fc_old_spelling *old, const fc_command *command, int argc, const char *const *argv)
{
    const char *operand = NULL;
    bool has_option = !old->option;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0;) {
        old_word word = read_word(command, argc - i, argv + i);
        has_option |= matches_option(old, &word);
        if (!word.name && !operand)
            operand = argv[i];
        i += word.words;
    }
    return has_option && (!old->operand || (operand && old->operand(operand)));
}

/* The row that replaces this word of the command line argv[0..argc); NULL: none. */
static const fc_old_spelling *find_replacement(const fc_command *command, const old_word *word, int argc,
                                               const char *const *argv)
{
    for (int i = 0; i < command->n_old; i++) {
        const fc_old_spelling *old = &command->old[i];
        if (old->replacement && matches_option(old, word) &&
            (!old->beside || is_given(old->beside, command, argc, argv)))
            return old;
    }
    return NULL;
}

/* Adds the words of one option, or one operand, in the new spelling. Returns whether they differ. */
static bool add_replaced(fc_words *out, const fc_old_spelling *old, const old_word *word, const char *const *argv)
{
    if (!old) {
        for (int i = 0; i < word->words; i++)
            fc_words_add(out, argv[i]);
        return false;
    }
    if (*old->replacement)
        fc_words_add(out, old->replacement);
    if (word->value && !old->value && *old->replacement && !strchr(old->replacement, '='))
        fc_words_add(out, word->value);
    return true;
}

bool fc_command_replace_old(fc_words *out, const fc_command *command, int argc, const char *const *argv)
{
    fc_words words = {0};
    bool is_old = false;
    int at = 0;
    fc_words_split(&words, command->name);
    for (int i = 0; i < command->n_old && !is_old; i++)
        if (command->old[i].subcommand && matches_line(&command->old[i], command, argc, argv)) {
            fc_words_add(&words, fc_command_word(command->old[i].subcommand));
            is_old = true;
        }
    while (at < argc && strcmp(argv[at], "--") != 0) {
        old_word word = read_word(command, argc - at, argv + at);
        is_old |= add_replaced(&words, find_replacement(command, &word, argc, argv), &word, argv + at);
        at += word.words;
    }
    for (; at < argc; at++)
        fc_words_add(&words, argv[at]);
    if (is_old)
        *out = words;
    else
        fc_words_free(&words);
    return is_old;
}
