/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators not made by all ranks at once: copies that are ready later, begun in another order by every second
 * rank; communicators made by their members only, the same one twice; the ranks of a node.
 *
 * Of p ranks e = ceil(p / 2) are even; they divide by every second place into parts of ceil(e / 2) and floor(e / 2).
 *   copy with info: an Allreduce of one int: p messages, 4 p bytes
 *   later copies: a broadcast of as many ints as ranks, and of one: 2 p messages, 4 p p + 4 p bytes
 *   evens, twice: an Allreduce of e ints, in each part a broadcast of as many bytes as it has ranks:
 *       2 (e + e) messages, 2 (4 e e + s) bytes, s = ceil(e / 2)^2 + floor(e / 2)^2
 *   the pair {p - 1, 0}: its first, p - 1, sends 10 bytes: 1 message
 *   the node: a broadcast of one byte: p messages, p bytes
 * p = 2: e = 1, s = 1: 13 messages, 8 + 16 + 8 + 2 (4 + 1) + 10 + 2 = 54 bytes
 * p = 5: e = 3, s = 5: 33 messages, 20 + 100 + 20 + 2 (36 + 5) + 10 + 5 = 237 bytes
 *
 * expect ranks 2: 13 messages, 54 bytes
 * expect ranks 5: 33 messages, 237 bytes */
#include <mpi.h>

static int rank, ranks, numbers[1000], sums[1000];
static char text[1000];

static void copy_later(MPI_Comm plain)
{
    MPI_Comm first, second;
    MPI_Request request[2];
    int n;
    if (rank % 2 == 0) {
        MPI_Comm_idup(MPI_COMM_WORLD, &first, &request[0]);
        MPI_Comm_idup(plain, &second, &request[1]);
    } else {
        MPI_Comm_idup(plain, &second, &request[1]);
        MPI_Comm_idup(MPI_COMM_WORLD, &first, &request[0]);
    }
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Comm_size(first, &n);
    MPI_Bcast(numbers, n, MPI_INT, 0, first);
    MPI_Bcast(numbers, 1, MPI_INT, 0, second);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
}

static void use_evens(MPI_Group even)
{
    MPI_Comm evens, part;
    int place, n;
    MPI_Comm_create_group(MPI_COMM_WORLD, even, 7, &evens);
    MPI_Comm_rank(evens, &place);
    MPI_Comm_size(evens, &n);
    MPI_Allreduce(numbers, sums, n, MPI_INT, MPI_SUM, evens);
    MPI_Comm_split(evens, place % 2, 0, &part);
    MPI_Comm_size(part, &n);
    MPI_Bcast(text, n, MPI_CHAR, 0, part);
    MPI_Comm_free(&part);
    MPI_Comm_free(&evens);
}

static void use_pair(MPI_Group pair)
{
    MPI_Comm both;
    int place;
    MPI_Comm_create_group(MPI_COMM_WORLD, pair, 8, &both);
    if (both == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(both, &place);
    if (place == 0)
        MPI_Send(text, 10, MPI_CHAR, 1, 0, both);
    else
        MPI_Recv(text, 10, MPI_CHAR, 0, 0, both, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Comm plain, node;
    MPI_Group all, even, pair;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int every_second[1][3] = {{0, ranks - 1, 2}}, turned[2] = {ranks - 1, 0};
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &plain);
    MPI_Allreduce(numbers, sums, 1, MPI_INT, MPI_SUM, plain);
    copy_later(plain);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, every_second, &even);
    MPI_Group_incl(all, 2, turned, &pair);
    for (int i = 0; i < 2 && rank % 2 == 0; i++)
        use_evens(even);
    use_pair(pair);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Bcast(text, 1, MPI_CHAR, 0, node);
    MPI_Finalize();
}
