/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file process.h  One child process and all it starts: run, captured, ended whole.
 *
 * The child leads a session of its own. When it ends, or must end (time-out, SIGINT,
 * SIGTERM or SIGHUP to us), whatever is left of that session is ended too: MPI launchers give their ranks process
 * groups of their own. Where we are killed and can do nothing, the child gets SIGTERM. */
#ifndef FC_PROCESS_H
#define FC_PROCESS_H

#include "machine_properties/support/words.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct fc_process_options {
    const fc_words *command;     /* at least one word; the first is looked up in PATH */
    const fc_words *environment; /* "NAME=value" that replace or join the caller's; NULL: none */
    const char *directory;       /* where it runs; NULL: the current folder */
    bool has_input;         /* a file on our standard input is the child's too, from its beginning; else it is empty */
    double timeout_s;       /* > 0; 0: none */
    size_t output_limit;    /* bytes kept of each stream; 0: 16 MiB */
    const char *if_missing; /* the next step when the command cannot be started */
} fc_process_options;

typedef struct fc_process_result {
    int exit_code; /* -1 when a signal ended it */
    int signal;    /* that signal; 0 otherwise */
    bool timed_out;
    bool truncated; /* a stream passed the limit; the rest was read and dropped */
    double wall_s;  /* from start to end */
    char *output;   /* standard output, terminated by a NUL that is not counted; never NULL */
    size_t output_length;
    char *errors; /* standard error, likewise */
    size_t errors_length;
} fc_process_result;

/** Runs the command to its end. A command that fails is FC_OK here. FC_E_ENVIRONMENT: it cannot be started; FC_E_INPUT:
 * no such directory; *  FC_E_INTERRUPTED: one of the three signals came, the child is gone. *out is untouched on error.
 */
fc_status fc_process_run(FC_GIVE fc_process_result *out, const fc_process_options *options, fc_report *report);
void fc_process_result_free(fc_process_result *result);

/** Holds SIGINT, SIGTERM and SIGHUP back (those that are not ignored) until released, so that nothing is left lying
 * about; a signal that comes meanwhile interrupts the next fc_process_run(), or takes effect at the release. */
void fc_process_hold_signals(sigset_t *before);
void fc_process_release_signals(const sigset_t *before);

#endif
