/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recorder.h  From a command line to its records: what `forecost cc` does around the compiler. */
#ifndef FC_RECORDER_H
#define FC_RECORDER_H

#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/commands/record.h"

typedef struct fc_recorder {
    fc_invocation invocation;
    const char *compiler;   /* borrowed: words that name the compiler */
    char *directory;        /* where it runs */
    char *folder;           /* of the records */
    fc_record_input *input; /* by operand; texts are read by fc_recorder_read_texts() */
} fc_recorder;

/** Takes a command apart before it runs. False if nothing is to be recorded: recording is off, or the command makes
 * nothing that another takes; *out is then {0}. */
bool fc_recorder_begin(FC_GIVE fc_recorder *out, const char *compiler, char *const *word, size_t n);
/** Keeps the keys of the texts the command compiles; to be called while it runs. */
void fc_recorder_read_texts(fc_recorder *recorder);
/** Writes a record of every file that the command, which has ended well, made of files that were read. FC_E_INPUT if a
 * record cannot be written. */
fc_status fc_recorder_finish(fc_recorder *recorder, fc_report *report);
void fc_recorder_free(fc_recorder *recorder);

#endif
