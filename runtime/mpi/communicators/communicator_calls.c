/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators of a virtual rank. Ranks are never reordered, so that a communicator is a size, a rank and a topology.
 * Cartesian numbering is row-major (MPI 3.1, section 7.5). */
#include "communicator.h"
#include "deferred.h"
#include "intercommunicator.h"
#include "leaks.h"
#include "sync.h"
#include "topology.h"

static const fc_communicator *cartesian(fc_rank *r, int site, fc_comm comm)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    if (of->n_dims < 0)
        fc_call_refuse(r, site, "the communicator has no Cartesian topology");
    return of;
}

static void check_room(fc_rank *r, int site, const fc_communicator *of, int n)
{
    if (n < of->n_dims)
        fc_call_refuse(r, site, "an array for %d dimensions cannot hold %d", n, of->n_dims);
}

static bool is_known(const fc_rank *r, fc_comm comm)
{
    return comm >= 0 && comm < r->n_comms && r->comm[comm].alive;
}

void fc_probe_communicator(fc_rank *r, int probe, fc_comm comm)
{
    fc_probe_number(r, probe, is_known(r, comm) ? r->comm[comm].size : NAN);
}

void fc_probe_variant(fc_rank *r, int probe, fc_comm comm)
{
    fc_probe_number(r, probe, is_known(r, comm) ? r->comm[comm].variant : NAN);
}

