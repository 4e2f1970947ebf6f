/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integers received by collectives are message sizes: the bytes sent to the next rank. Each number is checked by its
 * formula, so that the real run verifies the formulas.
 *
 * Rank r of p contributes r + 1. With s = p (p + 1) / 2, the bytes that all ranks together send:
 *   Allreduce       sum: p s; maximum: p p        Scan   1 + 3 + 6 + ...      Exscan   0 + 1 + 3 + ...
 *   Allgather       that of the next rank: s      Gather to p - 1, the sum there: s     Reduce to 0, the minimum: 1
 *   Scatter         2 i + 3 to rank i             Alltoall 10 r + i to rank i, the sum there
 *   p = 2: 6 + 4 + 4 + 1 + 3 + 3 + 1 + 8 + 22 = 52         p = 4: 40 + 16 + 20 + 10 + 10 + 10 + 1 + 24 + 264 = 395
 * These are 9 p messages. The nine collectives themselves are 9 p messages of 4 bytes, two of them 4 p:
 *   p = 2: 88 bytes                                        p = 4: 240 bytes
 * An Alltoallv of chars with the Alltoall's counts is p messages, each rank's of what it sends or gets, whichever is
 * more:
 *   p = 2: 10 + 21                                         p = 4: 60 + 64 + 86 + 126
 *
 * expect ranks 2: 38 messages, 171 bytes
 * expect ranks 4: 76 messages, 971 bytes */
#include <mpi.h>
#include <stdlib.h>

static void pass_on(int n, int right)
{
    int rank, size;
    static char data[1000], room[1000];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (n != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Sendrecv(data, n, MPI_CHAR, (rank + 1) % size, 0, room, 1000, MPI_CHAR, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int r, p, sum, most, least, prefix, before = 0, share, all[64], gathered[64], parts[64], to[64], from[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    int own = r + 1, s = p * (p + 1) / 2;
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    pass_on(sum, s);
    MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    pass_on(most, p);
    MPI_Scan(&own, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    pass_on(prefix, (r + 1) * (r + 2) / 2);
    MPI_Exscan(&own, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    pass_on(before, r * (r + 1) / 2);
    MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    pass_on(all[(r + 1) % p], (r + 1) % p + 1);

    MPI_Gather(&own, 1, MPI_INT, gathered, 1, MPI_INT, p - 1, MPI_COMM_WORLD);
    int there = 0;
    if (r == p - 1)
        for (int i = 0; i < p; i++)
            there += gathered[i];
    pass_on(there, r == p - 1 ? s : 0);
    MPI_Reduce(&own, &least, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (r > 0)
        least = 0;
    pass_on(least, r == 0);
    for (int i = 0; i < p; i++)
        parts[i] = r == 0 ? 2 * i + 3 : 0;
    MPI_Scatter(parts, 1, MPI_INT, &share, 1, MPI_INT, 0, MPI_COMM_WORLD);
    pass_on(share, 2 * r + 3);

    for (int i = 0; i < p; i++)
        to[i] = 10 * r + i;
    MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
    int sent = 0, got = 0, at_sent[64], at_got[64];
    for (int i = 0; i < p; i++) {
        at_sent[i] = sent;
        at_got[i] = got;
        sent += to[i];
        got += from[i];
    }
    pass_on(got, 5 * p * (p - 1) + r * p);
    char *out = calloc(sent + 1, 1), *in = calloc(got + 1, 1);
    MPI_Alltoallv(out, to, at_sent, MPI_CHAR, in, from, at_got, MPI_CHAR, MPI_COMM_WORLD);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
