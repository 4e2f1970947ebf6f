/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation costs in the first-level cache, compiled by the user's compiler with the user's flags.
 *
 * Every kernel runs rows of several lengths; the slope over the lengths is the cost of an iteration, the intercept that
 * of entering a loop. Prints a line per kernel: <operation> <type> <what> <operations> <reads> <writes> <rounds>, then
 * `rounds` samples of a row of each length (`once` kernels have one length), in nanoseconds. The first line has the
 * lengths, the next the BLAS. With several processes all run the same kernel at the same time, each on its own core,
 * and the mean is printed. argv: rounds, processes, the BLAS to measure (default: the one that the loader finds, if
 * any). */
#include "team.h"

#include <math.h>
#include <stdint.h>

#define FENCE __asm__ volatile("" ::: "memory")
#define SCALAR __asm__ volatile("")

enum {
    N_LENGTHS = 4,
    MOST_ROUNDS = 32
};
static const int length[N_LENGTHS] = {150, 250, 400, 800};
typedef float f32;
typedef double f64;
typedef int32_t i32;
typedef uint32_t u32;
typedef int64_t i64;
typedef uint64_t u64;

typedef struct arrays {
    void *a, *b, *c, *d, *y, *z;
} arrays;
typedef struct kernel {
    const char *operation, *type, *what;
    int operations, reads, writes;
    void (*run)(const arrays *m, long n, long rows);
    const arrays *memory;
    double sample[N_LENGTHS][MOST_ROUNDS];
} kernel;

#include "blas.h"

#define ARRAYS(T)                                                                                                      \
    T *a = m->a, *b = m->b, *c = m->c, *d = m->d, *y = m->y, *z = m->z;                                                \
    (void)a, (void)b, (void)c, (void)d, (void)y, (void)z
#define LOOP(T, name, before, body, after)                                                                             \
    static OPAQUE void name(const arrays *m, long n, long rows)                                                        \
    {                                                                                                                  \
        ARRAYS(T);                                                                                                     \
        for (long r = 0; r < rows; r++) {                                                                              \
            before for (long i = 0; i < n; i++){body} after FENCE;                                                     \
        }                                                                                                              \
    }
#define EACH(T, name, body) LOOP(T, name##_##T, , body, ) LOOP(T, name##_s_##T, , SCALAR; body, )
#define CHAIN(T, name, start, body) LOOP(T, name##_l_##T, T s = start;, body, y[r % n] = s;)

#define ADD8                                                                                                           \
    v += w;                                                                                                            \
    w += v;                                                                                                            \
    v += w;                                                                                                            \
    w += v;                                                                                                            \
    v += w;                                                                                                            \
    w += v;                                                                                                            \
    v += w;                                                                                                            \
    w += v;
#define MUL8                                                                                                           \
    v *= w;                                                                                                            \
    w *= v;                                                                                                            \
    v *= w;                                                                                                            \
    w *= v;                                                                                                            \
    v *= w;                                                                                                            \
    w *= v;                                                                                                            \
    v *= w;                                                                                                            \
    w *= v;
#define MADD6                                                                                                          \
    v = v * w + u;                                                                                                     \
    w = w * u + v;                                                                                                     \
    u = u * v + w;                                                                                                     \
    v = v * w + u;                                                                                                     \
    w = w * u + v;                                                                                                     \
    u = u * v + w;
#define BIT6                                                                                                           \
    v ^= w;                                                                                                            \
    w |= u;                                                                                                            \
    u &= v;                                                                                                            \
    v |= u;                                                                                                            \
    w ^= v;                                                                                                            \
    u &= w;
#define COMPARE6 ((a[i] < b[i]) + (b[i] < c[i]) + (a[i] < c[i]) + (c[i] < d[i]) + (a[i] < d[i]) + (b[i] < d[i]))

