/* SPDX-License-Identifier: Apache-2.0 */
/** @file status.h  The status of a fallible function, and the report of a failure.
 *
 * Every fallible function of Forecost returns fc_status; its last parameter is the `fc_report *` that receives the
 * reason. The function that detects the fault writes the report once; its callers pass the report on unchanged. */
#ifndef FC_STATUS_H
#define FC_STATUS_H

#include <stddef.h>

/* name, exit code of the command, short text */
#define FC_STATUS_LIST(X)                                                                                              \
    X(FC_OK, 0, "done")                                                                                                \
    X(FC_E_CHECK, 1, "a check failed")                                                                                 \
    X(FC_E_USAGE, 2, "usage")                                                                                          \
    X(FC_E_INPUT, 3, "bad input")                                                                                      \
    X(FC_E_ENVIRONMENT, 4, "the environment lacks something")                                                          \
    X(FC_E_INTERRUPTED, 130, "interrupted")                                                                            \
    X(FC_E_BUG, 70, "a bug in Forecost")

typedef enum fc_status {
#define FC_STATUS_ENUM(name, code, text) name,
    FC_STATUS_LIST(FC_STATUS_ENUM)
#undef FC_STATUS_ENUM
} fc_status;

/* Ownership words for prototypes: FC_TAKE: the callee takes ownership; FC_GIVE: the caller gets ownership. */
#define FC_TAKE
#define FC_GIVE

/** A position in the user's input. file NULL: no position; line or column 0: not known. Lines and columns count
 * from 1. */
typedef struct fc_place {
    const char *file;
    int line;
    int column;
} fc_place;

/** The message of a failure: "file:line:column: what is wrong\n  what to do". */
typedef struct fc_report {
    fc_status status;
    char text[2048];
} fc_report;

/** Writes the report and returns `status`, so that a caller can `return fc_fail(...)`. `next` (may be NULL) says what
 * to do; it is printed indented on a line of its own. report may be NULL. */
fc_status fc_fail(fc_report *report, fc_status status, fc_place place, const char *next, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Replaces control characters but line ends and tabulators by '?': a name in a message does not control the terminal.
 */
void fc_status_hide_controls(char *text);

/** The command's exit code for a status. */
int fc_status_exit_code(fc_status status);

/** "file:line:column: ", as far as the place is known, with the file from the current folder (path.h); as snprintf. */
int fc_place_write(char *out, size_t size, fc_place place);

#define FC_NOWHERE ((fc_place){0})

#endif
