/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recorder.h  Writes the records of a compiler command, for `forecost cc`, which runs the compiler. */
#ifndef FC_COMMANDS_RECORDER_H
#define FC_COMMANDS_RECORDER_H

#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/commands/record.h"

typedef struct fc_recorder {
    fc_invocation invocation;
    const char *compiler;   /* borrowed: the words that name the compiler */
    char *directory;        /* the command's working folder */
    char *folder;           /* of the records */
    fc_record_input *input; /* by operand; texts are read by fc_recorder_read_sources() */
} fc_recorder;

/** Parses a command before it runs. False if nothing is to be recorded, since recording is off or the command makes
 * nothing linkable; *out is then untouched. */
bool fc_recorder_begin(FC_GIVE fc_recorder *out, const char *compiler, char *const *word, size_t n);
/** Computes the content keys of the C texts the command compiles; to be called while the command runs. */
void fc_recorder_read_sources(fc_recorder *recorder);
/** Writes a record for each product of the command, which must have succeeded. FC_E_INPUT if a record cannot be
 * written. */
fc_status fc_recorder_finish(fc_recorder *recorder, fc_report *report);
void fc_recorder_free(fc_recorder *recorder);

#endif
