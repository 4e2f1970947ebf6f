/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_files.h  The files that a run of a program read, so that it can be told again where other files lie by
 * then. Names are keys: nothing is ever written to them. */
#ifndef FC_INPUT_FILES_H
#define FC_INPUT_FILES_H

#include "machine_properties/support/text.h"

#include <jansson.h>
#include <stdbool.h>

enum {
    FC_INPUT_FILE_MOST = 1 << 20 /* bytes of a file that are kept */
};

typedef struct fc_input_copy {
    char *name;   /* as the program named it */
    size_t n;     /* bytes it held */
    char *bytes;  /* all of them; NULL: they are more than FC_INPUT_FILE_MOST */
    char key[33]; /* fc_content_key() of the first FC_INPUT_FILE_MOST */
} fc_input_copy;

/** {0}: none. */
typedef struct fc_input_files {
    fc_input_copy *file;
    size_t n, capacity;
} fc_input_files;

/** Adds a file of n bytes, of which `bytes` holds the first FC_INPUT_FILE_MOST; a name that is there already stays. */
void fc_input_files_add(fc_input_files *inputs, const char *name, const char *bytes, size_t n);
/** The same of the file of that name as it lies there now; one that is none, or no regular one, is not added. */
void fc_input_files_add_present(fc_input_files *inputs, const char *name);
/** NULL: none of that name. */
const fc_input_copy *fc_input_files_find(const fc_input_files *inputs, const char *name);
/** Both hold the same; of files larger than FC_INPUT_FILE_MOST, their lengths and beginnings are. */
bool fc_input_copy_is_same(const fc_input_copy *a, const fc_input_copy *b);
void fc_input_files_free(fc_input_files *inputs);

/** As JSON: [{"name", "bytes": n, "content": text}], or "beginning": key where they are more than FC_INPUT_FILE_MOST.
 */
void fc_input_files_write(fc_text *out, const fc_input_files *inputs);
/** Untrusted input; NULL is none. False: it is no such list. */
bool fc_input_files_read(fc_input_files *out, const json_t *list);

#endif
