/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file process.h  Runs a child process with captured output, and ends it together with its descendants.
 *
 * The child leads a session of its own. When it ends, or must end (time-out, SIGINT, SIGTERM or SIGHUP to this
 * process), the rest of its session is killed; a process group is not enough, because MPI launchers give their ranks
 * groups of their own. If this process is killed, the child gets SIGTERM. */
#ifndef FC_LAUNCH_PROCESS_H
#define FC_LAUNCH_PROCESS_H

#include "support/words.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct fc_process_options {
    const fc_words *command;     /* at least one word; the first is looked up in PATH */
    const fc_words *environment; /* "NAME=value", added to or replacing the caller's variables; NULL: none */
    const char *directory;       /* working folder; NULL: the current one */
    bool has_input;      /* if standard input is a file, the child reads it from its beginning; otherwise empty input */
    double timeout_s;    /* > 0; 0: none */
    size_t output_limit; /* bytes stored of each stream; 0: 16 MiB */
    const char *if_missing;                      /* hint if the command cannot be started */
    void (*waiting)(void *data, double seconds); /* called about once a second while it runs; NULL: not */
    void *waiting_data;
} fc_process_options;

typedef struct fc_process_result {
    int exit_code; /* -1 when a signal ended it */
    int signal;    /* that signal; 0 otherwise */
    bool timed_out;
    bool truncated; /* a stream exceeded the limit; the rest was discarded */
    double wall_s;  /* from start to end */
    char *output;   /* standard output, with a NUL that output_length does not count; never NULL */
    size_t output_length;
    char *errors; /* standard error, likewise */
    size_t errors_length;
} fc_process_result;

/** Runs the command to its end. A failing command returns FC_OK. FC_E_ENVIRONMENT: it cannot be started; FC_E_INPUT: no
 * such folder; FC_E_INTERRUPTED: one of the three signals arrived, and the child was ended. *out is untouched on error.
 */
fc_status fc_process_run(FC_GIVE fc_process_result *out, const fc_process_options *options, fc_report *report);
void fc_process_result_free(fc_process_result *result);

/** Blocks those of SIGINT, SIGTERM and SIGHUP that are not ignored until their release, so that cleanup can run. A
 * signal in between interrupts the next fc_process_run() or takes effect at the release. */
void fc_process_hold_signals(sigset_t *before);
void fc_process_release_signals(const sigset_t *before);

#endif
