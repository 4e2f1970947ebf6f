/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI calls in a symbolic run: the same terms as the runtime adds under method sum. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_requests.h"
#include "analyzer/summary/formula_split.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DIMENSIONS = 8
};

/* Balanced dimensions: an opaque function of p; entries the program fixed stay as they are, so only all-zero input is
 * closed. */
static void create_dimensions(fc_run *run, const fc_cost *cost)
{
    const fc_node *dims = fc_run_argument(cost, FC_ARG_OUT, 0);
    const fc_sym *ranks = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0));
    const fc_sym *n = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 1)),
                 *zero = fc_sym_integer(run->analysis->algebra, 0);
    double count = 0;
    bool closed = ranks && n && fc_sym_is_constant(n, &count) && count >= 1 && count <= 8;
    for (int i = 0; i < (int)count; i++)
        closed = closed && fc_run_read_element(run, dims, i) == zero;
    for (int i = 0; i < (int)count; i++) {
        const fc_sym *args[] = {ranks, n, fc_sym_integer(run->analysis->algebra, i)};
        fc_run_write_element(run, dims, i,
                             closed ? fc_sym_call(run->analysis->algebra, "dims_create", args, 3, FC_FACT_POSITIVE)
                                    : NULL);
    }
}

static const fc_sym *comm_part(fc_run *run, const fc_node *comm, const char *part, int i)
{
    char *key = NULL;
    const fc_sym *value = NULL;
    fc_view view = {
        .control = run->analysis->control, .algebra = run->analysis->algebra, .root = comm, .state = run->state};
    if (fc_value_key(&key, &view, comm)) {
        char *element = fc_format("%s.%s[%d]", key, part, i);
        fc_state_lookup(run->state, element, &value);
        free(element);
    }
    free(key);
    return value;
}

static void write_comm_part(fc_run *run, const char *comm, const char *part, int i, const fc_sym *value)
{
    char *element = fc_format("%s.%s[%d]", comm, part, i);
    fc_state_bind(run->state, element, value);
    free(element);
}

/* A Cartesian communicator knows its dimensions and periods. */
static void create_cartesian(fc_run *run, const fc_cost *cost, const fc_sym *size)
{
    char *key = NULL;
    bool is_array;
    double n = 0;
    const fc_sym *dimensions = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0));
    if (!fc_run_target(run, &key, &is_array, fc_run_argument(cost, FC_ARG_NEW_COMM, 0)))
        return;
    fc_state_forget(run->state, key);
    fc_state_bind(run->state, key, size);
    if (dimensions && !fc_sym_is_constant(dimensions, &n))
        n = 0;
    for (int i = 0; i < MAX_DIMENSIONS; i++) {
        write_comm_part(run, key, "dims", i,
                        i < n ? fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 0), i) : NULL);
        write_comm_part(run, key, "periods", i,
                        i < n ? fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 1), i) : NULL);
    }
    free(key);
}

/* Ranks one step of dimension d apart; ranks are row-major. */
static const fc_sym *stride_of(fc_run *run, const fc_node *comm, int d)
{
    const fc_sym *stride = fc_sym_integer(run->analysis->algebra, 1);
    for (int i = d + 1; i < MAX_DIMENSIONS && comm_part(run, comm, "dims", i); i++)
        stride = fc_sym_multiply(run->analysis->algebra, stride, comm_part(run, comm, "dims", i));
    return stride;
}

static const fc_sym *coordinate(fc_run *run, const fc_node *comm, const fc_sym *rank, int d)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *extent = comm_part(run, comm, "dims", d);
    if (!extent || !rank)
        return NULL;
    const fc_sym *line = fc_sym_floor_divide(algebra, rank, stride_of(run, comm, d));
    return d == 0 ? line : fc_sym_modulo(algebra, line, extent);
}

static const fc_sym *own_rank(fc_run *run)
{
    return fc_sym_variable(run->analysis->algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE);
}

/* This rank in the communicator; NULL: not closed. */
static const fc_sym *rank_in(fc_run *run, const fc_node *comm)
{
    const fc_sym *rank = comm_part(run, comm, "rank", 0);
    return rank || !fc_run_is_number_of_ranks(run, fc_run_communicator_size(run, comm)) ? rank : own_rank(run);
}

