/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file record.h  What `forecost cc` keeps of one compilation or one link, found again by the product's content.
 *
 * Records stand in one folder of the user's, apart from every build: $FORECOST_RECORD, else
 * $XDG_STATE_HOME/forecost/records, else ~/.local/state/forecost/records. One file a product, in a folder by the first
 * two digits of the product's content key. Because they go by content, an object is known again wherever it was moved,
 * in whatever archive it was put, and when a compiler cache brought it back. Files are untrusted when read. */
#ifndef FC_RECORD_H
#define FC_RECORD_H

#include "machine_properties/support/words.h"

#include <stdbool.h>
#include <time.h>

/** A file that a command read. */
typedef struct fc_record_input {
    size_t at;       /* index in the record's words */
    char *path;      /* relative to the record's directory; of "-lNAME" the library it was found as */
    char key[33];    /* of its content; "" of an archive */
    fc_words member; /* of an archive: the keys of its members; otherwise empty */
    bool is_of_c;    /* an object that a C source was compiled into */
} fc_record_input;

typedef struct fc_record {
    char *product; /* absolute path */
    char key[33];  /* of its content */
    char *compiler;
    char *directory; /* absolute: where the command ran */
    fc_words word;   /* behind the compiler, response files replaced by what they hold */
    fc_record_input *input;
    size_t n_inputs;
    bool has_names;           /* the product is an object whose names are known: */
    fc_words defined, needed; /* what it defines for others and what it needs of them */
    time_t written;           /* when the record was; set by fc_record_find() */
} fc_record;

/** The folder of records, not made; NULL if FORECOST_RECORD is "off", or neither it nor a home folder is set. */
FC_GIVE char *fc_record_folder(void);
/** Writes a record whole or not at all; makes the folders. Records of the same content and path replace each other. */
fc_status fc_record_write(const fc_record *record, const char *folder, fc_report *report);
/** The record of a product with this content; of several that whose product's path has most in common with `near`
 * (absolute), of those the latest. False if there is none; files that are no records are passed over. */
bool fc_record_find(FC_GIVE fc_record *out, const char *folder, const char *key, const char *near);
void fc_record_free(fc_record *record);

#endif
