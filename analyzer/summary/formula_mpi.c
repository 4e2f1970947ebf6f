/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI calls in a symbolic run: the same terms as the runtime adds under method sum. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/summary/formula_arguments.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DIMENSIONS = 8
};

const fc_sym *fc_run_communicator_size(const fc_run *run, const fc_node *comm)
{
    while (comm && comm->kind == FC_CAST)
        comm = comm->child[0];
    if (!comm || (comm->kind == FC_HANDLE && strcmp(comm->text, "MPI_COMM_NULL") == 0))
        return NULL;
    if (comm->kind == FC_HANDLE)
        return strcmp(comm->text, "MPI_COMM_SELF") == 0
                   ? fc_sym_integer(run->analysis->algebra, 1)
                   : fc_sym_variable(run->analysis->algebra, "p", "p", "p", FC_FACT_POSITIVE);
    fc_view view = {
        .control = run->analysis->control, .algebra = run->analysis->algebra, .root = comm, .state = run->state};
    char *key = NULL;
    const fc_sym *size = NULL;
    if (fc_value_key(&key, &view, comm))
        fc_state_lookup(run->state, key, &size);
    free(key);
    return size;
}

static const fc_sym *multiply(fc_run *run, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_multiply(run->analysis->algebra, a, b) : NULL;
}

/* Bytes of the nth count and datatype among the arguments. */
static const fc_sym *bytes_of(fc_run *run, const fc_cost *cost, int nth)
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
    return multiply(run, elements, bytes);
}

/* What a call costs; moved as in fc_formula_term. */
typedef struct transfer {
    fc_fit fit;
    const fc_sym *ranks, *bytes, *moved;
} transfer;

static bool add_transfer(fc_run *run, const fc_cost *cost, const transfer *made)
{
    if (!made->ranks || !made->bytes)
        return fc_run_fail(run, cost->node, "the size of this %s is not closed in the parameters",
                           cost->operation->name);
    fc_formula_term *term = fc_run_term(run, cost->node);
    if (term) {
        term->operation = cost->operation;
        term->fit = made->fit;
        term->ranks = made->ranks;
        term->bytes = made->bytes;
        term->moved = made->moved;
    }
    return true;
}

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

/* A Cartesian communicator knows its dimensions and periods; `made` is the address of its handle. */
static void create_cartesian(fc_run *run, const fc_cost *cost, const fc_sym *size)
{
    char *key = NULL;
    bool is_array;
    double n = 0;
    const fc_sym *dimensions = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0));
    if (!fc_run_target(run, &key, &is_array, fc_run_argument(cost, FC_ARG_NEW_COMM, 0)))
        return;
    fc_state_bind(run->state, key, size);
    if (dimensions && !fc_sym_is_constant(dimensions, &n))
        n = 0;
    for (int i = 0; i < MAX_DIMENSIONS; i++) {
        char *dims = fc_format("%s.dims[%d]", key, i), *periods = fc_format("%s.periods[%d]", key, i);
        fc_state_bind(run->state, dims,
                      i < n ? fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 0), i) : NULL);
        fc_state_bind(run->state, periods,
                      i < n ? fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 1), i) : NULL);
        free(dims);
        free(periods);
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
    const fc_sym *rank = own_rank(run), *at = coordinate(run, comm, rank, d), *one = fc_sym_integer(algebra, 1);
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
    const fc_sym *neighbour = fc_sym_add(algebra, rank, fc_sym_multiply(algebra, by, stride));
    return fc_sym_add(algebra, null, fc_sym_multiply(algebra, inside, fc_sym_subtract(algebra, neighbour, null)));
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

/* The ranks of the communicator are those of MPI_COMM_WORLD. */
static bool is_number_of_ranks(const fc_run *run, const fc_sym *size)
{
    return size == fc_sym_variable(run->analysis->algebra, "p", "p", "p", FC_FACT_POSITIVE);
}