static void write_coordinates(fc_run *run, const fc_cost *cost, const fc_sym *rank, int out)
{
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0), *coords = fc_run_argument(cost, FC_ARG_OUT, out);
    for (int d = 0; d < MAX_DIMENSIONS; d++)
        if (comm_part(run, comm, "dims", d))
            fc_run_write_element(run, coords, d, coordinate(run, comm, rank, d));
}

/* The rank `by` steps along dimension d, or MPI_PROC_NULL beyond a border without period. */
static const fc_sym *shifted(fc_run *run, const fc_node *comm, int d, const fc_sym *by)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *rank = rank_in(run, comm), *at = coordinate(run, comm, rank, d), *one = fc_sym_integer(algebra, 1);
    const fc_sym *extent = comm_part(run, comm, "dims", d), *period = comm_part(run, comm, "periods", d);
    if (!at || !extent || !period || !fc_sym_is_constant(period, NULL))
        return NULL;
    const fc_sym *target = fc_sym_add(algebra, at, by), *stride = stride_of(run, comm, d);
    if (period != fc_sym_integer(algebra, 0)) {
        const fc_sym *wrapped = fc_sym_subtract(algebra, fc_sym_modulo(algebra, target, extent), at);
        return fc_sym_add(algebra, rank, fc_sym_multiply(algebra, wrapped, stride));
    }
    const fc_sym *above = fc_sym_is_nonnegative(algebra, target);
    const fc_sym *below =
        fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, fc_sym_subtract(algebra, extent, one), target));
    const fc_sym *inside = fc_sym_multiply(algebra, above, below);
    const fc_sym *null = fc_sym_integer(algebra, FC_MPI_PROC_NULL);
    const fc_sym *neighbor = fc_sym_add(algebra, rank, fc_sym_multiply(algebra, by, stride));
    return fc_sym_add(algebra, null, fc_sym_multiply(algebra, inside, fc_sym_subtract(algebra, neighbor, null)));
}

static void shift(fc_run *run, const fc_cost *cost)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    const fc_sym *direction = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0));
    const fc_sym *by = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 1));
    double d;
    if (!direction || !by || !fc_sym_is_constant(direction, &d))
        return;
    fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0),
                 shifted(run, comm, (int)d, fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), by)));
    fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 1), shifted(run, comm, (int)d, by));
}

/* A duplicate, and a grid of all ranks, has the ranks of its parent. */
static bool has_ranks_of_parent(const fc_run *run, const fc_cost *cost, const fc_sym *size)
{
    const char *name = cost->operation->name;
    return strncmp(name, "MPI_Comm_dup", strlen("MPI_Comm_dup")) == 0 ||
           (strcmp(name, "MPI_Cart_create") == 0 && fc_run_is_number_of_ranks(run, size));
}

/* MPI_Cart_sub keeps some dimensions of a grid, in their order. False: they are not closed. */
static bool sub_grid(fc_run_group *out, fc_run *run, const fc_cost *cost, const fc_node *grid)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *rank = rank_in(run, grid), *extent = comm_part(run, grid, "dims", 0);
    *out = (fc_run_group){fc_sym_integer(algebra, 1), fc_sym_integer(algebra, 0)};
    for (int d = 0; rank && extent; d++) {
        const fc_sym *kept = fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 0), d);
        if (!kept || !fc_sym_is_constant(kept, NULL))
            return false;
        if (kept != fc_sym_integer(algebra, 0)) {
            out->size = fc_sym_multiply(algebra, out->size, extent);
            out->rank =
                fc_sym_add(algebra, fc_sym_multiply(algebra, out->rank, extent), coordinate(run, grid, rank, d));
        }
        extent = d + 1 < MAX_DIMENSIONS ? comm_part(run, grid, "dims", d + 1) : NULL;
    }
    return rank && comm_part(run, grid, "dims", 0);
}

/* The size of a communicator with other ranks than its parent is closed, or else a quantity. Size NULL: not known, or
 * an inter-communicator, whose collectives are not those of its local group. */
