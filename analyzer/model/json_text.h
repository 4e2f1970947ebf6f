/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_text.h  Byte strings in Forecost's JSON files. UTF-8 is written as it is, other bytes as {"hex": "6a6b"}.
 */
#ifndef FC_JSON_TEXT_H
#define FC_JSON_TEXT_H

#include "support/json_writer.h"
#include "support/words.h"

#include <jansson.h>
#include <stdbool.h>

/** Prints the value on one line and frees it. */
void fc_json_write(fc_text *out, FC_TAKE json_t *value);
void fc_json_write_bytes(fc_text *out, const char *bytes, size_t length);
/** Writes null for NULL. */
void fc_json_write_string(fc_text *out, const char *string);

/** The text as a JSON string; if it is not UTF-8, '?' stands for each byte beyond ASCII. */
FC_GIVE json_t *fc_json_text(const char *text);

/** A member of an object, or an item of an array (key NULL). */
void fc_json_member(fc_json_writer *json, const char *key, const char *string);
/** An array of strings. */
void fc_json_words(fc_json_writer *json, const char *key, const fc_words *words);

/** The bytes of a string, with a terminating NUL that `length` does not count; NULL if the value is no string. */
FC_GIVE char *fc_json_bytes(const json_t *value, size_t *length);
/** The same for a string without NUL bytes; NULL if it has any. */
FC_GIVE char *fc_json_string(const json_t *value);
/** The value is a key of fc_content_key: 32 lower-case hexadecimal digits. */
bool fc_json_is_key(const json_t *value);

/** Reads the object in a file of at most `limit` bytes. FC_E_INPUT with file:line:column if it is not JSON. `next` is
 * the hint of the error, `what` names the kind of file. */
typedef struct fc_json_source {
    const char *path;
    size_t limit;
    const char *what, *next;
} fc_json_source;
fc_status fc_json_read(FC_GIVE json_t **out, const fc_json_source *source, fc_report *report);

#endif
