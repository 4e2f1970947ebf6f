/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file predefined.h  The predefined macros and the header folders of the program's own compiler. With them libclang
 * reads the text that this compiler compiles: headers that ask which compiler it is take the same branches. */
#ifndef FC_PREDEFINED_H
#define FC_PREDEFINED_H

#include "analyzer/frontend/reader/input.h"
#include "support/words.h"

/** What the compiler predefines under one set of flags (-O, -m, -f, -std). */
typedef struct fc_predefined {
    fc_words flag;   /* the set */
    char *macros;    /* "#define" lines; NULL: the compiler did not answer, and clang's own macros hold */
    fc_words folder; /* "-idirafter DIR" in the compiler's order */
    bool is_gcc;     /* it is not clang: some of its words need definitions (flags.c) */
} fc_predefined;

/** {0} is the empty list. */
typedef struct fc_predefined_list {
    fc_predefined *item;
    size_t n, capacity;
} fc_predefined_list;

/** Queries the compiler once for each distinct set of flags of the inputs (-dM -E -v). Preprocessed inputs need none.
 * compiler: a command of one or more words. */
void fc_predefined_query(fc_predefined_list *out, const char *compiler, const fc_input *input, int n_inputs);
/** The macros for one of these inputs; NULL: the compiler did not answer, or the input is preprocessed. */
const fc_predefined *fc_predefined_find(const fc_predefined_list *list, const fc_input *input);
/** The text of a header that defines them for this input: without the macros that clang defines itself, and without
 * those that the input's own -D and -U flags decide. */
FC_GIVE char *fc_predefined_header(const fc_predefined *predefined, const fc_input *input);
/** The -std= flag of the compiler's default language; NULL: the input's flags select one, or it is unknown. */
const char *fc_predefined_standard(const fc_predefined *predefined, const fc_input *input);
void fc_predefined_free(fc_predefined_list *list);

#endif