static fc_run_group group_of_new(fc_run *run, const fc_cost *cost, const fc_node *parent, const fc_sym *size)
{
    const fc_node *made = fc_run_addressed(fc_run_argument(cost, FC_ARG_NEW_COMM, 0));
    const char *name = cost->operation->name;
    fc_run_group group = {0};
    if (has_ranks_of_parent(run, cost, size))
        return (fc_run_group){size, rank_in(run, parent)};
    if (strcmp(name, "MPI_Comm_split") == 0 && fc_run_is_number_of_ranks(run, size) &&
        fc_run_split(&group, run, fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0)),
                     fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 1))))
        return group;
    if (strcmp(name, "MPI_Cart_sub") == 0 && sub_grid(&group, run, cost, parent))
        return group;
    bool is_asked = made && !fc_mpi_makes_intercommunicator(cost->operation);
    return (fc_run_group){is_asked ? fc_run_number_of_made(run, cost, made, FC_QUANTITY_SIZE) : NULL, NULL};
}

static void write_group(fc_run *run, const fc_node *made, const fc_run_group *group)
{
    char *key = NULL;
    bool is_array;
    if (made && fc_run_target(run, &key, &is_array, made)) {
        fc_state_forget(run->state, key);
        fc_state_bind(run->state, key, group->size);
        write_comm_part(run, key, "rank", 0, group->rank);
    }
    free(key);
}

/* The dimensions that MPI_Cart_sub keeps. */
static void write_sub_grid(fc_run *run, const fc_cost *cost, const fc_node *grid)
{
    int n = 0;
    char *key = NULL;
    bool is_array;
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
    if (!fc_run_target(run, &key, &is_array, fc_run_argument(cost, FC_ARG_NEW_COMM, 0)))
        return;
    for (int d = 0; d < MAX_DIMENSIONS && comm_part(run, grid, "dims", d); d++)
        if (fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 0), d) != zero) {
            write_comm_part(run, key, "dims", n, comm_part(run, grid, "dims", d));
            write_comm_part(run, key, "periods", n++, comm_part(run, grid, "periods", d));
        }
    free(key);
}

static void write_new_communicator(fc_run *run, const fc_cost *cost, const fc_node *parent, const fc_run_group *group)
{
    const fc_node *made = fc_run_argument(cost, FC_ARG_NEW_COMM, 0);
    const bool has_all = has_ranks_of_parent(run, cost, fc_run_communicator_size(run, parent));
    write_group(run, made, group);
    if (group->rank && strcmp(cost->operation->name, "MPI_Cart_sub") == 0)
        write_sub_grid(run, cost, parent);
    if (group->size)
        fc_run_variants_bind(run, cost, made, has_all ? parent : NULL);
}

/* A new communicator costs its ranks a COMM_DUP; a split costs the ranks of its parent a COMM_SPLIT first
 * (coefficients.h). */
static bool add_new_communicator(fc_run *run, const fc_cost *cost, const fc_node *parent, const fc_sym *size,
                                 const fc_run_group *group)
{
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
    const fc_node *own = fc_run_addressed(fc_run_argument(cost, FC_ARG_NEW_COMM, 0));
    fc_fit fit = cost->operation->fit;
    if (fit != FC_FIT_COMM_SPLIT && fit != FC_FIT_COMM_DUP)
        return true;
    fc_run_transfer split = {FC_FIT_COMM_SPLIT, size, zero, NULL}, made = {FC_FIT_COMM_DUP, group->size, zero, NULL};
    if (fit == FC_FIT_COMM_SPLIT && !fc_run_add_among(run, cost, &split, parent))
        return false;
    return fc_run_add_among(run, cost, &made, has_ranks_of_parent(run, cost, size) ? parent : own);
}

