/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the memory model to the output of benchmarks/memory.c: monotone access curves ([pmac] section 2.1), the
 * exponents of overlap, the interference of two streams, and the model's error by leave-one-out. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/calibration/fit.h"
#include "machine_properties/calibration/isotonic.h"
#include "support/messages/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_PAIRS = 1200,
    MOST_MIXES = 64
};

#define TEXT_OF(name, text, bytes) text,
static const char *const walk_text[] = {FC_WALK_LIST(TEXT_OF)};
static const char *const access_text[] = {"read", "write", "update"};

/* Two streams in one loop: near_bytes and far_bytes are working sets; far_bytes 0: both in the first-level cache. */
typedef struct pair {
    int access, kernel;
    double near_bytes, far_bytes, seconds;
} pair;

typedef struct mix {
    int reads, writes;
    double bytes, seconds;
} mix;

typedef struct measured {
    pair pairs[MOST_PAIRS];
    mix mixes[MOST_MIXES];
    int n_pairs, n_mixes;
    double among, among_bytes,
        among_s;       /* instructions per iteration, working set and time of the window kernel; 0: none */
    double *deviation; /* log(sample / location) of pairs and mixes beyond the first-level cache */
    size_t n_deviations, deviation_capacity;
} measured;

static int index_of(const char *const *texts, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (strcmp(texts[i], text) == 0)
            return i;
    return -1;
}

/* Adds a point to a curve of the last level. */
static bool take_curve(fc_memory *memory, const fc_benchmark_line *line)
{
    int level = memory->n_active - 1, walk = index_of(walk_text, FC_N_WALKS, line->word[2]);
    int access = index_of(access_text, FC_N_ACCESSES, line->word[3]);
    if (atoi(line->word[1]) != memory->active[level] || walk < 0 || access < 0)
        return false;
    fc_curve *curve = &memory->curve[level][walk][access];
    fc_location time = fc_fit_locate(line->sample, line->n_samples);
    if (curve->n == FC_MAX_CURVE)
        return false;
    curve->bytes[curve->n] = atof(line->word[4]);
    curve->seconds[curve->n] = time.value;
    curve->error[curve->n++] = fmax(time.spread, 0.01);
    return true;
}

/* The least of a loop's samples: other guests of the host only add time. The deviations from the lower quartile are
 * collected if its working set exceeds the first-level cache. */
static double locate(measured *m, const fc_benchmark_line *line, double bytes)
{
    double value = fc_fit_locate(line->sample, line->n_samples).value;
    m->deviation =
        fc_grow(m->deviation, &m->deviation_capacity, m->n_deviations + (size_t)line->n_samples, sizeof *m->deviation);
    for (int i = 0; i < line->n_samples && bytes > 0 && value > 0; i++)
        if (line->sample[i] > 0)
            m->deviation[m->n_deviations++] = log(line->sample[i] / value);
    return fc_fit_quantile(line->sample, line->n_samples, 0);
}

/* A near and a far row alternate, so both lie between two uses of a near line: its working set is twice its bytes. */
static bool take_pair(measured *m, const fc_benchmark_line *line)
{
    int access = index_of(access_text, FC_N_ACCESSES, line->word[2]);
    if (m->n_pairs == MOST_PAIRS || access < 0)
        return false;
    double far = atof(line->word[5]);
    m->pairs[m->n_pairs++] = (pair){access, atoi(line->word[3]), 2 * atof(line->word[4]), far, locate(m, line, far)};
    return true;
}

static bool take_mix(measured *m, const fc_benchmark_line *line)
{
    if (m->n_mixes == MOST_MIXES)
        return false;
    double bytes = atof(line->word[4]);
    m->mixes[m->n_mixes++] = (mix){atoi(line->word[2]), atoi(line->word[3]), bytes, locate(m, line, bytes)};
    return true;
}

