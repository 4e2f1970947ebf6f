/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/lifetimes.h"

#include <stdlib.h>

typedef struct finder {
    fc_lifetimes *out;
    const fc_cells *cells;
    bool *outlives; /* by cell: some of its memory outlives calls, or is unknown */
} finder;

static void add_lifetime(finder *f, int cell, const fc_procedure *procedure)
{
    fc_lifetimes *out = f->out;
    if (cell < 0)
        return;
    out->lifetime = fc_grow(out->lifetime, &out->capacity, out->n + 1, sizeof *out->lifetime);
    out->lifetime[out->n++] = (fc_lifetime){cell, procedure};
}

/* procedure NULL: the memory outlives every call. Applies to the cell of its reals too. */
static void note_memory(finder *f, int cell, const fc_procedure *procedure)
{
    if (cell < 0)
        return;
    int reals = fc_cells_of_reals(f->cells, cell);
    if (!procedure) {
        f->outlives[cell] = f->outlives[reals] = true;
        return;
    }
    add_lifetime(f, cell, procedure);
    if (reals != cell)
        add_lifetime(f, reals, procedure);
}

/* A variable, and the elements of an array. */
static void note_symbol(finder *f, const fc_symbol *symbol)
{
    bool is_automatic = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
    const fc_procedure *procedure = is_automatic ? symbol->owner : NULL;
    const fc_type *type = symbol->kind == FC_SYMBOL_PARAMETER ? NULL : symbol->type;
    int cell = fc_cells_of_symbol(f->cells, symbol);
    note_memory(f, cell, procedure);
    for (; type && type->kind == FC_TYPE_ARRAY; type = type->of) {
        cell = fc_cells_pointee(f->cells, cell);
        note_memory(f, cell, procedure);
    }
}

static void note_reached(finder *f, int cell)
{
    for (; cell >= 0 && !f->outlives[cell]; cell = fc_cells_pointee(f->cells, cell))
        note_memory(f, cell, NULL);
}

/* Memory whose address an external function returns or stores: allocated memory, or its own. */
static void note_call(finder *f, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target && target->definition && !fc_cells_allocates(f->cells, target->definition))
        return;
    note_reached(f, fc_cells_of_target(f->cells, call));
    for (int i = 1; i < call->n_children; i++) {
        int place = fc_cells_of_target(f->cells, call->child[i]);
        if (place >= 0)
            note_reached(f, fc_cells_pointee(f->cells, place));
    }
}

static int by_cell(const void *a, const void *b)
{
    const fc_lifetime *x = a, *y = b;
    int order = (x->cell > y->cell) - (x->cell < y->cell);
    return order ? order : x->procedure->id - y->procedure->id;
}

static void index_by_cell(finder *f, size_t n_cells)
{
    fc_lifetimes *out = f->out;
    size_t n = 0;
    if (out->n)
        qsort(out->lifetime, out->n, sizeof *out->lifetime, by_cell);
    for (size_t i = 0; i < out->n; i++)
        if (!f->outlives[out->lifetime[i].cell] && (n == 0 || by_cell(&out->lifetime[n - 1], &out->lifetime[i]) != 0))
            out->lifetime[n++] = out->lifetime[i];
    out->n = n;
    out->first = fc_allocate(n_cells + 1, sizeof *out->first);
    for (size_t cell = 0, at = 0; cell <= n_cells; cell++) {
        while (at < n && out->lifetime[at].cell < (int)cell)
            at++;
        out->first[cell] = at;
    }
}

void fc_lifetimes_find(fc_lifetimes *out, const fc_program *program, const fc_cells *cells)
{
    size_t n_cells = (size_t)fc_cells_count(cells);
    *out = (fc_lifetimes){0};
    finder f = {out, cells, fc_allocate(n_cells, sizeof *f.outlives)};
    for (int i = 0; i < program->n_symbols; i++)
        note_symbol(&f, program->symbol[i]);
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_CALL)
            note_call(&f, program->node[i]);
    /* argv and its strings. */
    const fc_procedure *main_procedure = fc_program_find(program, "main");
    for (int i = 0; main_procedure && i < main_procedure->n_parameters; i++)
        note_reached(&f, fc_cells_pointee(f.cells, fc_cells_of_symbol(f.cells, main_procedure->parameter[i])));
    index_by_cell(&f, n_cells);
    free(f.outlives);
}

void fc_lifetimes_free(fc_lifetimes *lifetimes)
{
    free(lifetimes->lifetime);
    free(lifetimes->first);
}
