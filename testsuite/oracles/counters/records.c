/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records and handles that procedures return and take by value: ranges, communicators, datatypes of records.
 *
 *     records [n [steps]] */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double place[3], speed[3];
    int id;
    char kind;
};

struct range {
    int low, high;
};

struct world {
    MPI_Comm comm;
    int rank, size;
    struct range own;
};

static struct range share(int n, int rank, int size)
{
    struct range own = {rank * (n / size), (rank + 1) * (n / size)};
    return own;
}

static struct world start(int n)
{
    struct world w = {.comm = MPI_COMM_WORLD};
    MPI_Comm_rank(w.comm, &w.rank);
    MPI_Comm_size(w.comm, &w.size);
    w.own = share(n, w.rank, w.size);
    return w;
}

static MPI_Comm rows(struct world w)
{
    MPI_Comm row;
    MPI_Comm_split(w.comm, w.rank / 2, w.rank, &row);
    return row;
}

static int length(struct range range)
{
    return range.high - range.low;
}

static MPI_Datatype particles(void)
{
    int lengths[] = {3, 3, 1, 1};
    MPI_Aint at[] = {offsetof(struct particle, place), offsetof(struct particle, speed), offsetof(struct particle, id),
                     offsetof(struct particle, kind)};
    MPI_Datatype types[4] = {MPI_DOUBLE, MPI_DOUBLE, MPI_INT, MPI_CHAR}, packed, made;
    MPI_Type_create_struct(4, lengths, at, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct particle), &made);
    MPI_Type_commit(&made);
    MPI_Type_free(&packed);
    return made;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 3, width;
    struct world w = start(n);
    MPI_Comm row = rows(w);
    MPI_Comm_size(row, &width);
    MPI_Datatype particle = particles();
    struct particle *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    double sum = 0, all = 0, *line = calloc(10 * width, sizeof *line);
    for (int t = 0; t < steps; t++) {
        for (int i = w.own.low; i < w.own.high; i++)
            a[i].place[0] += t;
        MPI_Sendrecv(a, length(w.own), particle, (w.rank + 1) % w.size, 0, b, length(w.own), particle,
                     (w.rank + w.size - 1) % w.size, 0, w.comm, MPI_STATUS_IGNORE);
        for (int i = 0; i < length(w.own); i++)
            sum += b[i].place[0];
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, row);
        MPI_Bcast(line, width * 10, MPI_DOUBLE, 0, row);
    }
    if (w.rank == 0)
        printf("%g\n", all);
    MPI_Type_free(&particle);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
