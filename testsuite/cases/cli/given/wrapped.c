/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators in memory of a wrapper of malloc, in a record of parameters, several procedures deep. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int nx, ny, nvars;
} grid_info;
typedef struct {
    int n_comms;
    MPI_Comm *comms;
    double **fields;
    grid_info *info;
} params;
typedef struct {
    params *p;
    char *name;
} context;

static void *checked_malloc(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}
static void *array_of(size_t n, size_t size)
{
    return checked_malloc(n * size);
}
static MPI_Comm *alloc_comms(int n)
{
    return (MPI_Comm *)array_of((size_t)n, sizeof(MPI_Comm));
}

static void init_comms(params *p)
{
    p->comms = alloc_comms(p->n_comms);
    for (int i = 0; i < p->n_comms; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &p->comms[i]);
}
static void init(context *c, int n, int vars)
{
    c->p = checked_malloc(sizeof(params));
    c->p->n_comms = vars;
    c->p->info = checked_malloc(sizeof(grid_info));
    c->p->info->nx = n;
    c->p->info->nvars = vars;
    init_comms(c->p);
    c->p->fields = (double **)array_of((size_t)vars, sizeof(double *));
    for (int v = 0; v < vars; v++)
        c->p->fields[v] = array_of((size_t)n * n, sizeof(double));
}
static void step(params *p, int v)
{
    double sum = 0, all;
    for (int i = 0; i < p->info->nx * p->info->nx; i++)
        sum += p->fields[v][i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, p->comms[v]);
}
int main(int argc, char **argv)
{
    context c;
    MPI_Init(&argc, &argv);
    init(&c, atoi(argv[1]), atoi(argv[2]));
    for (int v = 0; v < c.p->n_comms; v++)
        step(c.p, v);
    for (int i = 0; i < c.p->n_comms; i++)
        MPI_Comm_free(&c.p->comms[i]);
    MPI_Finalize();
    return 0;
}
