/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file tree.h  The cursors below a declaration as one flat array, so that libclang is asked once and not level by
 * level. */
#ifndef FC_TREE_H
#define FC_TREE_H

#include "analyzer/model/program.h"

#include <clang-c/Index.h>
#include <stddef.h>

/** A statement, an expression, a variable or a reference; types and attributes are left out. Indices are -1 for none.
 */
typedef struct fc_entry {
    CXCursor cursor;
    enum CXCursorKind kind;
    int parent;
    int first, last; /* children */
    int next;        /* sibling */
    int n_children;
    bool has_range, has_span; /* asked already; see fc_reader_range and fc_reader_span */
    CXSourceRange range;
    fc_span span;
} fc_entry;

/** Entry 0 is the root; a parent stands before its children. */
typedef struct fc_tree {
    fc_entry *entry;
    int n;
    size_t capacity;
} fc_tree;

/** Fills the tree with what lies below `root`; what it held before is dropped. */
void fc_tree_fill(fc_tree *tree, CXCursor root);
/** The i-th child of an entry, i from 0; -1 if there are fewer. */
int fc_tree_child(const fc_tree *tree, int entry, int i);
void fc_tree_free(fc_tree *tree);

#endif
