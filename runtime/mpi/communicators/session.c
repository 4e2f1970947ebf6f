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
