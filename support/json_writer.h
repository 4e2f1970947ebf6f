/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_writer.h  Writes JSON member by member: the writer quotes, separates and breaks lines.
 *
 * In an object each call names its key; in an array the key is NULL. Text in an array or object of an indent has one
 * item a line; elsewhere items follow on the same line unless fc_json_writer_break() precedes them. */
#ifndef FC_JSON_WRITER_H
#define FC_JSON_WRITER_H

#include "support/text.h"

enum {
    FC_JSON_ONE_LINE = -1, /* instead of an indent */
    FC_JSON_DEPTH = 16
};

/** {.out = &text} is a writer before its value; is_compact: without blanks after commas and colons. */
typedef struct fc_json_writer {
    fc_text *out;
    bool is_compact;
    struct {
        char closing;
        int indent;
        bool has_items;
    } level[FC_JSON_DEPTH];
    int depth, line; /* line: the indent of the line that the next item begins, plus 1; 0: it begins none */
} fc_json_writer;

/** Begins a result's document: an object of indent 2, whose first member is the version of Forecost. */
fc_json_writer fc_json_writer_document(fc_text *out);
/** Begins an object or array, of an indent or FC_JSON_ONE_LINE. */
void fc_json_writer_object(fc_json_writer *json, const char *key, int indent);
void fc_json_writer_array(fc_json_writer *json, const char *key, int indent);
/** Ends the innermost object or array. The outermost one also ends its line. */
void fc_json_writer_end(fc_json_writer *json);
/** The next item, or end, begins a line of this indent. */
void fc_json_writer_break(fc_json_writer *json, int indent);

/** value NULL: null. */
void fc_json_writer_string(fc_json_writer *json, const char *key, const char *value);
/** NaN and infinity: null. */
void fc_json_writer_number(fc_json_writer *json, const char *key, double value);
/** With 17 significant digits, or the fewer that printf writes. */
void fc_json_writer_exact(fc_json_writer *json, const char *key, double value);
void fc_json_writer_whole(fc_json_writer *json, const char *key, long long value);
void fc_json_writer_bool(fc_json_writer *json, const char *key, bool value);
/** Begins an item whose value the caller appends to json->out. */
void fc_json_writer_item(fc_json_writer *json, const char *key);

#endif