/* A duplicate, and a grid of all ranks, has the size of its parent; that of another one is a quantity. NULL: not known,
 * or an inter-communicator, whose collectives are not those of its local group. */
static const fc_sym *size_of_new(fc_run *run, const fc_cost *cost, const fc_sym *size)
{
    const char *name = cost->operation->name;
    const fc_node *made = fc_run_argument(cost, FC_ARG_NEW_COMM, 0);
    bool is_whole = strncmp(name, "MPI_Comm_dup", strlen("MPI_Comm_dup")) == 0 || strcmp(name, "MPI_Cart_create") == 0;
    if (is_whole && (is_number_of_ranks(run, size) || strncmp(name, "MPI_Comm_dup", strlen("MPI_Comm_dup")) == 0))
        return size;
    if (strcmp(name, "MPI_Intercomm_create") == 0)
        return NULL;
    return made && made->kind == FC_UNARY && made->op == FC_OP_ADDRESS ? fc_run_size_of_made(run, cost, made->child[0])
                                                                       : NULL;
}

/* A new communicator costs its ranks a COMM_DUP; a split costs the ranks of its parent a COMM_SPLIT first
 * (coefficients.h). */
static bool add_new_communicator(fc_run *run, const fc_cost *cost, const fc_sym *size)
{
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
    fc_fit fit = cost->operation->fit;
    transfer split = {FC_FIT_COMM_SPLIT, size, zero, NULL},
             made = {FC_FIT_COMM_DUP, size_of_new(run, cost, size), zero, NULL};
    if (fit != FC_FIT_COMM_SPLIT && fit != FC_FIT_COMM_DUP)
        return true;
    if (fit == FC_FIT_COMM_SPLIT && !add_transfer(run, cost, &split))
        return false;
    return add_transfer(run, cost, &made);
}

static bool run_control(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name;
    fc_algebra *algebra = run->analysis->algebra;
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0);
    const fc_sym *size = fc_run_communicator_size(run, comm);
    bool one_rank = size == fc_sym_integer(algebra, 1), is_world = is_number_of_ranks(run, size);
    bool creates_dimensions = strcmp(name, "MPI_Dims_create") == 0;
    for (int i = 0; !creates_dimensions && fc_run_argument(cost, FC_ARG_OUT, i); i++)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, i), NULL);
    if (strcmp(name, "MPI_Comm_size") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0), size);
    else if (strcmp(name, "MPI_Comm_rank") == 0)
        fc_run_write(run, fc_run_argument(cost, FC_ARG_OUT, 0),
                     one_rank   ? fc_sym_integer(algebra, 0)
                     : is_world ? own_rank(run)
                                : NULL);
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
    else if (fc_run_argument(cost, FC_ARG_NEW_COMM, 0))
        fc_run_write(run, fc_run_argument(cost, FC_ARG_NEW_COMM, 0), size_of_new(run, cost, size));
    return add_new_communicator(run, cost, size);
}

/* 1 where the partner exists, 0 where it is MPI_PROC_NULL; NULL: not closed. */
static const fc_sym *partner_exists(fc_run *run, const fc_cost *cost, int nth, bool receives)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *peer = fc_run_value(run, fc_run_argument(cost, FC_ARG_PEER, nth));
    if (receives && peer == fc_sym_integer(algebra, FC_MPI_ANY_SOURCE))
        return fc_sym_integer(algebra, 1);
    return peer ? fc_sym_is_nonnegative(algebra, peer) : NULL;
}

/* A message to or from one other rank. */
static bool add_where(fc_run *run, const fc_cost *cost, transfer made, const fc_sym *where)
{
    fc_algebra *algebra = run->analysis->algebra;
    made.ranks = fc_sym_integer(algebra, 2);
    if (!where)
        return fc_run_fail(run, cost->node, "the partner of this %s is not closed in the parameters",
                           cost->operation->name);
    if (where == fc_sym_integer(algebra, 0))
        return true;
    const fc_sym *before = run->weight;
    run->weight = fc_sym_multiply(algebra, before, where);
    bool done = add_transfer(run, cost, &made);
    run->weight = before;
    return done;
}

