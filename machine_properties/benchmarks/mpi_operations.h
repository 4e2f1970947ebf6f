/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file mpi_operations.h  The MPI operations that communication.c times. */
#ifndef FC_BENCHMARK_MPI_OPERATIONS_H
#define FC_BENCHMARK_MPI_OPERATIONS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROUNDS = 32,
    MOST_RANKS = 4096,
    MOST_COMMUNICATORS = 16,
    MOST_TIMES = 2000
};

/* Placement of a communicator's ranks; the suffixes are the variants of the machine file. */
typedef enum where {
    ANY,
    INTRA,
    INTER,
    N_WHERES
} where;
static const char *const where_mark[N_WHERES] = {"", "@intra", "@inter"};

typedef struct bench {
    MPI_Comm comm; /* the measured ranks */
    where where;
    int far; /* partner of rank 0 in transfers: on another node if there is one */
    int rank, ranks, rounds;
    int most_done[N_WHERES];
    long most;
    char *out, *in;
    int *counts, *places;
    MPI_Comm made[MOST_COMMUNICATORS]; /* communicators created in this batch */
    int n_made;
    char path[4096]; /* of the file for MPI-IO; "": none */
    MPI_File file;
} bench;
typedef void operation(bench *b, int bytes, int i);

/* Each transfer sends what its rank has just received, so that the bytes lie modified in the sender's cache, as in a
 * program that computes what it sends. Bytes that no rank writes lie in the receiver's cache already: on one node half
 * the time and less. */