static bool take_line(fc_machine *machine, measured *m, const fc_benchmark_output *printed)
{
    fc_benchmark_line line;
    const char *text = printed->line[0] ? printed->line[0] : "";
    bool is_curve = strncmp(text, "curve ", 6) == 0, is_pair = strncmp(text, "pace ", 5) == 0;
    bool is_window = strncmp(text, "window ", 7) == 0;
    int n_words = is_pair ? 7 : is_window ? 5 : 6;
    if (!fc_benchmark_output_parse(&line, printed, n_words, 1))
        return false;
    char of[96] = "memory";
    double at = atof(line.word[n_words - 2]);
    for (int i = 0; i < n_words - 2; i++) {
        size_t used = strlen(of);
        snprintf(of + used, sizeof of - used, " %.12s", line.word[i]);
    }
    fc_samples series = {.at = &at, .seconds = line.sample, .n_at = 1, .n_seconds = (unsigned)line.n_samples};
    fc_machine_add_samples(machine, of, &series);
    if (is_curve)
        return take_curve(&machine->coefficients.memory, &line);
    if (is_window) {
        m->among = atof(line.word[2]);
        m->among_bytes = atof(line.word[3]);
        m->among_s = fc_fit_locate(line.sample, line.n_samples).value;
        return true;
    }
    return is_pair ? take_pair(m, &line) : strncmp(text, "mix ", 4) == 0 && take_mix(m, &line);
}

static fc_status take_output(fc_machine *machine, measured *m, fc_benchmark_output *printed, fc_report *report)
{
    while (fc_benchmark_output_next(printed))
        if (!take_line(machine, m, printed))
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.",
                           FC_MSG_UNEXPECTED_OUTPUT_MEMORY_BENCHMARK, printed->line[0] ? printed->line[0] : "");
    return FC_OK;
}

/* Whether an access takes more than the first cache level explains, by the assumed factor. */
static bool is_far(const fc_curve *curve, double seconds)
{
    static const fc_constants assumed = {{0}};
    return seconds > fc_constant_of(&assumed, FC_CONSTANT_NEAR_FACTOR) * curve->seconds[0];
}

/* The model's cost of a single stream: 0 in the first-level cache. */
static double stream_at(const fc_memory *memory, int level, int access, double bytes)
{
    const fc_curve *curve = &memory->curve[level][FC_PATTERN_UNIT][access];
    double seconds = fc_curve_at(curve, bytes);
    return curve->n && is_far(curve, seconds) ? seconds : 0;
}

/* The core's seconds of a pair kernel, measured with both streams in the first-level cache. */
static double pace_of(const measured *m, int access, int kernel)
{
    for (int i = 0; i < m->n_pairs; i++)
        if (m->pairs[i].far_bytes == 0 && m->pairs[i].access == access && m->pairs[i].kernel == kernel)
            return m->pairs[i].seconds;
    return 0;
}

/* What both streams of a pair take; 0: the first-level cache holds them. */
static double pair_streams(const fc_memory *memory, int level, const pair *p)
{
    return fc_overlap_norm(stream_at(memory, level, p->access, p->near_bytes),
                           stream_at(memory, level, FC_READ, p->far_bytes),
                           fc_stream_exponent(memory, level, p->far_bytes));
}

static double pair_model(const fc_memory *memory, const measured *m, int level, const pair *p)
{
    return fc_overlap_norm(pace_of(m, p->access, p->kernel), pair_streams(memory, level, p),
                           fc_overlap_exponent(memory, level, p->far_bytes));
}

/* Exponent in `range` with the least error, by a grid in 1/exponent, where the error is smooth; `otherwise` if no
 * exponent changes the error. */
static double search(double (*error)(void *data, double exponent), void *data, const double range[2], double otherwise)
{
    double best = range[0], least = error(data, range[0]);
    if (least == error(data, range[1]))
        return otherwise;
    for (int i = 1; i <= 200; i++) {
        double inverse = 1 / range[0] + (1 / range[1] - 1 / range[0]) * i / 200, off = error(data, 1 / inverse);
        if (off < least) {
            least = off;
            best = 1 / inverse;
        }
    }
    return best;
}

typedef struct overlap_search {
    fc_memory *memory;
    const measured *m;
    int level;
    const mix *left_out; /* NULL: none */
    double bytes;        /* of the far stream of a pair, or of a mix; 0: all */
} overlap_search;

static bool tells_overlap(const overlap_search *s, const pair *p)
{
    return p->far_bytes > 0 && (s->bytes == 0 || p->far_bytes == s->bytes) && pair_streams(s->memory, s->level, p) > 0;
}

