/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of the BLAS that programs on this machine are linked with, called by their Fortran names; a part of core.c.
 * Vectors have n elements. Matrices are n x 4 (level 2, in the first-level cache), n x 32 and n x 128 (level 3, blocks
 * of factorizations). */
#ifndef BLAS_H
#define BLAS_H

#include <dlfcn.h>
#include <limits.h>

enum {
    BLAS_FEW = 4,
    BLAS_SIDE = 32,
    BLAS_WIDE = 128,
    BLAS_LONGEST = 800
};
static const int blas_few = BLAS_FEW, blas_side = BLAS_SIDE, blas_wide = BLAS_WIDE, blas_one = 1;

/* Calls with n = l elements or rows. Values stay finite and normal: increments are small and triangles are identity
 * matrices, which no BLAS tests for. */
#define BLAS_KERNEL(T, name, call)                                                                                     \
    static OPAQUE void name##_##T(const arrays *m, long n, long rows)                                                  \
    {                                                                                                                  \
        const int l = (int)n;                                                                                          \
        const T one = 1, tiny = (T)1e-9, minus = -1;                                                                   \
        T *a = blas_##T.a, *b = blas_##T.b, *c = blas_##T.c, *triangle = blas_##T.triangle;                            \
        (void)m, (void)l, (void)one, (void)tiny, (void)minus, (void)a, (void)b, (void)c, (void)triangle;               \
        for (long r = 0; r < rows; r++)                                                                                \
            blas_##T.call;                                                                                             \
    }

#define BLAS_KERNELS(T)                                                                                                \
    static struct {                                                                                                    \
        void (*gemm)(const char *, const char *, const int *, const int *, const int *, const T *, const T *,          \
                     const int *, const T *, const int *, const T *, T *, const int *, size_t, size_t);                \
        void (*trsm)(const char *, const char *, const char *, const char *, const int *, const int *, const T *,      \
                     const T *, const int *, T *, const int *, size_t, size_t, size_t, size_t);                        \
        void (*syrk)(const char *, const char *, const int *, const int *, const T *, const T *, const int *,          \
                     const T *, T *, const int *, size_t, size_t);                                                     \
        void (*gemv)(const char *, const int *, const int *, const T *, const T *, const int *, const T *,             \
                     const int *, const T *, T *, const int *, size_t);                                                \
        void (*ger)(const int *, const int *, const T *, const T *, const int *, const T *, const int *, T *,          \
                    const int *);                                                                                      \
        void (*axpy)(const int *, const T *, const T *, const int *, T *, const int *);                                \
        void (*scal)(const int *, const T *, T *, const int *);                                                        \
        T (*dot)(const int *, const T *, const int *, const T *, const int *);                                         \
        T (*nrm2)(const int *, const T *, const int *);                                                                \
        T (*asum)(const int *, const T *, const int *);                                                                \
        T a[BLAS_LONGEST * BLAS_WIDE], b[BLAS_LONGEST * BLAS_WIDE], c[BLAS_LONGEST * BLAS_SIDE];                       \
        T triangle[BLAS_WIDE * BLAS_WIDE];                                                                             \
    } blas_##T;                                                                                                        \
    static void fill_blas_##T(void)                                                                                    \
    {                                                                                                                  \
        for (int i = 0; i < BLAS_LONGEST * BLAS_WIDE; i++)                                                             \
            blas_##T.a[i] = blas_##T.b[i] = 1;                                                                         \
        for (int i = 0; i < BLAS_LONGEST * BLAS_SIDE; i++)                                                             \
            blas_##T.c[i] = 1;                                                                                         \
    }                                                                                                                  \
    BLAS_KERNEL(T, product, gemm("N", "N", &l, &blas_side, &blas_side, &one, a, &l, b, &blas_side, &one, c, &l, 1, 1)) \
    BLAS_KERNEL(T, product_t,                                                                                          \
                gemm("T", "N", &l, &blas_side, &blas_side, &one, a, &blas_side, b, &blas_side, &one, c, &l, 1, 1))     \
    BLAS_KERNEL(T, solve_32,                                                                                           \
                trsm("L", "L", "N", "U", &blas_side, &l, &one, triangle, &blas_side, b, &blas_side, 1, 1, 1, 1))       \
    BLAS_KERNEL(T, solve_128,                                                                                          \
                trsm("L", "L", "N", "U", &blas_wide, &l, &one, triangle, &blas_wide, b, &blas_wide, 1, 1, 1, 1))       \
    BLAS_KERNEL(T, rank_32, syrk("L", "N", &blas_side, &l, &one, a, &blas_side, &one, c, &blas_side, 1, 1))            \
    BLAS_KERNEL(T, rank_128, syrk("L", "N", &blas_wide, &l, &one, a, &blas_wide, &one, c, &blas_wide, 1, 1))           \
    BLAS_KERNEL(T, gemv, gemv("N", &l, &blas_few, &tiny, a, &l, b, &blas_one, &one, c, &blas_one, 1))                  \
    BLAS_KERNEL(T, gemv_t, gemv("T", &l, &blas_few, &tiny, a, &l, b, &blas_one, &one, c, &blas_one, 1))                \
    BLAS_KERNEL(T, ger, ger(&l, &blas_few, &tiny, b, &blas_one, b, &blas_one, c, &l))                                  \
    BLAS_KERNEL(T, axpy, axpy(&l, &tiny, a, &blas_one, c, &blas_one))                                                  \
    BLAS_KERNEL(T, scal, scal(&l, &minus, c, &blas_one))                                                               \
    BLAS_KERNEL(T, dot, dot(&l, a, &blas_one, b, &blas_one))                                                           \
    BLAS_KERNEL(T, nrm2, nrm2(&l, a, &blas_one))                                                                       \
    BLAS_KERNEL(T, asum, asum(&l, a, &blas_one))                                                                       \
    static OPAQUE void matrix_call_##T(const arrays *m, long n, long rows)                                             \
    {                                                                                                                  \
        const T one = 1;                                                                                               \
        (void)m;                                                                                                       \
        for (long i = 0; i < n * rows; i++)                                                                            \
            blas_##T.gemm("N", "N", &blas_one, &blas_one, &blas_one, &one, blas_##T.a, &blas_one, blas_##T.b,          \
                          &blas_one, &one, blas_##T.c, &blas_one, 1, 1);                                               \
    }
