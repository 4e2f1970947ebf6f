/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring of ranks, each with n cells; the halo is in flight while the inner cells are computed. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    HALO = 4096
};

typedef struct ring {
    int n, left, right;
    double *now, *next, *from_left, *from_right;
} ring;

static void begin(ring *r, MPI_Request *request)
{
    MPI_Irecv(r->from_left, HALO, MPI_DOUBLE, r->left, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(r->from_right, HALO, MPI_DOUBLE, r->right, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(r->now + r->n - HALO, HALO, MPI_DOUBLE, r->right, 0, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(r->now, HALO, MPI_DOUBLE, r->left, 1, MPI_COMM_WORLD, &request[3]);
}

static void inner(ring *r)
{
    for (int i = HALO; i < r->n - HALO; i++)
        r->next[i] = 0.5 * r->now[i] + 0.25 * (r->now[i - HALO] + r->now[i + HALO]);
}

static void outer(ring *r)
{
    for (int i = 0; i < HALO; i++) {
        r->next[i] = 0.5 * r->now[i] + 0.25 * (r->from_left[i] + r->now[i + HALO]);
        r->next[r->n - HALO + i] =
            0.5 * r->now[r->n - HALO + i] + 0.25 * (r->now[r->n - 2 * HALO + i] + r->from_right[i]);
    }
}

static void step(ring *r)
{
    MPI_Request request[4];
    begin(r, request);
    inner(r);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    outer(r);
    double *swap = r->now;
    r->now = r->next;
    r->next = swap;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring r = {.n = argc > 1 ? atoi(argv[1]) : 65536, .left = (rank + size - 1) % size, .right = (rank + 1) % size};
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    r.now = calloc(r.n, sizeof(double));
    r.next = calloc(r.n, sizeof(double));
    r.from_left = calloc(HALO, sizeof(double));
    r.from_right = calloc(HALO, sizeof(double));
    for (int s = 0; s < steps; s++)
        step(&r);
    if (rank == 0)
        printf("%g\n", r.now[0]);
    free(r.now);
    free(r.next);
    free(r.from_left);
    free(r.from_right);
    MPI_Finalize();
    return 0;
}
