/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels to which no cost is fitted. Calibration compares their times with predictions, which gives the machine's own
 * model discrepancies. check_program.c is the program that is predicted, check.c measures the same functions. */
#ifndef CHECK_KERNELS_H
#define CHECK_KERNELS_H

#include <math.h>
#include <stdlib.h>

/* Aligned, so that the code of both programs lies on the same cache lines. */
#ifdef __clang__
#define KERNEL __attribute__((noinline, aligned(64))) static
#else
#define KERNEL __attribute__((noipa, aligned(64))) static
#endif

enum {
    NEIGHBORS = 5, /* entries of a sparse row */
    ROW = 96,      /* cells of a row of the stencils */
    BODIES = 4,    /* whose potential is computed */
    NODES = 256    /* of a table of values */
};

typedef struct particle {
    double x, y, z, charge;
} particle;

typedef struct grid {
    long rows;
    double *old, *now;
} grid;

/* The arrays of one kernel; those that it does not use have one element. */
typedef struct data {
    long n;    /* elements of each array */
    long side; /* the largest number with side * side <= n */
    double *a, *b, *c, *d, *table;
    float *f, *g;
    int *index;
    unsigned *word;
    particle *body;
    grid cells;
} data;

KERNEL void shift_scale(long n, double *y, const double *x, double factor)
{
    for (long i = 0; i < n; i++)
        y[i] = factor * x[i] + 0.25;
}

KERNEL void relax(long n, double *y, const double *x, const double *z, double factor)
{
    for (long i = 0; i < n; i++)
        y[i] += factor * (x[i] - z[i]);
}

KERNEL void two_products(long n, double *y, const double *x, const double *z, const double *w)
{
    for (long i = 0; i < n; i++)
        y[i] = x[i] * z[i] + w[i] * (x[i] - z[i]);
}

KERNEL void smooth_line(long n, double *y, const double *x)
{
    for (long i = 1; i < n - 1; i++)
        y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}

KERNEL void stencil_nine(long rows, double *y, const double *x)
{
    for (long i = 1; i < rows - 1; i++)
        for (long j = 1; j < ROW - 1; j++) {
            const double *at = x + i * ROW + j;
            y[i * ROW + j] = 0.1 * (at[-ROW - 1] + at[-ROW] + at[-ROW + 1] + at[-1] + at[0] + at[1] + at[ROW - 1] +
                                    at[ROW] + at[ROW + 1]);
        }
}

KERNEL void stencil_of_grid(grid *g)
{
    for (long i = 1; i < g->rows - 1; i++)
        for (long j = 1; j < ROW - 1; j++)
            g->now[i * ROW + j] = 0.25 * (g->old[(i - 1) * ROW + j] + g->old[(i + 1) * ROW + j] +
                                          g->old[i * ROW + j - 1] + g->old[i * ROW + j + 1]);
}

KERNEL void stencil_of_planes(long planes, double *y, const double *x)
{
    enum {
        WIDE = 16,
        PLANE = WIDE * WIDE
    };
    for (long i = 1; i < planes - 1; i++)
        for (long j = 1; j < WIDE - 1; j++)
            for (long k = 1; k < WIDE - 1; k++) {
                const double *at = x + i * PLANE + j * WIDE + k;
                y[i * PLANE + j * WIDE + k] =
                    at[-PLANE] + at[PLANE] + at[-WIDE] + at[WIDE] + at[-1] + at[1] - 6 * at[0];
            }
}

KERNEL void shorten(long n, float *y, const double *x)
{
    for (long i = 0; i < n; i++)
        y[i] = (float)x[i];
}

KERNEL void blend_floats(long n, float *y, const float *x, float factor)
{
    for (long i = 0; i < n; i++)
        y[i] = factor * y[i] + (1 - factor) * x[i];
}

KERNEL void mix_words(long n, unsigned *word)
{
    for (long i = 0; i < n; i++) {
        unsigned w = word[i];
        w ^= w << 13;
        w ^= w >> 17;
        word[i] = w ^ (w << 5);
    }
}

KERNEL void clip(long n, double *y, const double *x, double most)
{
    for (long i = 0; i < n; i++)
        y[i] = x[i] > most ? most : x[i];
}

