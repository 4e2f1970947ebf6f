/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_transfers.h"

#include "analyzer/binding/sign.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/summary/formula_arguments.h"
#include "runtime/core/forecost.h"

const fc_sym *fc_run_multiply(fc_run *run, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_multiply(run->analysis->algebra, a, b) : NULL;
}

const fc_sym *fc_run_bytes_of(fc_run *run, const fc_cost *cost, int nth)
{
    const fc_node *count = fc_run_argument(cost, FC_ARG_COUNT, nth),
                  *type = fc_run_argument(cost, FC_ARG_DATATYPE, nth);
    int counter = count ? run->analysis->number_counter[count->id] : -1;
    const fc_sym *elements = counter >= 0 ? fc_cost_counts_counter(run->analysis, counter)
                             : count      ? fc_run_value(run, count)
                                          : NULL;
    int type_counter = type ? run->analysis->number_counter[type->id] : -1;
    const fc_sym *bytes = type_counter >= 0 ? fc_cost_counts_counter(run->analysis, type_counter)
                          : type            ? fc_run_datatype_bytes(run, type)
                                            : NULL;
    return fc_run_multiply(run, elements, bytes);
}

/* A term for each variant. */
static bool add_transfer(fc_run *run, const fc_cost *cost, const fc_run_transfer *made, const fc_run_variants *variants)
{
    const fc_sym *before = run->weight;
    if (!made->ranks || !made->bytes)
        return fc_run_fail(run, cost->node, "the size of this %s is not closed in the parameters",
                           cost->operation->name);
    for (int v = 0; v < FC_N_VARIANTS; v++) {
        const fc_sym *times = variants->times[v];
        if (!times || times == fc_sym_integer(run->analysis->algebra, 0))
            continue;
        run->weight = fc_sym_multiply(run->analysis->algebra, before, times);
        fc_formula_term *term = fc_run_term(run, cost->node);
        if (!term)
            continue;
        term->operation = cost->operation;
        term->fit = made->fit;
        term->variant = (fc_variant)v;
        term->ranks = made->ranks;
        term->bytes = made->bytes;
        term->moved = made->moved;
    }
    run->weight = before;
    return true;
}

bool fc_run_add_among(fc_run *run, const fc_cost *cost, const fc_run_transfer *made, const fc_node *comm)
{
    fc_run_variants variants;
    return fc_run_variants_of_ranks(&variants, run, cost, comm) && add_transfer(run, cost, made, &variants);
}

/* Of an unknown partner the message counts if it cannot be MPI_PROC_NULL. */
bool fc_run_find_partner(fc_run_variants *out, fc_run *run, const fc_cost *cost, int nth, bool receives)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    const fc_node *rank = fc_run_argument(cost, FC_ARG_PEER, nth);
    const fc_sym *peer = fc_run_value(run, rank);
    bool is_any = receives && peer == fc_sym_integer(algebra, FC_MPI_ANY_SOURCE);
    if (!peer && run->formula->nodes.cores == 0 && fc_sign_is_nonnegative(run->analysis->control, rank)) {
        *out = fc_run_variants_any(run); /* some rank, on any node */
        return true;
    }
    if (!peer)
        return fc_run_fail(run, cost->node, "the partner of this %s is not closed in the parameters",
                           cost->operation->name);
    if (!fc_run_variants_of_pair(out, run, cost, comm ? comm : fc_run_argument(cost, FC_ARG_WINDOW, 0), peer))
        return false;
    if (!is_any)
        *out = fc_run_variants_scale(run, fc_sym_is_nonnegative(algebra, peer), out);
    return true;
}

bool fc_run_add_message(fc_run *run, const fc_cost *cost, fc_run_transfer made, const fc_run_variants *partner)
{
    made.ranks = fc_sym_integer(run->analysis->algebra, 2);
    return add_transfer(run, cost, &made, partner);
}
