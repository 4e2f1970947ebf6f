/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls one function of a BLAS or LAPACK, by its Fortran name, `times` times: calls WHICH M N K TIMES. Prints the
 * seconds of one call, the least of five series. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double real;
void daxpy_(int *, real *, real *, int *, real *, int *);
void dscal_(int *, real *, real *, int *);
void dcopy_(int *, real *, int *, real *, int *);
real ddot_(int *, real *, int *, real *, int *);
real dnrm2_(int *, real *, int *);
real dasum_(int *, real *, int *);
void dgemv_(char *, int *, int *, real *, real *, int *, real *, int *, real *, real *, int *, size_t);
void dger_(int *, int *, real *, real *, int *, real *, int *, real *, int *);
void dtrsv_(char *, char *, char *, int *, real *, int *, real *, int *, size_t, size_t, size_t);
void dgemm_(char *, char *, int *, int *, int *, real *, real *, int *, real *, int *, real *, real *, int *, size_t,
            size_t);
void dtrsm_(char *, char *, char *, char *, int *, int *, real *, real *, int *, real *, int *, size_t, size_t, size_t,
            size_t);
void dsyrk_(char *, char *, int *, int *, real *, real *, int *, real *, real *, int *, size_t, size_t);
void dgetrf_(int *, int *, real *, int *, int *, int *);
void dpotrf_(char *, int *, real *, int *, int *, size_t);
void dgesv_(int *, int *, real *, int *, int *, real *, int *, int *);
void dgeqrf_(int *, int *, real *, int *, real *, real *, int *, int *);
void dsyev_(char *, char *, int *, real *, int *, real *, real *, int *, int *, size_t, size_t);

static double least = 1e30;

/* Processor time: other work of the host does not count. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void take(double seconds)
{
    if (seconds < least)
        least = seconds;
}

static void restore(real *a, const real *first, int m)
{
    memcpy(a, first, (size_t)m * m * sizeof *a);
}

/* All calls of a series on the same data. */
#define SERIES(call)                                                                                                   \
    for (int series = 0; series < 5; series++) {                                                                       \
        double start = now();                                                                                          \
        for (int i = 0; i < times; i++)                                                                                \
            call;                                                                                                      \
        take((now() - start) / times);                                                                                 \
    }                                                                                                                  \
    break
/* For functions that overwrite their input: on a copy, each call timed alone. */
#define EACH(call)                                                                                                     \
    for (int series = 0; series < 5 * times; series++) {                                                               \
        restore(a, first, m);                                                                                          \
        double start = now();                                                                                          \
        call;                                                                                                          \
        take(now() - start);                                                                                           \
    }                                                                                                                  \
    break

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int which = atoi(argv[1]), m = atoi(argv[2]), n = atoi(argv[3]), k = atoi(argv[4]), times = atoi(argv[5]);
    int step = 1, info = 0, most = 64 * m;
    int *pivot = malloc((size_t)m * sizeof *pivot);
    size_t size = (size_t)m * (n > k ? n : k) + (size_t)n * k + (which >= 9 ? (size_t)m * (m + 64) : 0);
    real *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b), *c = malloc(size * sizeof *c);
    real *first = malloc(size * sizeof *first), one = 1, tiny = 1e-9, minus = -1, sum = 0;
    for (size_t i = 0; i < size; i++)
        a[i] = first[i] = b[i] = c[i] = 1e-3 * (double)(i % 97 + 1) / 97;
    for (int i = 0; i < m && which >= 9; i++) /* well conditioned; symmetric in its lower half */
        a[(size_t)i * m + i] = first[(size_t)i * m + i] = m;
    switch (which) {
    case 0:
        SERIES(daxpy_(&m, &tiny, a, &step, b, &step));
    case 1:
        SERIES(dscal_(&m, &minus, a, &step));
    case 2:
        SERIES(dcopy_(&m, a, &step, b, &step));
    case 3:
        SERIES(sum += ddot_(&m, a, &step, b, &step));
    case 4:
        SERIES(sum += dnrm2_(&m, a, &step));
    case 5:
        SERIES(sum += dasum_(&m, a, &step));
    case 6:
        SERIES(dgemv_("N", &m, &n, &tiny, a, &m, b, &step, &one, c, &step, 1));
    case 7:
        SERIES(dgemv_("T", &m, &n, &tiny, a, &m, b, &step, &one, c, &step, 1));
    case 8:
        SERIES(dger_(&m, &n, &tiny, b, &step, b, &step, c, &m));
    case 9:
        SERIES(dtrsv_("L", "N", "U", &m, a, &m, b, &step, 1, 1, 1));
    case 10:
        SERIES(dgemm_("N", "N", &m, &n, &k, &tiny, a, &m, b, &k, &one, c, &m, 1, 1));
    case 11:
        SERIES(dgemm_("N", "T", &m, &n, &k, &tiny, a, &m, b, &n, &one, c, &m, 1, 1));
    case 12:
        SERIES(dgemm_("T", "N", &m, &n, &k, &tiny, a, &k, b, &k, &one, c, &m, 1, 1));
    case 13:
        SERIES(dtrsm_("L", "L", "N", "U", &m, &n, &one, first, &m, b, &m, 1, 1, 1, 1));
    case 14:
        SERIES(dtrsm_("R", "L", "T", "U", &n, &m, &one, first, &m, b, &n, 1, 1, 1, 1));
    case 15:
        SERIES(dsyrk_("L", "N", &m, &k, &tiny, b, &m, &one, c, &m, 1, 1));
    case 16:
        EACH(dgetrf_(&m, &m, a, &m, pivot, &info));
    case 17:
        EACH(dpotrf_("L", &m, a, &m, &info, 1));
    case 18:
        EACH(dgesv_(&m, &step, a, &m, pivot, b, &m, &info));
    case 19:
        EACH(dgeqrf_(&m, &m, a, &m, b, c, &most, &info));
    case 20:
        EACH(dsyev_("N", "L", &m, a, &m, b, c, &most, &info, 1, 1));
    case 21:
        EACH(dsyev_("V", "L", &m, a, &m, b, c, &most, &info, 1, 1));
    default:
        break;
    }
    printf("%.9g %d %g\n", least, info, sum);
    MPI_Finalize();
    return 0;
}