/* Sum of relative errors over such pairs at three core speeds. Other guests of the host disturb single pairs by large
 * factors, which squares would follow. */
static double overlap_error(void *data, double exponent)
{
    overlap_search *s = data;
    double sum = 0;
    for (int i = 0; i < s->m->n_pairs; i++) {
        const pair *p = &s->m->pairs[i];
        if (tells_overlap(s, p))
            sum += fabs(
                fc_overlap_norm(pace_of(s->m, p->access, p->kernel), pair_streams(s->memory, s->level, p), exponent) /
                    p->seconds -
                1);
    }
    return sum;
}

static double mix_core(const measured *m, const mix *wanted)
{
    for (int i = 0; i < m->n_mixes; i++)
        if (m->mixes[i].bytes == 0 && m->mixes[i].reads == wanted->reads && m->mixes[i].writes == wanted->writes)
            return m->mixes[i].seconds;
    return 0;
}

static double mix_model(const overlap_search *s, const mix *x, double exponent)
{
    double read = stream_at(s->memory, s->level, FC_READ, x->bytes),
           write = stream_at(s->memory, s->level, FC_WRITE, x->bytes);
    double all = pow(x->reads * pow(read, exponent) + x->writes * pow(write, exponent), 1 / exponent);
    return fc_overlap_norm(mix_core(s->m, x), all, fc_overlap_exponent(s->memory, s->level, x->bytes));
}

static double stream_overlap_error(void *data, double exponent)
{
    overlap_search *s = data;
    double sum = 0;
    for (int i = 0; i < s->m->n_mixes; i++) {
        const mix *x = &s->m->mixes[i];
        if (x->bytes > 0 && x != s->left_out && (s->bytes == 0 || x->bytes == s->bytes))
            sum += fabs(mix_model(s, x, exponent) / x->seconds - 1);
    }
    return sum;
}

static int place(double *axis, int *n, int most, double value)
{
    int i = 0;
    while (i < *n && axis[i] < value)
        i++;
    if (i < *n && axis[i] == value)
        return i;
    if (*n == most)
        return -1;
    memmove(axis + i + 1, axis + i, sizeof(double) * (size_t)(*n - i));
    axis[i] = value;
    (*n)++;
    return i;
}

/* Below 1 both together take more than their sum: a loop that computes keeps fewer lines in flight than the walks of
 * the curves. */
static const double core_range[2] = {0.5, 16}, stream_range[2] = {1, 6};

/* Exponents for each size of the far stream where streams take time. Each kind is fitted with the other as it is. */
static void fill_overlaps(overlap_search *s)
{
    fc_overlaps found = {0}, *of = &s->memory->overlaps[s->level];
    for (int i = 0; i < s->m->n_pairs; i++)
        if (tells_overlap(s, &s->m->pairs[i]))
            place(found.bytes, &found.n, FC_MAX_FAR, s->m->pairs[i].far_bytes);
    for (int i = 0; i < found.n; i++)
        found.exponent[i] = found.stream_exponent[i] = 1;
    *of = found;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < found.n; i++) {
            s->bytes = found.bytes[i];
            of->exponent[i] = search(overlap_error, s, core_range, s->memory->overlap);
            of->stream_exponent[i] = search(stream_overlap_error, s, stream_range, s->memory->stream_overlap);
        }
    s->bytes = 0;
}

