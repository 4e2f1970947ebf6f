/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file invocation.h  One command line of a compiler driver (gcc, clang, mpicc), taken apart. */
#ifndef FC_INVOCATION_H
#define FC_INVOCATION_H

#include "machine_properties/support/words.h"

#include <stdbool.h>

/** What a command makes. */
typedef enum fc_making {
    FC_MAKES_NOTHING, /* nothing that is linked: preprocessed text, assembly text, dependencies, a version; no input */
    FC_MAKES_OBJECTS, /* -c: one file an input */
    FC_MAKES_PROGRAM  /* links: one file, an executable or a shared library */
} fc_making;

typedef enum fc_operand_kind {
    FC_OPERAND_C,            /* C text */
    FC_OPERAND_PREPROCESSED, /* C text after the preprocessor */
    FC_OPERAND_FOREIGN,      /* text in another language, or standard input */
    FC_OPERAND_LINKED,       /* object, archive, shared library: whatever the linker takes */
    FC_OPERAND_LIBRARY       /* -lNAME; its path is NAME, or ":FILE" */
} fc_operand_kind;

/** A file the command reads. */
typedef struct fc_operand {
    fc_operand_kind kind;
    const char *path; /* as it stands in `word` */
    size_t at;        /* index in `word`; of "-l NAME" that of "-l" */
} fc_operand;

typedef struct fc_invocation {
    fc_words word; /* behind the compiler's name; response files are replaced by what they hold */
    fc_making making;
    const char *output; /* of -o; NULL: where the compiler puts it by itself */
    fc_operand *operand;
    size_t n_operands;
    size_t capacity;
} fc_invocation;

/** C text, preprocessed or not. */
bool fc_operand_is_c(fc_operand_kind kind);

/** Takes word[0..n), the words behind the compiler's name, apart. Response files (@FILE, gcc 12 "Overall Options") are
 * read in `directory`; one that cannot be read stays a word, as with gcc. */
void fc_invocation_parse(FC_GIVE fc_invocation *out, char *const *word, size_t n, const char *directory);
void fc_invocation_free(fc_invocation *invocation);

/** Adds the flags a source is compiled with: FC_FLAG_COMPILE and FC_FLAG_BOTH, with their arguments. */
void fc_invocation_flags(fc_words *out, const fc_invocation *invocation);
/** The file the command makes of one of its operands, as a heap string relative to the command's folder. Of a program
 * it is the same file for all of them. */
FC_GIVE char *fc_invocation_product(const fc_invocation *invocation, const fc_operand *operand);

/** Adds the words of a text: as in a response file, or as a POSIX shell parts a simple command (the "command" of
 * compile_commands.json). They differ in that a shell takes a backslash between single quotes as it is. */
void fc_invocation_split(fc_words *out, const char *text, bool is_shell);

#endif
