/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/cursor_tree.h"
#include "support/text.h"

#include <stdbool.h>
#include <stdlib.h>

static bool is_wanted(enum CXCursorKind kind)
{
    if (clang_isExpression(kind) || clang_isStatement(kind))
        return true;
    switch (kind) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_StaticAssert:
    case CXCursor_MemberRef:
    case CXCursor_LabelRef:
        return true;
    default:
        return false;
    }
}

static int add(fc_tree *tree, CXCursor cursor, int parent)
{
    tree->entry = fc_grow(tree->entry, &tree->capacity, (size_t)tree->n + 1, sizeof *tree->entry);
    tree->entry[tree->n] = (fc_cursor_entry){
        .cursor = cursor, .kind = clang_getCursorKind(cursor), .parent = parent, .first = -1, .last = -1, .next = -1};
    if (parent >= 0) {
        fc_cursor_entry *above = &tree->entry[parent];
        if (above->last >= 0)
            tree->entry[above->last].next = tree->n;
        else
            above->first = tree->n;
        above->last = tree->n;
        above->n_children++;
    }
    return tree->n++;
}

typedef struct visit {
    fc_tree *tree;
    int current; /* the entry added last; a cursor's parent is this entry or one of its ancestors */
} visit;

static enum CXChildVisitResult on_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    visit *at = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (!is_wanted(kind))
        return CXChildVisit_Continue;
    if (clang_equalCursors(cursor, parent)) /* a case label's constant is visited twice, once as its own child */
        return CXChildVisit_Recurse;
    int above = at->current;
    while (above > 0 && !clang_equalCursors(at->tree->entry[above].cursor, parent))
        above = at->tree->entry[above].parent;
    at->current = add(at->tree, cursor, above);
    /* True if the walk does not descend below this kind. */
    return kind == CXCursor_StaticAssert || kind == CXCursor_MemberRef || kind == CXCursor_LabelRef
               ? CXChildVisit_Continue
               : CXChildVisit_Recurse;
}

void fc_cursor_tree_fill(fc_tree *tree, CXCursor root)
{
    tree->n = 0;
    visit at = {.tree = tree, .current = add(tree, root, -1)};
    clang_visitChildren(root, on_cursor, &at);
}

int fc_cursor_tree_child(const fc_tree *tree, int entry, int i)
{
    int child = entry < 0 ? -1 : tree->entry[entry].first;
    while (child >= 0 && i-- > 0)
        child = tree->entry[child].next;
    return child;
}

void fc_cursor_tree_free(fc_tree *tree)
{
    free(tree->entry);
    *tree = (fc_tree){0};
}