/* Interference: measured time of each pair minus the model of independent streams. */
static void fill_beside(fc_memory *memory, const measured *m, int level, int access)
{
    fc_interference *b = &memory->beside[level][access];
    bool was_measured[FC_MAX_FAR][FC_MAX_NEAR] = {{false}};
    *b = (fc_interference){0};
    for (int i = 0; i < m->n_pairs; i++)
        if (m->pairs[i].access == access && m->pairs[i].far_bytes > 0 &&
            (place(b->near_bytes, &b->n_near, FC_MAX_NEAR, m->pairs[i].near_bytes) < 0 ||
             place(b->far_bytes, &b->n_far, FC_MAX_FAR, m->pairs[i].far_bytes) < 0))
            return;
    for (int k = 0; k < FC_N_CORE_TIMES; k++)
        b->pace_s[k] = fmax(pace_of(m, access, k), k ? b->pace_s[k - 1] * 1.001 : 1e-12);
    for (int i = 0; i < m->n_pairs; i++) {
        const pair *p = &m->pairs[i];
        if (p->access != access || p->far_bytes == 0 || p->kernel >= FC_N_CORE_TIMES)
            continue;
        int near = place(b->near_bytes, &b->n_near, FC_MAX_NEAR, p->near_bytes);
        int far = place(b->far_bytes, &b->n_far, FC_MAX_FAR, p->far_bytes);
        b->extra_s[far][near][p->kernel] = p->seconds - pair_model(memory, m, level, p);
        was_measured[far][near] = true;
    }
    /* Near streams too large for a far stream were not measured with it; they get the value of the largest measured
     * one. */
    for (int f = 0; f < b->n_far; f++)
        for (int n = 1; n < b->n_near; n++)
            if (!was_measured[f][n])
                memcpy(b->extra_s[f][n], b->extra_s[f][n - 1], sizeof b->extra_s[f][n]);
}

/* Error of the model on each mix of long streams, with the exponent fitted to the others of its size. */
static double error_of_mixes(const overlap_search *search_for)
{
    double deviation[MOST_MIXES];
    int n = 0;
    for (int i = 0; i < search_for->m->n_mixes; i++) {
        overlap_search others = *search_for;
        const mix *x = &search_for->m->mixes[i];
        others.left_out = x;
        others.bytes = x->bytes;
        if (x->bytes > 0)
            deviation[n++] =
                log(mix_model(search_for, x, search(stream_overlap_error, &others, stream_range, 1)) / x->seconds);
    }
    return fc_fit_standard_error(deviation, n);
}

/* The pair with the next larger (side 1) or smaller (side -1) near stream and otherwise equal; NULL: none. */
static const pair *beside_pair(const measured *m, const pair *p, int side)
{
    const pair *nearest = NULL;
    for (int i = 0; i < m->n_pairs; i++) {
        const pair *q = &m->pairs[i];
        if (q->access == p->access && q->kernel == p->kernel && q->far_bytes == p->far_bytes &&
            side * (q->near_bytes - p->near_bytes) > 0 &&
            (!nearest || side * (nearest->near_bytes - q->near_bytes) > 0))
            nearest = q;
    }
    return nearest;
}

/* Error of the model on each pair when its interference is interpolated between its two neighbors. */
static double error_of_pairs(const fc_memory *memory, const measured *m, int level)
{
    double deviation[MOST_PAIRS];
    int n = 0;
    for (int i = 0; i < m->n_pairs; i++) {
        const pair *p = &m->pairs[i], *low = beside_pair(m, p, -1), *high = beside_pair(m, p, 1);
        if (p->far_bytes == 0 || !low || !high)
            continue;
        double part = log(p->near_bytes / low->near_bytes) / log(high->near_bytes / low->near_bytes);
        double before = low->seconds - pair_model(memory, m, level, low),
               after = high->seconds - pair_model(memory, m, level, high);
        double predicted = pair_model(memory, m, level, p) + before + part * (after - before);
        if (predicted > 0)
            deviation[n++] = log(predicted / p->seconds);
    }
    return fc_fit_standard_error(deviation, n);
}

/* Error of interpolating walks of 128 and 512 bytes between the next shorter and longer strides in log(stride), as the
 * model does; only beyond the first-level cache. */
