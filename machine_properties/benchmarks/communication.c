/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of MPI operations over message sizes, run through the user's launcher.
 *
 * argv: rounds, largest bytes, steps finished in an earlier run; the largest rank counts measured so far in any
 * placement, on one node, and on separate nodes (0: none yet, so transfers between two ranks are measured too);
 * optionally the folder for MPI-IO. Output lines:
 *   <operation> <ranks> <bytes> <samples> then the samples in nanoseconds, each the mean of a batch on the slowest
 * rank; # <steps done> <of> <ranks>          after each operation. The suffix @intra marks ranks that all share one
 * node, @inter ranks on separate nodes. If only some ranks share a node, the first node's ranks and the first rank of
 * each node are also measured separately. bytes: the size as comm_interface's table defines it: the vector of bcast,
 * reduce, allreduce, scan and reduce_scatter; one rank's block of gather, scatter, allgather and alltoall; a message;
 * what one rank reads or writes. The time runs from the last rank's entry to the last rank's exit. Operations whose
 * ranks may leave early are separated by barriers; the others run back to back. */
#include "mpi_operations.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int is_of_files(const step *s)
{
    return s->kind == OPENER || s->kind == FILE_BLOCKS;
}

static int is_of_pair(const step *s)
{
    return s->kind == PAIR || s->kind == STATE || s->kind == LIMIT;
}

static void free_communicators(bench *b)
{
    while (b->n_made > 0) {
        MPI_Comm *made = &b->made[--b->n_made];
        if (*made != MPI_COMM_NULL)
            MPI_Comm_free(made);
    }
}

/* All iterations back to back, each waiting for the one before. The slowest rank's seconds per operation. */
static double time_back_to_back(bench *b, const step *s, int bytes, int times)
{
    MPI_Barrier(b->comm);
    double start = MPI_Wtime();
    for (int i = 0; i < times; i++)
        s->run(b, bytes, i);
    double mine = (MPI_Wtime() - start) / times, slowest;
    free_communicators(b);
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, b->comm);
    return slowest;
}

/* Each iteration after a barrier: the mean of the slowest rank's seconds. */
static double time_separated(bench *b, const step *s, int bytes, int times)
{
    static double mine[MOST_TIMES], slowest[MOST_TIMES];
    double sum = 0;
    for (int i = 0; i < times; i++) {
        MPI_Barrier(b->comm);
        double start = MPI_Wtime();
        s->run(b, bytes, i);
        mine[i] = MPI_Wtime() - start;
    }
    MPI_Allreduce(mine, slowest, times, MPI_DOUBLE, MPI_MAX, b->comm);
    for (int i = 0; i < times; i++)
        sum += slowest[i];
    return sum / times;
}

/* Seconds per operation. */
static double batch(bench *b, const step *s, int bytes, int times)
{
    int leaves = s->kind == ROOTED || s->kind == ROOT_BLOCKS || s->kind == FILE_BLOCKS;
    return leaves ? time_separated(b, s, bytes, times) : time_back_to_back(b, s, bytes, times);
}

static void prepare(bench *b, int bytes)
{
    for (int r = 0; r < b->ranks; r++) {
        b->counts[r] = bytes;
        b->places[r] = r * bytes;
    }
}

/* Number of repetitions that takes about 1 ms; an even number. */
static int repetitions(bench *b, const step *s, int bytes)
{
    int most = s->kind == MAKER ? MOST_COMMUNICATORS : MOST_TIMES;
    batch(b, s, bytes, 2); /* warms up */
    double one = batch(b, s, bytes, 2);
    int times = one > 0 && 1e-3 / one < most ? (int)(1e-3 / one) : most;
    times = times < 2 ? 2 : times - times % 2;
    MPI_Bcast(&times, 1, MPI_INT, 0, b->comm);
    return times;
}