KERNEL void transpose(long side, double *y, const double *x)
{
    for (long i = 0; i < side; i++)
        for (long j = 0; j < side; j++)
            y[j * side + i] = x[i * side + j];
}

KERNEL void rows_times_vector(long rows, double *y, const double *x, const double *v)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < ROW; j++)
            y[j] += x[i * ROW + j] * v[i];
}

KERNEL void triangle_times_vector(long side, double *y, const double *x, const double *v)
{
    for (long i = 0; i < side; i++)
        for (long j = 0; j <= i; j++)
            y[j] += x[i * side + j] * v[i];
}

KERNEL void rank_one_updates(long side, double *y, const double *x, const double *z)
{
    for (long k = 0; k < 4; k++)
        for (long i = 0; i < side; i++) {
            double factor = x[i * side + k];
            for (long j = 0; j < side; j++)
                y[i * side + j] += factor * z[k * side + j];
        }
}

KERNEL void columns_times_vector(long side, double *y, const double *x, const double *v)
{
    for (long j = 0; j < side; j++) {
        double sum = 0;
        for (long i = 0; i < side; i++)
            sum += x[i * side + j] * v[i];
        y[j] = sum;
    }
}

KERNEL void move_particles(long n, particle *body, double step)
{
    for (long i = 0; i < n; i++) {
        body[i].x += step * body[i].charge;
        body[i].y -= step * body[i].charge;
        body[i].z += step * (body[i].x - body[i].y);
    }
}

KERNEL void multiply_complex(long n, double *y, const double *x, const double *z)
{
    for (long i = 0; i < n / 2; i++) {
        y[2 * i] = z[2 * i] * x[2 * i] - z[2 * i + 1] * x[2 * i + 1];
        y[2 * i + 1] = z[2 * i] * x[2 * i + 1] + z[2 * i + 1] * x[2 * i];
    }
}

KERNEL void blocks_of_four(long n, double *y, const double *x, const double *block)
{
    for (long i = 0; i < n / 4; i++)
        for (long j = 0; j < 4; j++) {
            double sum = 0;
            for (long k = 0; k < 4; k++)
                sum += block[4 * j + k] * x[4 * i + k];
            y[4 * i + j] = sum;
        }
}

KERNEL void gather(long n, double *y, const double *x, const int *index)
{
    for (long i = 0; i < n; i++)
        y[i] = x[index[i]];
}

KERNEL void scatter_add(long n, double *y, const double *x, const int *index)
{
    for (long i = 0; i < n; i++)
        y[index[i]] += x[i];
}

KERNEL void sparse_rows(long rows, double *y, const double *value, const int *column, const double *x)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (long k = 0; k < NEIGHBORS; k++)
            sum += value[i * NEIGHBORS + k] * x[column[i * NEIGHBORS + k]];
        y[i] = sum;
    }
}

KERNEL void look_up(long n, double *y, const double *x, const double *table)
{
    for (long i = 0; i < n; i++) {
        double at = x[i] * (NODES - 2);
        int k = (int)at;
        y[i] = table[k] + (at - k) * (table[k + 1] - table[k]);
    }
}

KERNEL void divide(long n, double *y, const double *x, const double *z)
{
    for (long i = 0; i < n; i++)
        y[i] = x[i] / (z[i] + 2);
}

KERNEL void lengths(long n, double *y, const particle *body)
{
    for (long i = 0; i < n; i++)
        y[i] = sqrt(body[i].x * body[i].x + body[i].y * body[i].y + body[i].z * body[i].z);
}

KERNEL double potential(long n, const particle *body)
{
    double sum = 0;
    for (long i = 0; i < BODIES && i < n; i++)
        for (long j = 0; j < n; j++) {
            double x = body[i].x - body[j].x, y = body[i].y - body[j].y;
            sum += body[j].charge / sqrt(x * x + y * y + 0.01);
        }
    return sum;
}

KERNEL double dot(long n, const double *x, const double *y)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

