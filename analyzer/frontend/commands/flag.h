/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flag.h  What a compiler flag is for. One table of gcc's flags (gcc 12, "Option Summary"); clang's are the
 * same. */
#ifndef FC_FLAG_H
#define FC_FLAG_H

#include <stdbool.h>

typedef enum fc_flag_use {
    FC_FLAG_COMPILE, /* only when compiling */
    FC_FLAG_BOTH,    /* code generation: compiling and linking */
    FC_FLAG_LINK,    /* only when linking */
    FC_FLAG_NOWHERE  /* which step, outputs and dependency files: those are the user's */
} fc_flag_use;

/** A word that begins with '-' and is known to no row is for compiling. */
fc_flag_use fc_flag_use_of(const char *flag);
/** True if the next word of the command line belongs to this one: "-I" does, "-Iinclude" does not. */
bool fc_flag_takes_next(const char *flag);

#endif