/* The sender's time of a message whose receive is posted, and the time of posting an Isend. */
static void shares(bench *b, int bytes, double *send, double *post)
{
    enum {
        TIMES = 20
    };
    double in_send = 0, in_post = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (b->rank == b->far)
            MPI_Irecv(b->in, bytes, MPI_BYTE, 0, 2, b->comm, &request);
        MPI_Barrier(b->comm);
        double start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Send(b->out, bytes, MPI_BYTE, b->far, 2, b->comm);
        in_send += MPI_Wtime() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(b->comm);
        start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Isend(b->out, bytes, MPI_BYTE, b->far, 3, b->comm, &request);
        in_post += MPI_Wtime() - start;
        if (b->rank == b->far)
            MPI_Irecv(b->in, bytes, MPI_BYTE, 0, 3, b->comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    *send = in_send / TIMES;
    *post = in_post / TIMES;
}

/* Without a call that lets the library make progress. The processor is awake at the end. */
static void pause_without_progress(void)
{
    const struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
    for (volatile int i = 0; i < 20000;
         i++) /* tens of microseconds; in a simulator asking for the time would be slow */
        ;
}

/* Times of posting an Irecv on rank 0, and of its completion after a pause, in which the message has arrived. */
static void receive_parts(bench *b, int bytes, double *post, double *complete)
{
    enum {
        TIMES = 4
    };
    double in_post = 0, in_complete = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Barrier(b->comm);
        double start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Irecv(b->in, bytes, MPI_BYTE, b->far, 5, b->comm, &request);
        in_post += MPI_Wtime() - start;
        MPI_Barrier(b->comm);
        if (b->rank == b->far)
            MPI_Send(b->out, bytes, MPI_BYTE, 0, 5, b->comm);
        pause_without_progress();
        start = MPI_Wtime();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        in_complete += MPI_Wtime() - start;
    }
    *post = in_post / TIMES;
    *complete = in_complete / TIMES;
}

/* Time of a receive on rank 0 whose message has already arrived. */
static double receive_share(bench *b, int bytes)
{
    enum {
        TIMES = 20
    };
    double sum = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (b->rank == b->far)
            MPI_Isend(b->out, bytes, MPI_BYTE, 0, 4, b->comm, &request);
        MPI_Barrier(b->comm);
        MPI_Barrier(b->comm);
        double start = MPI_Wtime();
        if (b->rank == 0)
            MPI_Recv(b->in, bytes, MPI_BYTE, b->far, 4, b->comm, MPI_STATUS_IGNORE);
        sum += MPI_Wtime() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return sum / TIMES;
}

/* Whether the last two samples agree to 1e-7: a simulated clock is deterministic, and more samples add nothing. */
static int repeats(const double *sample, int n)
{
    return n >= 2 && sample[n - 1] - sample[n - 2] <= 1e-7 * sample[n - 1] &&
           sample[n - 2] - sample[n - 1] <= 1e-7 * sample[n - 1];
}

/* Missing samples are filled with the last one, so that every size has the same number. */
static void print(bench *b, const char *name, long bytes, const double *sample, int n)
{
    if (b->rank)
        return;
    printf("%s%s %d %ld %d", name, where_mark[b->where], b->ranks, bytes, b->rounds);
    for (int r = 0; r < b->rounds; r++)
        printf(" %.9g", sample[r < n ? r : n - 1] * 1e9);
    printf("\n");
}

/* Measures and prints one size. */
static void point(bench *b, const step *s, int bytes)
{
    double sample[MOST_ROUNDS];
    int n = 0, times, is_half = s->run == do_single || s->run == do_posted || s->kind == STATE || s->kind == OPENER;
    prepare(b, bytes);
    times = repetitions(b, s, bytes);
    while (n < b->rounds && !repeats(sample, n))
        sample[n++] = batch(b, s, bytes, times) * (is_half ? 0.5 : 1);
    print(b, s->name, bytes, sample, n);
}

static void share_point(bench *b, int bytes)
{
    double send[MOST_ROUNDS], post[MOST_ROUNDS], post_receive[MOST_ROUNDS], complete[MOST_ROUNDS], receive[MOST_ROUNDS];
    int n = 0, enough = 0;
    while (n < b->rounds && !enough) {
        shares(b, bytes, &send[n], &post[n]);
        receive_parts(b, bytes, &post_receive[n], &complete[n]);
        receive[n] = receive_share(b, bytes);
        n++;
        enough = repeats(send, n) && repeats(receive, n);
        MPI_Bcast(&enough, 1, MPI_INT, 0, b->comm); /* each rank has times of its own */
    }
    print(b, "send", bytes, send, n);
    print(b, "post", bytes, post, n);
    print(b, "post_receive", bytes, post_receive, n);
    print(b, "complete", bytes, complete, n);
    print(b, "receive", bytes, receive, n);
}