static bool run_control(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name;
    fc_algebra *algebra = run->analysis->algebra;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    const fc_sym *size = fc_run_communicator_size(run, comm);
    bool one_rank = size == fc_sym_integer(algebra, 1), is_world = fc_run_is_number_of_ranks(run, size);
    bool creates_dimensions = strcmp(name, "MPI_Dims_create") == 0;
    const bool creates_group = fc_run_argument(cost, FC_ARG_NEW_COMM, 0);
    const fc_run_group group = creates_group ? group_of_new(run, cost, comm, size) : (fc_run_group){0};
    for (int i = 0; !creates_dimensions && fc_run_argument(cost, FC_ARG_OUT, i); i++)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, i), NULL);
    if (strcmp(name, "MPI_Comm_size") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0), size);
    else if (strcmp(name, "MPI_Comm_rank") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0),
                     one_rank ? fc_sym_integer(algebra, 0) : rank_in(run, comm));
    else if (creates_dimensions)
        create_dimensions(run, cost);
    else if (strcmp(name, "MPI_Cart_create") == 0 && is_world)
        create_cartesian(run, cost, size);
    else if (strcmp(name, "MPI_Cart_coords") == 0)
        write_coordinates(run, cost, fc_run_value(run, fc_run_argument(cost, FC_ARG_PEER, 0)), 0);
    else if (strcmp(name, "MPI_Cart_shift") == 0)
        shift(run, cost);
    else if (strcmp(name, "MPI_Initialized") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0), fc_sym_integer(algebra, 1));
    else if (fc_run_argument(cost, FC_ARG_NEW_DATATYPE, 0))
        fc_run_make_datatype(run, cost);
    else if (strcmp(name, "MPI_Type_size") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0),
                     fc_run_datatype_bytes(run, fc_run_argument(cost, FC_ARG_DATATYPE, 0)));
    else if (creates_group)
        write_new_communicator(run, cost, comm, &group);
    else if (fc_run_argument(cost, FC_ARG_REQUEST, 0))
        fc_run_make_request(run, cost);
    return add_new_communicator(run, cost, comm, size, &group);
}

/* One transfer by the larger message where both partners exist, otherwise a send or a receive. */
static bool run_exchange(fc_run *run, const fc_cost *cost, const fc_sym *sent, const fc_sym *received)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1);
    fc_run_variants to, from;
    if (!fc_run_find_partner(&to, run, cost, 0, false) || !fc_run_find_partner(&from, run, cost, 1, true))
        return false;
    if (!sent || !received)
        return fc_run_add_message(run, cost, (fc_run_transfer){.fit = FC_FIT_SENDRECV}, &to);
    const fc_sym *sends = fc_run_variants_total(run, &to), *receives = fc_run_variants_total(run, &from);
    const fc_run_variants to_both = fc_run_variants_scale(run, receives, &to),
                          from_both = fc_run_variants_scale(run, sends, &from),
                          only_to = fc_run_variants_scale(run, fc_sym_subtract(algebra, one, receives), &to),
                          only_from = fc_run_variants_scale(run, fc_sym_subtract(algebra, one, sends), &from),
                          both = fc_run_variants_choose(
                              run, fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, sent, received)), &to_both,
                              &from_both);
    fc_run_transfer exchanged = {FC_FIT_SENDRECV, NULL, fc_sym_maximum(algebra, sent, received), sent},
                    send = {FC_FIT_SEND, NULL, sent, sent}, receive = {FC_FIT_SINGLE, NULL, received, NULL};
    return fc_run_add_message(run, cost, exchanged, &both) && fc_run_add_message(run, cost, send, &only_to) &&
           fc_run_add_message(run, cost, receive, &only_from);
}

/* Who pays what stands in runtime/mpi/mpi_virtual.h. */
static bool run_point_to_point(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name + 4;
    if (strncmp(name, "Start", strlen("Start")) == 0)
        return fc_run_start_requests(run, cost);
    if (!fc_run_argument(cost, FC_ARG_PEER, 0)) /* a message probed before */
        return fc_run_fail(run, cost->node,
                           "the partner of this %s is set by an earlier call, which the formula does not follow",
                           cost->operation->name);
    const fc_sym *bytes = fc_run_bytes_of(run, cost, 0);
    if (strcmp(name, "Sendrecv") == 0)
        return run_exchange(run, cost, bytes, fc_run_bytes_of(run, cost, 1));
    if (strcmp(name, "Sendrecv_replace") == 0)
        return run_exchange(run, cost, bytes, bytes);
    bool receives = strcmp(name, "Recv") == 0 || strcmp(name, "Irecv") == 0;
    fc_run_variants partner;
    if (!fc_run_find_partner(&partner, run, cost, 0, receives))
        return false;
    const fc_sym *moved = receives ? NULL : bytes;
    fc_run_transfer single = {FC_FIT_SINGLE, NULL, bytes, moved}, send = {FC_FIT_SEND, NULL, bytes, moved};
    fc_run_transfer answer = {FC_FIT_SINGLE, NULL, fc_sym_integer(run->analysis->algebra, 0), NULL};
    if (strcmp(name, "Recv") == 0)
        return fc_run_add_message(run, cost, single, &partner);
    if (strcmp(name, "Ssend") == 0)
        return fc_run_add_message(run, cost, single, &partner) && fc_run_add_message(run, cost, answer, &partner);
    if (name[0] != 'I')
        return fc_run_add_message(run, cost, send, &partner);
    return fc_run_post(run, cost, &(fc_run_request){receives, bytes, partner});
}

