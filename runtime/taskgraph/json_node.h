/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_node.h  A value of a JSON document together with its path, so that errors have a line and column.
 *
 * A node points to its parent node, which must outlive it: nodes live on the reader's stack. */
#ifndef FC_JSON_NODE_H
#define FC_JSON_NODE_H

#include "runtime/taskgraph/json_place.h"

#include <jansson.h>
#include <stdbool.h>

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