/* A standard send of that size completes although its receive is not called: only messages of another tag are exchanged
 * meanwhile, so that the libraries of both ranks make progress. The result is known to both ranks. */
static int is_eager(bench *b, int bytes)
{
    int eager = 0, other = b->rank ? 0 : b->far;
    MPI_Request sent;
    if (b->rank == 0)
        MPI_Isend(b->out, bytes, MPI_BYTE, other, 2, b->comm, &sent);
    for (int i = 0; i < 8; i++)
        do_single(b, 1, i);
    for (int i = 0; b->rank == 0 && i < 8 && !eager; i++)
        MPI_Test(&sent, &eager, MPI_STATUS_IGNORE);
    if (b->rank == 0) {
        MPI_Send(&eager, 1, MPI_INT, other, 3, b->comm);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&eager, 1, MPI_INT, other, 3, b->comm, MPI_STATUS_IGNORE);
        MPI_Recv(b->in, bytes, MPI_BYTE, other, 2, b->comm, MPI_STATUS_IGNORE);
    }
    return eager;
}

/* Prints the smallest size whose send waits for the receive, by bisection; nothing if all sizes are eager. */
static void find_limit(bench *b)
{
    const double none = 0;
    long low = 0, high = b->most;
    if (b->rank == 0 || b->rank == b->far) {
        int all_eager = is_eager(b, (int)high);
        while (!all_eager && high - low > 1) {
            long middle = (low + high) / 2;
            if (is_eager(b, (int)middle))
                low = middle;
            else
                high = middle;
        }
        if (!all_eager)
            print(b, "eager", high, &none, 1);
    }
    MPI_Barrier(b->comm);
}

static int allocate(bench *b)
{
    size_t bytes = (size_t)b->most + 64;
    b->out = malloc(bytes), b->in = malloc(bytes);
    b->counts = malloc(sizeof(int) * (size_t)b->ranks), b->places = malloc(sizeof(int) * (size_t)b->ranks);
    if (!b->out || !b->in || !b->counts || !b->places || bytes > 0x7fffffff)
        return 1;
    memset(b->out, 0, bytes);
    memset(b->in, 0, bytes);
    return 0;
}

/* The next size, a multiple of 8. Dense sizes: 8, 16, ..., 64, 72, ... in steps of an eighth. Others have powers of two
 * and their midpoints: 8, 16, 24, 32, 48, 64, 96, ... */
static long next_size(long bytes, int is_dense)
{
    if (is_dense)
        return bytes + (bytes < 128 ? 8 : bytes / 64 * 8);
    int is_power = (bytes & (bytes - 1)) == 0;
    return bytes < 16 ? 16 : is_power ? bytes / 2 * 3 : bytes / 3 * 4;
}

static void all_sizes(bench *b, const step *s)
{
    if (s->kind == LIMIT) {
        find_limit(b);
        return;
    }
    int blocks = s->kind == BLOCKS || s->kind == ROOT_BLOCKS ? b->ranks : 1;
    if (s->kind == SIZELESS || s->kind == MAKER || s->kind == OPENER) {
        point(b, s, 0);
        return;
    }
    for (long bytes = 8; bytes * blocks <= b->most; bytes = next_size(bytes, s->kind == PAIR))
        if (s->run)
            point(b, s, (int)bytes);
        else
            share_point(b, (int)bytes);
}

/* Uses a temporary file that is filled before it is read. */
static void file_step(bench *b, const step *s)
{
    open_file(b);
    if (s->run == do_file_read)
        do_file_write(b, (int)b->most, 0);
    all_sizes(b, s);
    MPI_File_close(&b->file);
    if (b->rank == 0)
        MPI_File_delete(b->path, MPI_INFO_NULL);
    MPI_Barrier(b->comm);
}

static int n_steps(const bench *b)
{
    int n = (int)(sizeof table / sizeof *table);
    while (!b->path[0] && is_of_files(&table[n - 1]))
        n--;
    return n;
}

/* Steps of the ranks of MPI_COMM_WORLD: finished in an earlier run, of communicators before this one, all. */
typedef struct progress {
    int done, before, total, ranks;
} progress;

