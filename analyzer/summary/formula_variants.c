/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranks of MPI_COMM_WORLD share one node up to its number of cores; beyond, no two do only on nodes of one core.
 * Two ranks of it are on the nodes that the placement gives. Of other communicators the variant is a quantity. */
#include "analyzer/summary/formula_variants.h"

#include "analyzer/summary/formula_arguments.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>

static const fc_sym *integer(const fc_run *run, long value)
{
    return fc_sym_integer(run->analysis->algebra, value);
}

static const fc_sym *number_of_ranks(const fc_run *run)
{
    return fc_sym_variable(run->analysis->algebra, "p", "p", "p", FC_FACT_POSITIVE);
}

bool fc_run_is_number_of_ranks(const fc_run *run, const fc_sym *size)
{
    return size == number_of_ranks(run);
}

/* ---- nodes ---- */

/* 1 where the peer is on this rank's node; dealt cyclically, where the difference of the ranks is a multiple of the
 * number of nodes. */
static const fc_sym *is_near(const fc_run *run, const fc_sym *peer)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_formula_nodes *nodes = &run->formula->nodes;
    const fc_sym *rank = fc_sym_variable(algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE);
    const fc_sym *cores = integer(run, nodes->cores), *last = integer(run, nodes->cores - 1);
    const fc_sym *n = fc_sym_floor_divide(algebra, fc_sym_add(algebra, number_of_ranks(run), last), cores);
    const fc_sym *apart = nodes->dealing == FC_DISTRIBUTION_CYCLIC
                              ? fc_sym_modulo(algebra, fc_sym_subtract(algebra, peer, rank), n)
                              : fc_sym_subtract(algebra, fc_sym_floor_divide(algebra, peer, cores),
                                                fc_sym_floor_divide(algebra, rank, cores));
    return fc_sym_is_zero(algebra, apart);
}

/* 1 where all ranks are on one node. */
static const fc_sym *is_one_node(const fc_run *run)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *free = fc_sym_subtract(algebra, integer(run, run->formula->nodes.cores), number_of_ranks(run));
    return fc_sym_is_nonnegative(algebra, free);
}

/* ---- communicators ---- */

/* The handle's variable for the variant; NULL: the communicator has no such place. */
static FC_GIVE char *variant_key(const char *handle)
{
    return fc_format("%s.variant", handle);
}

static const fc_sym *number_of(const fc_run *run, const fc_node *comm)
{
    comm = fc_node_without_casts(comm);
    fc_view view = fc_run_view(run, comm);
    char *key = NULL;
    const fc_sym *number = NULL;
    if (fc_value_key(&key, &view, comm)) {
        char *variant = variant_key(key);
        fc_state_lookup(run->state, variant, &number);
        free(variant);
    }
    free(key);
    return number;
}

void fc_run_variants_bind(fc_run *run, const fc_cost *cost, const fc_node *made, const fc_node *from)
{
    char *key = NULL;
    bool is_array;
    if (run->formula->nodes.cores == 0 || !made || !fc_run_target(run, &key, &is_array, made))
        return;
    const fc_node *own = fc_run_addressed(made);
    const fc_sym *number = from  ? number_of(run, from)
                           : own ? fc_run_number_of_made(run, cost, own, FC_QUANTITY_VARIANT)
                                 : NULL;
    char *variant = variant_key(key);
    fc_state_bind(run->state, variant, number);
    free(variant);
    free(key);
}

/* ---- variants ---- */

static fc_run_variants either(const fc_run *run, const fc_sym *chosen, fc_variant yes, fc_variant no)
{
    fc_run_variants made = {0};
    made.times[yes] = chosen;
    made.times[no] = fc_sym_subtract(run->analysis->algebra, integer(run, 1), chosen);
    return made;
}

static bool fail(fc_run *run, const fc_cost *cost, const char *of)
{
    return fc_run_fail(run, cost->node, "the nodes of %s of this %s are not closed in the parameters", of,
                       cost->operation->name);
}

bool fc_run_variants_of_ranks(fc_run_variants *out, fc_run *run, const fc_cost *cost, const fc_node *comm)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *size = fc_run_communicator_size(run, comm), *one = integer(run, 1);
    const int cores = run->formula->nodes.cores;
    *out = either(run, one, cores > 0 ? FC_VARIANT_INTRA : FC_VARIANT_ANY, FC_VARIANT_INTER);
    if (cores == 0 || !size || size == one)
        return true;
    if (fc_run_is_number_of_ranks(run, size)) {
        *out = either(run, is_one_node(run), FC_VARIANT_INTRA, cores > 1 ? FC_VARIANT_ANY : FC_VARIANT_INTER);
        return true;
    }
    const fc_sym *number = number_of(run, comm);
    for (int v = 0; v < FC_N_VARIANTS && number; v++)
        out->times[v] = fc_sym_is_zero(algebra, fc_sym_subtract(algebra, number, integer(run, v)));
    return number || fail(run, cost, "the ranks");
}

bool fc_run_variants_of_pair(fc_run_variants *out, fc_run *run, const fc_cost *cost, const fc_node *comm,
                             const fc_sym *peer)
{
    const fc_sym *size = fc_run_communicator_size(run, comm), *one = integer(run, 1);
    bool is_open = run->formula->nodes.cores == 0 || peer == integer(run, FC_MPI_ANY_SOURCE);
    *out = either(run, one, is_open ? FC_VARIANT_ANY : FC_VARIANT_INTRA, FC_VARIANT_INTER);
    if (is_open || size == one)
        return true;
    if (!fc_run_is_number_of_ranks(run, size))
        return fail(run, cost, "the partner");
    *out = either(run, is_near(run, peer), FC_VARIANT_INTRA, FC_VARIANT_INTER);
    return true;
}

/* ---- arithmetic ---- */

fc_run_variants fc_run_variants_any(const fc_run *run)
{
    return (fc_run_variants){.times[FC_VARIANT_ANY] = integer(run, 1)};
}

static const fc_sym *times_of(const fc_run *run, const fc_run_variants *of, int variant)
{
    return of->times[variant] ? of->times[variant] : integer(run, 0);
}

const fc_sym *fc_run_variants_total(const fc_run *run, const fc_run_variants *of)
{
    const fc_sym *total = integer(run, 0);
    for (int v = 0; v < FC_N_VARIANTS; v++)
        total = fc_sym_add(run->analysis->algebra, total, times_of(run, of, v));
    return total;
}

fc_run_variants fc_run_variants_scale(const fc_run *run, const fc_sym *factor, const fc_run_variants *of)
{
    fc_run_variants made;
    for (int v = 0; v < FC_N_VARIANTS; v++)
        made.times[v] = fc_sym_multiply(run->analysis->algebra, factor, times_of(run, of, v));
    return made;
}

fc_run_variants fc_run_variants_add(const fc_run *run, const fc_run_variants *a, const fc_run_variants *b)
{
    fc_run_variants made;
    for (int v = 0; v < FC_N_VARIANTS; v++)
        made.times[v] = fc_sym_add(run->analysis->algebra, times_of(run, a, v), times_of(run, b, v));
    return made;
}

fc_run_variants fc_run_variants_choose(const fc_run *run, const fc_sym *chosen, const fc_run_variants *a,
                                       const fc_run_variants *b)
{
    fc_run_variants made;
    for (int v = 0; v < FC_N_VARIANTS; v++)
        made.times[v] = fc_sym_choose(run->analysis->algebra, chosen, times_of(run, a, v), times_of(run, b, v));
    return made;
}
