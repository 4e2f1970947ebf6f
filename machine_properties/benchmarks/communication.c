/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of MPI operations over message sizes, run through the user's launcher. argv: rounds, most bytes. Lines printed:
 *   <operation> <ranks> <bytes> <rounds> then `rounds` samples in nanoseconds, each the mean of a batch, slowest rank.
 * bytes: what comm_interface's table calls the size: the vector of bcast, reduce, allreduce, scan and reduce_scatter,
 * one rank's block of gather, scatter, allgather and alltoall, a message. Roots rotate, so that one operation waits for
 * the one before. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROUNDS = 32,
    MOST_RANKS = 4096
};

typedef struct bench {
    int rank, ranks, rounds;
    long most;
    char *out, *in;
    int *counts, *places;
} bench;
typedef void operation(bench *b, int bytes, int i);

static void do_single(bench *b, int bytes, int i)
{
    (void)i;
    if (b->rank == 0) {
        MPI_Send(b->out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(b->in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (b->rank == 1) {
        MPI_Recv(b->in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(b->out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}
static void do_sendrecv(bench *b, int bytes, int i)
{
    (void)i;
    int next = (b->rank + 1) % b->ranks, before = (b->rank + b->ranks - 1) % b->ranks;
    MPI_Sendrecv(b->out, bytes, MPI_BYTE, next, 1, b->in, bytes, MPI_BYTE, before, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}
static void do_barrier(bench *b, int bytes, int i)
{
    (void)b, (void)bytes, (void)i;
    MPI_Barrier(MPI_COMM_WORLD);
}
static void do_bcast(bench *b, int bytes, int i)
{
    MPI_Bcast(b->out, bytes, MPI_BYTE, i % b->ranks, MPI_COMM_WORLD);
}
static void do_reduce(bench *b, int bytes, int i)
{
    MPI_Reduce(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, i % b->ranks, MPI_COMM_WORLD);
}
static void do_allreduce(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allreduce(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void do_scan(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Scan(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void do_gather(bench *b, int bytes, int i)
{
    MPI_Gather(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, i % b->ranks, MPI_COMM_WORLD);
}
static void do_scatter(bench *b, int bytes, int i)
{
    MPI_Scatter(b->in, bytes, MPI_BYTE, b->out, bytes, MPI_BYTE, i % b->ranks, MPI_COMM_WORLD);
}
static void do_allgather(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allgather(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static void do_alltoall(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Alltoall(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static void do_gatherv(bench *b, int bytes, int i)
{
    MPI_Gatherv(b->out, bytes, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, i % b->ranks, MPI_COMM_WORLD);
}
static void do_scatterv(bench *b, int bytes, int i)
{
    MPI_Scatterv(b->in, b->counts, b->places, MPI_BYTE, b->out, bytes, MPI_BYTE, i % b->ranks, MPI_COMM_WORLD);
}
static void do_allgatherv(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allgatherv(b->out, bytes, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, MPI_COMM_WORLD);
}
static void do_alltoallv(bench *b, int bytes, int i)
{
    (void)i, (void)bytes;
    MPI_Alltoallv(b->out, b->counts, b->places, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, MPI_COMM_WORLD);
}
static void do_reduce_scatter(bench *b, int bytes, int i)
{
    (void)i;
    int each = bytes / 8 / b->ranks, rest = bytes / 8 % b->ranks;
    for (int r = 0; r < b->ranks; r++)
        b->places[r] = each + (r < rest);
    MPI_Reduce_scatter(b->out, b->in, b->places, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Seconds an operation, the slowest rank's mean of `times`. */
static double batch(bench *b, operation *run, int bytes, int times)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < times; i++)
        run(b, bytes, i);
    double mine = (MPI_Wtime() - start) / times, slowest;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void prepare(bench *b, int bytes)
{
    for (int r = 0; r < b->ranks; r++) {
        b->counts[r] = bytes;
        b->places[r] = r * bytes;
    }
}

static int repetitions(bench *b, operation *run, int bytes, double seconds)
{
    batch(b, run, bytes, 2);
    double one = batch(b, run, bytes, 4); /* the first batch warms up */
    int times = one > 0 ? (int)(seconds / one) : 1000;
    times = times < 2 ? 2 : times > 2000 ? 2000 : times;
    times += times % 2;
    MPI_Bcast(&times, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return times;
}

/* The sender's share of a message (the receive is posted), and the share of posting one. */
static void shares(bench *b, int bytes, double *send, double *post)
{
    enum {
        TIMES = 20
    };
    double in_send = 0, in_post = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (b->rank == 1)
            MPI_Irecv(b->in, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Send(b->out, bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        in_send += MPI_Wtime() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Isend(b->out, bytes, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &request);
        if (b->rank == 1)
            MPI_Irecv(b->in, bytes, MPI_BYTE, 0, 3, MPI_COMM_WORLD, &request);
        in_post += MPI_Wtime() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    *send = in_send / TIMES;
    *post = in_post / TIMES;
}

/* What a receive takes on rank 0 whose message is already there. */
static double receive_share(bench *b, int bytes)
{
    enum {
        TIMES = 20
    };
    double sum = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (b->rank == 1)
            MPI_Isend(b->out, bytes, MPI_BYTE, 0, 4, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Recv(b->in, bytes, MPI_BYTE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += MPI_Wtime() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return sum / TIMES;
}

static void print(bench *b, const char *name, long bytes, const double *sample, double factor)
{
    if (b->rank)
        return;
    printf("%s %d %ld %d", name, b->ranks, bytes, b->rounds);
    for (int r = 0; r < b->rounds; r++)
        printf(" %.4g", sample[r] * factor * 1e9);
    printf("\n");
}

static void point(bench *b, const char *name, operation *run, int bytes)
{
    double sample[MOST_ROUNDS];
    prepare(b, bytes);
    int times = repetitions(b, run, bytes, 1e-3);
    for (int r = 0; r < b->rounds; r++)
        sample[r] = batch(b, run, bytes, times);
    print(b, name, bytes, sample, run == do_single ? 0.5 : 1);
}

static void share_point(bench *b, int bytes)
{
    double send[MOST_ROUNDS], post[MOST_ROUNDS], receive[MOST_ROUNDS];
    for (int r = 0; r < b->rounds; r++) {
        shares(b, bytes, &send[r], &post[r]);
        receive[r] = receive_share(b, bytes);
    }
    print(b, "send", bytes, send, 1);
    print(b, "post", bytes, post, 1);
    print(b, "receive", bytes, receive, 1);
}

static int allocate(bench *b)
{
    size_t bytes = (size_t)b->most * (size_t)b->ranks + 64;
    b->out = malloc(bytes), b->in = malloc(bytes);
    b->counts = malloc(sizeof(int) * (size_t)b->ranks), b->places = malloc(sizeof(int) * (size_t)b->ranks);
    if (!b->out || !b->in || !b->counts || !b->places || bytes > 0x7fffffff)
        return 1;
    memset(b->out, 0, bytes);
    memset(b->in, 0, bytes);
    return 0;
}

/* 8, 16, 24, 32, 48, 64, 96, ...: powers of two and halfway between; whole doubles. */
static long next_size(long bytes)
{
    int is_power = (bytes & (bytes - 1)) == 0;
    return bytes < 16 ? 16 : is_power ? bytes / 2 * 3 : bytes / 3 * 4;
}

static void all_points(bench *b)
{
    static const struct {
        const char *name;
        operation *run;
    } table[] = {{"single", do_single},
                 {"sendrecv", do_sendrecv},
                 {"bcast", do_bcast},
                 {"reduce", do_reduce},
                 {"allreduce", do_allreduce},
                 {"gather", do_gather},
                 {"gatherv", do_gatherv},
                 {"scatter", do_scatter},
                 {"scatterv", do_scatterv},
                 {"allgather", do_allgather},
                 {"allgatherv", do_allgatherv},
                 {"alltoall", do_alltoall},
                 {"alltoallv", do_alltoallv},
                 {"reduce_scatter", do_reduce_scatter},
                 {"scan", do_scan}};
    int n = (int)(sizeof table / sizeof *table), done = 0;
    point(b, "barrier", do_barrier, 0);
    for (int k = 0; k < n; k++) {
        for (long bytes = 8; bytes <= b->most; bytes = next_size(bytes))
            point(b, table[k].name, table[k].run, (int)bytes);
        if (b->rank == 0) {
            printf("# %d %d\n", ++done, n + 1);
            fflush(stdout);
        }
    }
    for (long bytes = 8; bytes <= b->most; bytes = next_size(bytes))
        share_point(b, (int)bytes);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench b = {.rounds = argc > 1 ? atoi(argv[1]) : 7, .most = argc > 2 ? atol(argv[2]) : 4 << 20};
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.ranks);
    if (b.rounds < 1 || b.rounds > MOST_ROUNDS || b.ranks < 2 || b.ranks > MOST_RANKS || allocate(&b)) {
        fprintf(stderr, "communication benchmark: needs 2 ranks or more and memory for %ld bytes a rank pair\n",
                b.most);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    all_points(&b);
    MPI_Finalize();
    return 0;
}
