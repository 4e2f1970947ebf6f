/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of n bodies on `rows` of them, with square root and division. */
#include "kernel.h"

#include <math.h>
#define SQUARE_ROOT(x) (sizeof(real) == sizeof(float) ? sqrtf((float)(x)) : sqrt(x))

KERNEL void attract(long rows, long n, real *restrict f, const real *restrict x, const real *restrict y,
                    const real *restrict z, const real *restrict m)
{
    for (long i = 0; i < rows; i++) {
        real fx = 0, fy = 0, fz = 0;
        for (long j = 0; j < n; j++) {
            real dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            real square = dx * dx + dy * dy + dz * dz + (real)1e-3;
            real pull = m[j] / (square * SQUARE_ROOT(square));
            fx += dx * pull;
            fy += dy * pull;
            fz += dz * pull;
        }
        f[3 * i] = fx;
        f[3 * i + 1] = fy;
        f[3 * i + 2] = fz;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, times = argc > 2 ? atol(argv[2]) : 1;
    long rows = argc > 3 ? atol(argv[3]) : n;
    long repeats = argc > 4 ? atol(argv[4]) : 1;
    MPI_Init(&argc, &argv);
    real *x = filled(n), *y = filled(n), *z = filled(n), *m = filled(n), *f = filled(3 * rows);
#pragma forecost init_end
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = begin();
        for (long t = 0; t < times; t++)
            attract(rows, n, f, x, y, z, m);
        end(start);
    }
    finish(f[rows]);
    return 0;
}
