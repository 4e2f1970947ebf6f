/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wrapper of malloc that calls another procedure, which allocates through the same inner wrapper. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
    int nx, ny;
} grid_info;
typedef struct {
    int n_comms;
    MPI_Comm *comms;
    int *me, *np;
    double **fields;
    grid_info *info;
} params;

static void *raw(size_t n)
{
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}
static double *history;
static int n_history;
static void note(size_t n)
{
    if (n_history % 16 == 0)
        history = raw(16 * sizeof *history);
    history[n_history++ % 16] = n;
}
static void *ma_malloc(size_t n)
{
    note(n);
    return raw(n);
}
static void comm_init(params *p)
{
    p->comms = ma_malloc((p->n_comms + 1) * sizeof(MPI_Comm));
    for (int i = 0; i < p->n_comms; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &p->comms[i]);
}
static params *make(int n, int k)
{
    params *p = ma_malloc(sizeof *p);
    p->n_comms = k;
    p->info = ma_malloc(sizeof *p->info);
    p->info->nx = p->info->ny = n;
    comm_init(p);
    p->fields = ma_malloc(k * sizeof *p->fields);
    for (int v = 0; v < k; v++)
        p->fields[v] = ma_malloc(n * n * sizeof(double));
    return p;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    params *p = make(atoi(argv[1]), atoi(argv[2]));
    double s = 0, t = 0;
    for (int v = 0; v < p->n_comms; v++)
        for (int i = 0; i < p->info->nx * p->info->ny; i++)
            s += p->fields[v][i];
    for (int v = 0; v < p->n_comms; v++)
        MPI_Allreduce(&s, &t, 1, MPI_DOUBLE, MPI_SUM, p->comms[v]);
    printf("%g %g\n", t, history[0]);
    MPI_Finalize();
    return 0;
}
