/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory access times by working set, with one process and with several at once. argv: rounds, processes, l1 bytes,
 * last-level bytes, largest bytes, line bytes, 1 for fewer far sizes and strides. Output lines, each followed by
 * `rounds` samples in nanoseconds:
 * - curve <active> <walk> <access> <bytes> <rounds>: an access (unit stride: 8 bytes of a line used whole)
 * - window <active> <instructions> <bytes> <rounds>: a random read among that many instructions
 * - pace <active> <access> <kernel> <near bytes> <far bytes> <rounds>: an iteration over 8 bytes of a near and of a far
 *   stream; far 0: both streams in the first-level cache
 * - mix <active> <reads> <writes> <bytes> <rounds>: an iteration over several long streams of so many bytes together;
 * 0: in the first-level cache
 *
 * All processes measure a point at the same time; the mean is printed. */
#include "team.h"

#include <stdint.h>

enum {
    MOST_ROUNDS = 16,
    MOST_POINTS = 3000,
    N_KERNELS = 9,
    MOST_FAR = 12,
    NEAR_TRIALS = 12
};

typedef struct point {
    char label[96];
    double sample[MOST_ROUNDS];
} point;

typedef struct bench {
    team team;
    int rounds, round, n_points, is_thin;
    double l1, last, most, line, page;
    point *all;
    int64_t *far;
    double *near, *third;
    long walked;     /* accesses of earlier trials */
    long from;       /* where the next trial of a pair begins */
    int32_t *places; /* MANY_ACCESSES random indices */
    volatile int64_t sink;
} bench;

static void add_point(bench *b, const char *label)
{
    if (b->n_points >= MOST_POINTS)
        exit(3);
    strcpy(b->all[b->n_points++].label, label);
}

/* Measures the point added last; rank 0 keeps the sample times `factor`. A loop within the first-level cache is bound
 * by the core's throughput, which other guests take half of for milliseconds: of many short trials the least counts. */
static void measure(bench *b, double (*once)(void *data), void *data, double factor, int trials)
{
    double time = team_measure(&b->team, once, data);
    for (int i = 1; i < trials; i++) {
        usleep(500);
        double again = team_measure(&b->team, once, data);
        time = again < time ? again : time;
    }
    if (b->team.rank == 0)
        b->all[b->n_points - 1].sample[b->round] = time * factor;
}

/* ---- single streams: one access per line, so that the compiler's flags hardly matter ---- */
/* A walk over words [from, n) in steps of `step`, then the same shifted by `line` until `wide`, then from 0 again. A
 * random walk uses the index list `to`. */
typedef struct place {
    int64_t *a;
    long n, step, line, wide, from;
    const int32_t *to;
    int64_t none; /* 0, unknown to the compiler */
} place;
typedef int64_t walk(const place *p, long times);
#define WALK(name, use)                                                                                                \
    static OPAQUE int64_t name(const place *p, long times)                                                             \
    {                                                                                                                  \
        int64_t s = 0, *a = p->a;                                                                                      \
        long n = p->n, step = p->step;                                                                                 \
        for (long from = p->from; times > 0; from = from + p->line < p->wide ? from + p->line : 0)                     \
            for (long i = from; i < n; i += step, times--) {                                                           \
                use;                                                                                                   \
            }                                                                                                          \
        return s;                                                                                                      \
    }
WALK(walk_read, s += a[i])
WALK(walk_write, a[i] = i)
WALK(walk_update, a[i] += i)
#define RANDOM(name, use)                                                                                              \
    static OPAQUE int64_t name(const place *p, long times)                                                             \
    {                                                                                                                  \
        int64_t s = 0, *a = p->a;                                                                                      \
        for (long k = 0; k < times; k++) {                                                                             \
            long i = p->to[k];                                                                                         \
            use;                                                                                                       \
        }                                                                                                              \
        return s;                                                                                                      \
    }
RANDOM(random_read, s += a[i])
RANDOM(random_write, a[i] = k)
RANDOM(random_update, a[i] += k)
/* Pointer chase: the address of each read depends on the value of the read before. */
static OPAQUE int64_t chase_read(const place *p, long times)
{
    int64_t s = 0, *a = p->a;
    for (long k = 0; k < times; k++)
        s = a[p->to[k] + (s & p->none)];
    return s;
}
/* 64 additions per random read, on four dependence chains, with any compiler flags. */
#define ADD_TO(v)                                                                                                      \
    __asm__ volatile("" : "+r"(v));                                                                                    \
    v += k;