static bool run_exchange(fc_run *run, const fc_cost *cost, const fc_sym *sent, const fc_sym *received)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1);
    const fc_sym *sends = partner_exists(run, cost, 0, false), *receives = partner_exists(run, cost, 1, true);
    if (!sends || !receives || !sent || !received)
        return add_where(run, cost, (transfer){.fit = FC_FIT_SENDRECV}, sent && received ? NULL : one);
    const fc_sym *both = fc_sym_multiply(algebra, sends, receives), *larger = fc_sym_maximum(algebra, sent, received);
    transfer exchanged = {FC_FIT_SENDRECV, NULL, larger, sent}, send = {FC_FIT_SEND, NULL, sent, sent},
             receive = {FC_FIT_SINGLE, NULL, received, NULL};
    return add_where(run, cost, exchanged, both) && add_where(run, cost, send, fc_sym_subtract(algebra, sends, both)) &&
           add_where(run, cost, receive, fc_sym_subtract(algebra, receives, both));
}

/* A call that completes requests may complete the one that this call makes. Without one, the cost program never charges
 * the transfer of a receive. */
static bool may_complete(const fc_run *run, const fc_cost *cost)
{
    const fc_cells *cells = fc_control_cells(run->analysis->control);
    const fc_node *made = fc_run_argument(cost, FC_ARG_REQUEST, 0);
    const fc_program *program = run->analysis->program;
    int cell = made ? fc_cells_of_target(cells, made) : -1;
    bool may = cell < 0;
    for (int i = 0; i < program->n_nodes && !may; i++) {
        const fc_node *call = program->node[i];
        const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
        const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
        for (int k = 1; k < call->n_children && operation && operation->kind == FC_MPI_COMPLETION && !may; k++)
            may = fc_cells_of_target(cells, call->child[k]) == cell;
    }
    return may;
}

/* Who pays what stands in runtime/mpi/mpi_virtual.h. */
static bool run_point_to_point(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name + 4;
    if (!fc_run_argument(cost, FC_ARG_PEER, 0)) /* a persistent request, or a message probed before */
        return fc_run_fail(run, cost->node,
                           "the partner of this %s is set by an earlier call, which the formula does not follow",
                           cost->operation->name);
    const fc_sym *bytes = bytes_of(run, cost, 0);
    if (strcmp(name, "Sendrecv") == 0)
        return run_exchange(run, cost, bytes, bytes_of(run, cost, 1));
    if (strcmp(name, "Sendrecv_replace") == 0)
        return run_exchange(run, cost, bytes, bytes);
    bool receives = strcmp(name, "Recv") == 0 || strcmp(name, "Irecv") == 0;
    const fc_sym *where = partner_exists(run, cost, 0, receives);
    const fc_sym *moved = receives ? NULL : bytes;
    transfer single = {FC_FIT_SINGLE, NULL, bytes, moved}, post = {FC_FIT_POST, NULL, bytes, moved},
             send = {FC_FIT_SEND, NULL, bytes, moved};
    transfer answer = {FC_FIT_SINGLE, NULL, fc_sym_integer(run->analysis->algebra, 0), NULL};
    if (strcmp(name, "Recv") == 0)
        return add_where(run, cost, single, where);
    if (strcmp(name, "Ssend") == 0)
        return add_where(run, cost, single, where) && add_where(run, cost, answer, where);
    if (name[0] != 'I')
        return add_where(run, cost, send, where);
    bool posted = add_where(run, cost, post, where);
    return posted && (!receives || !may_complete(run, cost) || add_where(run, cost, single, where));
}

