/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators that no one uses, in memory of a wrapper of malloc, in a record of parameters. */
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
static double bytes_used;
static int n_allocs;
static void *ma_malloc(size_t n, const char *file, int line)
{
    void *p = malloc(n);
    if (!p) {
        printf("no memory at %s:%d\n", file, line);
        exit(1);
    }
    bytes_used += n;
    n_allocs++;
    return p;
}
static void comm_init(params *p)
{
    p->comms = (MPI_Comm *)ma_malloc((p->n_comms + 1) * sizeof(MPI_Comm), __FILE__, __LINE__);
    for (int i = 0; i < p->n_comms; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &p->comms[i]);
}
static void init(params *p, int n, int k)
{
    p->n_comms = k;
    p->info = ma_malloc(sizeof *p->info, __FILE__, __LINE__);
    p->info->nx = p->info->ny = n;
    comm_init(p);
    p->fields = ma_malloc(k * sizeof *p->fields, __FILE__, __LINE__);
    for (int v = 0; v < k; v++)
        p->fields[v] = ma_malloc(n * n * sizeof(double), __FILE__, __LINE__);
}
int main(int argc, char **argv)
{
    params p;
    MPI_Init(&argc, &argv);
    init(&p, atoi(argv[1]), atoi(argv[2]));
    double s = 0;
    for (int v = 0; v < p.n_comms; v++)
        for (int i = 0; i < p.info->nx * p.info->ny; i++)
            s += p.fields[v][i];
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
