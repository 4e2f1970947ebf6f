/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse matrix with scattered columns: each rank sends to some ranks, of its own choice and in its own sizes. argv:
 * elements of the smallest message, partners of a rank, steps. */
#include "work.h"

enum {
    SIZES = 5
};

/* The k-th partner of a rank; a rank may have one twice, or itself. */
static int partner_of(int rank, int k, int size)
{
    unsigned mixed = (unsigned)rank * 2654435761u + (unsigned)k * 40503u + 12345u;
    mixed ^= mixed >> 15;
    mixed *= 2246822519u;
    mixed ^= mixed >> 13;
    return (int)(mixed % (unsigned)size);
}

static int elements_of(int n, int rank, int k)
{
    return n * (1 + (rank + 2 * k) % SIZES);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), partners = atoi(argv[2]), steps = atoi(argv[3]);
    double *a = calloc((size_t)SIZES * n, sizeof *a), *in = calloc((size_t)SIZES * n, sizeof *in);
    MPI_Request *request = calloc((size_t)partners * (size + 1), sizeof *request);
    for (int step = 0; step < steps; step++) {
        int requests = 0;
        for (int from = 0; from < size; from++)
            for (int k = 0; k < partners; k++)
                if (partner_of(from, k, size) == rank && from != rank)
                    MPI_Irecv(in, elements_of(n, from, k), MPI_DOUBLE, from, k, MPI_COMM_WORLD, &request[requests++]);
        for (int k = 0; k < partners; k++) {
            int to = partner_of(rank, k, size);
            if (to != rank)
                MPI_Isend(a, elements_of(n, rank, k), MPI_DOUBLE, to, k, MPI_COMM_WORLD, &request[requests++]);
        }
        MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
        work(a, SIZES * n);
    }
    free(a);
    free(in);
    free(request);
    MPI_Finalize();
    return 0;
}