/* The neighbors of this rank in a grid, by the variant of a message to them. */
static bool find_neighbors(fc_run_variants *out, fc_run *run, const fc_cost *cost)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    *out = (fc_run_variants){0};
    for (int d = 0; d < MAX_DIMENSIONS && (d == 0 || comm_part(run, comm, "dims", d)); d++)
        for (int by = -1; by <= 1; by += 2) {
            fc_run_variants each;
            const fc_sym *at = shifted(run, comm, d, fc_sym_integer(algebra, by));
            if (!at)
                return fc_run_fail(run, cost->node, "the partner of this %s is not closed in the parameters",
                                   cost->operation->name);
            if (!fc_run_variants_of_pair(&each, run, cost, comm, at))
                return false;
            each = fc_run_variants_scale(run, fc_sym_is_nonnegative(algebra, at), &each);
            *out = fc_run_variants_add(run, out, &each);
        }
    return true;
}

/* A message to and from each neighbor. */
static bool run_neighbors(fc_run *run, const fc_cost *cost)
{
    const fc_sym *bytes = fc_run_bytes_of(run, cost, 0);
    fc_run_variants neighbors;
    if (!find_neighbors(&neighbors, run, cost))
        return false;
    if (fc_run_argument(cost, FC_ARG_COUNTS, 0))
        bytes = NULL;
    fc_run_transfer send = {FC_FIT_POST, NULL, bytes, bytes}, post = {FC_FIT_POST_RECEIVE, NULL, bytes, NULL},
                    receive = {FC_FIT_SINGLE, NULL, bytes, NULL};
    return fc_run_add_message(run, cost, send, &neighbors) && fc_run_add_message(run, cost, post, &neighbors) &&
           fc_run_add_message(run, cost, receive, &neighbors);
}

/* A broadcast from another root than rank 0 has a runtime function of its own. */
static bool add_broadcast(fc_run *run, const fc_cost *cost, fc_run_transfer made)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1), *before = run->weight;
    const fc_sym *rank = fc_run_root_of(run, cost);
    if (!rank)
        return false;
    const fc_sym *elsewhere = fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, rank, one));
    const fc_sym *share[] = {fc_sym_subtract(algebra, one, elsewhere), elsewhere};
    bool done = true;
    for (int i = 0; i < 2 && done; i++) {
        run->weight = fc_sym_multiply(algebra, before, share[i]);
        made.fit = i ? FC_FIT_BCAST_ELSEWHERE : FC_FIT_BCAST;
        done = share[i] == fc_sym_integer(algebra, 0) ||
               fc_run_add_among(run, cost, &made, fc_run_argument(cost, FC_ARG_COMM, 0));
    }
    run->weight = before;
    return done;
}

static bool run_collective(fc_run *run, const fc_cost *cost)
{
    fc_fit fit = cost->operation->fit;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0), *copy = fc_run_argument(cost, FC_ARG_NEW_COMM, 0);
    const fc_sym *ranks = fc_run_communicator_size(run, comm);
    if (copy) { /* MPI_Comm_idup: as MPI_Comm_dup */
        write_group(run, copy, &(fc_run_group){ranks, rank_in(run, comm)});
        fc_run_variants_bind(run, cost, copy, comm);
    }
    if (fc_run_argument(cost, FC_ARG_COUNTS, 0))
        return fc_run_blocks(run, cost);
    bool told_twice = fc_run_argument(cost, FC_ARG_COUNT, 1) != NULL;
    bool received = fit == FC_FIT_ALLGATHER || fit == FC_FIT_ALLTOALL;
    const fc_sym *bytes = fit == FC_FIT_BARRIER || copy ? fc_sym_integer(run->analysis->algebra, 0)
                                                        : fc_run_bytes_of(run, cost, told_twice && received ? 1 : 0);
    if (strstr(cost->operation->name, "educe_scatter_block"))
        bytes = fc_run_multiply(run, bytes, ranks);
    fc_run_transfer made = {fit, ranks, bytes, received ? fc_run_multiply(run, ranks, bytes) : bytes};
    return fit == FC_FIT_BCAST ? add_broadcast(run, cost, made) : fc_run_add_among(run, cost, &made, comm);
}