#define ADD_8 ADD_TO(v0) ADD_TO(v1) ADD_TO(v2) ADD_TO(v3) ADD_TO(v0) ADD_TO(v1) ADD_TO(v2) ADD_TO(v3)
static OPAQUE int64_t random_read_among(const place *p, long times)
{
    int64_t s = 0, *a = p->a, v0 = 0, v1 = 0, v2 = 0, v3 = 0;
    for (long k = 0; k < times; k++) {
        s += a[p->to[k]];
        ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8
    }
    return s + v0 + v1 + v2 + v3;
}

enum {
    AMONG = 64 + 5 /* instructions of an iteration of random_read_among() */
};
/* What is done at each address: the accesses of a curve, the pointer chase, or a read among other instructions. */
enum {
    N_ACCESSES = 3,
    CHASE = N_ACCESSES,
    READ_AMONG,
    N_USES
};

/* A walk. stride 0: random; below a line: all words at that distance; from a line on: one word per line at that
 * distance, then the words beside them. share: factor from an access to the printed time. */
typedef struct way {
    const char *name;
    double stride, share;
} way;

/* fill: the same access in order, which touches all lines; covers: the accesses of a complete walk. fills: complete
 * walks before; 0: the caches cannot hold all lines. */
typedef struct curve_trial {
    bench *b;
    walk *run, *fill;
    place where;
    long times, covers;
    int fills;
} curve_trial;

enum {
    MOST_FILLS = 3,
    FEW_ACCESSES = 20000,
    MANY_ACCESSES = 200000
};

/* Uniform random numbers below n (splitmix64: Steele, Lea and Flood 2014), so that reuse distances vary. They are
 * stored in a list, as a program's index arrays are: computing them beside the accesses would keep fewer accesses in
 * flight. */
static void pick_places(int32_t *to, long times, long first, long n)
{
    for (long k = 0; k < times; k++) {
        uint64_t mixed = (uint64_t)(first + k) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        to[k] = (int32_t)(((mixed ^ mixed >> 31) >> 32) * (uint64_t)n >> 32);
    }
}

/* Warms caches that may hold the working set by complete walks in order; a random walk would leave out a third of the
 * lines. Several walks are needed, because last-level caches favor lines that are reused. A trial of a part of a walk
 * takes a part that no recent trial has touched, which a cache could still hold. */
static double run_curve_trial(void *data)
{
    curve_trial *t = data;
    if (t->where.to)
        pick_places(t->b->places, t->times, t->b->walked, t->where.n);
    for (int i = 0; i < t->fills; i++)
        t->b->sink += t->fill(&t->where, t->covers);
    long rows = t->where.n / t->where.step, columns = t->where.wide / t->where.line;
    t->where.from = t->b->walked / rows % columns * t->where.line;
    t->b->walked += t->times;
    team_barrier(&t->b->team);
    double start = now();
    t->b->sink += t->run(&t->where, t->times);
    return (now() - start) / (double)t->times;
}

/* Walks that bring so many bytes into the caches. A last cache of hundreds of megabytes is shared by so many guests
 * that walking a large working set again takes long and hardly changes what it holds. */
static int fills_of(const bench *b, double bytes)
{
    return bytes > b->last ? 0 : bytes > 64 * 1048576.0 ? 1 : MOST_FILLS;
}

/* A trial consists of complete walks, or of complete rows if a walk is long. */
static void one_curve_point(bench *b, const way *how, int use, long bytes)
{
    static walk *const in_order[N_USES] = {walk_read, walk_write, walk_update, walk_read, walk_read};
    static walk *const at_random[N_USES] = {random_read, random_write, random_update, chase_read, random_read_among};
    long line = (long)b->line / 8, step = how->stride > 0 ? (long)how->stride / 8 : line,
         each = step < line ? step : line;
    long all = bytes / 8 / line * line / each, most = (long)b->most / 8 / step;
    long columns = (all + most - 1) / most, rows = all / columns;
    curve_trial t = {.b = b, .fill = in_order[use], .covers = rows * columns, .fills = fills_of(b, (double)bytes)};
    t.run = how->stride > 0 ? in_order[use] : at_random[use];
    t.where = (place){.a = b->far, .n = rows * step, .step = step, .line = each, .wide = columns * each};
    t.where.to = how->stride > 0 ? NULL : b->places;
    if (t.covers <= MANY_ACCESSES)
        t.times = (FEW_ACCESSES + t.covers - 1) / t.covers * t.covers;
    else if (how->stride > 0)
        t.times = rows < MANY_ACCESSES ? MANY_ACCESSES / rows * rows : rows;
    else
        t.times = MANY_ACCESSES;
    measure(b, run_curve_trial, &t, how->share, 1);
}

