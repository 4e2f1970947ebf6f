/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups and the communicators made of them; a message whose size is queried by a probe.
 *
 * Of p ranks the even ones (range_incl) have a communicator with an Allreduce of as many ints as it has ranks; all but
 * the first and last (excl) one with a broadcast of as many bytes as the union of both groups has ranks; in the
 * communicator of the listed ranks {p - 1, 0} rank 0 there (p - 1) sends 10 bytes, the other receives after a probe.
 *
 * p = 2: even {0}: 1 message of 4 bytes; inner {}: none; pair: 1 message of 10 bytes
 * p = 5: even {0 2 4}: 3 messages of 12 bytes; inner {1 2 3}: 3 messages of |{0 1 2 3 4}| = 5 bytes; pair: 1 of 10
 * bytes
 *
 * expect ranks 2: 2 messages, 14 bytes
 * expect ranks 5: 7 messages, 61 bytes */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, ranks, n, first, compared, data[100] = {0}, sum[100];
    char text[100] = {0};
    MPI_Group all, even, inner, either, pair;
    MPI_Comm evens, inners, pairs;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int every_second[1][3] = {{0, ranks - 1, 2}}, ends[2] = {0, ranks - 1}, turned[2] = {ranks - 1, 0};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, every_second, &even);
    MPI_Group_excl(all, 2, ends, &inner);
    MPI_Group_union(even, inner, &either);
    MPI_Group_incl(all, 2, turned, &pair);
    MPI_Comm_create(MPI_COMM_WORLD, even, &evens);
    MPI_Comm_create(MPI_COMM_WORLD, inner, &inners);
    MPI_Comm_create(MPI_COMM_WORLD, pair, &pairs);
    if (evens != MPI_COMM_NULL) {
        MPI_Comm_size(evens, &n);
        MPI_Allreduce(data, sum, n, MPI_INT, MPI_SUM, evens);
    }
    if (inners != MPI_COMM_NULL) {
        MPI_Group_size(either, &n);
        MPI_Bcast(text, n, MPI_CHAR, 0, inners);
    }
    if (pairs != MPI_COMM_NULL) {
        MPI_Comm_rank(pairs, &first);
        if (first == 0) {
            MPI_Send(text, 10, MPI_CHAR, 1, 3, pairs);
        } else {
            MPI_Probe(0, 3, pairs, &status);
            MPI_Recv(text, 10, MPI_CHAR, 0, 3, pairs, &status);
        }
        MPI_Comm_free(&pairs);
    }
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &compared);
    MPI_Group_translate_ranks(pair, 1, ends, all, &first);
    if (compared != MPI_IDENT || first != ranks - 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Group_free(&all);
    MPI_Group_free(&pair);
    MPI_Finalize();
}
