/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computation of these programs: 5 flops an element, given to the simulator as a fixed number. */
#ifndef WORK_H
#define WORK_H
#include <mpi.h>
#include <stdlib.h>

static void work(double *a, int n)
{
    for (int i = 1; i < n; i++)
        a[i] = 0.5 * (a[i] + a[i - 1]);
#ifdef SMPI
    smpi_execute_flops(5.0 * (n - 1));
#endif
}
#endif
