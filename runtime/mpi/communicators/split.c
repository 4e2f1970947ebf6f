/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Comm_split and MPI_Comm_split_type (MPI 3.1, section 6.4.2). */
#include "communicator.h"
#include "intercommunicator.h"
#include "process.h"

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
    int node = is_plain ? type : fc_mapping_node(layout, r->seat.rank);
    return split(r, site, comm, (const int[2]){node, key}, made);
}
