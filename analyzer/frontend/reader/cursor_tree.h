/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cursor_tree.h  The cursors below a declaration as one flat array in preorder, filled by one
 * clang_visitChildren() instead of one per level. Linear in the cursors, but for the depth of the climb to each parent.
 */
#ifndef FC_CURSOR_TREE_H
#define FC_CURSOR_TREE_H

#include "analyzer/model/program.h"

#include <clang-c/Index.h>
#include <stddef.h>

/** A statement, an expression, a variable or a reference; types and attributes are omitted. Indices are -1 for none. */
typedef struct fc_cursor_entry {
    CXCursor cursor;
    enum CXCursorKind kind;
    int parent;
    int first, last; /* children */
    int next;        /* sibling */
    int n_children;
    bool has_range, has_span; /* range, span are set; see fc_reader_range and fc_reader_span */
    CXSourceRange range;
    fc_span span;
} fc_cursor_entry;

/** Entry 0 is the root; a parent precedes its children. */
typedef struct fc_tree {
    fc_cursor_entry *entry;
    int n;
    size_t capacity;
} fc_tree;

/** Replaces the tree's content by `root` and the cursors below it. */
void fc_cursor_tree_fill(fc_tree *tree, CXCursor root);
/** The i-th child of an entry, i from 0; -1 if there are fewer. */
int fc_cursor_tree_child(const fc_tree *tree, int entry, int i);
void fc_cursor_tree_free(fc_tree *tree);

#endif
