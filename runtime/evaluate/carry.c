/* SPDX-License-Identifier: Apache-2.0 */
/* Control values that a broadcast carries from its root to the other ranks of a point (design, section 5). Ranks are
 * run one after the other, rank 0 first: what a root hands in is kept in order, and the others take it from there. In a
 * world the broadcast itself hands on. */
#include "exchange.h"
#include "process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void fc_rank_carry_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_carried; i++)
        free(r->carried[i].bytes);
    r->n_carried = 0;
    fc_exchange_reset(r);
}

static fc_carried *next_carried(fc_rank *r)
{
    int next = r->next_carried++;
    while (r->n_carried <= next) {
        r->carried = fc_rank_grow(r, r->carried, &r->carried_capacity, r->n_carried, sizeof *r->carried);
        r->carried[r->n_carried++] = (fc_carried){NULL, 0};
    }
    return &r->carried[next];
}

void fc_carry(fc_rank *r, const void *in, void *out, int op)
{
    r->hand = (fc_hand){.in = in, .out = out, .op = op};
}

void fc_carry_places(fc_rank *r, const int *in, const int *out)
{
    r->hand.place_in = in;
    r->hand.place_out = out;
}

void fc_carry_broadcast(fc_rank *r, void *memory, double n, fc_datatype type, int root, fc_comm comm)
{
    bool fits = comm >= 0 && comm < r->n_comms && r->comm[comm].alive && n >= 0 && n <= INT_MAX;
    if (!fits)
        return; /* the broadcast that follows says what is wrong */
    size_t size = (size_t)n * (size_t)fc_datatype_bytes(type);
    if (r->process) {
        r->process->carried = memory;
        r->process->carried_bytes = size;
        return;
    }
    fc_carried *carried = next_carried(r);
    bool is_root = r->comm[comm].rank == root;
    if (!memory || !is_root) {
        if (memory && carried->bytes && carried->size == size)
            memcpy(memory, carried->bytes, size);
        return;
    }
    char *copy = malloc(size + 1);
    if (!copy)
        fc_rank_end(r, FC_END_RUNAWAY, "Predict a smaller size.", "memory is short for %zu bytes", size);
    memcpy(copy, memory, size);
    free(carried->bytes);
    *carried = (fc_carried){copy, size};
}