/* Neighbours of this rank in a grid; NULL: not closed. */
static const fc_sym *degree_in_grid(fc_run *run, const fc_node *comm)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *degree = fc_sym_integer(algebra, 0);
    for (int d = 0; d < MAX_DIMENSIONS && (d == 0 || comm_part(run, comm, "dims", d)); d++)
        for (int by = -1; by <= 1; by += 2) {
            const fc_sym *at = shifted(run, comm, d, fc_sym_integer(algebra, by));
            const fc_sym *exists = at ? fc_sym_is_nonnegative(algebra, at) : NULL;
            degree = degree && exists ? fc_sym_add(algebra, degree, exists) : NULL;
        }
    return degree;
}

/* A message to and from each neighbour. */
static bool run_neighbours(fc_run *run, const fc_cost *cost)
{
    const fc_sym *bytes = bytes_of(run, cost, 0);
    const fc_sym *degree = degree_in_grid(run, fc_run_argument(cost, FC_ARG_COMM, 0));
    if (fc_run_argument(cost, FC_ARG_COUNTS, 0))
        bytes = NULL;
    transfer send = {FC_FIT_POST, NULL, bytes, bytes}, post = {FC_FIT_POST, NULL, bytes, NULL},
             receive = {FC_FIT_SINGLE, NULL, bytes, NULL};
    return add_where(run, cost, send, degree) && add_where(run, cost, post, degree) &&
           add_where(run, cost, receive, degree);
}

/* A broadcast from another root than rank 0 has a runtime function of its own. The cost program passes no root that is
 * dynamic, and takes rank 0 (residual_calls.c). */
static bool add_broadcast(fc_run *run, const fc_cost *cost, transfer made)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1), *before = run->weight;
    const fc_node *root = fc_run_argument(cost, FC_ARG_PEER, 0);
    bool is_dynamic = !fc_control_is_static(run->analysis->control, root);
    const fc_sym *rank = is_dynamic ? fc_sym_integer(algebra, 0) : fc_run_value(run, root);
    if (!rank)
        return fc_run_fail(run, cost->node, "the root of this %s is not closed in the parameters",
                           cost->operation->name);
    const fc_sym *elsewhere = fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, rank, one));
    const fc_sym *share[] = {fc_sym_subtract(algebra, one, elsewhere), elsewhere};
    bool done = true;
    for (int i = 0; i < 2 && done; i++) {
        run->weight = fc_sym_multiply(algebra, before, share[i]);
        made.fit = i ? FC_FIT_BCAST_ELSEWHERE : FC_FIT_BCAST;
        done = share[i] == fc_sym_integer(algebra, 0) || add_transfer(run, cost, &made);
    }
    run->weight = before;
    return done;
}

/* The mean of an array of counts is not followed: only operations with a single count are closed. */
static bool run_collective(fc_run *run, const fc_cost *cost)
{
    fc_fit fit = cost->operation->fit;
    const fc_sym *ranks = fc_run_communicator_size(run, fc_run_argument(cost, FC_ARG_COMM, 0));
    const fc_node *copy = fc_run_argument(cost, FC_ARG_NEW_COMM, 0);
    if (copy) /* MPI_Comm_idup: as MPI_Comm_dup */
        fc_run_write(run, copy, ranks);
    bool told_twice = fc_run_argument(cost, FC_ARG_COUNT, 1) != NULL;
    bool received = fit == FC_FIT_ALLGATHER || fit == FC_FIT_ALLTOALL;
    const fc_sym *bytes = fit == FC_FIT_BARRIER || copy ? fc_sym_integer(run->analysis->algebra, 0)
                                                        : bytes_of(run, cost, told_twice && received ? 1 : 0);
    if (strstr(cost->operation->name, "educe_scatter_block"))
        bytes = multiply(run, bytes, ranks);
    if (fc_run_argument(cost, FC_ARG_COUNTS, 0))
        bytes = NULL;
    transfer made = {fit, ranks, bytes, received ? multiply(run, ranks, bytes) : bytes};
    return fit == FC_FIT_BCAST ? add_broadcast(run, cost, made) : add_transfer(run, cost, &made);
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
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    transfer empty = {FC_FIT_SINGLE, NULL, zero, NULL};
    return add_where(run, cost, empty, one) && add_where(run, cost, empty, one);
}

