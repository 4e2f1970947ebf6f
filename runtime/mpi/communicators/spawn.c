/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that the program starts or connects to (MPI 3.1, sections 10.3 to 10.5). They are not simulated: their
 * start or connection costs what the creation of a communicator does, messages and collectives with them cost as with
 * ranks that are always ready. */
#include "communicator.h"
#include "fingerprint.h"
#include "group.h"
#include "intercommunicator.h"

/* n ranks in MPI_COMM_WORLD, for those of processes that have none: this rank. */
static int *own_ranks(fc_rank *r, int n)
{
    int *list = fc_memory_keep(r, (double)n * sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = r->launch.rank;
    return list;
}

/* The communicator of the ranks that start the processes and of these. */
static fc_comm make_whole(fc_rank *r, int site, fc_comm comm, int n)
{
    fc_comm whole = fc_communicator_duplicate(r, site, comm);
    fc_communicator *of = &r->comm[whole];
    if (r->process && of->group)
        fc_group_release(r->process->world, of->group);
    of->group = NULL;
    of->is_spawned = of->stands_in = true;
    of->size += n;
    of->member = own_ranks(r, of->size);
    return whole;
}

static int spawn(fc_rank *r, int site, int n, fc_comm comm, fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    if (n == FC_MPI_NUMBER_UNKNOWN)
        fc_call_lack(r, site, "the number of processes depends on data");
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "it starts processes");
    fc_call_assume(r, site, FC_ASSUMED_SPAWNED);
    n = n < 1 ? 1 : n; /* only the root's number counts */
    fc_communicator between = *of;
    between.whole = make_whole(r, site, comm, n);
    fc_communicator_charge(r, site, FC_FIT_COMM_DUP, comm);
    between.group = NULL;
    between.is_spawned = true;
    between.made_at = 1 + site;
    between.n_remote = n;
    between.remote = own_ranks(r, n);
    fc_call_store(made, fc_communicator_add(r, between));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_spawn(fc_rank *r, int site, int n, int root, fc_comm comm, fc_comm *made)
{
    (void)root;
    return spawn(r, site, n, comm, made);
}

int fc_MPI_Comm_spawn_multiple(fc_rank *r, int site, int n_programs, const int *n, int root, fc_comm comm,
                               fc_comm *made)
{
    int sum = 0;
    bool is_known = n_programs != FC_MPI_NUMBER_UNKNOWN && n && n != FC_MPI_NUMBERS_UNKNOWN;
    (void)root;
    for (int i = 0; i < n_programs && is_known; i++)
        sum += n[i];
    return spawn(r, site, is_known ? sum : FC_MPI_NUMBER_UNKNOWN, comm, made);
}

/* Another program has as many processes as the communicator that accepts or connects. */
static int join_program(fc_rank *r, int site, fc_comm comm, fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    return spawn(r, site, fc_call_comm(r, site, comm)->size, comm, made);
}

int fc_MPI_Comm_accept(fc_rank *r, int site, int root, fc_comm comm, fc_comm *made)
{
    (void)root;
    return join_program(r, site, comm, made);
}

int fc_MPI_Comm_connect(fc_rank *r, int site, int root, fc_comm comm, fc_comm *made)
{
    (void)root;
    return join_program(r, site, comm, made);
}

int fc_MPI_Comm_join(fc_rank *r, int site, fc_comm *made)
{
    return spawn(r, site, 1, FC_MPI_COMM_SELF, made);
}
