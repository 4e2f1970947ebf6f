/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_template.h  An input file with {NAME} in place of its sizes, and the values that give the file itself.
 */
#ifndef FC_INPUT_TEMPLATE_H
#define FC_INPUT_TEMPLATE_H

#include "support/text.h"
#include "support/words.h"
#include "tools/process/scratch.h"

typedef struct fc_input_template {
    char *file;        /* as the program names it; relative */
    char *text;        /* the template */
    fc_words name;     /* of the places, each once, in order */
    fc_words value;    /* [name.n] in the file as it is */
    fc_scratch folder; /* links to what is beside the current folder, for names such as ../data */
    char *runs;        /* the folder in it for runs: the current folder again, but for the file, of symbolic links */
} fc_input_template;

/** Reads "FILE=TEMPLATE". The template equals the file but for {NAME}, which stands for a number there. FC_E_USAGE: no
 * such form, or FILE is not below the current folder; FC_E_INPUT: a file cannot be read, or they differ elsewhere.
 * Makes the folder; close the template after everything that was built since. */
fc_status fc_input_template_open(FC_GIVE fc_input_template *out, const char *option, fc_report *report);
/** The text with these values [name.n]; {ranks} is the number of ranks. */
FC_GIVE char *fc_input_template_fill(const fc_input_template *of, const char *const *value, int ranks);
/** Writes the file with this text into the folder for runs. */
fc_status fc_input_template_write(const fc_input_template *of, const char *text, fc_report *report);
void fc_input_template_close(fc_input_template *of);

#endif
