/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_files.h  Copies of the input files that a run of a program read. A later prediction compares them with
 * the files present then. File names serve as keys; nothing is written to the files. */
#ifndef FC_INPUT_FILES_H
#define FC_INPUT_FILES_H

#include "support/json_writer.h"

#include <jansson.h>
#include <stdbool.h>

enum {
    FC_INPUT_FILE_MOST = 1 << 20 /* limit on the bytes kept per file */
};

typedef struct fc_input_copy {
    char *name;   /* as the program named it */
    size_t n;     /* file size in bytes */
    char *bytes;  /* the whole content; NULL: the file exceeds FC_INPUT_FILE_MOST */
    char key[33]; /* fc_content_key() of the first FC_INPUT_FILE_MOST bytes */
} fc_input_copy;

/** {0}: empty. */
typedef struct fc_input_files {
    fc_input_copy *file;
    size_t n, capacity;
} fc_input_files;

/** Adds a file of n bytes; `bytes` holds the first FC_INPUT_FILE_MOST of them. An existing entry of that name is kept.
 */
void fc_input_files_add(fc_input_files *inputs, const char *name, const char *bytes, size_t n);
/** Adds the file of that name from disk. A missing or non-regular file is not added. */
void fc_input_files_add_present(fc_input_files *inputs, const char *name);
/** NULL: no entry of that name. */
const fc_input_copy *fc_input_files_find(const fc_input_files *inputs, const char *name);
/** Both files have the same content. Files larger than FC_INPUT_FILE_MOST are compared by length and beginning. */
bool fc_input_copy_is_same(const fc_input_copy *a, const fc_input_copy *b);
/** The distance of two files that differ: the root of the sum of squares of the logarithms of the ratios between their
 * numbers, if they are equal but for positive numbers; at least log(2), which stands for any other difference. */
double fc_input_copy_distance(const fc_input_copy *a, const fc_input_copy *b);
/** The positive numbers of `file`, n of them, if it equals `like` but for those; false: it does not, or one of the
 * files exceeds FC_INPUT_FILE_MOST. */
bool fc_input_copy_numbers(FC_GIVE double **out, size_t *n, const fc_input_copy *file, const fc_input_copy *like);
/** The line of the file's positive number k, and its place among the numbers of that line, both from 1. */
void fc_input_copy_locate(int *line, int *place, const fc_input_copy *file, size_t k);
void fc_input_files_free(fc_input_files *inputs);

/** As JSON: [{"name", "bytes": n, "content": text}]; larger files have "beginning": key in place of "content". */
void fc_input_files_write(fc_json_writer *json, const char *key, const fc_input_files *inputs);
/** Reads untrusted input; a NULL list gives no entries. False: the list is malformed. */
bool fc_input_files_read(fc_input_files *out, const json_t *list);

#endif