BLAS_KERNELS(f32)
BLAS_KERNELS(f64)

#define BLAS_ROW(T, name, operations) {#name, #T, "throughput", operations, 0, 0, name##_##T, &memory_##T, {{0}}},
#define BLAS_ROWS(T)                                                                                                   \
    BLAS_ROW(T, product, BLAS_SIDE *BLAS_SIDE)                                                                         \
    BLAS_ROW(T, product_t, BLAS_SIDE *BLAS_SIDE)                                                                       \
    BLAS_ROW(T, solve_32, 1)                                                                                           \
    BLAS_ROW(T, solve_128, 1)                                                                                          \
    BLAS_ROW(T, rank_32, 1)                                                                                            \
    BLAS_ROW(T, rank_128, 1)                                                                                           \
    BLAS_ROW(T, matrix_call, 1)                                                                                        \
    BLAS_ROW(T, gemv, BLAS_FEW)                                                                                        \
    BLAS_ROW(T, gemv_t, BLAS_FEW)                                                                                      \
    BLAS_ROW(T, ger, BLAS_FEW)                                                                                         \
    BLAS_ROW(T, axpy, 1)                                                                                               \
    BLAS_ROW(T, scal, 1) BLAS_ROW(T, dot, 1) BLAS_ROW(T, nrm2, 1) BLAS_ROW(T, asum, 1)
enum {
    BLAS_N_ROWS = 15 /* of a type */
};

static int blas_take(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    return *(void **)function != NULL;
}

#define BLAS_TAKE(T, letter, name) blas_take(library, #letter #name "_", &blas_##T.name)
#define BLAS_TAKE_ALL(T, letter)                                                                                       \
    (BLAS_TAKE(T, letter, gemm) && BLAS_TAKE(T, letter, trsm) && BLAS_TAKE(T, letter, syrk) &&                         \
     BLAS_TAKE(T, letter, gemv) && BLAS_TAKE(T, letter, ger) && BLAS_TAKE(T, letter, axpy) &&                          \
     BLAS_TAKE(T, letter, scal) && BLAS_TAKE(T, letter, dot) && BLAS_TAKE(T, letter, nrm2) &&                          \
     BLAS_TAKE(T, letter, asum))

/* Opens the BLAS with one thread, as a rank of a program that fills its node. asked: a name for the loader; NULL: the
 * usual names. False if none is found or a function is missing. */
static int blas_open(const char *asked)
{
    const char *names[] = {asked ? asked : "libblas.so.3", "libopenblas.so.0", "libmkl_rt.so.2", "libblis.so.4"};
    void *library = NULL;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    setenv("MKL_NUM_THREADS", "1", 1);
    setenv("OMP_NUM_THREADS", "1", 1);
    for (int i = 0; i < (asked ? 1 : 4) && !library; i++)
        library = dlopen(names[i], RTLD_NOW);
    if (library && BLAS_TAKE_ALL(f32, s) && BLAS_TAKE_ALL(f64, d))
        return 1;
    if (asked)
        fprintf(stderr, "--blas %s: %s\n", asked,
                library ? "not a BLAS: sgemm_ or another function is missing" : dlerror());
    return 0;
}

static void blas_print_path(void)
{
    Dl_info info;
    char path[PATH_MAX];
    if (dladdr(*(void **)&blas_f64.gemm, &info) && info.dli_fname && realpath(info.dli_fname, path))
        printf("blas %s\n", path);
}

#endif
