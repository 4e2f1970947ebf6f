/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tiled Cholesky factorisation, as tasks with dependences.
 *   cholesky measure      runs the tasks one after the other, and prints their times as a task graph
 *   cholesky run          runs them on OMP_NUM_THREADS threads, and prints the seconds
 *   OMP_SCHEDULE=static   columns of tiles distributed to the threads, each waiting for the tiles it needs */
#include "cholesky.h"
#include "tasks.h"

#include <omp.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int version[TILES][TILES];

/* The task of step k on tile (i, j): factor, solve or update. */
static void work(int i, int j, int k)
{
    if (i == k)
        factor(&A[k][k]);
    else if (j == k)
        solve(&A[i][k], &A[k][k]);
    else
        update(&A[i][j], &A[i][k], &A[j][k]);
}

/* The times by role, each list in the order in which forecost's generator makes the tasks: step by step, solves first,
 * then updates row by row. */
static void measure(void)
{
    static double time[4][TILES * TILES * TILES];
    static const char *const role[] = {"factor_s", "solve_s", "diagonal_s", "update_s"};
    int n[4] = {0};
    for (int k = 0; k < TILES; k++)
        for (int pass = 0; pass < 3; pass++)
            for (int i = k; i < TILES; i++)
                for (int j = k; j <= i; j++) {
                    int is = i == k ? 0 : j == k ? 1 : i == j ? 2 : 3;
                    if ((is < 2 ? is : 2) != pass)
                        continue;
                    double start = seconds();
                    work(i, j, k);
                    time[is][n[is]++] = seconds() - start;
                }
    warm_up();
    printf("{\"taskgraph\": 1, \"name\": \"cholesky\", \"graph\": {\"kind\": \"cholesky\", \"blocks\": %d", TILES);
    for (int r = 0; r < 4; r++) {
        printf(", \"%s\": [", role[r]);
        for (int t = 0; t < n[r]; t++)
            printf("%s%.9f", t ? ", " : "", time[r][t]);
        printf("]");
    }
    printf("}}\n");
}

static void run_tasks(void)
{
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < TILES; k++) {
#pragma omp task depend(inout : A[k][k])
        work(k, k, k);
        for (int i = k + 1; i < TILES; i++) {
#pragma omp task depend(in : A[k][k]) depend(inout : A[i][k])
            work(i, k, k);
        }
        for (int i = k + 1; i < TILES; i++)
            for (int j = k + 1; j <= i; j++) {
#pragma omp task depend(in : A[i][k], A[j][k]) depend(inout : A[i][j])
                work(i, j, k);
            }
    }
}

static void wait_for(int i, int j, int steps)
{
    while (atomic_load(&version[i][j]) < steps)
        ;
}

static void run_column_task(int i, int j, int k)
{
    if (j > k) {
        wait_for(i, k, k + 1);
        wait_for(j, k, k + 1);
    } else if (i > k) {
        wait_for(k, k, k + 1);
    }
    work(i, j, k);
    atomic_store(&version[i][j], k + 1);
}

/* The order of the generator's task numbers; each thread executes those of its columns. */
static void run_static(void)
{
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        for (int k = 0; k < TILES; k++) {
            for (int i = k; i < TILES && k % threads == me; i++)
                run_column_task(i, k, k);
            for (int i = k + 1; i < TILES; i++)
                for (int j = k + 1; j <= i; j++)
                    if (j % threads == me)
                        run_column_task(i, j, k);
        }
    }
}

int main(int argc, char **argv)
{
    const char *schedule = getenv("OMP_SCHEDULE");
    begin();
    if (argc > 1 && strcmp(argv[1], "measure") == 0) {
        measure();
        return EXIT_SUCCESS;
    }
    warm_up();
    double start = seconds();
    if (schedule && strcmp(schedule, "static") == 0)
        run_static();
    else
        run_tasks();
    printf("%.9f\n", seconds() - start);
    return isfinite(A[TILES - 1][TILES - 1][SIZE - 1][SIZE - 1]) ? EXIT_SUCCESS : EXIT_FAILURE;
}
