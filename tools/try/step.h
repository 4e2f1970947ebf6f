/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file step.h  A command that `forecost try` prints before it runs it, so that a person can repeat it. */
#ifndef FC_TRY_STEP_H
#define FC_TRY_STEP_H

#include "support/words.h"

#include <stdio.h>

typedef struct fc_step {
    fc_words command;
    fc_words environment;  /* "NAME=value" */
    const char *directory; /* where it runs; NULL: the current folder */
} fc_step;

/** The program of this installation as a word to type: its name if PATH leads to it, else its absolute path. `name` is
 * "forecost" or "forecost-cc". FC_E_ENVIRONMENT without /proc. */
fc_status fc_step_own_program(FC_GIVE char **out, const char *name, fc_report *report);

/** PATH has this program. */
bool fc_step_is_installed(const char *name);
/** One word as a shell takes it, quoted if need be. */
void fc_step_word_print(fc_text *out, const char *word);
/** Adds words; the list ends with NULL. */
void fc_step_words(fc_step *step, const char *const *word);
/** Prints "$ (cd build && NAME=value command ...)" as a shell takes it. */
void fc_step_print(const fc_step *step, FILE *out);
/** Runs it with this process's streams. FC_E_INPUT and the like if it fails, by its exit code; `remedy` is the hint. */
fc_status fc_step_run(const fc_step *step, FILE *out, const char *remedy, fc_report *report);
/** Runs it without its output, which is printed only if it fails: for builds. */
fc_status fc_step_run_quiet(const fc_step *step, FILE *out, FILE *errors, fc_report *report);
void fc_step_free(fc_step *step);

#endif
