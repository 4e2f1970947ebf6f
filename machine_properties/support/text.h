/* SPDX-License-Identifier: Apache-2.0 */
/** @file text.h  Growing text, memory that cannot run out in silence, and files written whole or not at all. */
#ifndef FC_TEXT_H
#define FC_TEXT_H

#include "machine_properties/support/status.h"

#include <stdarg.h>
#include <stddef.h>

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
/** "1,-20,3": as "%ld" with a comma between each two, for those who write many. */
void fc_text_numbers(fc_text *text, const long *number, size_t n);
void fc_text_free(fc_text *text);
/** The text as a C string the caller frees; leaves `text` empty. Never NULL. */
FC_GIVE char *fc_text_take(fc_text *text);

/** Zeroed memory, or the process ends with a message and exit code 70: no caller can go on without it. */
void *fc_allocate(size_t count, size_t size);
/** Grows an array so that it holds `needed` elements, doubling; returns the new address, new elements zeroed. */
void *fc_grow(FC_TAKE void *array, size_t *capacity, size_t needed, size_t size);
FC_GIVE char *fc_copy_string(const char *string);
FC_GIVE char *fc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Reads a whole file of at most `limit` bytes (0: 1 GiB) into *out, terminated by a NUL that is not counted. It is a
 * regular one, as nothing else is sure to end: a pipe may wait for ever for somebody to write to it, a device may have
 * no end. What is open already (/dev/stdin, a shell's <(COMMAND)) is taken too. */
fc_status fc_file_read(FC_GIVE char **out, size_t *length, const char *path, size_t limit, fc_report *report);
/** The first bytes of a regular file, `size` at most: how many. 0 where it cannot be read, and for all else: what is
 * taken from a pipe is gone. */
size_t fc_file_peek(char *head, size_t size, const char *path);
/** Writes a file whole or not at all: temporary file in the same folder, fsync, rename. "-" is standard output. */
fc_status fc_file_write(const char *path, const char *bytes, size_t length, fc_report *report);

/** Content key: 128-bit FNV-1a of the bytes as 32 hexadecimal digits; identity of sources, not security. */
void fc_content_key(char key[33], const char *bytes, size_t length);

#endif