static void all_steps(bench *b, const progress *p)
{
    int n = n_steps(b), has_pairs = b->most_done[b->where] == 0;
    for (int k = p->done > p->before ? p->done - p->before : 0; k < n; k++) {
        if (is_of_files(&table[k]))
            file_step(b, &table[k]);
        else if (has_pairs || !is_of_pair(&table[k]))
            all_sizes(b, &table[k]);
        if (b->rank == 0) {
            printf("# %d %d %d\n", p->before + k + 1, p->total, p->ranks);
            fflush(stdout);
        }
    }
}

/* ---- rank placement ---- */

/* For each rank, the first rank on its node. */
static int *find_nodes(int ranks)
{
    enum {
        LONGEST = MPI_MAX_PROCESSOR_NAME
    };
    char mine[LONGEST] = "", *name = calloc((size_t)ranks, LONGEST);
    int *node = malloc(sizeof *node * (size_t)ranks), length;
    if (!name || !node)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Get_processor_name(mine, &length);
    MPI_Allgather(mine, LONGEST, MPI_CHAR, name, LONGEST, MPI_CHAR, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++) {
        node[r] = 0;
        while (strcmp(name + (size_t)node[r] * LONGEST, name + (size_t)r * LONGEST) != 0)
            node[r]++;
    }
    free(name);
    return node;
}

/* Number of ranks on the first node (INTRA), and number of nodes (INTER). */
static void count_ranks(int size[N_WHERES], const int *node, int ranks)
{
    size[ANY] = ranks;
    size[INTRA] = size[INTER] = 0;
    for (int r = 0; r < ranks; r++) {
        size[INTRA] += node[r] == 0;
        size[INTER] += node[r] == r;
    }
}

/* Measures a subset of the ranks, without MPI-IO; rank 0 belongs to it. */
static void measure_part(const bench *all, where where, int is_in, const progress *p)
{
    bench b = *all;
    b.where = where;
    b.far = 1;
    b.path[0] = '\0';
    MPI_Comm_split(MPI_COMM_WORLD, is_in ? 0 : MPI_UNDEFINED, 0, &b.comm);
    if (is_in) {
        MPI_Comm_rank(b.comm, &b.rank);
        MPI_Comm_size(b.comm, &b.ranks);
        all_steps(&b, p);
        MPI_Comm_free(&b.comm);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void measure_all(bench *b, int done)
{
    int *node = find_nodes(b->ranks), size[N_WHERES], parts[N_WHERES] = {0}, n = n_steps(b), of_files = 0;
    count_ranks(size, node, b->ranks);
    int is_mixed = size[INTRA] < b->ranks && size[INTER] < b->ranks;
    b->where = is_mixed ? ANY : size[INTER] == 1 ? INTRA : INTER;
    while (is_of_files(&table[n - 1 - of_files]))
        of_files++;
    progress p = {done, 0, n, b->ranks};
    for (int w = INTRA; w < N_WHERES; w++) {
        parts[w] = is_mixed && size[w] >= 2 && size[w] > b->most_done[w];
        p.total += parts[w] * (n - of_files);
    }
    for (b->far = 1; is_mixed && node[b->far] == 0;)
        b->far++;
    all_steps(b, &p);
    p.before = n;
    for (int w = INTRA; w < N_WHERES; w++)
        if (parts[w]) {
            measure_part(b, (where)w, w == INTRA ? node[b->rank] == 0 : node[b->rank] == b->rank, &p);
            p.before += n - of_files;
        }
    free(node);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench b = {
        .comm = MPI_COMM_WORLD, .rounds = argc > 1 ? atoi(argv[1]) : 7, .most = argc > 2 ? atol(argv[2]) : 4 << 20};
    int done = argc > 3 ? atoi(argv[3]) : 0;
    for (int w = 0; w < N_WHERES; w++)
        b.most_done[w] = argc > 4 + w ? atoi(argv[4 + w]) : 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.ranks);
    if (argc > 7)
        snprintf(b.path, sizeof b.path, "%s/forecost-calibrate.file", argv[7]);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    if (b.rounds < 1 || b.rounds > MOST_ROUNDS || done < 0 || b.ranks < 2 || b.ranks > MOST_RANKS || allocate(&b)) {
        fprintf(stderr, "communication benchmark: needs 2 ranks or more and memory for %ld bytes a rank, twice\n",
                b.most);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    measure_all(&b, done);
    MPI_Finalize();
    return 0;
}
