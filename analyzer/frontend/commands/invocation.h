/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file invocation.h  Parses one command line of a compiler driver (gcc, clang, mpicc). */
#ifndef FC_INVOCATION_H
#define FC_INVOCATION_H

#include "support/words.h"

#include <stdbool.h>

/** The kind of product of a command. */
typedef enum fc_product_kind {
    FC_PRODUCT_NONE,    /* nothing linkable: preprocessed or assembly text, dependencies, a version; or no input */
    FC_PRODUCT_OBJECTS, /* -c: one object for each input */
    FC_PRODUCT_PROGRAM  /* one linked file: an executable or a shared library */
} fc_product_kind;

typedef enum fc_operand_kind {
    FC_OPERAND_C,            /* C text */
    FC_OPERAND_PREPROCESSED, /* C text after the preprocessor */
    FC_OPERAND_FOREIGN,      /* text in another language, or standard input */
    FC_OPERAND_LINKED,       /* object, archive, shared library: any other file, for the linker */
    FC_OPERAND_LIBRARY       /* -lNAME; its path is NAME, or ":FILE" */
} fc_operand_kind;

/** A file the command reads. */
typedef struct fc_operand {
    fc_operand_kind kind;
    const char *path; /* as written in `word` */
    size_t at;        /* index in `word`; of "-l NAME" that of "-l" */
} fc_operand;

typedef struct fc_invocation {
    fc_words word; /* after the compiler's name; response files replaced by their words */
    fc_product_kind making;
    const char *output; /* the argument of -o; NULL: the compiler's default */
    fc_operand *operand;
    size_t n_operands;
    size_t capacity;
} fc_invocation;

/** True for C text, preprocessed or not. */
bool fc_operand_is_c(fc_operand_kind kind);

/** Parses word[0..n), the words after the compiler's name. Response files (@FILE, gcc 12 "Overall Options") are read
 * relative to `directory`; one that cannot be read stays a word, as in gcc. */
void fc_invocation_parse(FC_GIVE fc_invocation *out, char *const *word, size_t n, const char *directory);
void fc_invocation_free(fc_invocation *invocation);

/** Appends the flags that affect compilation, FC_FLAG_COMPILE and FC_FLAG_BOTH, with their arguments. */
void fc_invocation_flags(fc_words *out, const fc_invocation *invocation);
/** The file the command makes from an operand, as a heap string, relative to the command's folder unless absolute. A
 * link makes the same file from all operands. */
FC_GIVE char *fc_invocation_product(const fc_invocation *invocation, const fc_operand *operand);

/** Appends the words of a text, split as in a response file or as a POSIX shell splits a simple command (the "command"
 * of compile_commands.json). A shell treats a backslash literally within single quotes. Within double quotes it escapes
 * only some characters. */
void fc_invocation_split(fc_words *out, const char *text, bool is_shell);

#endif