static double error_of_strides(const fc_coefficients *machine, int level)
{
    const fc_memory *memory = &machine->memory;
    const double line = machine->line_bytes;
    static const fc_walk walk[] = {FC_WALK_UNIT, FC_WALK_STRIDE_128, FC_WALK_STRIDE_512, FC_WALK_STRIDED};
    const double stride[] = {line, 128, 512, fc_constant_of(&machine->constants, FC_CONSTANT_PAGE_BYTES) + line};
    double deviation[2 * FC_N_ACCESSES * FC_MAX_CURVE];
    int n = 0;
    for (int left = 0; left < 2 * FC_N_ACCESSES; left++) {
        int access = left / 2, k = 1 + left % 2;
        const fc_curve *curve[3];
        for (int i = 0; i < 3; i++)
            curve[i] = &memory->curve[level][walk[k - 1 + i]][access];
        double part = log(stride[k] / stride[k - 1]) / log(stride[k + 1] / stride[k - 1]);
        for (int i = 0; i < curve[1]->n && curve[0]->n > 0 && curve[2]->n > 0; i++) {
            double low = fc_curve_at(curve[0], curve[1]->bytes[i]) * (k == 1 ? line / 8 : 1),
                   high = fc_curve_at(curve[2], curve[1]->bytes[i]);
            if (is_far(curve[1], curve[1]->seconds[i]))
                deviation[n++] = log((low + part * (high - low)) / curve[1]->seconds[i]);
        }
    }
    return fc_fit_standard_error(deviation, n);
}

static void conclude(fc_coefficients *machine, const measured *m, int level)
{
    fc_memory *memory = &machine->memory;
    static const double hidden[2] = {1, 16}; /* machine files have no smaller one for all sizes */
    overlap_search search_for = {.memory = memory, .m = m, .level = level};
    for (int p = 0; p < FC_N_WALKS; p++)
        for (int w = 0; w < FC_N_ACCESSES; w++) { /* a larger working set never costs less per access */
            fc_curve *curve = &memory->curve[level][p][w];
            fc_isotonic_fit(curve->seconds, NULL, curve->n);
        }
    if (level == 0) {
        /* Depth W of the out-of-order window. A random read that waits for the one before takes L (pointer chase). With
         * w instructions per iteration, W / w reads overlap, so an iteration takes L w / W. */
        double alone = fc_curve_at(&memory->curve[0][FC_WALK_CHASE][FC_READ], m->among_bytes);
        memory->window = m->among_s > 0 ? fmax(alone / m->among_s, 1) * m->among : 0;
        memory->stream_overlap = 1.5;
        memory->overlap = search(overlap_error, &search_for, hidden, 1);
        memory->stream_overlap = search(stream_overlap_error, &search_for, hidden, 1);
    }
    fill_overlaps(&search_for);
    for (int access = 0; access < FC_N_ACCESSES; access++)
        fill_beside(memory, m, level, access);
    double model = fmax(error_of_mixes(&search_for), error_of_pairs(memory, m, level)),
           runs = fc_fit_standard_error(m->deviation, (int)m->n_deviations);
    memory->model_error = fmax(memory->model_error, hypot(model, runs));
    memory->scattered_error = fmax(memory->scattered_error, hypot(error_of_strides(machine, level), runs));
}

double fc_calibrate_memory_most_bytes(double last, int active)
{
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return fmin(fmin(fmax(4 * last, 64 << 20), 256 << 20), fmax(physical / (4.0 * active), 2 * last / active));
}

char *fc_calibrate_memory_command(const fc_calibration *c, int active)
{
    const fc_machine *machine = c->machine;
    double first = machine->n_caches ? machine->cache_bytes[0] : 32768;
    double last = machine->n_caches ? machine->cache_bytes[machine->n_caches - 1] : 8 << 20;
    bool is_thin = c->options->quick || (active > 1 && active < c->cores.n_cores);
    double most = fc_calibrate_memory_most_bytes(last, active);
    char *units = fc_core_counts_units(&c->cores, active);
    char *command = fc_format("./memory 2 %s %.0f %.0f %.0f %.0f %d %.0f", units, first, last,
                              c->options->quick ? fmin(most, 128 << 20) : most, machine->coefficients.line_bytes,
                              is_thin, machine->coefficients.constants.value[FC_CONSTANT_PAGE_BYTES]);
    free(units);
    return command;
}

fc_status fc_calibrate_memory(fc_calibration *c, int active, fc_benchmark_output *printed, fc_report *report)
{
    fc_memory *memory = &c->machine->coefficients.memory;
    measured *m = fc_allocate(1, sizeof *m);
    memory->active[memory->n_active++] = active;
    fc_status status = take_output(c->machine, m, printed, report);
    if (status == FC_OK)
        conclude(&c->machine->coefficients, m, memory->n_active - 1);
    free(m->deviation);
    free(m);
    return status;
}
