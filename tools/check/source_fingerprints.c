/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/source_fingerprints.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_HEADS = 40,
    MOST_LENGTH = 200 /* bytes of a statement's text */
};

/* A statement, or a call of a procedure that the program defines. */
typedef struct entry {
    const fc_node *node;
    const fc_procedure *procedure; /* that contains it */
} entry;

struct fc_source_fingerprints {
    const fc_program *program;
    entry *statement, *call;
    size_t n_statements, statement_capacity, n_calls, call_capacity;
};

static const fc_procedure *callee_of(const fc_node *node)
{
    if (node->kind != FC_CALL || node->child[0]->kind != FC_NAME)
        return NULL;
    return node->child[0]->symbol->definition;
}

static bool is_statement(const fc_node *node)
{
    return node->kind < FC_INTEGER && node->kind != FC_BLOCK;
}

fc_source_fingerprints *fc_source_fingerprints_create(const fc_program *program)
{
    fc_source_fingerprints *made = fc_allocate(1, sizeof *made);
    const fc_procedure **procedure = fc_allocate((size_t)program->n_nodes, sizeof *procedure);
    made->program = program;
    for (int i = 0; i < program->n_procedures; i++)
        procedure[program->procedure[i]->body->id] = program->procedure[i];
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        while (node->parent)
            node = node->parent;
        entry of = {program->node[i], procedure[node->id]};
        if (of.procedure && is_statement(of.node)) {
            made->statement = fc_grow(made->statement, &made->statement_capacity, made->n_statements + 1, sizeof of);
            made->statement[made->n_statements++] = of;
        } else if (of.procedure && callee_of(of.node)) {
            made->call = fc_grow(made->call, &made->call_capacity, made->n_calls + 1, sizeof of);
            made->call[made->n_calls++] = of;
        }
    }
    free(procedure);
    return made;
}

void fc_source_fingerprints_free(fc_source_fingerprints *statements)
{
    if (!statements)
        return;
    free(statements->statement);
    free(statements->call);
    free(statements);
}

/* ---- texts ---- */

/* Appends normalized text: one blank for each run of blanks, printable ASCII only, no ";" at the end, at most
 * MOST_LENGTH bytes. */
static void tidy(fc_text *out, const char *text)
{
    bool blank = false;
    size_t begin = out->length;
    for (const unsigned char *at = (const unsigned char *)text; *at && out->length - begin < MOST_LENGTH; at++) {
        if (isspace(*at) || *at < 0x20 || *at >= 0x7F) {
            blank = out->length > begin;
            continue;
        }
        fc_text_add(out, blank ? " %c" : "%c", *at);
        blank = false;
    }
    while (out->length > begin && out->bytes[out->length - 1] == ';')
        out->bytes[--out->length] = '\0';
}

static void put(fc_text *out, const fc_node *node)
{
    fc_text text = {0};
    if (node)
        fc_node_print(&text, node);
    tidy(out, text.bytes ? text.bytes : "");
    fc_text_free(&text);
}

static bool put_head(fc_text *out, const fc_node *node)
{
    switch (node->kind) {
    case FC_FOR:
        fc_text_add(out, "for (");
        put(out, node->child[0]);
        fc_text_add(out, "; ");
        put(out, node->child[1]);
        fc_text_add(out, "; ");
        put(out, node->child[2]);
        break;
    case FC_IF:
    case FC_WHILE:
        fc_text_add(out, node->kind == FC_IF ? "if (" : "while (");
        put(out, node->child[0]);
        break;
    case FC_DO:
        fc_text_add(out, "do while (");
        put(out, node->child[1]);
        break;
    case FC_SWITCH:
        fc_text_add(out, "switch (");
        put(out, node->child[0]);
        break;
    default:
        return false;
    }
    fc_text_add(out, ")");
    return true;
}

/* ---- enclosing statements ---- */

typedef struct search {
    const fc_source_fingerprints *in;
    fc_baseline_term *term;
    bool *visited; /* by procedure */
} search;

/* Adds a text, unless the term has it already. */
static void add_text(search *of, const fc_node *node, const char *text)
{
    for (size_t i = 0; i < of->term->n_within; i++)
        if (strcmp(of->term->within[i].text, text) == 0)
            return;
    if (of->term->n_within == MOST_HEADS)
        return;
    fc_place place = fc_program_place(of->in->program, node->span);
    fc_baseline_head *head = fc_baseline_add_head(of->term, text);
    head->file = place.file ? fc_copy_string(place.file) : NULL;
    head->line = place.line;
}

/* Adds the heads of the loops and branches around the node, from the inside out; for a call also its whole statement.
 */
static void add_holders(search *of, const fc_node *node, bool is_call)
{
    for (; node; node = node->parent) {
        fc_text text = {0};
        if (put_head(&text, node)) {
            add_text(of, node, text.bytes);
        } else if (is_call && is_statement(node)) {
            put(&text, node);
            add_text(of, node, text.bytes ? text.bytes : "");
        }
        is_call &= !is_statement(node);
        fc_text_free(&text);
    }
}

/* Adds the enclosing heads in the procedure and, recursively, around the procedure's calls. */
static void add_around(search *of, const entry *from, bool is_call)
{
    add_holders(of, from->node, is_call);
    if (of->visited[from->procedure->id])
        return;
    of->visited[from->procedure->id] = true;
    for (size_t i = 0; i < of->in->n_calls && of->term->n_within < MOST_HEADS; i++)
        if (callee_of(of->in->call[i].node) == from->procedure)
            add_around(of, &of->in->call[i], true);
}

/* The outermost statement that begins on the term's line: a parent precedes its children. */
static const entry *find(const fc_source_fingerprints *statements, const fc_baseline_term *term)
{
    for (size_t i = 0; i < statements->n_statements; i++) {
        const entry *at = &statements->statement[i];
        fc_place place = fc_program_place(statements->program, at->node->span);
        if (place.line == term->line && place.file && strcmp(place.file, term->file) == 0 &&
            strcmp(at->procedure->symbol->name, term->function) == 0)
            return at;
    }
    return NULL;
}

void fc_source_fingerprints_describe(fc_baseline_term *term, const fc_source_fingerprints *statements)
{
    const entry *at = find(statements, term);
    fc_text source = {0};
    if (at) {
        search of = {statements, term, fc_allocate((size_t)statements->program->n_procedures, sizeof *of.visited)};
        if (!put_head(&source, at->node))
            put(&source, at->node);
        add_around(&of, at, false);
        free(of.visited);
    }
    term->source = fc_text_take(&source);
}
