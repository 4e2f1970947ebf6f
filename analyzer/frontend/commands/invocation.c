/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/commands/flag.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_RESPONSE_BYTES = 64 << 20,
    MAX_RESPONSE_DEPTH = 32
};

/* ---- words ---- */

static bool is_blank(char letter)
{
    return letter && strchr(" \t\n\v\f\r", letter);
}

/* Reads one word, with quotes and backslashes resolved; *text: the rest after it. */
static char *take_word(const char **text, bool is_shell)
{
    fc_text word = {0};
    char quote = 0;
    const char *at = *text;
    for (; *at && (quote || !is_blank(*at)); at++) {
        bool is_escape = *at == '\\' && at[1] && !(is_shell && quote == '\'');
        if (is_escape && is_shell && quote == '"' && !strchr("\"\\$`\n", at[1]))
            is_escape = false;
        if (is_escape)
            fc_text_append(&word, ++at, 1);
        else if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? 0 : *at;
        else
            fc_text_append(&word, at, 1);
    }
    *text = at;
    return fc_text_take(&word);
}

void fc_invocation_split(fc_words *out, const char *text, bool is_shell)
{
    while (true) {
        while (is_blank(*text))
            text++;
        if (!*text)
            return;
        char *word = take_word(&text, is_shell);
        fc_words_add(out, word);
        free(word);
    }
}

static void add_expanded(fc_words *out, const char *word, const char *directory, int depth);

static bool add_response(fc_words *out, const char *name, const char *directory, int depth)
{
    char *text = NULL, *path = name[0] == '/' ? fc_copy_string(name) : fc_format("%s/%s", directory, name);
    size_t length;
    bool is_read =
        *name && depth < MAX_RESPONSE_DEPTH && fc_file_read(&text, &length, path, MAX_RESPONSE_BYTES, NULL) == FC_OK;
    fc_words inner = {0};
    if (is_read)
        fc_invocation_split(&inner, text, false);
    for (size_t i = 0; i < inner.n; i++)
        add_expanded(out, inner.item[i], directory, depth + 1);
    fc_words_free(&inner);
    free(path);
    free(text);
    return is_read;
}

static void add_expanded(fc_words *out, const char *word, const char *directory, int depth)
{
    if (word[0] != '@' || !add_response(out, word + 1, directory, depth))
        fc_words_add(out, word);
}

/* ---- operands ---- */

static bool ends_in(const char *path, const char *const *ending)
{
    const char *dot = strrchr(fc_path_name(path), '.');
    for (; dot && *ending; ending++)
        if (strcmp(dot + 1, *ending) == 0)
            return true;
    return false;
}

/* The kind of a file after "-x language"; language NULL: no such flag. */
static fc_operand_kind kind_of(const char *path, const char *language)
{
    if (!language || strcmp(language, "none") == 0) {
        /* The suffixes of gcc 12, "Overall Options". A file with another suffix is for the linker. */
        static const char *const c[] = {"c", NULL}, *const text[] = {"i", NULL},
                                 *const foreign[] = {"s",   "S",   "sx",  "h",   "m",   "mi",  "mm",  "M",
                                                     "mii", "ii",  "cc",  "cp",  "cxx", "cpp", "CPP", "c++",
                                                     "C",   "f",   "for", "ftn", "F",   "FOR", "fpp", "FPP",
                                                     "FTN", "f90", "f95", "f03", "f08", "F90", "F95", "F03",
                                                     "F08", "go",  "d",   "adb", "ads", "cu",  NULL};
        if (strcmp(path, "-") == 0 || ends_in(path, foreign))
            return FC_OPERAND_FOREIGN;
        return ends_in(path, c) ? FC_OPERAND_C : ends_in(path, text) ? FC_OPERAND_PREPROCESSED : FC_OPERAND_LINKED;
    }
    if (strcmp(path, "-") == 0)
        return FC_OPERAND_FOREIGN;
    if (strcmp(language, "c") == 0)
        return FC_OPERAND_C;
    return strcmp(language, "cpp-output") == 0 ? FC_OPERAND_PREPROCESSED : FC_OPERAND_FOREIGN;
}

bool fc_operand_is_c(fc_operand_kind kind)
{
    return kind == FC_OPERAND_C || kind == FC_OPERAND_PREPROCESSED;
}

