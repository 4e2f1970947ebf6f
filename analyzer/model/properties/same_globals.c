/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/same_globals.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const fc_symbol *x = *(const fc_symbol *const *)a, *y = *(const fc_symbol *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->id - y->id;
}

void fc_same_globals_visit(const fc_program *program, void (*visit)(void *data, const fc_symbol *a, const fc_symbol *b),
                           void *data)
{
    size_t n = 0;
    const fc_symbol **global = fc_allocate((size_t)program->n_symbols, sizeof *global);
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->kind == FC_SYMBOL_GLOBAL && !program->symbol[i]->is_static)
            global[n++] = program->symbol[i];
    if (n)
        qsort(global, n, sizeof *global, by_name);
    for (size_t i = 1; i < n; i++)
        if (strcmp(global[i - 1]->name, global[i]->name) == 0)
            visit(data, global[i - 1], global[i]);
    free(global);
}

bool fc_same_globals_are_compatible(const fc_symbol *a, const fc_symbol *b)
{
    const fc_type *x = a->type, *y = b->type;
    bool are_pointers = x->kind == FC_TYPE_POINTER && y->kind == FC_TYPE_POINTER;
    return are_pointers && x->of->kind == FC_TYPE_RECORD && y->of->kind == FC_TYPE_RECORD && *x->of->name &&
           strcmp(x->of->name, y->of->name) == 0 && (x->of->n_fields == 0 || y->of->n_fields == 0);
}
