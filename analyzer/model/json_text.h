/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_text.h  Text in JSON files of ours: any bytes. UTF-8 stands as it is, other bytes as {"hex": "6a6b"}. */
#ifndef FC_JSON_TEXT_H
#define FC_JSON_TEXT_H

#include "machine_properties/support/text.h"

#include <jansson.h>
#include <stdbool.h>

/** Prints a value on one line and takes it. */
void fc_json_write(fc_text *out, FC_TAKE json_t *value);
void fc_json_write_bytes(fc_text *out, const char *bytes, size_t length);
/** NULL is written as null. */
void fc_json_write_string(fc_text *out, const char *string);

/** The bytes of a text, terminated by a NUL that is not counted; NULL if the value is no text. */
FC_GIVE char *fc_json_bytes(const json_t *value, size_t *length);
/** The same for a text without NUL bytes; NULL if it is none. */
FC_GIVE char *fc_json_string(const json_t *value);
/** A key of fc_content_key: 32 lower-case hexadecimal digits. */
bool fc_json_is_key(const json_t *value);

/** The object in a file of at most `limit` bytes. FC_E_INPUT with file:line:column for what is no JSON; `next` is the
 * report's next step, `what` the file's kind in words. */
typedef struct fc_json_source {
    const char *path;
    size_t limit;
    const char *what, *next;
} fc_json_source;
fc_status fc_json_read(FC_GIVE json_t **out, const fc_json_source *source, fc_report *report);

#endif
