/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances and shared links of a network, run through the user's launcher with one rank on each node.
 *
 * argv: rounds, bytes of long messages; then exchanges, each a list of ranks, "1,0,2". Without exchanges, distances
 * and shifts are measured. Output lines, samples in nanoseconds:
 *   distance <i> <j> <samples> ...     half a ping-pong of 8 bytes between ranks i < j, while the others wait
 *   long <0> <bytes> <samples> ...     half a ping-pong of long messages between ranks 0 and 1
 *   shift <s> <bytes> <samples> ...    each rank i sends a long message to rank i + s at the same time, on the slowest
 *   exchange <k> <bytes> <samples> ... the same where rank i sends to the i-th rank of the k-th list; not to itself
 * # <done> <of>                        after each part */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIMES = 4,
    MOST_ROUNDS = 16
};

static char *out, *in;

/* The mean of half a ping-pong, on rank i. */
static double ping_pong(int rank, int i, int j, int bytes)
{
    double start = 0;
    for (int k = -1; k < TIMES; k++) { /* the first one warms up */
        if (k == 0)
            start = MPI_Wtime();
        if (rank == i) {
            MPI_Send(out, bytes, MPI_BYTE, j, 0, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, j, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == j) {
            MPI_Recv(in, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / (2 * TIMES);
}

/* A long message to one rank and from one (MPI_PROC_NULL: none) at once; the slowest rank's seconds, on rank 0. */
static double exchange(int to, int from, int bytes)
{
    double slowest = 0, sum = 0;
    for (int k = -1; k < TIMES; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        MPI_Sendrecv(out, bytes, MPI_BYTE, to, 0, in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double mine = MPI_Wtime() - start;
        MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        sum += k < 0 ? 0 : slowest;
    }
    return sum / TIMES;
}

/* `at` is the rank with the samples; rank 0 prints them. */
static void print(int rank, int at, const char *name, const long number[2], double *sample, int rounds)
{
    if (at > 0 && rank == at)
        MPI_Send(sample, rounds, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    if (rank > 0)
        return;
    if (at > 0)
        MPI_Recv(sample, rounds, MPI_DOUBLE, at, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%s %ld %ld %d", name, number[0], number[1], rounds);
    for (int r = 0; r < rounds; r++)
        printf(" %.9g", sample[r] * 1e9);
    printf("\n");
}

static void mark(int rank, int done, int total)
{
    if (rank == 0) {
        printf("# %d %d\n", done, total);
        fflush(stdout);
    }
}

static void all_distances(int rank, int ranks, int rounds, int bytes)
{
    double sample[MOST_ROUNDS];
    for (int i = 0; i < ranks; i++) {
        for (int j = i + 1; j < ranks; j++) {
            MPI_Barrier(MPI_COMM_WORLD);
            for (int r = 0; r < rounds; r++)
                sample[r] = ping_pong(rank, i, j, 8);
            print(rank, i, "distance", (const long[]){i, j}, sample, rounds);
        }
        mark(rank, i + 1, 2 * ranks);
    }
    for (int r = 0; r < rounds; r++)
        sample[r] = ping_pong(rank, 0, 1, bytes);
    print(rank, 0, "long", (const long[]){0, bytes}, sample, rounds);
}

static void all_shifts(int rank, int ranks, int rounds, int bytes)
{
    double sample[MOST_ROUNDS];
    for (int by = 1; by < ranks; by++) {
        for (int r = 0; r < rounds; r++)
            sample[r] = exchange((rank + by) % ranks, (rank + ranks - by) % ranks, bytes);
        print(rank, 0, "shift", (const long[]){by, bytes}, sample, rounds);
        mark(rank, ranks + by, 2 * ranks);
    }
    mark(rank, 2 * ranks, 2 * ranks);
}

/* The rank that this one sends to, and the one that sends to it, by a list "1,0,2". */
static void read_list(int peer[2], const char *list, int rank, int ranks)
{
    peer[0] = peer[1] = MPI_PROC_NULL;
    for (int i = 0; i < ranks; i++) {
        char *end;
        int to = (int)strtol(list, &end, 10);
        if (i == rank && to != rank)
            peer[0] = to;
        if (i != rank && to == rank)
            peer[1] = i;
        list = *end == ',' ? end + 1 : end;
    }
}

static void all_exchanges(int rank, int ranks, int rounds, int bytes, char **list)
{
    double sample[MOST_ROUNDS];
    int n = 0, peer[2];
    while (list[n])
        n++;
    for (int k = 0; k < n; k++) {
        read_list(peer, list[k], rank, ranks);
        for (int r = 0; r < rounds; r++)
            sample[r] = exchange(peer[0], peer[1], bytes);
        print(rank, 0, "exchange", (const long[]){k, bytes}, sample, rounds);
        mark(rank, k + 1, n);
    }
}

/* True: every rank has a node of its own. */
static int nodes_are_apart(int ranks)
{
    enum {
        LONGEST = MPI_MAX_PROCESSOR_NAME
    };
    char mine[LONGEST] = "", *name = calloc((size_t)ranks, LONGEST);
    int length, apart = name != NULL;
    MPI_Get_processor_name(mine, &length);
    MPI_Allgather(mine, LONGEST, MPI_CHAR, name, LONGEST, MPI_CHAR, MPI_COMM_WORLD);
    for (int i = 0; i < ranks && apart; i++)
        for (int j = 0; j < i && apart; j++)
            apart = strcmp(name + (size_t)i * LONGEST, name + (size_t)j * LONGEST) != 0;
    free(name);
    return apart;
}

int main(int argc, char **argv)
{
    int rank, ranks, rounds = argc > 1 ? atoi(argv[1]) : 3, bytes = argc > 2 ? atoi(argv[2]) : 1 << 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = calloc((size_t)bytes, 1);
    in = calloc((size_t)bytes, 1);
    if (rounds < 1 || rounds > MOST_ROUNDS || !out || !in || !nodes_are_apart(ranks)) {
        fprintf(stderr, "network benchmark: needs each rank on a node of its own, and memory for %d bytes, twice\n",
                bytes);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (argc > 3) {
        all_exchanges(rank, ranks, rounds, bytes, argv + 3);
    } else {
        all_distances(rank, ranks, rounds, bytes);
        all_shifts(rank, ranks, rounds, bytes);
    }
    MPI_Finalize();
    return 0;
}