KERNEL double largest(long n, const double *x)
{
    double most = 0;
    for (long i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

KERNEL void first_order(long n, double *y, const double *x)
{
    for (long i = 1; i < n; i++)
        y[i] = 0.5 * y[i - 1] + x[i];
}

KERNEL void eliminate(long n, double *y, const double *x)
{
    for (long i = 1; i < n; i++)
        y[i] = x[i] / (4 - y[i - 1]);
}

KERNEL double horner(long n, const double *x)
{
    double value = 0;
    for (long i = 0; i < n; i++)
        value = value * 0.75 + x[i] * x[i];
    return value;
}

KERNEL unsigned checksum(long n, const unsigned *word)
{
    unsigned sum = 1;
    for (long i = 0; i < n; i++)
        sum = (sum ^ word[i]) * 16777619u;
    return sum;
}

KERNEL void exponentials(long n, double *y, const double *x)
{
    for (long i = 0; i < n; i++)
        y[i] = exp(-x[i]);
}

KERNEL void logarithms(long n, double *y, const double *x)
{
    for (long i = 0; i < n; i++)
        y[i] = log(1 + x[i]);
}

KERNEL void rotate(long n, double *y, const double *x)
{
    for (long i = 0; i < n; i++)
        y[i] = cos(x[i]) - sin(y[i]);
}

KERNEL void powers(long n, double *y, const double *x)
{
    for (long i = 0; i < n; i++)
        y[i] = pow(x[i], 1.5);
}

KERNEL double limiter(double left, double right)
{
    return left * right > 0 ? 0.5 * (left + right) : 0;
}

KERNEL void limited(long n, double *y, const double *x)
{
    for (long i = 1; i < n - 1; i++)
        y[i] = limiter(x[i] - x[i - 1], x[i + 1] - x[i]);
}

/* name; bytes of its arrays for an element; its arrays, small letters for those of a row, a column or a table; the call
 */
#define KERNELS(X)                                                                                                     \
    X(shift_scale, 16, "AB", shift_scale(m->n, m->a, m->b, 0.5))                                                       \
    X(relax, 24, "ABC", relax(m->n, m->a, m->b, m->c, 0.125))                                                          \
    X(two_products, 32, "ABCD", two_products(m->n, m->a, m->b, m->c, m->d))                                            \
    X(smooth_line, 16, "AB", smooth_line(m->n, m->a, m->b))                                                            \
    X(stencil_nine, 16, "AB", stencil_nine(m->n / ROW, m->a, m->b))                                                    \
    X(stencil_of_grid, 16, "AB", stencil_of_grid(&m->cells))                                                           \
    X(stencil_of_planes, 16, "AB", stencil_of_planes(m->n / 256, m->a, m->b))                                          \
    X(shorten, 12, "BF", shorten(m->n, m->f, m->b))                                                                    \
    X(blend_floats, 8, "FG", blend_floats(m->n, m->f, m->g, 0.75f))                                                    \
    X(mix_words, 4, "W", mix_words(m->n, m->word))                                                                     \
    X(clip, 16, "AB", clip(m->n, m->a, m->b, 0.5))                                                                     \
    X(transpose, 16, "AB", transpose(m->side, m->a, m->b))                                                             \
    X(rows_times_vector, 8, "Abc", rows_times_vector(m->n / ROW, m->c, m->a, m->b))                                    \
    X(triangle_times_vector, 8, "Abc", triangle_times_vector(m->side, m->c, m->a, m->b))                               \
    X(rank_one_updates, 16, "ABC", rank_one_updates(m->side, m->a, m->b, m->c))                                        \
    X(columns_times_vector, 8, "Abc", columns_times_vector(m->side, m->c, m->a, m->b))                                 \
    X(move_particles, 32, "P", move_particles(m->n, m->body, 1e-9))                                                    \
    X(multiply_complex, 24, "ABC", multiply_complex(m->n, m->a, m->b, m->c))                                           \
    X(blocks_of_four, 16, "ABc", blocks_of_four(m->n, m->a, m->b, m->c))                                               \
    X(gather, 20, "ABI", gather(m->n, m->a, m->b, m->index))                                                           \
    X(scatter_add, 20, "ABI", scatter_add(m->n, m->a, m->b, m->index))                                                 \
    X(sparse_rows, 12, "ABCI", sparse_rows(m->n / NEIGHBORS, m->a, m->b, m->index, m->c))                              \
    X(look_up, 16, "AB", look_up(m->n, m->a, m->b, m->table))                                                          \
    X(divide, 24, "ABC", divide(m->n, m->a, m->b, m->c))                                                               \
    X(lengths, 40, "AP", lengths(m->n, m->a, m->body))                                                                 \
    X(potential, 32, "P", *sum += potential(m->n, m->body))                                                            \
    X(dot, 16, "AB", *sum += dot(m->n, m->a, m->b))                                                                    \
    X(largest, 8, "A", *sum += largest(m->n, m->a))                                                                    \
    X(first_order, 16, "AB", first_order(m->n, m->a, m->b))                                                            \
    X(eliminate, 16, "AB", eliminate(m->n, m->a, m->b))                                                                \
    X(horner, 8, "A", *sum += horner(m->n, m->a))                                                                      \
    X(checksum, 4, "W", *sum += checksum(m->n, m->word))                                                               \
    X(exponentials, 16, "AB", exponentials(m->n, m->a, m->b))                                                          \
    X(logarithms, 16, "AB", logarithms(m->n, m->a, m->b))                                                              \
    X(rotate, 16, "AB", rotate(m->n, m->a, m->b))                                                                      \
    X(powers, 16, "AB", powers(m->n, m->a, m->b))                                                                      \
    X(limited, 16, "AB", limited(m->n, m->a, m->b))

#define KERNEL_NAME(name, bytes, arrays, call) AT_##name,
enum {
    KERNELS(KERNEL_NAME) N_KERNELS
};
#undef KERNEL_NAME

typedef struct kernel_form {
    const char *name;
    int bytes;
    const char *arrays;
} kernel_form;

#define KERNEL_FORM(name, bytes, arrays, call) {#name, bytes, arrays},
static const kernel_form form[N_KERNELS] = {KERNELS(KERNEL_FORM)};
#undef KERNEL_FORM

/* Elements of an array: all, those of a row, a column and a table, or one. */
static long elements(const data *m, int kernel, char array)
{
    for (const char *s = form[kernel].arrays; *s; s++) {
        if (*s == array)
            return m->n;
        if (*s == array + 'a' - 'A')
            return m->side + m->n / ROW + ROW;
    }
    return 1;
}

static void *allocate(size_t bytes)
{
    void *a = malloc(bytes);
    if (!a)
        abort();
    return a;
}

/* Values from 0.125 to 0.875 keep sums and products far from overflow and from subnormal numbers. */
static double *reals(long n)
{
    double *a = allocate((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (double)(1 + i % 7) * 0.125;
    return a;
}

static float *floats(long n)
{
    float *a = allocate((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (float)(1 + i % 7) * 0.125f;
    return a;
}

/* Random numbers from 0 to n - 1. */
static int *indices(long n)
{
    int *a = allocate((size_t)n * sizeof *a);
    unsigned long state = 12345;
    for (long i = 0; i < n; i++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        a[i] = (int)((state >> 33) % (unsigned long)n);
    }
    return a;
}

static unsigned *words(long n)
{
    unsigned *a = allocate((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (unsigned)i + 1;
    return a;
}

static particle *bodies(long n)
{
    particle *a = allocate((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++) {
        double at = (double)(1 + i % 7) * 0.125;
        a[i] = (particle){at, 1 - at, at * at, 0.5};
    }
    return a;
}

/* The arrays of a kernel, of `bytes` bytes together. */
static void make(data *m, int kernel, long bytes)
{
    m->n = bytes / form[kernel].bytes;
    m->side = (long)sqrt((double)m->n);
    m->a = reals(elements(m, kernel, 'A'));
    m->b = reals(elements(m, kernel, 'B'));
    m->c = reals(elements(m, kernel, 'C'));
    m->d = reals(elements(m, kernel, 'D'));
    m->table = reals(NODES);
    m->f = floats(elements(m, kernel, 'F'));
    m->g = floats(elements(m, kernel, 'G'));
    m->index = indices(elements(m, kernel, 'I'));
    m->word = words(elements(m, kernel, 'W'));
    m->body = bodies(elements(m, kernel, 'P'));
    m->cells = (grid){m->n / ROW, m->a, m->b};
}

#define KERNEL_CASE(name, bytes, arrays, call)                                                                         \
    case AT_##name:                                                                                                    \
        call;                                                                                                          \
        break;
static inline void run(int kernel, data *m, double *sum)
{
    switch (kernel) {
        KERNELS(KERNEL_CASE)
    default:
        break;
    }
}
#undef KERNEL_CASE

#endif
