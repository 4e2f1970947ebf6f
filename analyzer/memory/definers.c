/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/definers.h"

#include <stdlib.h>

void fc_definers_open(fc_definers *out, int n_cells, int n_procedures)
{
    *out = (fc_definers){.n_cells = n_cells, .n_procedures = n_procedures};
    out->first = fc_allocate((size_t)n_cells + 1, sizeof *out->first);
    out->procedure = fc_allocate((size_t)n_cells + 1, sizeof *out->procedure);
}

void fc_definers_add(fc_definers *definers, int cell, const fc_node *node, const fc_procedure *procedure)
{
    definers->definer = fc_grow(definers->definer, &definers->capacity, definers->n + 1, sizeof *definers->definer);
    definers->definer[definers->n++] = (fc_definer){cell, node->id, procedure ? procedure->id : -1};
}

static int by_cell(const void *a, const void *b)
{
    const fc_definer *x = a, *y = b;
    return x->cell != y->cell ? (x->cell > y->cell) - (x->cell < y->cell) : x->node - y->node;
}

void fc_definers_sort(fc_definers *definers)
{
    if (definers->n)
        qsort(definers->definer, definers->n, sizeof *definers->definer, by_cell);
    size_t at = 0;
    for (int cell = 0; cell <= definers->n_cells; cell++) {
        while (at < definers->n && definers->definer[at].cell < cell)
            at++;
        definers->first[cell] = at;
    }
}

void fc_definers_free(fc_definers *definers)
{
    for (int cell = 0; cell < definers->n_cells; cell++)
        free(definers->procedure[cell]);
    free(definers->procedure);
    free(definers->definer);
    free(definers->first);
}

bool fc_definers_has_within(const fc_definers *definers, int cell, int first, int last)
{
    size_t low = definers->first[cell], high = definers->first[cell + 1];
    const size_t end = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (definers->definer[middle].node < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && definers->definer[low].node <= last;
}

const uint64_t *fc_definers_procedures(const fc_definers *definers, int cell)
{
    uint64_t **set = &definers->procedure[cell];
    if (*set)
        return *set;
    *set = fc_allocate(fc_bits_words(definers->n_procedures), sizeof **set);
    for (size_t i = definers->first[cell]; i < definers->first[cell + 1]; i++)
        if (definers->definer[i].procedure >= 0)
            fc_bits_add(*set, definers->definer[i].procedure);
    return *set;
}
