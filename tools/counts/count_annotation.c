/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/count_annotation.h"

#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/effects/cost_pragma.h"
#include "analyzer/model/annotations/annotation_file.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "support/diagnostics.h"
#include "support/messages/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The nearest pragma that starts with this word, among the pragmas right before the statement; NULL: none. */
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

bool fc_count_annotation_exists(const fc_node *statement)
{
    return find_pragma(statement, "trip(") || find_pragma(statement, "probability(");
}

static bool is_of_loop(const fc_site_model *counter)
{
    return strcmp(counter->operation, "loop") == 0;
}

static const char *word_of(const fc_site_model *counter)
{
    return is_of_loop(counter) ? "trip(" : "probability(";
}

fc_status fc_count_annotation_find(double *value, const fc_program *program, const fc_site_model *counter,
                                   fc_report *report)
{
    bool is_loop = is_of_loop(counter);
    const char *word = word_of(counter);
    const fc_node *pragma = find_pragma(counter->node, word);
    *value = NAN;
    if (!pragma)
        return FC_OK;
    char *end;
    double number = strtod(pragma->text + strlen(word), &end);
    bool is_number = end != pragma->text + strlen(word) && *end == ')' && end[1] == '\0';
    if (!is_number || !(number >= 0 && number <= (is_loop ? 9007199254740992.0 : 1)))
        return fc_fail(report, FC_E_INPUT, fc_program_place(program, pragma->span),
                       "Expressions are not supported there: give a number, or remove the line and profile.",
                       FC_MSG_PRAGMA_FORECOST_EXPECTED_NUMBER, pragma->text, is_loop ? ">= 0" : "from 0 to 1");
    *value = number;
    return FC_OK;
}

/* Whether a counter uses this pragma. Places are compared, since a pragma in a header has a node in several units. */
static bool is_used(const fc_node *pragma, const fc_analysis *analysis)
{
    for (size_t i = 0; i < analysis->n_counters; i++) {
        const fc_node *used = find_pragma(analysis->counter[i].node, word_of(&analysis->counter[i]));
        if (used && used->span.file == pragma->span.file && used->span.line == pragma->span.line &&
            used->span.column == pragma->span.column)
            return true;
    }
    return false;
}

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Why the pragma has no effect; NULL: it is used. */
static const char *why_unused(const fc_node *pragma, const fc_analysis *analysis)
{
    if (strcmp(pragma->text, "init_end") == 0 || fc_parameter_annotation_is(pragma))
        return NULL;
    if (fc_cost_pragma_is(pragma))
        return fc_cost_annotated_is_used(analysis, pragma)
                   ? NULL
                   : "no statement follows it, or its procedure is never called";
    if (strcmp(pragma->text, "data") == 0)
        return fc_control_annotated_dynamic(pragma) ? NULL : "the statement after it sets no variable";
    if (!starts_with(pragma->text, "trip(") && !starts_with(pragma->text, "probability("))
        return "only trip(NUMBER), probability(NUMBER), param(PLACE), data, cost(EXPRESSION), ignore and init_end are "
               "known";
    return is_used(pragma, analysis) ? NULL
                                     : "the count follows from the source, costs nothing, or is in a procedure that is "
                                       "never called";
}

fc_status fc_count_annotation_check(const fc_analysis *analysis, FILE *warnings, fc_report *report)
{
    const fc_program *program = analysis->program;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        const char *why = node->kind == FC_PRAGMA ? why_unused(node, analysis) : NULL;
        fc_place place = fc_program_place(program, node->span);
        if (why && fc_annotation_file_made(node))
            return fc_fail(report, FC_E_INPUT, place, "Remove the annotation.", FC_MSG_ANNOTATION_NO_EFFECT, node->text,
                           why);
        if (why)
            fc_diagnose(warnings, FC_WARNING, place, FC_MSG_PRAGMA_FORECOST_NO_EFFECT, node->text, why);
    }
    return FC_OK;
}
