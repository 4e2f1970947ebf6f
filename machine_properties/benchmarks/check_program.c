/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program whose prediction is compared with check.c's times. argv: the kernel's number, the bytes of its arrays,
 * and how often it runs. */
#include "check_kernels.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    int kernel = argc > 1 ? atoi(argv[1]) : 0;
    long bytes = argc > 2 ? atol(argv[2]) : 16384, times = argc > 3 ? atol(argv[3]) : 1;
    double sum = 0;
    data m;
    make(&m, kernel, bytes);
#pragma forecost init_end
    for (long t = 0; t < times; t++)
        run(kernel, &m, &sum);
    printf("%g\n", sum + m.a[0] + m.c[0] + m.f[0] + m.word[0]);
    return 0;
}