/* Of MPI_Win_lock_all every rank is the target: ANY. */
static bool find_target(fc_run_variants *out, fc_run *run, const fc_cost *cost)
{
    if (fc_run_argument(cost, FC_ARG_PEER, 0))
        return fc_run_find_partner(out, run, cost, 0, false);
    *out = fc_run_variants_any(run);
    return true;
}

/* A lock is a round trip, unless its assertion is MPI_MODE_NOCHECK; other assertions are not followed. */
static bool run_lock(fc_run *run, const fc_cost *cost)
{
    const fc_node *assertion = fc_run_argument(cost, FC_ARG_VALUE, strcmp(cost->operation->name, "MPI_Win_lock") == 0);
    if (assertion->kind == FC_HANDLE && strcmp(assertion->text, "MPI_MODE_NOCHECK") == 0)
        return true;
    if (assertion->kind != FC_INTEGER || assertion->value != 0)
        return fc_run_fail(run, cost->node, "the assertion of this %s is not closed in the parameters",
                           cost->operation->name);
    fc_run_transfer empty = {FC_FIT_SINGLE, NULL, fc_sym_integer(run->analysis->algebra, 0), NULL};
    fc_run_variants target;
    return find_target(&target, run, cost) && fc_run_add_message(run, cost, empty, &target) &&
           fc_run_add_message(run, cost, empty, &target);
}

static bool run_access(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name, *arguments = cost->operation->arguments;
    const fc_sym *bytes = fc_run_argument(cost, FC_ARG_COUNT, 0)
                              ? fc_run_bytes_of(run, cost, strstr(name, "et_accumulate") ? 2 : 1)
                              : fc_run_datatype_bytes(run, fc_run_argument(cost, FC_ARG_DATATYPE, 0));
    bool reads = strchr(arguments, FC_ARG_RECEIVED), writes = strchr(arguments, FC_ARG_BUFFER);
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
    fc_run_transfer whole = {FC_FIT_SINGLE, NULL, bytes, bytes}, asking = {FC_FIT_SINGLE, NULL, zero, NULL},
                    back = {FC_FIT_SINGLE, NULL, bytes, NULL};
    fc_run_variants target;
    return fc_run_find_partner(&target, run, cost, 0, false) && fc_run_add_message(run, cost, whole, &target) &&
           (!reads || fc_run_add_message(run, cost, writes ? back : asking, &target));
}

/* Creation and release of a window (by its address), or a fence: a barrier of its ranks. */
static bool run_window_barrier(fc_run *run, const fc_cost *cost)
{
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0), *made = fc_run_argument(cost, FC_ARG_NEW_WINDOW, 0);
    const fc_node *own = fc_run_addressed(made), *window = own    ? own
                                                           : made ? made
                                                                  : fc_run_argument(cost, FC_ARG_WINDOW, 0);
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0),
                 *ranks = fc_run_communicator_size(run, comm ? comm : window);
    if (comm) {
        fc_run_write(run, made, ranks);
        fc_run_variants_bind(run, cost, made, comm);
    }
    fc_run_transfer barrier = {FC_FIT_BARRIER, ranks, zero, zero};
    return fc_run_add_among(run, cost, &barrier, comm ? comm : window);
}

/* What stands in runtime/mpi/one_sided/mpi_window.h; groups are not followed. */
static bool run_one_sided(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name + strlen("MPI_");
    if (fc_control_exposes_window(run->analysis->control, cost->node))
        return fc_run_fail(run, cost->node,
                           "the formula does not follow values that other ranks put into the window of this %s",
                           cost->operation->name);
    bool accesses = fc_run_argument(cost, FC_ARG_DISPLACEMENT, 0) && !fc_run_argument(cost, FC_ARG_NEW_WINDOW, 0);
    if (accesses)
        return run_access(run, cost);
    if (strncmp(name, "Win_lock", strlen("Win_lock")) == 0)
        return run_lock(run, cost);
    if (strncmp(name, "Win_flush", strlen("Win_flush")) == 0 || strcmp(name, "Win_sync") == 0)
        return true;
    if (strncmp(name, "Win_unlock", strlen("Win_unlock")) == 0) {
        const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
        fc_run_variants target;
        return find_target(&target, run, cost) &&
               fc_run_add_message(run, cost, (fc_run_transfer){FC_FIT_POST, NULL, zero, NULL}, &target);
    }
    if (cost->operation->fit == FC_FIT_BARRIER)
        return run_window_barrier(run, cost);
    return fc_run_fail(run, cost->node, "the ranks of this %s are not closed in the parameters", cost->operation->name);
}