static void curve_points(bench *b, const way *how, double size)
{
    static const char *const access[] = {"read", "write", "update"};
    char label[96];
    for (int w = 0; w < N_ACCESSES; w++) {
        snprintf(label, sizeof label, "curve %d %s %s %.0f", b->team.processes, how->name, access[w], size);
        add_point(b, label);
        one_curve_point(b, how, w, (long)size);
    }
    if (how->stride > 0)
        return;
    snprintf(label, sizeof label, "curve %d chase read %.0f", b->team.processes, size);
    add_point(b, label);
    one_curve_point(b, how, CHASE, (long)size);
}

/* Measures how many instructions a core keeps in flight while it waits for a read. */
static void window_point(bench *b)
{
    const way at_random = {"random", 0, 1};
    char label[96];
    snprintf(label, sizeof label, "window %d %d %.0f", b->team.processes, AMONG, b->most);
    add_point(b, label);
    one_curve_point(b, &at_random, READ_AMONG, (long)b->most);
}

/* Working sets: powers of two from 1 KiB on, and midpoints from half of the first cache on. The page stride also gets
 * quarter points where the second-level TLB ends (1024 to 4096 pages), which costs as much as a cache level. */
static void curves(bench *b)
{
    const way ways[] = {{"unit", b->line, 8 / b->line},
                        {"strided", b->page + b->line, 1},
                        {"random", 0, 1},
                        {"stride_8", 8, 1},
                        {"stride_128", 128, 1},
                        {"stride_512", 512, 1},
                        {"stride_16", 16, 1},
                        {"stride_32", 32, 1}};
    const double first_page = 1024 * b->line, last_page = 4096 * b->line;
    for (double size, bytes = 1024; bytes <= b->most * 1.01; bytes *= 2)
        for (int quarter = 0; quarter < 4 && (size = (1 + 0.25 * quarter) * bytes) <= b->most * 1.01; quarter++)
            for (int p = 0; p < (b->is_thin ? 5 : 8); p++)
                if (quarter == 0 || (quarter == 2 && size >= b->l1 / 2) ||
                    (quarter % 2 == 1 && ways[p].stride > b->page && bytes >= first_page && bytes < last_page))
                    curve_points(b, &ways[p], size);
}

/* A walk by exactly a page, whose lines fall into few sets of each cache: from 4 lines on, as far as the array. */
static void aliased_curve(bench *b)
{
    const way by_page = {"page", b->page, 1};
    for (double bytes = 4 * b->line; bytes / b->line * b->page <= b->most * 1.01; bytes *= 2)
        curve_points(b, &by_page, bytes);
}

/* ---- two streams: a far one read once, a near one read again for each row; three core speeds ---- */
typedef void rows(const int64_t *far, double *near, long n, long step, long count, double *result);
/* three speeds for each access: read, write, update */
#define TWO(name, start, body, end)                                                                                    \
    static OPAQUE void name(const int64_t *far, double *near, long n, long step, long count, double *result)           \
    {                                                                                                                  \
        for (long j = 0; j < count; j++) {                                                                             \
            const double *a = (const double *)(far + j * step);                                                        \
            const int64_t *k = far + j * step, *x = (const int64_t *)near;                                             \
            double *y = near;                                                                                          \
            (void)a, (void)k, (void)x, (void)y;                                                                        \
            start for (long i = 0; i < n; i++){body} end                                                               \
        }                                                                                                              \
    }
TWO(read_fast, int64_t s = 0;, s += k[i] ^ x[i];, result[j & 63] = (double)s;)
TWO(read_chain, double s = 0;, s += a[i] * y[i];, result[j & 63] = s;)
TWO(read_slow, double s = 0;, s = s * y[i] + a[i];, result[j & 63] = s;)
TWO(write_fast, double c = result[j & 63];, y[i] = a[i] * c;, )
TWO(write_chain, double s = 0;, y[i] = a[i]; s += a[i];, result[j & 63] = s;)
TWO(write_slow, double s = 0; double c = result[j & 63];, s = s * c + a[i]; y[i] = s;, result[j & 63] = s * 1e-9;)
TWO(update_fast, double c = result[j & 63];, y[i] += a[i] * c;, )
TWO(update_chain, double s = 0;, y[i] += a[i]; s += a[i];, result[j & 63] = s;)
TWO(update_slow, double s = 0; double c = result[j & 63];, s = s * c + a[i]; y[i] += s;, result[j & 63] = s * 1e-9;)

