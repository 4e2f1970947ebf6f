/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file command.h  A subcommand as data: from its description come the parser, the help and the man page. */
#ifndef FC_COMMAND_H
#define FC_COMMAND_H

#include "machine_properties/support/text.h"

#include <stdbool.h>
#include <stdio.h>

/** An option: `-o FILE`, `--output FILE`, `--output=FILE`; without a value `--quick`. */
typedef struct fc_option {
    char letter;          /* short form; 0: none */
    const char *name;     /* long form without "--" */
    const char *value;    /* what the value is called in the help; NULL: the option takes none */
    const char *choices;  /* "table|json|csv": the only values allowed; NULL: any */
    const char *standard; /* the value when the option is not given; NULL: none */
    bool repeats;         /* may be given more than once; otherwise a second one is refused */
    const char *help;
} fc_option;

typedef struct fc_arguments fc_arguments;

/** A subcommand. Lists end where the counts say; what a NULL means stands with the field. */
typedef struct fc_command {
    const char *name;
    const char *operands; /* how they stand in the usage, "MODEL.fc" */
    int least_operands, most_operands;
    const char *rest;    /* what stands after "--"; NULL: nothing may */
    const char *help;    /* one line */
    const char *about;   /* a paragraph for `forecost help NAME` and the man page */
    const char *example; /* a command line */
    const fc_option *option;
    int n_options;
    bool is_wrapper; /* of another command: its own options stand first, in the long form; from the first other word on
                        all words are the rest, --help too. No "--" is needed */
    /* Does the work; prints results to arguments->out, warnings to arguments->errors. */
    fc_status (*run)(const fc_arguments *arguments, fc_report *report);
} fc_command;

/** The name of an option and its value, as the person gave them. */
typedef struct fc_given {
    const fc_option *option;
    const char *value;
} fc_given;

/** A parsed command line. Strings belong to argv. */
struct fc_arguments {
    const fc_command *command;
    FILE *out, *errors;
    const char **operand;
    int n_operands;
    const char *const *rest; /* what stood after "--", or behind a wrapper's own options */
    int n_rest;
    fc_given *given;
    int n_given;
};

/** Parses argv[0..argc) behind the command's name. FC_E_USAGE with a hint for what the command does not know. */
fc_status fc_arguments_parse(FC_GIVE fc_arguments *out, const fc_command *command, int argc, const char *const *argv,
                             fc_report *report);
void fc_arguments_free(fc_arguments *arguments);
bool fc_arguments_has(const fc_arguments *arguments, const char *option);
/** The option's value, else its standard, else NULL. The option is one of the command's. */
const char *fc_arguments_value(const fc_arguments *arguments, const char *option);
/** The option's value as a whole number of least..greatest; FC_E_USAGE otherwise. */
fc_status fc_arguments_whole(long *out, const fc_arguments *arguments, const char *option, const long limits[2],
                             fc_report *report);

/** The candidate nearest to `word` by edit distance, NULL if none is near enough to be meant. */
const char *fc_command_nearest(const char *word, const char *const *candidate, int n_candidates);

/** "forecost predict [options] MODEL.fc [-- ARGUMENTS]" */
void fc_command_usage(fc_text *out, const fc_command *command);
/** "-o, --output FILE"; and its help with its choices, its standard, and whether it repeats. */
FC_GIVE char *fc_option_head(const fc_option *option);
FC_GIVE char *fc_option_about(const fc_option *option);
/** `forecost help NAME`: usage, paragraph, options with their standards, an example; at most 100 columns. */
void fc_command_help(fc_text *out, const fc_command *command);
/** `forecost`: one line a command. */
void fc_command_overview(fc_text *out, const fc_command *const *command, int n_commands);
/** As troff: forecost.1, which lists the commands, and forecost-<name>.1, which tells all of one. */
void fc_command_manual(fc_text *out, const fc_command *const *command, int n_commands);
void fc_command_manual_of(fc_text *out, const fc_command *command);
/** A script that completes command lines: of bash, where bash-completion looks for it, or of zsh, for its fpath. */
void fc_command_complete_bash(fc_text *out, const fc_command *const *command, int n_commands);
void fc_command_complete_zsh(fc_text *out, const fc_command *const *command, int n_commands);

/** Runs argv[1..] against a list of commands that ends with NULL; returns the
 * exit code of design section 1. */
int fc_command_main(const fc_command *const *command, int argc, const char *const *argv);

#endif