int fc_MPI_Comm_size(fc_rank *r, int site, fc_comm comm, int *size)
{
    fc_call_store(size, fc_call_comm_or_world(r, site, comm)->size);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_rank(fc_rank *r, int site, fc_comm comm, int *rank)
{
    fc_call_store(rank, fc_call_comm_or_world(r, site, comm)->rank);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_dup(fc_rank *r, int site, fc_comm comm, fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    bool is_inter = fc_intercommunicator_is(of);
    fc_comm from = is_inter ? of->whole : comm;
    fc_communicator copy = r->comm[from];
    fc_comm added = fc_communicator_split(r, site, from, copy, (const int[2]){0, copy.rank});
    fc_call_store(made, is_inter ? fc_intercommunicator_pair(r, site, added, comm) : added);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_dup_with_info(fc_rank *r, int site, fc_comm comm, fc_comm *made)
{
    return fc_MPI_Comm_dup(r, site, comm, made);
}

int fc_MPI_Comm_disconnect(fc_rank *r, int site, fc_comm *comm)
{
    return fc_MPI_Comm_free(r, site, comm);
}

int fc_MPI_Comm_get_parent(fc_rank *r, int site, fc_comm *parent)
{
    fc_rank_site(r, site);
    fc_call_store(parent, FC_MPI_COMM_NULL);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Topo_test(fc_rank *r, int site, fc_comm comm, int *status)
{
    fc_call_store(status, fc_topology_kind(fc_call_comm(r, site, comm)));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cartdim_get(fc_rank *r, int site, fc_comm comm, int *n)
{
    fc_call_store(n, cartesian(r, site, comm)->n_dims);
    return FC_MPI_SUCCESS;
}

static long multiply_dims(fc_rank *r, int site, int n, const int *dims, int size)
{
    long product = 1;
    if (n > 0)
        fc_call_check_array(r, site, dims);
    for (int d = 0; d < n; d++) {
        if (dims[d] < 1)
            fc_call_refuse(r, site, "dimension %d has %d ranks", d, dims[d]);
        product *= dims[d];
        if (product > size)
            fc_call_refuse(r, site, "the grid needs more than the communicator's %d ranks", size);
    }
    return product;
}

int fc_MPI_Cart_map(fc_rank *r, int site, fc_comm comm, int n, const int *dims, const int *periods, int *rank)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)periods;
    long size = multiply_dims(r, site, n, dims, of->size);
    fc_call_store(rank, of->rank < size ? of->rank : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cart_create(fc_rank *r, int site, fc_comm comm, int n, const int *dims, const int *periods, int reorder,
                       fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)reorder;
    if (n == FC_MPI_NUMBER_UNKNOWN ||
        (n > 0 && (dims == FC_MPI_NUMBERS_UNKNOWN || periods == FC_MPI_NUMBERS_UNKNOWN))) {
        fc_call_store(made, fc_communicator_split_unknown(r, site, comm, false));
        return FC_MPI_SUCCESS;
    }
    if (n < 0 || n > FC_TOPOLOGY_DIMS)
        fc_call_refuse(r, site, "%d dimensions are outside 0 ... %d", n, FC_TOPOLOGY_DIMS);
    if (n > 0)
        fc_call_check_array(r, site, periods);
    fc_communicator grid = {.size = (int)multiply_dims(r, site, n, dims, of->size),
                            .rank = of->rank,
                            .alive = true,
                            .n_dims = n,
                            .member = of->member};
    for (int d = 0; d < n; d++) {
        grid.dims[d] = dims[d];
        grid.periods[d] = periods[d] != 0;
    }
    int color = grid.rank < grid.size ? 0 : FC_MPI_UNDEFINED;
    fc_comm added = fc_communicator_split(r, site, comm, grid, (const int[2]){color, of->rank});
    fc_call_store(made, added);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cart_coords(fc_rank *r, int site, fc_comm comm, int rank, int n, int *coords)
{
    const fc_communicator *of = cartesian(r, site, comm);
    fc_call_check_root(r, site, of, rank);
    check_room(r, site, of, n);
    if (coords)
        fc_topology_coordinates(of, rank, coords);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cart_rank(fc_rank *r, int site, fc_comm comm, const int *coords, int *rank)
{
    const fc_communicator *of = cartesian(r, site, comm);
    int number = 0;
    if (of->n_dims > 0)
        fc_call_check_array(r, site, coords);
    for (int d = 0; d < of->n_dims; d++) {
        int at = fc_topology_wrap(of, d, coords[d]);
        if (at < 0)
            fc_call_refuse(r, site, "coordinate %d of dimension %d is outside its %d ranks", coords[d], d, of->dims[d]);
        number = number * of->dims[d] + at;
    }
    fc_call_store(rank, number);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cart_shift(fc_rank *r, int site, fc_comm comm, int direction, int distance, int *source, int *target)
{
    const fc_communicator *of = cartesian(r, site, comm);
    if (direction < 0 || direction >= of->n_dims)
        fc_call_refuse(r, site, "direction %d does not exist in a grid of %d dimensions", direction, of->n_dims);
    fc_call_store(source, fc_topology_shift(of, direction, -(long)distance));
    fc_call_store(target, fc_topology_shift(of, direction, distance));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Cart_get(fc_rank *r, int site, fc_comm comm, int n, int *dims, int *periods, int *coords)
{
    const fc_communicator *of = cartesian(r, site, comm);
    check_room(r, site, of, n);
    for (int d = 0; d < of->n_dims; d++) {
        if (dims)
            dims[d] = of->dims[d];
        if (periods)
            periods[d] = of->periods[d];
    }
    if (coords)
        fc_topology_coordinates(of, of->rank, coords);
    return FC_MPI_SUCCESS;
}

/* The members of this rank's subgrid (ranks in MPI_COMM_WORLD): all coordinates of the remaining dimensions, this
 * rank's coordinates of the others, row-major. */
static const int *members_of_part(fc_rank *r, const fc_communicator *of, const int *remain, int size)
{
    int *member = fc_memory_keep(r, (double)size * sizeof *member), coords[FC_TOPOLOGY_DIMS];
    fc_topology_coordinates(of, of->rank, coords);
    for (int i = 0; i < size; i++) {
        int rest = i, number = 0;
        for (int d = of->n_dims - 1; d >= 0; d--)
            if (remain[d]) {
                coords[d] = rest % of->dims[d];
                rest /= of->dims[d];
            }
        for (int d = 0; d < of->n_dims; d++)
            number = number * of->dims[d] + coords[d];
        member[i] = fc_communicator_member(of, number);
    }
    return member;
}

int fc_MPI_Cart_sub(fc_rank *r, int site, fc_comm comm, const int *remain, fc_comm *made)
{
    if (comm == FC_MPI_COMM_UNKNOWN) {
        fc_call_store(made, FC_MPI_COMM_UNKNOWN);
        return FC_MPI_SUCCESS;
    }
    const fc_communicator *of = cartesian(r, site, comm);
    fc_communicator grid = {.size = 1, .alive = true};
    int coords[FC_TOPOLOGY_DIMS], color = 0;
    if (of->n_dims > 0 && remain == FC_MPI_NUMBERS_UNKNOWN) {
        fc_call_store(made, fc_communicator_split_unknown(r, site, comm, false));
        return FC_MPI_SUCCESS;
    }
    if (of->n_dims > 0)
        fc_call_check_array(r, site, remain);
    fc_topology_coordinates(of, of->rank, coords);
    for (int d = 0; d < of->n_dims; d++) {
        if (!remain[d]) {
            color = color * of->dims[d] + coords[d];
            continue;
        }
        grid.dims[grid.n_dims] = of->dims[d];
        grid.periods[grid.n_dims++] = of->periods[d];
        grid.size *= of->dims[d];
        grid.rank = grid.rank * of->dims[d] + coords[d];
    }
    if (fc_deferred_applies(r))
        grid.member = members_of_part(r, of, remain, grid.size);
    fc_comm added = fc_communicator_split(r, site, comm, grid, (const int[2]){color, of->rank});
    fc_call_store(made, added);
    return FC_MPI_SUCCESS;
}

/* ---- split ---- */

static int split(fc_rank *r, int site, fc_comm comm, const int color_and_key[2], fc_comm *made)
{
    const fc_communicator part = {.alive = true, .n_dims = -1};
    bool is_unknown = color_and_key[0] == FC_MPI_NUMBER_UNKNOWN || color_and_key[1] == FC_MPI_NUMBER_UNKNOWN;
    bool is_inter = fc_intercommunicator_is(&r->comm[comm]);
    fc_comm from = is_inter ? r->comm[comm].whole : comm;
    fc_communicator_charge(r, site, FC_FIT_COMM_SPLIT, from);
    fc_comm added = is_unknown ? fc_communicator_split_unknown(r, site, from, true)
                               : fc_communicator_split(r, site, from, part, color_and_key);
    fc_call_store(made, is_inter ? fc_intercommunicator_pair(r, site, added, comm) : added);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_split(fc_rank *r, int site, fc_comm comm, int color, int key, fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    fc_call_comm(r, site, comm);
    if (color < 0 && color != FC_MPI_UNDEFINED && color != FC_MPI_NUMBER_UNKNOWN)
        fc_call_refuse(r, site, "the color is %d, neither >= 0 nor MPI_UNDEFINED", color);
    return split(r, site, comm, (const int[2]){color, key}, made);
}

/* Ranks are on nodes by their placement; by default each node is filled with as many ranks as it has cores. */
int fc_MPI_Comm_split_type(fc_rank *r, int site, fc_comm comm, int type, int key, fc_comm *made)
{
    const fc_mapping *layout = fc_call_mapping(r);
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    fc_call_comm(r, site, comm);
    bool is_plain = type == FC_MPI_UNDEFINED || type == FC_MPI_NUMBER_UNKNOWN;
    if (type != FC_MPI_COMM_TYPE_SHARED && !is_plain)
        fc_call_refuse(r, site, "split type %d is neither MPI_COMM_TYPE_SHARED nor MPI_UNDEFINED", type);
    int node = is_plain ? type : fc_mapping_node(layout, r->launch.rank);
    return split(r, site, comm, (const int[2]){node, key}, made);
}