typedef struct pair_trial {
    bench *b;
    rows *run;
    const int64_t *far;
    long n, step, rows, passes;
    double result[64];
} pair_trial;

enum {
    MOST_WORDS = 2000000 /* of a far stream in a trial; enough to be timed */
};

static void touch_lines(bench *b, long bytes)
{
    const long line = (long)b->line / 8, n = bytes / 8 / line * line;
    const place all = {.a = b->far, .n = n, .step = line, .line = line, .wide = line};
    b->sink += walk_read(&all, n / line);
}

static double run_pair_trial(void *data)
{
    pair_trial *t = data;
    for (int i = 0; i < 64; i++)
        t->result[i] = 1e-9;
    for (long i = 0; i < t->n; i++)
        t->b->near[i] = 1e-3;
    team_barrier(&t->b->team);
    double start = now();
    for (long i = 0; i < t->passes; i++)
        t->run(t->far, t->b->near, t->n, t->step, t->rows, t->result);
    return (now() - start) / ((double)t->n * (double)t->rows * (double)t->passes);
}

/* Rows of the far array from the one on where the trial before ended, so that they were last used a whole working set
 * ago, and as long ago as in a loop over all of it: other guests of the host share the last cache. */
static void two_point(bench *b, int kernel, long near_bytes, long far_bytes)
{
    static rows *const run[N_KERNELS] = {read_fast,  read_chain,  read_slow,    write_fast, write_chain,
                                         write_slow, update_fast, update_chain, update_slow};
    long n = near_bytes / 8, count = far_bytes ? far_bytes / near_bytes : 1 + 500000 / n;
    pair_trial t = {.b = b, .run = run[kernel], .far = b->far, .n = n, .step = far_bytes ? n : 0, .rows = count};
    if (far_bytes && 1 + MOST_WORDS / n < count) {
        t.rows = 1 + MOST_WORDS / n;
        b->from = (b->from + t.rows * n) * 8 > far_bytes ? 0 : b->from;
        t.far = b->far + b->from;
        b->from += t.rows * n;
    }
    t.passes = 1 + 500000 / (t.n * t.rows);
    measure(b, run_pair_trial, &t, 1, far_bytes ? 1 : NEAR_TRIALS);
}

/* A size that is not a multiple of a page. Otherwise rows would repeatedly have the near stream's page offset, and
 * stores would block loads at equal offsets (4K aliasing). */
static long odd_size(double bytes)
{
    return (long)bytes / 4096 * 4096 + 1600;
}

/* Sizes of the far stream: 0, then from four first caches on up to the last cache, its parts, and the largest array. A
 * last cache of hundreds of megabytes, shared by many guests, holds data of some tens: there the steps are finer. */
static int far_sizes(const bench *b, double *far)
{
    const double end[] = {b->last / 4, b->last / 2, b->last, b->most};
    int n = 1;
    far[0] = 0;
    for (double bytes = 4 * b->l1; n < MOST_FAR - 3 && bytes <= end[0] / 1.5; bytes *= bytes < 8 * 1048576.0 ? 4 : 2)
        far[n++] = bytes;
    for (int i = 0; i < 4; i++)
        if (end[i] <= b->most && (n == 1 || end[i] > 1.5 * far[n - 1]))
            far[n++] = end[i];
    return n;
}

static void pairs(bench *b)
{
    double far[MOST_FAR];
    int n_far = far_sizes(b, far);
    double near[] = {b->l1 / 16, b->l1 / 8, b->l1 / 4, b->l1 * 3 / 8,  b->l1 / 2,      b->l1 * 2 / 3,
                     b->l1,      2 * b->l1, 4 * b->l1, 16 * b->l1 / 3, 64 * b->l1 / 3, b->last / 4};
    static const char *const name[] = {"read", "write", "update"};
    char label[96];
    for (int f = 0; f < n_far; f += b->is_thin && f > 0 ? 2 : 1) {
        for (int fill = 0; fill < fills_of(b, far[f]); fill++)
            touch_lines(b, (long)far[f]);
        b->from = 0;
        for (int i = 0; i < 12; i++)
            for (int k = 0; k < N_KERNELS; k++) {
                long bytes = odd_size(f == 0 ? b->l1 / 6 : near[i]);
                if (f == 0 ? i > 0 : 4 * bytes > far[f])
                    continue;
                snprintf(label, sizeof label, "pace %d %s %d %ld %.0f", b->team.processes, name[k / 3], k % 3, bytes,
                         far[f]);
                add_point(b, label);
                two_point(b, k, bytes, (long)far[f]);
            }
    }
}

