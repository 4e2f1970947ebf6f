/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file record.h  The record that `forecost cc` keeps of one compilation or link, keyed by the product's content.
 *
 * Records are in one folder per user, outside of all builds: $FORECOST_RECORD, else $XDG_STATE_HOME/forecost/records,
 * else ~/.local/state/forecost/records. Each product has one file, in a subfolder named by the first two digits of its
 * content key. The content key identifies an object after it was moved, archived, or restored by a compiler cache.
 * Files are untrusted when read. */
#ifndef FC_RECORD_H
#define FC_RECORD_H

#include "support/words.h"

#include <stdbool.h>
#include <time.h>

/** A file that a command read. */
typedef struct fc_record_input {
    size_t at;       /* index in the record's words */
    char *path;      /* relative to the record's directory; for "-lNAME" the library found, else NAME */
    char key[33];    /* of its content; "" for an archive */
    fc_words member; /* for an archive, the keys of its members; otherwise empty */
    bool is_of_c;    /* an object compiled from C */
} fc_record_input;

typedef struct fc_record {
    char *product; /* absolute path */
    char key[33];  /* of its content */
    char *compiler;
    char *directory; /* absolute: the command's working folder */
    fc_words word;   /* after the compiler's name; response files replaced by their words */
    fc_record_input *input;
    size_t n_inputs;
    bool has_names;           /* the product is an object with known symbols */
    fc_words defined, needed; /* its global symbols, if has_names; of a program linked from C files: needed, the names
                                 that its archives may define */
    time_t written;           /* modification time of the record's file; set by fc_record_find() */
} fc_record;

/** The folder of records, which may not exist; NULL if FORECOST_RECORD is "off", or no variable above is set. */
FC_GIVE char *fc_record_folder(void);
/** Writes a record atomically; creates the folders. A record of the same content and path is replaced. */
fc_status fc_record_write(const fc_record *record, const char *folder, fc_report *report);
/** The record of a product with this content. Among several: the one whose product's path shares the longest prefix
 * with `near` (absolute), then the latest. False if there is none; invalid files are ignored. */
bool fc_record_find(FC_GIVE fc_record *out, const char *folder, const char *key, const char *near);
/** Appends the absolute paths of the programs that commands in `directory` (absolute) or below linked, sorted, each
 * once. A file may have changed or gone since. */
void fc_record_programs(fc_words *out, const char *folder, const char *directory);
void fc_record_free(fc_record *record);

#endif
