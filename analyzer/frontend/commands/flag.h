/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flag.h  Classifies compiler flags by the build step they affect. One table of gcc's flags (gcc 12, "Option
 * Summary"), which clang shares. */
#ifndef FC_FLAG_H
#define FC_FLAG_H

#include <stdbool.h>

typedef enum fc_flag_use {
    FC_FLAG_COMPILE, /* only when compiling */
    FC_FLAG_BOTH,    /* code generation: compiling and linking */
    FC_FLAG_LINK,    /* only when linking */
    FC_FLAG_NOWHERE  /* selects the step, outputs or dependency files: not reused */
} fc_flag_use;

/** The use of a flag; FC_FLAG_COMPILE for a flag that is not in the table. */
fc_flag_use fc_flag_use_of(const char *flag);
/** True if the flag's argument is the next word of the command line: for "-I", not for "-Iinclude". */
bool fc_flag_takes_next(const char *flag);

#endif
