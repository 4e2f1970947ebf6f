/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two gene sequences aligned by dynamic programming: blocks of the table are a pipeline of rows and columns, rows dealt
 * out to threads round-robin, as DynProg in [taskgraph].
 *   alignment measure     runs the blocks one after the other, and prints their times as a task graph
 *   alignment run         runs them on OMP_NUM_THREADS threads, and prints the seconds
 *   OMP_SCHEDULE=dynamic  the same as tasks with dependences, which whoever is idle takes */
#include "tasks.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS = 40,
    SIZE = 300, /* of a block */
    LENGTH = BLOCKS * SIZE
};

static char a[LENGTH], b[LENGTH];
static int below[BLOCKS + 1][LENGTH + 1]; /* the last table row of each block row */
static int beside[LENGTH + 1];            /* the last table column of each table row's blocks so far */
static int corner[BLOCKS + 1][BLOCKS + 1];
static char done[BLOCKS + 1][BLOCKS + 1]; /* what dependences are on */

static int larger(int x, int y)
{
    return x > y ? x : y;
}

static void block(int row, int column)
{
    int line[SIZE + 1];
    const int top = row * SIZE, left = column * SIZE;
    for (int j = 0; j < SIZE; j++)
        line[j + 1] = below[row][left + j];
    line[0] = corner[row][column];
    for (int i = 0; i < SIZE; i++) {
        int diagonal = line[0];
        line[0] = beside[top + i];
        for (int j = 0; j < SIZE; j++) {
            int up = line[j + 1], match = diagonal + (a[top + i] == b[left + j] ? 2 : -1);
            line[j + 1] = larger(match, larger(up, line[j]) - 1);
            diagonal = up;
        }
        beside[top + i] = line[SIZE];
    }
    for (int j = 0; j < SIZE; j++)
        below[row + 1][left + j] = line[j + 1];
    corner[row + 1][column + 1] = line[SIZE];
}

static void begin(void)
{
    unsigned state = 1;
    for (int i = 0; i < LENGTH; i++) {
        a[i] = "ACGT"[(state = state * 1103515245 + 12345) >> 16 & 3];
        b[i] = "ACGT"[(state = state * 1103515245 + 12345) >> 16 & 3];
    }
}

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