static bool run_access(fc_run *run, const fc_cost *cost)
{
    const char *name = cost->operation->name, *arguments = cost->operation->arguments;
    const fc_sym *bytes = fc_run_argument(cost, FC_ARG_COUNT, 0)
                              ? bytes_of(run, cost, strstr(name, "et_accumulate") ? 2 : 1)
                              : fc_run_datatype_bytes(run, fc_run_argument(cost, FC_ARG_DATATYPE, 0));
    bool reads = strchr(arguments, FC_ARG_RECEIVED), writes = strchr(arguments, FC_ARG_BUFFER);
    const fc_sym *where = partner_exists(run, cost, 0, false), *zero = fc_sym_integer(run->analysis->algebra, 0);
    transfer whole = {FC_FIT_SINGLE, NULL, bytes, bytes}, asking = {FC_FIT_SINGLE, NULL, zero, NULL},
             back = {FC_FIT_SINGLE, NULL, bytes, NULL};
    return add_where(run, cost, whole, where) && (!reads || add_where(run, cost, writes ? back : asking, where));
}

/* Creation and release of a window (by its address), or a fence: a barrier of its ranks. */
static bool run_meeting(fc_run *run, const fc_cost *cost)
{
    const fc_node *comm = fc_run_argument(cost, FC_ARG_COMM, 0), *made = fc_run_argument(cost, FC_ARG_NEW_WINDOW, 0);
    const fc_node *window = made ? made : fc_run_argument(cost, FC_ARG_WINDOW, 0);
    if (made && made->kind == FC_UNARY && made->op == FC_OP_ADDRESS)
        window = made->child[0];
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0),
                 *ranks = fc_run_communicator_size(run, comm ? comm : window);
    if (comm)
        fc_run_write(run, made, ranks);
    transfer barrier = {FC_FIT_BARRIER, ranks, zero, zero};
    return add_transfer(run, cost, &barrier);
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
        const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0),
                     *one = fc_sym_integer(run->analysis->algebra, 1);
        return add_where(run, cost, (transfer){FC_FIT_POST, NULL, zero, NULL}, one);
    }
    if (cost->operation->fit == FC_FIT_BARRIER)
        return run_meeting(run, cost);
    return fc_run_fail(run, cost->node, "the ranks of this %s are not closed in the parameters", cost->operation->name);
}

static void bind_result(fc_run *run, const fc_cost *cost)
{
    char *key = fc_format("call%d", cost->node->id);
    fc_state_bind(run->state, key, fc_sym_integer(run->analysis->algebra, 0));
    free(key);
}

void fc_run_start_time(fc_run *run)
{
    fc_run_cut_terms(run, 0);
}

/* What rank 0 broadcasts is the same everywhere behind it; what else collectives bring is not followed. */
static void carry(fc_run *run, const fc_cost *cost)
{
    bool is_broadcast = strcmp(cost->operation->name, "MPI_Bcast") == 0, is_array;
    const fc_sym *root = is_broadcast ? fc_run_value(run, fc_run_argument(cost, FC_ARG_PEER, 0)) : NULL;
    fc_argument brought = is_broadcast ? FC_ARG_BUFFER : FC_ARG_RECEIVED;
    char *key = NULL;
    if (!fc_control_distributes_values(run->analysis->control, cost->node) ||
        !fc_run_target(run, &key, &is_array, fc_run_argument(cost, brought, 0)))
        return;
    if (is_broadcast && root == fc_sym_integer(run->analysis->algebra, 0))
        fc_state_carry(run->state, run->analysis->algebra, key);
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
    if (cost->value_kept)
        bind_result(run, cost);
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
        return strstr(name, "eighbor") ? run_neighbours(run, cost) : run_collective(run, cost);
    case FC_MPI_FILE:
        return fc_run_fail(run, cost->node, "the formula does not cover file operations: %s", cost->operation->name);
    case FC_MPI_ONE_SIDED:
        return run_one_sided(run, cost);
    default:
        return true;
    }
}
