/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Mandelbrot set, one task a row: rows through the set take a hundred times as long as rows beside it.
 *   mandelbrot measure    runs the rows one after the other, and prints their times as a task graph
 *   mandelbrot run        runs them under OMP_SCHEDULE on OMP_NUM_THREADS threads, and prints the seconds */
#include "mandelbrot.h"
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

static long measure(void)
{
    long sum = 0;
    warm_up();
    printf("{\"taskgraph\": 1, \"name\": \"mandelbrot\", \"graph\": {\"kind\": \"loop\", \"n\": %d, \"cpu_s\": [",
           ROWS);
    for (int i = 0; i < ROWS; i++) {
        double start = seconds();
        sum += row(i);
        printf("%s%.9f", i ? ", " : "", seconds() - start);
    }
    printf("]}}\n");
    return sum;
}

static long run(void)
{
    long sum = 0;
    warm_up();
    double start = seconds();
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (int i = 0; i < ROWS; i++)
        sum += row(i);
    printf("%.9f\n", seconds() - start);
    return sum;
}

int main(int argc, char **argv)
{
    long sum = argc > 1 && strcmp(argv[1], "measure") == 0 ? measure() : run();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
