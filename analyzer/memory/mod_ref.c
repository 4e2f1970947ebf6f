/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/mod_ref.h"

#include <stdlib.h>
#include <string.h>

/* ---- records by cell ---- */

static const fc_type *element_of(const fc_type *type)
{
    while (type && type->kind == FC_TYPE_ARRAY)
        type = type->of;
    return type;
}

static void add_record(fc_mod_ref *reach, int cell, const fc_type *type)
{
    if (cell < 0 || !type || type->kind != FC_TYPE_RECORD)
        return;
    reach->record = fc_grow(reach->record, &reach->capacity, reach->n + 1, sizeof *reach->record);
    reach->record[reach->n++] = (fc_mod_ref_record){cell, type};
}

static int by_cell(const void *a, const void *b)
{
    const fc_mod_ref_record *x = a, *y = b;
    int order = (x->cell > y->cell) - (x->cell < y->cell);
    return order ? order : x->type->id - y->type->id;
}

static void index_by_cell(fc_mod_ref *reach, size_t n_cells)
{
    size_t n = 0;
    if (reach->n)
        qsort(reach->record, reach->n, sizeof *reach->record, by_cell);
    for (size_t i = 0; i < reach->n; i++)
        if (n == 0 || by_cell(&reach->record[n - 1], &reach->record[i]) != 0)
            reach->record[n++] = reach->record[i];
    reach->n = n;
    reach->first = fc_allocate(n_cells + 1, sizeof *reach->first);
    for (size_t cell = 0, at = 0; cell <= n_cells; cell++) {
        while (at < n && reach->record[at].cell < (int)cell)
            at++;
        reach->first[cell] = at;
    }
}

bool fc_mod_ref_holds_records(const fc_mod_ref *reach, int cell)
{
    return reach->first[cell] < reach->first[cell + 1];
}

bool fc_mod_ref_splits_records(const fc_mod_ref *reach, const fc_node *pointer)
{
    pointer = fc_node_without_casts(pointer);
    const fc_type *of = pointer->type ? element_of(pointer->type->of) : NULL;
    int cell = of && of->kind != FC_TYPE_RECORD ? fc_cells_of_target(reach->cells, pointer) : -1;
    return cell >= 0 && fc_mod_ref_holds_records(reach, cell);
}

/* ---- reachable cells ---- */

typedef struct walk {
    const fc_mod_ref *reach;
    unsigned char *seen;
    int *left; /* work list of reached cells */
    size_t n, capacity;
} walk;

static void come_to(walk *w, int cell)
{
    if (cell < 0 || (w->seen[cell / 8] >> cell % 8 & 1))
        return;
    w->seen[cell / 8] |= (unsigned char)(1 << cell % 8);
    w->left = fc_grow(w->left, &w->capacity, w->n + 1, sizeof *w->left);
    w->left[w->n++] = cell;
}

static void come_to_fields(walk *w, const fc_type *type)
{
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        come_to(w, fc_cells_of_symbol(w->reach->cells, type->field[i]));
        come_to_fields(w, element_of(type->field[i]->type));
    }
}

static void go_on(walk *w)
{
    const fc_mod_ref *reach = w->reach;
    while (w->n > 0) {
        int cell = w->left[--w->n];
        come_to(w, fc_cells_of_reals(reach->cells, cell));
        come_to(w, fc_cells_pointee(reach->cells, cell));
        for (size_t i = reach->first[cell]; i < reach->first[cell + 1]; i++)
            come_to_fields(w, reach->record[i].type);
    }
    free(w->left);
}

size_t fc_mod_ref_bytes(const fc_mod_ref *reach)
{
    return (size_t)fc_cells_count(reach->cells) / 8 + 1;
}

unsigned char *fc_mod_ref_from(const fc_mod_ref *reach, const fc_node *call)
{
    walk w = {.reach = reach, .seen = fc_allocate(fc_mod_ref_bytes(reach), 1)};
    memcpy(w.seen, reach->of_globals, fc_mod_ref_bytes(reach));
    for (int i = 1; i < call->n_children; i++) {
        come_to(&w, fc_cells_of_target(reach->cells, call->child[i]));
        come_to_fields(&w, call->child[i]->type);
    }
    come_to(&w, fc_cells_of_target(reach->cells, call));
    come_to_fields(&w, call->type);
    go_on(&w);
    return w.seen;
}

static FC_GIVE unsigned char *reached_by_globals(const fc_mod_ref *reach)
{
    walk w = {.reach = reach, .seen = fc_allocate(fc_mod_ref_bytes(reach), 1)};
    for (int i = 0; i < reach->program->n_symbols; i++) {
        const fc_symbol *symbol = reach->program->symbol[i];
        if (symbol->kind == FC_SYMBOL_GLOBAL || symbol->kind == FC_SYMBOL_STATIC) {
            come_to(&w, fc_cells_of_symbol(reach->cells, symbol));
            come_to_fields(&w, element_of(symbol->type));
        }
    }
    go_on(&w);
    return w.seen;
}

void fc_mod_ref_find(fc_mod_ref *out, const fc_program *program, const fc_cells *cells)
{
    *out = (fc_mod_ref){.program = program, .cells = cells};
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        const fc_type *type = symbol->type;
        int cell = fc_cells_of_symbol(out->cells, symbol);
        if (type && type->kind == FC_TYPE_ARRAY)
            cell = fc_cells_pointee(out->cells, cell);
        add_record(out, cell, element_of(type));
    }
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        const fc_type *type = node->type;
        if (!type)
            continue;
        add_record(out, fc_cells_of_place(out->cells, node), type);
        if (fc_type_is_address(type))
            add_record(out, fc_cells_of_target(out->cells, node), element_of(type->of));
    }
    index_by_cell(out, (size_t)fc_cells_count(cells));
    out->of_globals = reached_by_globals(out);
}

void fc_mod_ref_free(fc_mod_ref *reach)
{
    free(reach->record);
    free(reach->first);
    free(reach->of_globals);
}
