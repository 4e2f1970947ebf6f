/* SPDX-License-Identifier: Apache-2.0 */
/* Process sets of a session (MPI 4.0, section 11.3): all ranks, and the own one. */
#include "communicator.h"

#include <string.h>

static const char *const sets[] = {"mpi://WORLD", "mpi://SELF"};
enum {
    N_SETS = sizeof sets / sizeof *sets
};

int fc_MPI_Session_get_num_psets(fc_rank *r, int site, int *n)
{
    fc_rank_site(r, site);
    fc_call_store(n, N_SETS);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Session_get_nth_pset(fc_rank *r, int site, int number, int *length)
{
    if (number < 0 || number >= N_SETS)
        fc_call_refuse(r, site, "process set %d is not among %d", number, N_SETS);
    fc_call_store(length, (int)strlen(sets[number]) + 1);
    return FC_MPI_SUCCESS;
}

/* A set of another name, or of a dynamic one (NULL), is unknown. */
int fc_MPI_Group_from_session_pset(fc_rank *r, int site, const char *name, fc_mpi_group *made)
{
    for (int i = 0; i < N_SETS && name; i++)
        if (strcmp(name, sets[i]) == 0)
            return fc_MPI_Comm_group(r, site, i == 0 ? FC_MPI_COMM_WORLD : FC_MPI_COMM_SELF, made);
    fc_rank_site(r, site);
    fc_call_store(made, FC_MPI_GROUP_UNKNOWN);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_create_from_group(fc_rank *r, int site, fc_mpi_group group, fc_comm *made)
{
    return fc_MPI_Comm_create_group(r, site, FC_MPI_COMM_WORLD, group, made);
}

/* The local group becomes a communicator first. Its leader finds the other one in MPI_COMM_WORLD. */
int fc_MPI_Intercomm_create_from_groups(fc_rank *r, int site, fc_mpi_group local, int leader, fc_mpi_group remote,
                                        int remote_leader, fc_comm *made)
{
    fc_comm half;
    int other = FC_MPI_NUMBER_UNKNOWN;
    fc_MPI_Comm_create_group(r, site, FC_MPI_COMM_WORLD, local, &half);
    bool leads = half >= 0 && r->comm[half].rank == leader;
    if (leads && remote != FC_MPI_GROUP_UNKNOWN && remote_leader != FC_MPI_NUMBER_UNKNOWN) {
        const fc_members *members = fc_communicator_members(r, site, remote);
        if (remote_leader < 0 || remote_leader >= members->n)
            fc_call_refuse(r, site, "the remote leader %d is not in a group of %d ranks", remote_leader, members->n);
        other = members->rank[remote_leader];
    }
    fc_MPI_Intercomm_create(r, site, half, leader, FC_MPI_COMM_WORLD, leads ? other : 0, 0, made);
    if (half >= 0)
        r->comm[half].made_at = 0; /* no handle of the program's */
    return FC_MPI_SUCCESS;
}