static void add_operand(fc_invocation *to, fc_operand operand)
{
    to->operand = fc_grow(to->operand, &to->capacity, to->n_operands + 1, sizeof *to->operand);
    to->operand[to->n_operands++] = operand;
}

/* ---- products ---- */

/* True for flags that make the compiler print instead of compile. "-MD" and "-MMD" do both, so they are not listed. */
static bool stops_early(const char *flag)
{
    static const char *const whole[] = {"-E",        "-S",    "-M",         "-MM",          "-fsyntax-only", "-###",
                                        "--version", "-help", "-dumpspecs", "-dumpversion", "-dumpmachine",  NULL};
    static const char *const begin[] = {"--help", "-print-", "--print-", "--showme", "-showme", NULL};
    for (const char *const *prefix = begin; *prefix; prefix++)
        if (strncmp(flag, *prefix, strlen(*prefix)) == 0)
            return true;
    const char *const *list = whole;
    for (; *list; list++)
        if (strcmp(flag, *list) == 0)
            return true;
    return false;
}

static fc_product_kind making_of(const fc_invocation *of)
{
    fc_product_kind making = of->n_operands ? FC_PRODUCT_PROGRAM : FC_PRODUCT_NONE;
    for (size_t i = 0; i < of->word.n; i++) {
        const char *word = of->word.item[i];
        if (stops_early(word))
            return FC_PRODUCT_NONE;
        if (strcmp(word, "-c") == 0 && of->n_operands)
            making = FC_PRODUCT_OBJECTS;
        i += fc_flag_takes_next(word);
    }
    return making;
}

/* The argument of a flag, in the same word or the next; *i: the index of the word that contains it. */
static const char *argument_of(const fc_invocation *of, size_t *i, size_t length)
{
    const char *word = of->word.item[*i];
    if (word[length])
        return word + length;
    return *i + 1 < of->word.n ? of->word.item[++*i] : NULL;
}

static void classify_words(fc_invocation *to)
{
    const char *language = NULL;
    for (size_t i = 0; i < to->word.n; i++) {
        const char *word = to->word.item[i];
        size_t at = i;
        if (word[0] != '-' || !word[1])
            add_operand(to, (fc_operand){kind_of(word, language), word, at});
        else if (strncmp(word, "-o", 2) == 0)
            to->output = argument_of(to, &i, 2);
        else if (strncmp(word, "-x", 2) == 0)
            language = argument_of(to, &i, 2);
        else if (strncmp(word, "-l", 2) == 0) {
            const char *name = argument_of(to, &i, 2);
            if (name)
                add_operand(to, (fc_operand){FC_OPERAND_LIBRARY, name, at});
        } else
            i += fc_flag_takes_next(word);
    }
}

void fc_invocation_parse(fc_invocation *out, char *const *word, size_t n, const char *directory)
{
    fc_invocation made = {0};
    for (size_t i = 0; i < n; i++)
        add_expanded(&made.word, word[i], directory, 0);
    classify_words(&made);
    made.making = making_of(&made);
    *out = made;
}

void fc_invocation_free(fc_invocation *invocation)
{
    fc_words_free(&invocation->word);
    free(invocation->operand);
    *invocation = (fc_invocation){0};
}

/* ---- queries ---- */

void fc_invocation_flags(fc_words *out, const fc_invocation *invocation)
{
    for (size_t i = 0; i < invocation->word.n; i++) {
        const char *word = invocation->word.item[i];
        if (word[0] != '-' || !word[1])
            continue;
        bool is_pair = fc_flag_takes_next(word) && i + 1 < invocation->word.n;
        fc_flag_use use = fc_flag_use_of(word);
        if (use == FC_FLAG_COMPILE || use == FC_FLAG_BOTH) {
            fc_words_add(out, word);
            if (is_pair)
                fc_words_add(out, invocation->word.item[i + 1]);
        }
        i += is_pair;
    }
}

char *fc_invocation_product(const fc_invocation *invocation, const fc_operand *operand)
{
    if (invocation->output)
        return fc_copy_string(invocation->output);
    if (invocation->making == FC_PRODUCT_PROGRAM)
        return fc_copy_string("a.out");
    const char *name = fc_path_name(operand->path);
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    return fc_format("%.*s.o", length, name);
}
