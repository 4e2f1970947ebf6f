/* SPDX-License-Identifier: Apache-2.0 */
/** @file text.h  Growable strings, checked allocation, reading files, and atomic writing of files. */
#ifndef FC_TEXT_H
#define FC_TEXT_H

#include "support/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** A growing, always terminated string. {0} is the empty text; bytes is NULL until something is written. */
typedef struct fc_text {
    char *bytes;
    size_t length;
    size_t capacity;
} fc_text;

void fc_text_add(fc_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same with a list of arguments. */
void fc_text_add_list(fc_text *text, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
void fc_text_append(fc_text *text, const char *bytes, size_t length);
/** Adds "file:line", with the file from the current folder (path.h). */
void fc_text_add_place(fc_text *text, const char *file, int line);
/** Appends "1,-20,3": decimal numbers separated by commas. Faster than fc_text_add() for long lists. */
void fc_text_numbers(fc_text *text, const long *number, size_t n);
void fc_text_free(fc_text *text);
/** The text as a C string the caller frees; leaves `text` empty. Never NULL. */
FC_GIVE char *fc_text_take(fc_text *text);

/** calloc(), faster for small blocks: that of glibc before 2.41 takes none from the thread's cache of freed blocks. */
void *fc_calloc(size_t count, size_t size);
/** Zeroed memory. If memory runs out, the process ends with a message and exit code 70. */
void *fc_allocate(size_t count, size_t size);
/** Grows an array to hold at least `needed` elements, doubling its capacity; returns the new address. New elements are
 * zeroed. */
void *fc_grow(FC_TAKE void *array, size_t *capacity, size_t needed, size_t size);
FC_GIVE char *fc_copy_string(const char *string);
FC_GIVE char *fc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Reads a whole file of at most `limit` bytes (0: 1 GiB) into *out, with a terminating NUL that *length does not
 * count. Only regular files are accepted, because a pipe may block and a device may be endless. Files that are open
 * already (/dev/stdin, a shell's <(COMMAND)) are also accepted. */
fc_status fc_file_read(FC_GIVE char **out, size_t *length, const char *path, size_t limit, fc_report *report);
/** Copies up to `size` first bytes of a regular file; returns their number. Returns 0 if the file cannot be read or is
 * not regular: bytes read from a pipe would be lost. */
size_t fc_file_peek(char *head, size_t size, const char *path);
/** Replaces or creates a regular file atomically: temporary file in the same folder, fsync, rename. No signal but
 * SIGKILL leaves the temporary file behind. Symbolic links stay; their target is written. "-", /dev/stdout, devices and
 * pipes are written through. */
fc_status fc_file_write(const char *path, const char *bytes, size_t length, fc_report *report);
/** The same with what print(out, data) writes. */
fc_status fc_file_print(const char *path, void (*print)(FILE *out, const void *data), const void *data,
                        fc_report *report);
/** Whether writing to the path goes to a device, a pipe or an open descriptor instead of replacing a file. */
bool fc_file_is_stream(const char *path);

/** A file without a name, for reading and writing, in the folder of `path` (NULL: in TMPDIR or /tmp). NULL with errno.
 */
FC_GIVE FILE *fc_file_unnamed(const char *path);

/** Content key: 128-bit FNV-1a of the bytes as 32 hexadecimal digits; identity of sources, not security. */
void fc_content_key(char key[33], const char *bytes, size_t length);

#endif
