/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two gene sequences aligned by dynamic programming: blocks of the table are a pipeline of rows and columns, rows
 * distributed to threads round-robin, as DynProg in [taskgraph].
 *   alignment measure     runs the blocks one after the other, and prints their times as a task graph
 *   alignment run         runs them on OMP_NUM_THREADS threads, and prints the seconds
 *   OMP_SCHEDULE=dynamic  the same as tasks with dependences, for any idle thread */
#include "alignment.h"
#include "tasks.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void measure(void)
{
    warm_up();
    printf("{\"taskgraph\": 1, \"name\": \"alignment\", \"graph\": {\"kind\": \"pipeline\", \"rows\": %d, \"columns\": "
           "%d, \"cpu_s\": [",
           BLOCKS, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        for (int j = 0; j < BLOCKS; j++) {
            double start = seconds();
            block(i, j);
            printf("%s%.9f", i + j ? ", " : "", seconds() - start);
        }
    printf("]}}\n");
}

static void run_static(void)
{
    static atomic_int finished[BLOCKS + 1]; /* blocks of each row */
    finished[0] = BLOCKS;
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < BLOCKS; i += omp_get_num_threads())
        for (int j = 0; j < BLOCKS; j++) {
            while (atomic_load(&finished[i]) <= j)
                ;
            block(i, j);
            atomic_store(&finished[i + 1], j + 1);
        }
}

static void run_tasks(void)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < BLOCKS; i++)
        for (int j = 0; j < BLOCKS; j++) {
#pragma omp task depend(in : done[i][j + 1], done[i + 1][j]) depend(out : done[i + 1][j + 1])
            block(i, j);
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
    if (schedule && strcmp(schedule, "dynamic") == 0)
        run_tasks();
    else
        run_static();
    printf("%.9f\n", seconds() - start);
    return corner[BLOCKS][BLOCKS] != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