#define COMMON(T)                                                                                                      \
    EACH(T, fill, y[i] = (T)r;)                                                                                        \
    EACH(T, copy, y[i] = a[i];)                                                                                        \
    EACH(T, read2, y[i] = a[i] + b[i];)                                                                                \
    EACH(T, read3, y[i] = a[i] + b[i] + c[i];)                                                                         \
    EACH(T, read4, y[i] = a[i] + b[i] + c[i] + d[i];)                                                                  \
    EACH(T, write2, y[i] = a[i]; z[i] = a[i];)                                                                         \
    EACH(T, update, y[i] += a[i];)                                                                                     \
    EACH(T, add, T v = a[i]; T w = b[i]; ADD8 y[i] = w;)                                                               \
    EACH(T, mul, T v = a[i]; T w = b[i]; MUL8 y[i] = w;)                                                               \
    EACH(T, madd, T v = a[i]; T w = b[i]; T u = c[i]; MADD6 y[i] = u;)                                                 \
    EACH(T, cmp, ((int *)z)[i] = COMPARE6;)                                                                            \
    CHAIN(T, add, 0, s = s + a[i];)                                                                                    \
    CHAIN(T, mul, 1, s = s * a[i];)                                                                                    \
    CHAIN(T, madd, 0, s = s + a[i] * b[i];)                                                                            \
    CHAIN(T, cmp, 0, s = a[i] > s ? a[i] : s;)                                                                         \
    LOOP(T, forward_l_##T, , y[i + 1] = y[i] + a[i];, )

#define REAL(T)                                                                                                        \
    EACH(T, div, T v = a[i]; T w = b[i]; v = v / w; w = w / v; y[i] = v / w;)                                          \
    CHAIN(T, div, 1, s = a[i] / s;)
#define WHOLE(T)                                                                                                       \
    EACH(T, div, y[i] = d[i] / c[i];)                                                                                  \
    EACH(T, rem, y[i] = d[i] % c[i];)                                                                                  \
    EACH(T, bit, T v = a[i]; T w = b[i]; T u = c[i]; BIT6 y[i] = u + v;)                                               \
    EACH(T, shift, T v = a[i]; v ^= v << 13; v ^= v >> 7; v ^= v << 17; y[i] = v;)                                     \
    EACH(T, logic, y[i] = (a[i] && b[i]) + (c[i] && d[i]);)                                                            \
    CHAIN(T, div, 1, s = d[i] / (s | 1);)                                                                              \
    CHAIN(T, rem, 1, s = d[i] % (s | 4097);)                                                                           \
    CHAIN(T, bit, 1, s = s ^ a[i];)                                                                                    \
    CHAIN(T, shift, 1, s = (s >> 1) ^ a[i];)
/* Library functions of arguments from 0.5 to 2.5, for angles from 0 to 2 pi; c is 0. */
#define FUNCTION_OF(T, name, f, x)                                                                                     \
    EACH(T, name, y[i] = f(x[i]);)                                                                                     \
    CHAIN(T, name, 1, s = f(x[i] + s * c[i]);)
#define FUNCTION(T, name, f) FUNCTION_OF(T, name, f, a)
#define FUNCTION2(T, name, f)                                                                                          \
    EACH(T, name, y[i] = f(a[i], b[i]);)                                                                               \
    CHAIN(T, name, 1, s = f(a[i] + s * c[i], b[i]);)
#define FUNCTIONS(T, suffix)                                                                                           \
    FUNCTION(T, sqrt, sqrt##suffix)                                                                                    \
    FUNCTION(T, exp, exp##suffix)                                                                                      \
    FUNCTION(T, log, log##suffix)                                                                                      \
    FUNCTION_OF(T, sin, sin##suffix, d)                                                                                \
    FUNCTION_OF(T, tan, tan##suffix, d)                                                                                \
    FUNCTION(T, atan, atan##suffix)                                                                                    \
    FUNCTION(T, tanh, tanh##suffix)                                                                                    \
    FUNCTION(T, cbrt, cbrt##suffix)                                                                                    \
    FUNCTION(T, erf, erf##suffix)                                                                                      \
    FUNCTION(T, trunc, floor##suffix)                                                                                  \
    FUNCTION2(T, pow, pow##suffix) FUNCTION2(T, fmax, fmax##suffix) FUNCTION2(T, rem, fmod##suffix)
#define CONVERT(T, S)                                                                                                  \
    static OPAQUE void conv_##T(const arrays *m, long n, long rows)                                                    \
    {                                                                                                                  \
        S *a = m->a, *b = m->b, *c = m->c, *d = m->d;                                                                  \
        T *y = m->y;                                                                                                   \
        for (long r = 0; r < rows; r++) {                                                                              \
            for (long i = 0; i < n; i++)                                                                               \
                y[i] = (T)((T)a[i] + (T)b[i]) + (T)((T)c[i] + (T)d[i]);                                                \
            FENCE;                                                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    static OPAQUE void conv_s_##T(const arrays *m, long n, long rows)                                                  \
    {                                                                                                                  \
        S *a = m->a, *b = m->b, *c = m->c, *d = m->d;                                                                  \
        T *y = m->y;                                                                                                   \
        for (long r = 0; r < rows; r++) {                                                                              \
            for (long i = 0; i < n; i++) {                                                                             \
                SCALAR;                                                                                                \
                y[i] = (T)((T)a[i] + (T)b[i]) + (T)((T)c[i] + (T)d[i]);                                                \
            }                                                                                                          \
            FENCE;                                                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    LOOP(T, conv_l_##T, S *x = (S *)b; T s = 1;, s = (T)((S)s + x[i]);, y[r % n] = s;)

COMMON(i32)
COMMON(u32)
COMMON(i64)
COMMON(u64)
COMMON(f32)
COMMON(f64)
WHOLE(i32)
WHOLE(u32)
WHOLE(i64)
WHOLE(u64)
REAL(f32)
REAL(f64)
CONVERT(i32, f64)
CONVERT(u32, f64)
CONVERT(i64, f64)
CONVERT(u64, f64)
CONVERT(f32, f64)
CONVERT(f64, i32)
FUNCTIONS(f32, f)
FUNCTIONS(f64, )

static int compare_i32(const void *a, const void *b)
{
    i32 first = *(const i32 *)a, second = *(const i32 *)b;
    return (first > second) - (first < second);
}
LOOP(i32, rand_i32, , y[i] = rand();, )
LOOP(i32, print_i32, , y[i] = snprintf(m->z, 64, "%d %g\n", d[i], 0.25);, )
LOOP(f64, print_f64, char text[64];, y[i] = snprintf(text, sizeof text, "%f\n", d[i]);, )
/* z: a file of as many numbers as the arrays have */
LOOP(i32, scan_i32, rewind(m->z);, if (fscanf(m->z, "%d", &y[i]) != 1) exit(1);, )
LOOP(f64, scan_f64, rewind(m->z);, if (fscanf(m->z, "%lf", &y[i]) != 1) exit(1);, )
/* Different values in each row; with equal values branch predictors would learn the comparisons. */
LOOP(i32, sort_i32, const u32 row_factor = 2654435761u * (2 * (u32)r + 1);, y[i] = (i32)((u32)d[i] * row_factor >> 1);
     , qsort(y, (size_t)n, sizeof *y, compare_i32);)

static OPAQUE void callee(void)
{
    FENCE;
}
LOOP(i32, empty, , SCALAR;, )
LOOP(i32, calls, , callee();, )
/* Loops of few iterations; the compiler does not know the trip count. */
#define LOOP_OF(k)                                                                                                     \
    LOOP(i32, turns_##k, long most = k; __asm__ volatile(""                                                            \
                                                         : "+r"(most));                                                \
         , for (long count = 0; count < most; count++) SCALAR;, )
LOOP_OF(8)
LOOP_OF(16)
LOOP_OF(24)
LOOP_OF(32)
LOOP_OF(40)
LOOP_OF(48)
LOOP_OF(64)
LOOP_OF(96)
LOOP(i32, issue, long v0 = r; long v1 = r; long v2 = r; long v3 = r; long v4 = r; long v5 = r; long v6 = r; long v7 = r;
     , __asm__ volatile(""
                        : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5), "+r"(v6), "+r"(v7));
     v0 ^= i; v1 ^= i; v2 ^= i; v3 ^= i; v4 ^= i; v5 ^= i; v6 ^= i; v7 ^= i;
     , y[0] = (i32)(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7);)
/* A loop of 25 bytes of code within one 64-byte line, and the same loop across a line's end. The offset is explicit
 * assembly, so only for x86-64 with GNU syntax. */
#if defined __x86_64__ && defined __GNUC__
#define NOP5 ".byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t"
#define PLACED(name, offset)                                                                                           \
    static OPAQUE void name(const arrays *m, long n, long rows)                                                        \
    {                                                                                                                  \
        (void)m;                                                                                                       \
        for (long r = 0; r < rows; r++) {                                                                              \
            long i = n;                                                                                                \
            __asm__ volatile(".p2align 6\n\t.skip " #offset ", 0x90\n1:\t" NOP5 NOP5 NOP5 NOP5 "dec %0\n\tjnz 1b"      \
                             : "+r"(i)                                                                                 \
                             :                                                                                         \
                             : "cc");                                                                                  \
        }                                                                                                              \
    }
PLACED(one_line, 16)
PLACED(two_lines, 48)
/* 26 independent instructions, more than a cycle's of any one unit: what limits them is the number of instructions. */
#define DISPATCHED(a, b)                                                                                               \
    "add $1, %%r8\n\tadd $1, %%r9\n\tadd $1, %%r10\n\taddsd %%xmm8, " a "\n\taddsd %%xmm8, " b                         \
    "\n\tmovaps %%xmm9, %%xmm10\n\t"
static OPAQUE void dispatch(const arrays *m, long n, long rows)
{
    (void)m;
    for (long r = 0; r < rows; r++) {
        long i = n;
        __asm__ volatile("xorps %%xmm8, %%xmm8\n\t.p2align 6\n1:\t" DISPATCHED("%%xmm0", "%%xmm1")
                             DISPATCHED("%%xmm2", "%%xmm3") DISPATCHED("%%xmm4", "%%xmm5")
                                 DISPATCHED("%%xmm6", "%%xmm7") "dec %0\n\tjnz 1b"
                         : "+r"(i)
                         :
                         : "cc", "r8", "r9", "r10", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                           "xmm8", "xmm9", "xmm10");
    }
}
#define PLACED_ROWS                                                                                                    \
    {"dispatch", "i32", "cost", 26, 0, 0, dispatch, &memory_i32, {{0}}},                                               \
        {"one_line", "i32", "cost", 1, 0, 0, one_line, &memory_i32, {{0}}},                                            \
        {"two_lines", "i32", "cost", 1, 0, 0, two_lines, &memory_i32, {{0}}},
#else
#define PLACED_ROWS
#endif

/* a branch on an unpredictable bit, and the same code with a branch that is never taken */
#define BRANCH(name, mask)                                                                                             \
    LOOP(u64, name, u64 x = (u64)r * 2654435761u + 1; u64 odd = mask;                                                  \
         , x = x * 6364136223846793005u + 1442695040888963407u; if ((x >> 40) & odd) FENCE; else SCALAR;, )
BRANCH(surprise, b[0])
BRANCH(expected, b[0] - 1)

#define ROW(T, op, what, ops, r, w, f) {#op, #T, what, ops, r, w, f##_##T, &memory_##T, {{0}}},
#define BOTH(T, op, ops, r, w, f) ROW(T, op, "throughput", ops, r, w, f) ROW(T, op, "scalar", ops, r, w, f##_s)
#define COMMON_ROWS(T)                                                                                                 \
    BOTH(T, fill, 0, 0, 1, fill)                                                                                       \
    BOTH(T, copy, 0, 1, 1, copy)                                                                                       \
    BOTH(T, read2, 1, 2, 1, read2)                                                                                     \
    BOTH(T, read3, 2, 3, 1, read3)                                                                                     \
    BOTH(T, read4, 3, 4, 1, read4)                                                                                     \
    BOTH(T, write2, 0, 1, 2, write2)                                                                                   \
    BOTH(T, update, 1, 2, 1, update)                                                                                   \
    BOTH(T, add, 8, 2, 1, add)                                                                                         \
    BOTH(T, mul, 8, 2, 1, mul)                                                                                         \
    BOTH(T, madd, 6, 3, 1, madd)                                                                                       \
    BOTH(T, cmp, 6, 4, 1, cmp)                                                                                         \
    ROW(T, add, "latency", 1, 1, 0, add_l)                                                                             \
    ROW(T, mul, "latency", 1, 1, 0, mul_l)                                                                             \
    ROW(T, madd, "latency", 1, 2, 0, madd_l)                                                                           \
    ROW(T, cmp, "latency", 1, 1, 0, cmp_l)                                                                             \
    ROW(T, forward, "latency", 1, 2, 1, forward_l)                                                                     \
    BOTH(T, div, DIVISIONS_##T, 2, 1, div)                                                                             \
    ROW(T, div, "latency", 1, 1, 0, div_l) BOTH(T, conv, 4, 4, 1, conv) ROW(T, conv, "latency", 2, 1, 0, conv_l)
#define WHOLE_ROWS(T)                                                                                                  \
    BOTH(T, rem, 1, 2, 1, rem)                                                                                         \
    BOTH(T, bit, 6, 3, 1, bit)                                                                                         \
    BOTH(T, shift, 3, 1, 1, shift)                                                                                     \
    BOTH(T, logic, 2, 4, 1, logic)                                                                                     \
    ROW(T, rem, "latency", 1, 1, 0, rem_l)                                                                             \
    ROW(T, bit, "latency", 1, 1, 0, bit_l) ROW(T, shift, "latency", 1, 1, 0, shift_l)
#define FUNCTION_ROWS(T, name)                                                                                         \
    {#name, #T, "throughput", 1, 1, 1, name##_##T, &arguments_##T, {{0}}},                                             \
        {#name, #T, "scalar", 1, 1, 1, name##_s_##T, &arguments_##T, {{0}}},                                           \
        {#name, #T, "latency", 1, 1, 0, name##_l_##T, &arguments_##T, {{0}}},
#define FUNCTIONS_ROWS(T)                                                                                              \
    FUNCTION_ROWS(T, sqrt)                                                                                             \
    FUNCTION_ROWS(T, exp)                                                                                              \
    FUNCTION_ROWS(T, log)                                                                                              \
    FUNCTION_ROWS(T, sin)                                                                                              \
    FUNCTION_ROWS(T, tan)                                                                                              \
    FUNCTION_ROWS(T, atan)                                                                                             \
    FUNCTION_ROWS(T, tanh)                                                                                             \
    FUNCTION_ROWS(T, cbrt)                                                                                             \
    FUNCTION_ROWS(T, erf)                                                                                              \
    FUNCTION_ROWS(T, trunc) FUNCTION_ROWS(T, pow) FUNCTION_ROWS(T, fmax) FUNCTION_ROWS(T, rem)
/* The slope of n log2(n) + n log2(e) between rows of 150 and 800 elements is that of 10 n. */
#define LIBRARY_ROWS                                                                                                   \
    ROW(i32, rand, "throughput", 1, 0, 1, rand)                                                                        \
    ROW(i32, print, "throughput", 1, 1, 1, print)                                                                      \
    ROW(i32, sort, "throughput", 10, 1, 1, sort)
#define NUMBER_ROW(T, op, reads) {#op, #T, "throughput", 1, reads, 1, op##_##T, &numbers_##T, {{0}}},
#define NUMBER_ROWS NUMBER_ROW(f64, print, 1) NUMBER_ROW(i32, scan, 0) NUMBER_ROW(f64, scan, 0)
#define DIVISIONS_i32 1
#define DIVISIONS_u32 1
#define DIVISIONS_i64 1
#define DIVISIONS_u64 1
#define DIVISIONS_f32 3
#define DIVISIONS_f64 3

/* Small whole numbers: a and b stay in range in every kernel, c is a divisor, d a dividend. */
#define FILL(T, whole)                                                                                                 \
    static void fill_values_##T(const arrays *m)                                                                       \
    {                                                                                                                  \
        uint64_t x = 88172645463325252u;                                                                               \
        for (int i = 0; i < 4096; i++) {                                                                               \
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;                                                                   \
            ((T *)m->a)[i] = 1, ((T *)m->b)[i] = 1;                                                                    \
            ((T *)m->c)[i] = (T)(whole ? 1 + 2 * (x % 50) : 1);                                                        \
            ((T *)m->d)[i] = (T)(whole ? (x >> 20) % 1000000 : 1);                                                     \
        }                                                                                                              \
    }
FILL(i32, 1)
FILL(u32, 1)
FILL(i64, 1)
FILL(u64, 1)
FILL(f32, 0)
FILL(f64, 0)

#define FILL_ARGUMENTS(T)                                                                                              \
    static void fill_arguments_##T(const arrays *m)                                                                    \
    {                                                                                                                  \
        uint64_t x = 88172645463325252u;                                                                               \
        for (int i = 0; i < 4096; i++) {                                                                               \
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;                                                                   \
            ((T *)m->a)[i] = (T)(0.5 + (double)(x % 1000) / 500);                                                      \
            ((T *)m->b)[i] = (T)(0.5 + (double)((x >> 20) % 1000) / 500);                                              \
            ((T *)m->c)[i] = 0;                                                                                        \
            ((T *)m->d)[i] = (T)(6.283185307179586 / 1000 * (double)((x >> 40) % 1000));                               \
        }                                                                                                              \
    }
FILL_ARGUMENTS(f32)
FILL_ARGUMENTS(f64)

typedef struct trial {
    const kernel *k;
    long n, rows;
} trial;

/* Numbers of 0.1 ... 1000: glibc's printf of one takes 95 ns below 10, and 190 above. z: the same as a text, and
 * integers of up to 6 digits. */
static void write_numbers(const arrays *whole, const arrays *real)
{
    static const double magnitude[] = {0.1, 1, 10, 100};
    for (int i = 0; i < 4096; i++) {
        i32 number = ((i32 *)whole->d)[i];
        ((f64 *)real->d)[i] = magnitude[i % 4] * (1 + 9e-6 * number);
        fprintf(whole->z, "%d ", number);
        fprintf(real->z, "%f ", ((f64 *)real->d)[i]);
    }
}

static double run_trial(void *data)
{
    trial *t = data;
    double start = now();
    t->k->run(t->k->memory, t->n, t->rows);
    return (now() - start) / (double)t->rows;
}

static double measure(team *t, const kernel *k, long n)
{
    trial first = {k, n, 1 + 20000 / n};
    trial real = {k, n, (long)(2e5 / team_mean(t, run_trial(&first))) + 1}; /* 0.2 ms */
    return team_measure(t, run_trial, &real);
}

static void allocate(arrays *m)
{
    void **place[] = {&m->a, &m->b, &m->c, &m->d, &m->y, &m->z};
    for (int i = 0; i < 6; i++)
        if (!(*place[i] = malloc(4096 * 8 + 64)))
            exit(1);
}

/* Times of a malloc and its free, per byte of a first write to fresh memory, and per byte of the same write again. */
static void print_memory_costs(int rounds)
{
    size_t bytes = (size_t)48 << 20;
    for (int what = 0; what < 3; what++) {
        printf("%s i32 once 1 0 1 %d", (const char *[]){"allocate", "touch", "again"}[what], rounds);
        for (int r = 0; r < rounds; r++) {
            char *block = what ? malloc(bytes) : NULL;
            if (what == 2)
                for (size_t i = 0; i < bytes; i += 4096)
                    block[i] = 1;
            FENCE;
            double start = now();
            if (what == 0)
                for (int i = 0; i < 1000; i++) {
                    void *volatile small = malloc(2000);
                    free(small);
                }
            else
                for (size_t i = 0; i < bytes; i += 64)
                    *(volatile char *)(block + i) = 2;
            printf(" %.4g", (now() - start) / (what ? (double)bytes : 1000));
            free(block);
        }
        printf("\n");
    }
}

static void run_rounds(team *t, kernel *table, int n, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        for (int k = 0; k < n; k++)
            for (int l = 0; l < N_LENGTHS; l++)
                table[k].sample[l][round] = measure(t, &table[k], length[l]);
        if (t->rank == 0) {
            printf("# %d %d\n", round + 1, rounds);
            fflush(stdout);
        }
    }
}

static void print(const kernel *table, int n, int rounds)
{
    printf("lengths");
    for (int l = 0; l < N_LENGTHS; l++)
        printf(" %d", length[l]);
    printf("\n");
    if (blas_f64.gemm)
        blas_print_path();
    for (int k = 0; k < n; k++) {
        const kernel *t = &table[k];
        printf("%s %s %s %d %d %d %d", t->operation, t->type, t->what, t->operations, t->reads, t->writes, rounds);
        for (int i = 0; i < N_LENGTHS * rounds; i++)
            printf(" %.4g", t->sample[i / rounds][i % rounds]);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5, has_blas = blas_open(argc > 3 ? argv[3] : NULL);
    team t;
    if (argc > 3 && !has_blas)
        return 1;
    if (rounds < 1 || rounds > MOST_ROUNDS || !team_begin(&t, argc > 2 ? argv[2] : "0", rounds * 5e8))
        return 1;
    arrays memory_i32, memory_u32, memory_i64, memory_u64, memory_f32, memory_f64;
    arrays arguments_f32, arguments_f64;
    arrays *all[] = {&memory_i32, &memory_u32, &memory_i64,    &memory_u64,
                     &memory_f32, &memory_f64, &arguments_f32, &arguments_f64};
    void (*fill_all[])(const arrays *) = {fill_values_i32, fill_values_u32, fill_values_i64,    fill_values_u64,
                                          fill_values_f32, fill_values_f64, fill_arguments_f32, fill_arguments_f64};
    for (int i = 0; i < 8; i++) {
        allocate(all[i]);
        fill_all[i](all[i]);
    }
    fill_blas_f32();
    fill_blas_f64();
    arrays numbers_i32 = memory_i32, numbers_f64;
    allocate(&numbers_f64);
    if (!(numbers_i32.z = tmpfile()) || !(numbers_f64.z = tmpfile()))
        return 1;
    write_numbers(&numbers_i32, &numbers_f64);
    kernel table[] = {COMMON_ROWS(i32) COMMON_ROWS(u32) COMMON_ROWS(i64) COMMON_ROWS(u64) COMMON_ROWS(f32)
                          COMMON_ROWS(f64) WHOLE_ROWS(i32) WHOLE_ROWS(u32) WHOLE_ROWS(i64) WHOLE_ROWS(u64)
                              FUNCTIONS_ROWS(f32) FUNCTIONS_ROWS(f64)
                                  LIBRARY_ROWS NUMBER_ROWS{"loop", "i32", "cost", 1, 0, 0, empty, &memory_i32, {{0}}},
                      PLACED_ROWS{"call", "i32", "cost", 1, 0, 0, calls, &memory_i32, {{0}}},
                      {"turns_8", "i32", "cost", 1, 0, 0, turns_8, &memory_i32, {{0}}},
                      {"turns_16", "i32", "cost", 1, 0, 0, turns_16, &memory_i32, {{0}}},
                      {"turns_24", "i32", "cost", 1, 0, 0, turns_24, &memory_i32, {{0}}},
                      {"turns_32", "i32", "cost", 1, 0, 0, turns_32, &memory_i32, {{0}}},
                      {"turns_40", "i32", "cost", 1, 0, 0, turns_40, &memory_i32, {{0}}},
                      {"turns_48", "i32", "cost", 1, 0, 0, turns_48, &memory_i32, {{0}}},
                      {"turns_64", "i32", "cost", 1, 0, 0, turns_64, &memory_i32, {{0}}},
                      {"turns_96", "i32", "cost", 1, 0, 0, turns_96, &memory_i32, {{0}}},
                      {"issue", "i32", "cost", 8, 0, 0, issue, &memory_i32, {{0}}},
                      {"surprise", "i32", "cost", 1, 1, 0, surprise, &memory_u64, {{0}}},
                      {"expected", "i32", "cost", 1, 1, 0, expected, &memory_u64, {{0}}},
                      BLAS_ROWS(f64) BLAS_ROWS(f32)};
    int n = (int)(sizeof table / sizeof *table) - (has_blas ? 0 : 2 * BLAS_N_ROWS);
    run_rounds(&t, table, n, rounds);
    team_end(&t);
    print(table, n, rounds);
    print_memory_costs(rounds);
    return 0;
}
