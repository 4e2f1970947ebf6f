/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/annotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pragma of this word among those right before the statement; NULL: none. */
static const fc_node *find_pragma(const fc_node *statement, const char *word)
{
    const fc_node *block = statement->parent, *found = NULL;
    if (!block || block->kind != FC_BLOCK)
        return NULL;
    int at = 0;
    while (block->child[at] != statement)
        at++;
    for (at--; at >= 0 && block->child[at]->kind == FC_PRAGMA && !found; at--)
        if (strncmp(block->child[at]->text, word, strlen(word)) == 0)
            found = block->child[at];
    return found;
}

fc_status fc_annotation_find(double *value, const fc_program *program, const fc_site_model *counter, fc_report *report)
{
    bool is_loop = strcmp(counter->operation, "loop") == 0;
    const char *word = is_loop ? "trip(" : "probability(";
    const fc_node *pragma = find_pragma(counter->node, word);
    *value = NAN;
    if (!pragma)
        return FC_OK;
    char *end;
    double told = strtod(pragma->text + strlen(word), &end);
    bool is_number = end != pragma->text + strlen(word) && *end == ')' && end[1] == '\0';
    if (!is_number || !(told >= 0 && told <= (is_loop ? 9007199254740992.0 : 1)))
        return fc_fail(report, FC_E_INPUT, fc_program_place(program, pragma->span),
                       "Expressions are not understood there: give a number, or take the line out and profile.",
                       "#pragma forecost %.80s: expected a number %s", pragma->text, is_loop ? ">= 0" : "from 0 to 1");
    *value = told;
    return FC_OK;
}
