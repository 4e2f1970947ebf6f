/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_transfers.h"

#include "analyzer/binding/sign.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/summary/formula_arguments.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

const fc_sym *fc_run_multiply(fc_run *run, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_multiply(run->analysis->algebra, a, b) : NULL;
}

const fc_sym *fc_run_element_bytes_of(fc_run *run, const fc_cost *cost, int nth)
{
    const fc_node *type = fc_run_argument(cost, FC_ARG_DATATYPE, nth);
    int counter = type ? run->analysis->number_counter[type->id] : -1;
    return counter >= 0 ? fc_cost_counts_counter(run->analysis, counter)
           : type       ? fc_run_datatype_bytes(run, type)
                        : NULL;
}

const fc_sym *fc_run_elements_of(fc_run *run, const fc_cost *cost, int nth)
{
    const fc_node *count = fc_run_argument(cost, FC_ARG_COUNT, nth);
    int counter = count ? run->analysis->number_counter[count->id] : -1;
    return counter >= 0 ? fc_cost_counts_counter(run->analysis, counter) : count ? fc_run_value(run, count) : NULL;
}

const fc_sym *fc_run_bytes_of(fc_run *run, const fc_cost *cost, int nth)
{
    return fc_run_multiply(run, fc_run_elements_of(run, cost, nth), fc_run_element_bytes_of(run, cost, nth));
}

const fc_sym *fc_run_root_of(fc_run *run, const fc_cost *cost)
{
    const fc_node *root = fc_run_argument(cost, FC_ARG_PEER, 0);
    bool is_dynamic = !fc_control_is_static(run->analysis->control, root);
    const fc_sym *rank = is_dynamic ? fc_sym_integer(run->analysis->algebra, 0) : fc_run_value(run, root);
    if (!rank)
        fc_run_fail(run, cost->node, "the root of this %s is not closed in the parameters", cost->operation->name);
    return rank;
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

/* ---- collectives with a count for each rank ---- */

/* The sum of the nth counts, of which there is one a rank; NULL: not closed. */
static const fc_sym *sum_of_counts(fc_run *run, const fc_cost *cost, int nth, const fc_sym *ranks)
{
    const fc_control *control = run->analysis->control;
    const fc_node *counts = fc_run_argument(cost, FC_ARG_COUNTS, nth);
    const fc_sym *sum = NULL;
    char *target = NULL;
    bool is_array, is_known = counts && run->analysis->number_counter[counts->id] < 0 &&
                              fc_control_is_static(control, counts) && !fc_control_target_is_dynamic(control, counts);
    if (is_known && fc_run_target(run, &target, &is_array, counts)) {
        char *array = fc_state_array(run->state, target, false);
        size_t length = strlen(array);
        if (length > 3 && strcmp(array + length - 3, "[0]") == 0)
            array[length - 3] = '\0';
        sum = fc_state_total(run->state, run->analysis->algebra, array, ranks);
        free(array);
    }
    free(target);
    return sum;
}

/* Bytes of all blocks that the nth counts and their datatype describe; NULL: not closed. */
static const fc_sym *all_blocks(fc_run *run, const fc_cost *cost, int nth, int datatype)
{
    const fc_sym *ranks = fc_run_communicator_size(run, fc_run_argument(cost, FC_ARG_COMM, 0));
    const fc_sym *sum = ranks ? sum_of_counts(run, cost, nth, ranks) : NULL;
    return fc_run_multiply(run, sum, fc_run_element_bytes_of(run, cost, datatype));
}

static const fc_sym *mean_block(fc_run *run, const fc_cost *cost, int nth, int datatype)
{
    const fc_sym *bytes = all_blocks(run, cost, nth, datatype);
    const fc_sym *ranks = fc_run_communicator_size(run, fc_run_argument(cost, FC_ARG_COMM, 0));
    return bytes ? fc_sym_divide(run->analysis->algebra, bytes, ranks) : NULL;
}

static bool add_block(fc_run *run, const fc_cost *cost, const fc_sym *bytes, bool is_sent_to_all)
{
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    const fc_sym *ranks = fc_run_communicator_size(run, comm);
    fc_run_transfer made = {cost->operation->fit, ranks, bytes,
                            is_sent_to_all ? fc_run_multiply(run, ranks, bytes) : bytes};
    return fc_run_add_among(run, cost, &made, comm);
}

/* The root moves the mean block, each other rank its own. */
static bool run_rooted(fc_run *run, const fc_cost *cost)
{
    fc_algebra *algebra = run->analysis->algebra;
    bool gathers = cost->operation->fit == FC_FIT_GATHERV;
    const fc_sym *one = fc_sym_integer(algebra, 1), *before = run->weight, *root = fc_run_root_of(run, cost);
    const fc_sym *mean = mean_block(run, cost, 0, gathers), *own = fc_run_bytes_of(run, cost, 0);
    if (!gathers)
        own = fc_run_multiply(run, fc_run_elements_of(run, cost, 0), fc_run_element_bytes_of(run, cost, 1));
    const fc_sym *ranks = fc_run_communicator_size(run, fc_run_argument(cost, FC_ARG_COMM, 0));
    if (!root || mean == own || ranks == one)
        return root && add_block(run, cost, mean, false);
    if (!fc_run_is_number_of_ranks(run, ranks))
        return add_block(run, cost, NULL, false);
    const fc_sym *rank = fc_sym_variable(algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE);
    const fc_sym *is_root = fc_sym_is_zero(algebra, fc_sym_subtract(algebra, rank, root));
    const fc_sym *share[] = {is_root, fc_sym_subtract(algebra, one, is_root)}, *const bytes[] = {mean, own};
    bool done = true;
    for (int i = 0; i < 2 && done; i++) {
        run->weight = fc_sym_multiply(algebra, before, share[i]);
        done = run->weight == fc_sym_integer(algebra, 0) || add_block(run, cost, bytes[i], false);
    }
    run->weight = before;
    return done;
}

static bool is_in_place(const fc_node *buffer)
{
    buffer = fc_node_without_casts(buffer);
    return buffer->kind == FC_HANDLE && strcmp(buffer->text, "MPI_IN_PLACE") == 0;
}

/* The larger of the blocks sent and received. In place, those sent are those received. */
static bool run_all_to_all(fc_run *run, const fc_cost *cost)
{
    const fc_sym *received = mean_block(run, cost, 1, 1), *sent = received;
    if (!is_in_place(fc_run_argument(cost, FC_ARG_BUFFER, 0)))
        sent = mean_block(run, cost, 0, 0);
    return add_block(run, cost, sent && received ? fc_sym_maximum(run->analysis->algebra, sent, received) : NULL, true);
}

bool fc_run_blocks(fc_run *run, const fc_cost *cost)
{
    switch (cost->operation->fit) {
    case FC_FIT_GATHERV:
    case FC_FIT_SCATTERV:
        return run_rooted(run, cost);
    case FC_FIT_ALLGATHERV:
        return add_block(run, cost, mean_block(run, cost, 0, 1), true);
    case FC_FIT_REDUCE_SCATTER: /* the whole vector */
        return add_block(run, cost, all_blocks(run, cost, 0, 0), false);
    default:
        break;
    }
    /* MPI_Alltoallw has a datatype for each rank. */
    return fc_run_argument(cost, FC_ARG_DATATYPE, 0) ? run_all_to_all(run, cost) : add_block(run, cost, NULL, true);
}