/* ---- several long streams ---- */
static OPAQUE void mix_read2(double *a, double *x, double *y, long n)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s += a[i] * x[i];
    y[0] = s;
}
static OPAQUE void mix_copy(double *a, double *x, double *y, long n)
{
    double s = x[0];
    for (long i = 0; i < n; i++)
        y[i] = a[i] * s;
}
static OPAQUE void mix_triad(double *a, double *x, double *y, long n)
{
    double s = x[0];
    for (long i = 0; i < n; i++)
        y[i] = x[i] + s * a[i];
}

typedef struct mix_trial {
    bench *b;
    void (*run)(double *, double *, double *, long);
    long n, times;
} mix_trial;

static double run_mix_trial(void *data)
{
    mix_trial *m = data;
    m->run((double *)m->b->far, m->b->near, m->b->third, m->n);
    team_barrier(&m->b->team);
    double start = now();
    for (long t = 0; t < m->times; t++)
        m->run((double *)m->b->far, m->b->near, m->b->third, m->n);
    return (now() - start) / ((double)m->n * (double)m->times);
}

/* Each in the first-level cache, and with streams that have the sizes of far streams together. */
static void mixes(bench *b)
{
    static void (*const run[3])(double *, double *, double *, long) = {mix_read2, mix_copy, mix_triad};
    static const int reads[] = {2, 1, 2}, writes[] = {0, 1, 1};
    double far[MOST_FAR];
    char label[96];
    for (int f = 0, n = far_sizes(b, far); f < n; f += b->is_thin && f > 0 ? 2 : 1)
        for (int k = 0; k < 3; k++) {
            long bytes = (long)(f ? far[f] / (reads[k] + writes[k]) : b->l1 / 6) / 64 * 64;
            mix_trial t = {b, run[k], bytes / 8, 1 + 500000 / (bytes / 8)};
            snprintf(label, sizeof label, "mix %d %d %d %.0f", b->team.processes, reads[k], writes[k], far[f]);
            add_point(b, label);
            measure(b, run_mix_trial, &t, 1, f ? 1 : NEAR_TRIALS);
        }
}

static int work(bench *b)
{
    size_t far = (size_t)b->most + 65536, near = (size_t)b->most / 2 + 65536;
    b->far = malloc(far), b->near = malloc(near), b->third = malloc(near);
    b->places = malloc(MANY_ACCESSES * sizeof *b->places);
    if (!b->far || !b->near || !b->third || !b->places)
        return 1;
    for (size_t i = 0; i < far / 8; i++)
        b->far[i] = 0x3ff0000000000000; /* 1.0 */
    memset(b->near, 0, near);
    memset(b->third, 0, near);
    for (b->round = 0; b->round < b->rounds; b->round++) {
        b->n_points = 0;
        pairs(b);
        mixes(b);
        for (size_t i = 0; i < far / 8; i++)
            b->far[i] = 0x3ff0000000000000;
        curves(b);
        aliased_curve(b);
        window_point(b);
        for (size_t i = 0; i < far / 8; i++)
            b->far[i] = 0x3ff0000000000000;
        if (b->team.rank == 0) {
            printf("# %d %d\n", b->round + 1, b->rounds);
            fflush(stdout);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 9)
        return 2;
    bench b = {.rounds = atoi(argv[1]),
               .l1 = atof(argv[3]),
               .last = atof(argv[4]),
               .most = atof(argv[5]),
               .line = atof(argv[6]),
               .is_thin = atoi(argv[7]),
               .page = atof(argv[8])};
    b.all = calloc(MOST_POINTS, sizeof *b.all);
    if (b.rounds < 1 || b.rounds > MOST_ROUNDS || b.line < 8 || !b.all || !team_begin(&b.team, argv[2], b.rounds * 1e9))
        return 2;
    int status = work(&b);
    team_end(&b.team);
    for (int i = 0; i < b.n_points; i++) {
        printf("%s %d", b.all[i].label, b.rounds);
        for (int r = 0; r < b.rounds; r++)
            printf(" %.4g", b.all[i].sample[r]);
        printf("\n");
    }
    return status;
}