static void do_single(bench *b, int bytes, int i)
{
    (void)i;
    if (b->rank == 0) {
        MPI_Send(b->in, bytes, MPI_BYTE, b->far, 1, b->comm);
        MPI_Recv(b->in, bytes, MPI_BYTE, b->far, 1, b->comm, MPI_STATUS_IGNORE);
    } else if (b->rank == b->far) {
        MPI_Recv(b->in, bytes, MPI_BYTE, 0, 1, b->comm, MPI_STATUS_IGNORE);
        MPI_Send(b->in, bytes, MPI_BYTE, 0, 1, b->comm);
    }
}
/* The same with bytes that no rank writes: the interval of `single` covers both. */
static void do_single_kept(bench *b, int bytes, int i)
{
    (void)i;
    if (b->rank == 0) {
        MPI_Send(b->out, bytes, MPI_BYTE, b->far, 1, b->comm);
        MPI_Recv(b->in, bytes, MPI_BYTE, b->far, 1, b->comm, MPI_STATUS_IGNORE);
    } else if (b->rank == b->far) {
        MPI_Recv(b->in, bytes, MPI_BYTE, 0, 1, b->comm, MPI_STATUS_IGNORE);
        MPI_Send(b->out, bytes, MPI_BYTE, 0, 1, b->comm);
    }
}
/* Half a ping-pong of posted sends. */
static void do_posted(bench *b, int bytes, int i)
{
    char *received = i % 2 ? b->out : b->in, *own = i % 2 ? b->in : b->out;
    int other = b->rank == 0 ? b->far : 0;
    MPI_Request sent;
    if (b->rank != 0 && b->rank != b->far)
        return;
    if (b->rank == b->far)
        MPI_Recv(received, bytes, MPI_BYTE, other, 1, b->comm, MPI_STATUS_IGNORE);
    MPI_Isend(b->rank == 0 ? own : received, bytes, MPI_BYTE, other, 1, b->comm, &sent);
    if (b->rank == 0)
        MPI_Recv(received, bytes, MPI_BYTE, other, 1, b->comm, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
}
/* Between two ranks only: a ring of all ranks would contain their distances and shared links. */
static void do_sendrecv(bench *b, int bytes, int i)
{
    int other = b->rank ? 0 : b->far;
    char *received = i % 2 ? b->out : b->in, *own = i % 2 ? b->in : b->out;
    if (b->rank == 0 || b->rank == b->far)
        MPI_Sendrecv(own, bytes, MPI_BYTE, other, 1, received, bytes, MPI_BYTE, other, 1, b->comm, MPI_STATUS_IGNORE);
}
static void do_barrier(bench *b, int bytes, int i)
{
    (void)b, (void)bytes, (void)i;
    MPI_Barrier(b->comm);
}
static void do_bcast(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Bcast(b->out, bytes, MPI_BYTE, 0, b->comm);
}
static void do_bcast_elsewhere(bench *b, int bytes, int i)
{
    MPI_Bcast(b->out, bytes, MPI_BYTE, 1 + i % (b->ranks - 1), b->comm);
}
static void do_reduce(bench *b, int bytes, int i)
{
    MPI_Reduce(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, i % b->ranks, b->comm);
}
static void do_allreduce(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allreduce(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, b->comm);
}
static void do_scan(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Scan(b->out, b->in, bytes / 8, MPI_DOUBLE, MPI_SUM, b->comm);
}
static void do_gather(bench *b, int bytes, int i)
{
    MPI_Gather(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, i % b->ranks, b->comm);
}
static void do_scatter(bench *b, int bytes, int i)
{
    MPI_Scatter(b->in, bytes, MPI_BYTE, b->out, bytes, MPI_BYTE, i % b->ranks, b->comm);
}
static void do_allgather(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allgather(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, b->comm);
}
static void do_alltoall(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Alltoall(b->out, bytes, MPI_BYTE, b->in, bytes, MPI_BYTE, b->comm);
}
static void do_gatherv(bench *b, int bytes, int i)
{
    MPI_Gatherv(b->out, bytes, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, i % b->ranks, b->comm);
}
static void do_scatterv(bench *b, int bytes, int i)
{
    MPI_Scatterv(b->in, b->counts, b->places, MPI_BYTE, b->out, bytes, MPI_BYTE, i % b->ranks, b->comm);
}
static void do_allgatherv(bench *b, int bytes, int i)
{
    (void)i;
    MPI_Allgatherv(b->out, bytes, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, b->comm);
}
static void do_alltoallv(bench *b, int bytes, int i)
{
    (void)i, (void)bytes;
    MPI_Alltoallv(b->out, b->counts, b->places, MPI_BYTE, b->in, b->counts, b->places, MPI_BYTE, b->comm);
}
static void do_reduce_scatter(bench *b, int bytes, int i)
{
    (void)i;
    int each = bytes / 8 / b->ranks, rest = bytes / 8 % b->ranks;
    for (int r = 0; r < b->ranks; r++)
        b->places[r] = each + (r < rest);
    MPI_Reduce_scatter(b->out, b->in, b->places, MPI_DOUBLE, MPI_SUM, b->comm);
}
/* Communicators are freed between batches. */
static void do_comm_dup(bench *b, int bytes, int i)
{
    (void)bytes, (void)i;
    MPI_Comm_dup(b->comm, &b->made[b->n_made++]);
}
/* Each rank gets its own color. Creating the communicators costs the same as comm_dup. */
static void do_comm_split(bench *b, int bytes, int i)
{
    (void)bytes, (void)i;
    MPI_Comm_split(b->comm, b->rank, 0, &b->made[b->n_made++]);
}

static void open_file(bench *b)
{
    MPI_File_open(b->comm, b->path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &b->file);
}
static void do_file_open(bench *b, int bytes, int i)
{
    (void)bytes, (void)i;
    MPI_File_close(&b->file);
    open_file(b);
}
/* All ranks write at the same time, each to its own block. */
static void do_file_write(bench *b, int bytes, int i)
{
    (void)i;
    MPI_File_write_at(b->file, (MPI_Offset)b->rank * bytes, b->out, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}
static void do_file_read(bench *b, int bytes, int i)
{
    (void)i;
    MPI_File_read_at(b->file, (MPI_Offset)b->rank * bytes, b->in, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

typedef enum kind {
    PAIR,          /* two ranks; dense sizes, which locate breakpoints */
    STATE,         /* two ranks; the sizes of collectives */
    LIMIT,         /* two ranks; prints one size, the eager limit */
    SYNCHRONIZING, /* all ranks leave together; m bytes a rank */
    BLOCKS,        /* the same; m bytes for each rank */
    ROOTED,        /* some ranks leave earlier; m bytes a rank */
    ROOT_BLOCKS,   /* some ranks leave earlier; m bytes for each rank */
    SIZELESS,      /* no bytes */
    MAKER,         /* no bytes; creates a communicator */
    OPENER,        /* closes and opens a file, no bytes */
    FILE_BLOCKS    /* m bytes a rank of a file; some ranks leave earlier */
} kind;

static const struct step {
    const char *name;
    operation *run;
    kind kind;
} table[] = {{"single", do_single, PAIR},
             {"single_kept", do_single_kept, STATE},
             {"posted", do_posted, PAIR},
             {"eager", NULL, LIMIT},
             {"sendrecv", do_sendrecv, PAIR},
             {"shares", NULL, PAIR}, /* send, post, post_receive, complete, receive */
             {"barrier", do_barrier, SIZELESS},
             {"bcast", do_bcast, ROOTED},
             {"bcast_elsewhere", do_bcast_elsewhere, ROOTED},
             {"reduce", do_reduce, ROOTED},
             {"allreduce", do_allreduce, SYNCHRONIZING},
             {"gather", do_gather, ROOT_BLOCKS},
             {"gatherv", do_gatherv, ROOT_BLOCKS},
             {"scatter", do_scatter, ROOT_BLOCKS},
             {"scatterv", do_scatterv, ROOT_BLOCKS},
             {"allgather", do_allgather, BLOCKS},
             {"allgatherv", do_allgatherv, BLOCKS},
             {"alltoall", do_alltoall, BLOCKS},
             {"alltoallv", do_alltoallv, BLOCKS},
             {"reduce_scatter", do_reduce_scatter, SYNCHRONIZING},
             {"scan", do_scan, ROOT_BLOCKS}, /* a linear scan sends as many bytes as blocks do */
             {"comm_dup", do_comm_dup, MAKER},
             {"comm_split", do_comm_split, MAKER},
             {"file_open", do_file_open, OPENER}, /* operations of files come last: they are optional */
             {"file_write", do_file_write, FILE_BLOCKS},
             {"file_read", do_file_read, FILE_BLOCKS}};
typedef struct step step;

#endif
