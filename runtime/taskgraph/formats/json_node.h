/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_node.h  Line and column of a value in the text of a JSON document. jansson reports places of syntax
 * errors only. The text is scanned only when an error is reported. */
#ifndef FC_JSON_NODE_H
#define FC_JSON_NODE_H

#include "support/status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/** One step of a path from the value of `up` (NULL: the document) to member `key` or, if key is NULL, to element
 * `index`. */
typedef struct fc_json_step {
    const struct fc_json_step *up;
    const char *key;
    size_t index;
} fc_json_step;

/** Line and column of the value at the end of the path, or of the innermost existing value around it. The text must be
 * valid JSON. step NULL: the document. */
fc_place fc_json_place(const char *file, const char *text, const fc_json_step *step);

/** @file json_node.h  A value of a JSON document together with its path, so that errors have a line and column.
 *
 * A node points to its parent node, which must outlive it: nodes live on the reader's stack. */

typedef struct fc_json_document {
    const char *file;
    char *text;
    json_t *root;
} fc_json_document;

typedef struct fc_json_node {
    const fc_json_document *document;
    fc_json_step step; /* path from the parent; unused for the root */
    bool is_root;
    json_t *value; /* NULL: the member does not exist */
} fc_json_node;

/** Reads and parses a file of at most 4 GiB. FC_E_INPUT with its place for invalid JSON or a duplicate name. */
fc_status fc_json_node_read_document(FC_GIVE fc_json_document *out, const char *file, fc_report *report);
void fc_json_node_free_document(fc_json_document *document);

fc_json_node fc_json_node_root(const fc_json_document *document);
fc_json_node fc_json_node_member(const fc_json_node *node, const char *key);
fc_json_node fc_json_node_element(const fc_json_node *node, size_t index);
/** Length of an array; 0 for other values. */
size_t fc_json_node_length(const fc_json_node *node);

fc_place fc_json_node_place(const fc_json_node *node);
/** FC_E_INPUT at the node, or where it is missing: "<member>: <what>". */
fc_status fc_json_node_fail(const fc_json_node *node, fc_report *report, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Error text: "cpu_s: expected a number of 0 .. 10, found "x"". */
fc_status fc_json_node_number(double *out, const fc_json_node *node, const double range[2], fc_report *report);
/** The same for integers. */
fc_status fc_json_node_whole(double *out, const fc_json_node *node, const double range[2], fc_report *report);
/** *out belongs to the document. */
fc_status fc_json_node_string(const char **out, const fc_json_node *node, fc_report *report);
/** Requires an object whose members are all in `known`, which ends with NULL. */
fc_status fc_json_node_object(const fc_json_node *node, const char *const *known, fc_report *report);
fc_status fc_json_node_array(const fc_json_node *node, fc_report *report);

#endif
