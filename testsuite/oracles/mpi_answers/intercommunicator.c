/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inter-communicators between the even and the odd ranks: their groups, messages, collectives, duplicates, parts, and
 * merges. On one rank there is no second group. */
#include "answer.h"

static void ask_groups(MPI_Comm inter, MPI_Comm local)
{
    int size, rank, remote, is_inter, first = 0, translated, compared;
    MPI_Group own, other, world;
    MPI_Comm_test_inter(inter, &is_inter);
    MPI_Comm_size(inter, &size);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_remote_group(inter, &other);
    MPI_Comm_group(inter, &own);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    note(is_inter != 0);
    note(size);
    note(rank);
    note(remote);
    MPI_Group_translate_ranks(other, 1, &first, world, &translated);
    note(translated);
    MPI_Group_translate_ranks(own, 1, &first, world, &translated);
    note(translated);
    MPI_Comm_compare(inter, inter, &compared);
    note(compared == MPI_IDENT);
    MPI_Comm_compare(inter, local, &compared);
    note(compared == MPI_UNEQUAL);
    MPI_Group_free(&own);
    MPI_Group_free(&other);
    MPI_Group_free(&world);
}

/* Each rank sends its number to the remote rank of its own number, or to the last; the last one receives the rest. */
static void send_numbers(MPI_Comm inter, int number, int tag)
{
    int size, rank, remote, got = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Comm_size(inter, &size);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Isend(&number, 1, MPI_INT, rank < remote ? rank : remote - 1, tag, inter, &request);
    for (int from = rank; from < remote && (from == rank || rank == size - 1); from++) {
        MPI_Recv(&got, 1, MPI_INT, from, tag, inter, &status);
        note(got);
        note(status.MPI_SOURCE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The second rank of the odd group, or its only one, is the root. */
static void collect(MPI_Comm inter, int is_odd, int number)
{
    int rank, size, value = number, remote, all[64], root_rank = 1;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    if ((is_odd ? size : remote) < 2)
        root_rank = 0;
    int root = !is_odd ? root_rank : rank == root_rank ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Barrier(inter);
    MPI_Bcast(&value, 1, MPI_INT, root, inter);
    note(value);
    MPI_Gather(&number, 1, MPI_INT, all, 1, MPI_INT, root, inter);
    MPI_Allgather(&number, is_odd ? 1 : 2, MPI_BYTE, all, is_odd ? 2 : 1, MPI_BYTE, inter);
    MPI_Allreduce(&number, all, 1, MPI_INT, MPI_SUM, inter);
    int *counts = malloc(size * sizeof *counts), given[64] = {0};
    for (int i = 0; i < size; i++)
        counts[i] = remote;
    MPI_Reduce_scatter(given, all, counts, MPI_INT, MPI_SUM, inter);
    note(counts[size - 1]);
    free(counts);
}

static void merge(MPI_Comm inter, int is_odd)
{
    MPI_Comm merged;
    int rank, size;
    MPI_Intercomm_merge(inter, !is_odd, &merged);
    MPI_Comm_rank(merged, &rank);
    MPI_Comm_size(merged, &size);
    note(rank);
    note(size);
    MPI_Comm_free(&merged);
}

/* Ranks 0 and 1 of each group, in reverse order, and the others. */
static void divide(MPI_Comm inter, int number)
{
    MPI_Comm part;
    int rank;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_split(inter, rank < 2, -rank, &part);
    note(part == MPI_COMM_NULL);
    if (part == MPI_COMM_NULL)
        return;
    send_numbers(part, number, 5);
    MPI_Comm_free(&part);
}

static void ask(int world_rank)
{
    int is_odd = world_rank % 2;
    MPI_Comm local, inter, copy;
    MPI_Comm_split(MPI_COMM_WORLD, is_odd, world_rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !is_odd, 17, &inter);
    ask_groups(inter, local);
    send_numbers(inter, 10 + world_rank, 3);
    collect(inter, is_odd, 20 + world_rank);
    MPI_Comm_dup(inter, &copy);
    ask_groups(copy, local);
    MPI_Comm_free(&inter);
    send_numbers(copy, 30 + world_rank, 4);
    merge(copy, is_odd);
    divide(copy, 40 + world_rank);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&local);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1)
        ask(rank);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
