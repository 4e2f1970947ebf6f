/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/homes.h"

#include <stdlib.h>

typedef struct finder {
    fc_homes *out;
    const fc_cells *cells;
    bool *outlives; /* by cell: it stands for something that is there before and after a call, or nobody knows what */
} finder;

static void add_home(finder *f, int cell, const fc_procedure *procedure)
{
    fc_homes *out = f->out;
    if (cell < 0)
        return;
    out->home = fc_grow(out->home, &out->capacity, out->n + 1, sizeof *out->home);
    out->home[out->n++] = (fc_home){cell, procedure};
}

/* procedure NULL: it outlives every call. What lies in a cell has one for reals too. */
static void note_memory(finder *f, int cell, const fc_procedure *procedure)
{
    if (cell < 0)
        return;
    int reals = fc_cells_of_reals(f->cells, cell);
    if (!procedure) {
        f->outlives[cell] = f->outlives[reals] = true;
        return;
    }
    add_home(f, cell, procedure);
    if (reals != cell)
        add_home(f, reals, procedure);
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

/* What functions that are not the program's give, or leave an address of: memory that they allocate, or their own. */
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

/* argv and its strings. */
static void note_arguments(finder *f, const fc_program *program)
{
    const fc_procedure *main_procedure = fc_program_find(program, "main");
    for (int i = 0; main_procedure && i < main_procedure->n_parameters; i++)
        note_reached(f, fc_cells_pointee(f->cells, fc_cells_of_symbol(f->cells, main_procedure->parameter[i])));
}

static int by_cell(const void *a, const void *b)
{
    const fc_home *x = a, *y = b;
    int order = (x->cell > y->cell) - (x->cell < y->cell);
    return order ? order : x->procedure->id - y->procedure->id;
}

static void index_by_cell(finder *f, size_t n_cells)
{
    fc_homes *out = f->out;
    size_t n = 0;
    if (out->n)
        qsort(out->home, out->n, sizeof *out->home, by_cell);
    for (size_t i = 0; i < out->n; i++)
        if (!f->outlives[out->home[i].cell] && (n == 0 || by_cell(&out->home[n - 1], &out->home[i]) != 0))
            out->home[n++] = out->home[i];
    out->n = n;
    out->first = fc_allocate(n_cells + 1, sizeof *out->first);
    for (size_t cell = 0, at = 0; cell <= n_cells; cell++) {
        while (at < n && out->home[at].cell < (int)cell)
            at++;
        out->first[cell] = at;
    }
}

void fc_homes_find(fc_homes *out, const fc_program *program, const fc_cells *cells)
{
    size_t n_cells = (size_t)fc_cells_count(cells);
    *out = (fc_homes){0};
    finder f = {out, cells, fc_allocate(n_cells, sizeof *f.outlives)};
    for (int i = 0; i < program->n_symbols; i++)
        note_symbol(&f, program->symbol[i]);
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_CALL)
            note_call(&f, program->node[i]);
    note_arguments(&f, program);
    index_by_cell(&f, n_cells);
    free(f.outlives);
}

void fc_homes_free(fc_homes *homes)
{
    free(homes->home);
    free(homes->first);
}
