/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sandbox.h  Confines a child process to computing and reading a list of files: a system call filter (seccomp),
 * Landlock where the kernel has it, resource limits, closed descriptors. SECURITY.md describes the threats. */
#ifndef FC_SANDBOX_H
#define FC_SANDBOX_H

#include "support/words.h"

#include <stdbool.h>

/** The user's choices. Borrowed. */
typedef struct fc_sandbox_options {
    bool is_off;               /* --unsafe: no filter, every file can be read */
    const char *const *folder; /* --allow-read: whose files can be read */
    int n_folders;
    double memory; /* --memory: bytes that all children together may allocate; 0: half of the machine's */
} fc_sandbox_options;

enum {
    FC_SANDBOX_MAX_OBJECTS = 3,
    FC_SANDBOX_MAX_WRITABLE = 2
};

/** Paths are absolute and without symbolic links. */
typedef struct fc_sandbox {
    bool is_off;
    fc_words folder, file;              /* that can be read */
    double memory;                      /* bytes, > 0 */
    int object[FC_SANDBOX_MAX_OBJECTS]; /* descriptors of objects that the process loads inside; <= 0: none */
} fc_sandbox;

/** Files below the working folder and the user's folders can be read. options NULL: the defaults. FC_E_INPUT: a folder
 * does not exist. */
fc_status fc_sandbox_open(FC_GIVE fc_sandbox *out, const fc_sandbox_options *options, fc_report *report);
void fc_sandbox_close(fc_sandbox *sandbox);
/** Lets the program read the file that an argument names (PATH or NAME=PATH); no effect if there is no such file. */
void fc_sandbox_add_argument(fc_sandbox *sandbox, const char *argument);
/** Whether the file can be read. A path that does not exist is permitted: opening it fails. data: fc_sandbox. */
bool fc_sandbox_permits(void *data, const char *path);

/** Confines the calling process for good. It can write to the n descriptors and to 0 ... 2 only; all others but the
 * objects' are closed. A descriptor below 0 is skipped. False: the kernel lacks seccomp. A forbidden call ends the
 * process with SIGSYS if it would start a process or a program, open a socket or change a file; others fail with EPERM.
 */
bool fc_sandbox_enter(const fc_sandbox *sandbox, const int writable[FC_SANDBOX_MAX_WRITABLE]);
/** Ends loading in a confined process: it closes the objects' descriptors, and no memory becomes executable any more.
 * False: the kernel refuses. */
bool fc_sandbox_seal(const fc_sandbox *sandbox);

#endif
