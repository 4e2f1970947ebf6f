/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_node.h  A value of a JSON document with the way to it, so that a complaint about it has a place.
 *
 * A node points to the node it was reached from, which must outlive it: nodes live on the stack of who reads. */
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
    fc_json_step step; /* up NULL and key NULL: the document itself */
    bool is_root;
    json_t *value; /* NULL: there is no such member */
} fc_json_node;

/** Reads and parses a file of at most 4 GiB. FC_E_INPUT with its place where it is no JSON, or gives a name twice. */
fc_status fc_json_node_read_document(FC_GIVE fc_json_document *out, const char *file, fc_report *report);
void fc_json_node_free_document(fc_json_document *document);

fc_json_node fc_json_node_root(const fc_json_document *document);
fc_json_node fc_json_node_member(const fc_json_node *node, const char *key);
fc_json_node fc_json_node_element(const fc_json_node *node, size_t index);
/** Elements of an array; 0 for anything else. */
size_t fc_json_node_length(const fc_json_node *node);

fc_place fc_json_node_place(const fc_json_node *node);
/** FC_E_INPUT at the node (where it would stand): "<what>". */
fc_status fc_json_node_fail(const fc_json_node *node, fc_report *report, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** "cpu_s: expected a number of 0 .. 10, found "x"". */
fc_status fc_json_node_number(double *out, const fc_json_node *node, const double range[2], fc_report *report);
/** The same for whole numbers. */
fc_status fc_json_node_whole(double *out, const fc_json_node *node, const double range[2], fc_report *report);
/** The document's own string. */
fc_status fc_json_node_string(const char **out, const fc_json_node *node, fc_report *report);
/** An object whose members are all in `known`, which ends with NULL. */
fc_status fc_json_node_object(const fc_json_node *node, const char *const *known, fc_report *report);
fc_status fc_json_node_array(const fc_json_node *node, fc_report *report);

#endif
