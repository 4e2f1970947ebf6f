/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Jacobi step on two fields whose arrays come from pointers in structures: fields N STEPS */
#include <mpi.h>
#include <stdlib.h>

typedef struct field {
    int nx, ny;
    double *data;
} field;

static void allocate(field *f, int nx, int ny)
{
    f->nx = nx;
    f->ny = ny;
    f->data = malloc(sizeof *f->data * (size_t)(nx + 2) * (size_t)(ny + 2));
    for (int i = 0; i < (nx + 2) * (ny + 2); i++)
        f->data[i] = i % 7;
}

static void exchange(field *f, int up, int down)
{
    int width = f->ny + 2;
    MPI_Sendrecv(f->data + width, width, MPI_DOUBLE, up, 0, f->data + (f->nx + 1) * width, width, MPI_DOUBLE, down, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(f->data + f->nx * width, width, MPI_DOUBLE, down, 1, f->data, width, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void step(field *curr, field *prev)
{
    int width = prev->ny + 2;
    for (int i = 1; i <= prev->nx; i++)
        for (int j = 1; j <= prev->ny; j++)
            curr->data[i * width + j] = 0.25 * (prev->data[(i - 1) * width + j] + prev->data[(i + 1) * width + j] +
                                                prev->data[i * width + j - 1] + prev->data[i * width + j + 1]);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    field curr, prev;
    allocate(&curr, n / size, n);
    allocate(&prev, n / size, n);
    for (int s = 0; s < steps; s++) {
        exchange(&prev, rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < size - 1 ? rank + 1 : MPI_PROC_NULL);
        step(&curr, &prev);
        double *data = curr.data;
        curr.data = prev.data;
        prev.data = data;
    }
    free(curr.data);
    free(prev.data);
    MPI_Finalize();
    return 0;
}
