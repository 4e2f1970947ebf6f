/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program.h  Builds a person's program, and names it as `forecost analyze` takes it. */
#ifndef FC_TRY_PROGRAM_H
#define FC_TRY_PROGRAM_H

#include "tools/command_line/command.h"

typedef struct fc_try_program {
    fc_words words; /* operands and options of analyze */
    char *model;    /* file name of the model: "app.fc" */
} fc_try_program;

/** Finds the build of the operands (project.h), runs it through forecost-cc, and chooses the program (products.h).
 * Reads the options build, program and main. Each command is printed before it runs. */
fc_status fc_try_program_make(FC_GIVE fc_try_program *out, const fc_arguments *arguments, fc_report *report);
void fc_try_program_free(fc_try_program *program);

#endif