/* The root of a broadcast to all ranks, the same for each of them, which comes to this call; NULL: not known. */
static const fc_sym *root_of_all(fc_run *run, const fc_cost *cost)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *root = fc_run_value(run, fc_run_argument(cost, FC_ARG_PEER, 0));
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    bool is_one = root && !fc_sym_depends(root, own_rank(run));
    bool comes = is_one && fc_sym_substitute(algebra, run->weight, own_rank(run), root) != zero;
    return comes && fc_run_is_number_of_ranks(run, fc_run_communicator_size(run, comm)) ? root : NULL;
}

/* What a root broadcasts is the same everywhere after it. Values that other collectives bring are not followed. */
static void carry(fc_run *run, const fc_cost *cost)
{
    bool is_broadcast = strcmp(cost->operation->name, "MPI_Bcast") == 0, is_array;
    fc_argument brought = is_broadcast ? FC_ARG_BUFFER : FC_ARG_RECEIVED;
    char *key = NULL;
    if (!fc_control_distributes_values(run->analysis->control, cost->node) ||
        !fc_run_target(run, &key, &is_array, fc_run_argument(cost, brought, 0)))
        return;
    const fc_sym *root = is_broadcast ? root_of_all(run, cost) : NULL;
    const fc_state_root from = {root, fc_run_depends_on_quantity, run};
    if (root)
        fc_state_carry(run->state, run->analysis->algebra, key, &from);
    else
        fc_state_forget(run->state, key);
    free(key);
}

/* What a message brings, and who sent it, is not followed: results of these calls are unknown from here on. */
static void forget_results(fc_run *run, const fc_cost *cost)
{
    const bool is_message = cost->operation->kind == FC_MPI_POINT_TO_POINT ||
                            cost->operation->kind == FC_MPI_COMPLETION || cost->operation->kind == FC_MPI_ONE_SIDED ||
                            cost->operation->kind == FC_MPI_FILE;
    const fc_control *control = run->analysis->control;
    const char *arguments = cost->operation->arguments;
    for (int i = 0; arguments[i] && i + 1 < cost->node->n_children; i++) {
        const fc_node *argument = cost->node->child[i + 1];
        char *key = NULL;
        bool is_array;
        bool is_read = fc_control_needs_value(control, argument) || fc_control_receives_values(control, cost->node);
        bool is_number = strchr("KeU", arguments[i]) != NULL;
        bool is_received = is_read && is_message && strchr("OswM", arguments[i]);
        if ((is_number || is_received) && fc_run_target(run, &key, &is_array, argument))
            fc_state_forget(run->state, key);
        free(key);
    }
}

bool fc_run_mpi(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name;
    if (strcmp(name, "MPI_Bcast") == 0 || fc_mpi_transfers_payload(cost->operation))
        carry(run, cost);
    if (cost->value_kept) {
        char *key = fc_format("call%d", cost->node->id);
        fc_state_bind(run->state, key, fc_sym_integer(run->analysis->algebra, 0));
        free(key);
    }
    if (strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0)
        fc_run_start_time(run);
    if (strcmp(name, "MPI_Finalize") == 0)
        run->finalized = true;
    forget_results(run, cost);
    switch (cost->operation->kind) {
    case FC_MPI_CONTROL:
        return run_control(run, cost);
    case FC_MPI_POINT_TO_POINT:
        return run_point_to_point(run, cost);
    case FC_MPI_COLLECTIVE:
        return strstr(name, "eighbor") ? run_neighbors(run, cost) : run_collective(run, cost);
    case FC_MPI_FILE:
        return fc_run_fail(run, cost->node, "the formula does not cover file operations: %s", cost->operation->name);
    case FC_MPI_ONE_SIDED:
        return run_one_sided(run, cost);
    default:
        return true;
    }
}
