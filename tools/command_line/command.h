/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file command.h  A command as data: parser, help, man page and completion are derived from its description. */
#ifndef FC_COMMAND_H
#define FC_COMMAND_H

#include "support/text.h"
#include "support/words.h"

#include <stdbool.h>
#include <stdio.h>

/** An option: `-o FILE`, `--output FILE`, `--output=FILE`; without a value `--quick`. */
typedef struct fc_option {
    char letter;               /* short form; 0: none */
    const char *name;          /* long form without "--" */
    const char *value;         /* the value's name in the help; NULL: the option takes no value */
    const char *choices;       /* "table|json|csv": the allowed values; NULL: any */
    const char *default_value; /* the default value; NULL: none */
    bool repeats;              /* may be given more than once; otherwise a second one is refused */
    const char *help;
} fc_option;

typedef struct fc_arguments fc_arguments;
typedef struct fc_command fc_command;

/** The headings of the overview, in their order. */
#define FC_WORKFLOW_LIST(X)                                                                                            \
    X(FC_WORKFLOW_FIRST_STEPS, "First steps")                                                                          \
    X(FC_WORKFLOW_MACHINE, "Machine")                                                                                  \
    X(FC_WORKFLOW_QUESTIONS, "Questions")                                                                              \
    X(FC_WORKFLOW_CI, "Continuous integration")                                                                        \
    X(FC_WORKFLOW_INTERNALS, "Internals")
#define FC_WORKFLOW_NAME(name, heading) name,
typedef enum fc_workflow {
    FC_WORKFLOW_LIST(FC_WORKFLOW_NAME) FC_N_WORKFLOWS
} fc_workflow;
#undef FC_WORKFLOW_NAME

/** A spelling of the previous release, which works with a warning. In a command with subcommands, the first row that
 * names a subcommand and matches selects it. Options are replaced independently of the selected row. */
typedef struct fc_old_spelling {
    const char *option;                 /* matches this long option; NULL: no option is needed */
    const char *value;                  /* matches the option with this value only; NULL: any value */
    const char *beside;                 /* matches if this long option is given too; NULL: in any case */
    bool (*operand)(const char *first); /* matches the first operand; NULL: any operand, or none */
    const fc_command *subcommand;       /* the subcommand to run; NULL: the row only replaces its option */
    /* Stands for the option: "--set" replaces its name, "--format=yaml" its name and value, "" nothing. NULL: the
     * option stays. */
    const char *replacement;
} fc_old_spelling;

/** A command or a subcommand. The comment of a field says what its NULL means. */
struct fc_command {
    const char *name;                    /* "predict"; of a subcommand both words, "machine verify" */
    fc_workflow workflow;                /* of a command */
    const fc_command *const *subcommand; /* ends with NULL; NULL: none. A command with subcommands has no options,
                                            operands or work of its own */
    const fc_old_spelling *old;          /* NULL: none */
    int n_old;
    const char *operands; /* as in the usage, "MODEL.fc" */
    int least_operands, most_operands;
    const char *rest;    /* the description of the arguments after "--"; NULL: none are allowed */
    const char *help;    /* one line */
    const char *about;   /* a paragraph for `forecost help NAME` and the man page */
    const char *example; /* a command line */
    const fc_option *option;
    int n_options;
    bool is_wrapper; /* wraps another command: its own options come first, in long form. The first other word, even
                        --help, begins the rest; no "--" is needed */
    /* Does the work; prints results to arguments->out, warnings to arguments->errors. */
    fc_status (*run)(const fc_arguments *arguments, fc_report *report);
};

/** An option on the command line, with its value. */
typedef struct fc_given_option {
    const fc_option *option;
    const char *value;
} fc_given_option;

/** A parsed command line. Strings belong to argv. */
struct fc_arguments {
    const fc_command *command;
    FILE *out, *errors;
    const char **operand;
    int n_operands;
    const char *const *rest; /* the words after "--", or after a wrapper's own options */
    int n_rest;
    fc_given_option *given;
    int n_given;
};

/** Parses argv[0..argc), the words after the command's name. FC_E_USAGE with a hint for unknown options and operands.
 */
fc_status fc_arguments_parse(FC_GIVE fc_arguments *out, const fc_command *command, int argc, const char *const *argv,
                             fc_report *report);
void fc_arguments_free(fc_arguments *arguments);
bool fc_arguments_has(const fc_arguments *arguments, const char *option);
/** The option's value, else its default, else NULL. The option is one of the command's. */
const char *fc_arguments_value(const fc_arguments *arguments, const char *option);
/** The option's value as a whole number in limits[0] .. limits[1]; FC_E_USAGE otherwise. */
fc_status fc_arguments_whole(long *out, const fc_arguments *arguments, const char *option, const long limits[2],
                             fc_report *report);

/** The candidate nearest to `word` by edit distance (Levenshtein), at most 2; a prefix counts as distance 1. NULL:
 * none.
 */
const char *fc_command_nearest_name(const char *word, const char *const *candidate, int n_candidates);

/** The last word of the name: "verify" of "machine verify". */
const char *fc_command_word(const fc_command *command);
/** The command of this word; NULL: there is none. `command` ends with NULL; NULL: no commands. */
const fc_command *fc_command_find(const fc_command *const *command, const char *word);
/** Whether a command line uses an old spelling of the command; then `out` is the command line in the new spelling, with
 * the words of the command's name first. argv[0..argc) are the words after the name. */
bool fc_command_replace_old(FC_GIVE fc_words *out, const fc_command *command, int argc, const char *const *argv);

/** "forecost predict [options] MODEL.fc [-- ARGUMENTS]" */
void fc_command_usage(fc_text *out, const fc_command *command);
/** "-o, --output FILE"; and the option's help with its choices, its default, and whether it repeats. */
FC_GIVE char *fc_option_head(const fc_option *option);
FC_GIVE char *fc_option_about(const fc_option *option);
/** `forecost help NAME`: usage, paragraph, options with their defaults, an example; at most 100 columns. */
void fc_command_help(fc_text *out, const fc_command *command);
/** "First steps"; NULL: no command belongs to it. */
const char *fc_workflow_heading(fc_workflow workflow, const fc_command *const *command, int n_commands);
/** `forecost help`: one line a command, grouped by workflow. */
void fc_command_overview(fc_text *out, const fc_command *const *command, int n_commands);
/** As troff: forecost.1, which lists the commands by workflow, and forecost-<name>.1, which describes one command or
 * subcommand (a hyphen joins its words). */
void fc_command_manual(fc_text *out, const fc_command *const *command, int n_commands);
void fc_command_manual_of(fc_text *out, const fc_command *command);
/** The same as Markdown, at most 120 columns: docs/reference/README.md, and docs/reference/<name>.md. */
void fc_command_markdown(fc_text *out, const fc_command *const *command, int n_commands);
void fc_command_markdown_of(fc_text *out, const fc_command *command);
/** A completion script, for bash-completion or for zsh's fpath. */
void fc_command_complete_bash(fc_text *out, const fc_command *const *command, int n_commands);
void fc_command_complete_zsh(fc_text *out, const fc_command *const *command, int n_commands);

/** Runs the command named by argv[1]. `command` ends with NULL. Returns the exit code (FC_STATUS_LIST). */
int fc_command_main(const fc_command *const *command, int argc, const char *const *argv);

#endif
