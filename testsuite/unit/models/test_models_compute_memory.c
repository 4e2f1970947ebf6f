/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/queueing.h"
#include "testsuite/unit/round_machine.h"

#include <string.h>

static void add_curve(fc_coefficients *m, int active, int pattern, double far_s)
{
    m->memory.curve[active][pattern][FC_READ] =
        (fc_curve){.n = 3, .bytes = {1e3, 1e4, 1e6}, .seconds = {1e-9, 2e-9, far_s}};
    m->memory.n_active = active + 1;
    m->memory.active[active] = active + 1;
}

/* log-linear: 1e5, halfway between 1e4 and 1e6 in the logarithm, has the mean of 2 and 8 ns. */
static void test_models_compute_memory__curve(void **state)
{
    fc_coefficients *m = *state;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    const fc_curve *curve = &m->memory.curve[0][FC_PATTERN_UNIT][FC_READ];
    assert_true(is_close(fc_curve_at(curve, 1e5), 5e-9));
    assert_true(is_close(fc_curve_at(curve, 1), 1e-9));
    assert_true(is_close(fc_curve_at(curve, 1e12), 8e-9));
    assert_true(fc_curve_at(&m->memory.curve[1][FC_PATTERN_UNIT][FC_READ], 1e5) == 0);
}

/* q = 1 adds core and memory, q = 2 takes the hypotenuse: core 3 ns an iteration, memory 8 ns for 8 bytes, 4 ns for 4.
 */
static void test_models_compute_memory__adds_what_does_not_overlap(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double near = 500, far = 1e9, error = 0;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, &error), 1000 * 11e-9));
    assert_true(error > 0.01 && error < 1);
    /* Of 11 ns the core takes 3 at 70 % beside 1 % of the additions, memory the rest at 80 %: more than the discrepancy
     * table has. */
    m->core.model_error = 0.7;
    m->memory.model_error = 0.8;
    fc_compute_memory(m, 1, &r, 0, 1000, &far, &error);
    assert_true(is_close(error, hypot(3 * hypot(0.01, 0.7), 8 * 0.8) / 11));
    fc_compute_memory(m, 1, &r, 50, 1000, &far, &error); /* entries 1 us of the core's 4, of 12 in all */
    assert_true(is_close(error, hypot(4 * hypot(hypot(0.01, 0.25), 0.7), 8 * 0.8) / 12));
    /* Half of what memory takes, 8 ns, by a stride, which errs by 90 %. */
    fc_stream both[] = {stream, {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0, 0, false, 0}};
    const double sets[] = {1e9, 1e9};
    add_curve(m, 0, FC_PATTERN_STRIDED, 8e-9);
    m->memory.scattered_error = 0.9;
    fc_compute_memory(m, 1, &r, 0, 1000, &far, &error);
    assert_true(is_close(error, hypot(3 * hypot(0.01, 0.7), 8 * 0.8) / 11));
    r.stream = both;
    r.n_streams = 2;
    fc_compute_memory(m, 1, &r, 0, 1000, sets, &error);
    assert_true(is_close(error, hypot(3 * hypot(0.01, 0.7), 16 * 0.85) / 19));
    r.stream = &stream;
    r.n_streams = 1;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &near, NULL), 1000 * 3e-9));
    stream.element_bytes = 4;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 7e-9));
    m->memory.overlap = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 5e-9));
    assert_true(fc_compute_memory(m, 1, &r, 0, 0, &far, NULL) == 0);
}

/* The core takes 3 ns and memory 4: 5 ns by an exponent of 2, which applies up to 2 MB, and 7 by 1, from 200 MB on.
 * Half the way in log(bytes) 1/q is 3/4. Several busy cores have their own exponents. */
static void test_models_compute_memory__overlap_depends_on_the_working_set(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 0, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    const double set[] = {1e6, 2e6, 2e7, 2e8, 1e9},
                 expected[] = {5e-9, 5e-9, pow(pow(3e-9, 4 / 3.) + pow(4e-9, 4 / 3.), 0.75), 7e-9, 7e-9};
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 4e-9);
    add_curve(m, 1, FC_PATTERN_UNIT, 4e-9);
    m->memory.n_active = 2;
    m->memory.active[1] = 4;
    m->memory.overlap = 16;
    m->memory.overlaps[0] = (fc_overlaps){2, {2e6, 2e8}, {2, 1}, {1, 2}};
    m->memory.overlaps[1] = (fc_overlaps){1, {1e6}, {1}, {1}};
    for (int i = 0; i < 5; i++)
        assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &set[i], NULL), 1000 * expected[i]));
    assert_true(is_close(fc_compute_memory(m, 4, &r, 0, 1000, &set[0], NULL), 1000 * 7e-9));
    const fc_stream both[] = {stream, stream}; /* r: 8 ns by 1, sqrt(32) by 2 */
    const double small[] = {2e6, 2e6}, large[] = {1e9, 2e6};
    r.stream = both;
    r.n_streams = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, small, NULL), 1000 * hypot(3e-9, 8e-9)));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, large, NULL), 1000 * (3e-9 + sqrt(32) * 1e-9)));
}

/* Random reads of 48 bytes, which lie on 1 1/2 lines of 64: 12 ns; of 128 on 2, of 136 on 1 + 128 / 64 = 3. A dependent
 * read takes 200 ns; an iteration of an addition and a load is 4 instructions with those of the loop, of which the
 * out-of-order window holds 20: 40 ns. With a window of 2 each read stalls. Two reads of one iteration overlap. */
static void test_models_compute_memory__gathers_stall_by_the_window(void **state)
{
    fc_coefficients *m = *state;
    fc_stream two[] = {{FC_READ, FC_PATTERN_RANDOM, 48, 0, 1, 0, 0, false, 0},
                       {FC_READ, FC_PATTERN_RANDOM, 48, 0, 0.5, 0, 0, false, 0}};
    fc_region r = loop_of(one_add, 1, 1, 0);
    const double far[] = {1e9, 1e9};
    r.stream = two;
    r.n_streams = 1;
    m->line_bytes = 64;
    add_curve(m, 0, FC_PATTERN_RANDOM, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 12e-9)));
    two[0].element_bytes = 128;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 16e-9)));
    two[0].element_bytes = 136;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 24e-9)));
    two[0].element_bytes = 48;
    add_curve(m, 0, FC_WALK_CHASE, 200e-9);
    m->memory.window = 20;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 40e-9)));
    r.n_streams = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 40e-9)));
    r.around = 4; /* as many instructions again between two gathers */
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 80e-9)));
    m->memory.window = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 200e-9)));
}

/* Each iteration depends on the read of the one before: 200 ns from afar, 1 ns near by, where the loop takes 1.5 ns,
 * and 10 ns more with an addition between. No other access depends on the value read. */
static void test_models_compute_memory__dependent_reads_are_serial(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_RANDOM, 4, 0, 1, 0, 1, false, 0};
    fc_region r = loop_of(NULL, 0, 1, 0);
    const double far = 1e9, near = 500;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_RANDOM, 8e-9);
    add_curve(m, 0, FC_WALK_CHASE, 200e-9);
    m->memory.window = 20;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 200e-9));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &near, NULL), 1000 * 1.5e-9));
    r.chain = one_add;
    r.n_chain = 1;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 210e-9));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &near, NULL), 1000 * 11e-9));
    assert_true(is_close(fc_compute_first_level(m, 1, &r, 0, 1000, &far, NULL), 1000 * 11e-9));
}

/* 5 iterations an entry that end in one of 32 places, of 64 bytes each. Between two uses of a place lie 320, 512, 768,
 * 1024 and 1024 bytes; the read takes 1 ns up to 1000 and 100 beyond: 40.6 in the mean. Every other iteration waits for
 * that, and for a branch's 20 ns. Of places of 16 bytes the last two lie on one line, and the first three take 192, 256
 * and 256. */
static void test_models_compute_memory__searches_mispredict_every_other_iteration(void **state)
{
    fc_coefficients *m = *state;
    static const fc_count wrong[] = {{FC_OP_CLASS_MISPREDICT, FC_I32, 0.5}};
    fc_stream stream = {FC_READ, FC_PATTERN_RANDOM, 64, 0, 1, 0, 0.5, true, 0};
    fc_region r = loop_of(wrong, 1, 1, 0);
    const double far = 1e9, all = 800;
    r.stream = &stream;
    r.n_streams = 1;
    m->core.mispredict_s = 20e-9;
    m->memory.n_active = m->memory.active[0] = 1;
    m->memory.curve[0][FC_WALK_CHASE][FC_READ] = (fc_curve){2, {1000, 1001}, {1e-9, 100e-9}, {0}};
    const double core = 100 * 20e-9 + 500 * 11.5e-9; /* 1.5 ns an iteration, and half of 20 */
    assert_true(is_close(fc_compute_memory(m, 1, &r, 100, 500, &far, NULL), core + 500 * 0.5 * 40.6e-9));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 100, 500, &all, NULL), core + 500 * 0.5e-9));
    stream.element_bytes = 16;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 100, 500, &far, NULL), core + 500 * 0.5e-9));
    stream.waits = 1; /* the code has a conditional move instead */
    stream.element_bytes = 64;
    r.n_operations = 0;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 100, 500, &far, NULL), 500 * 40.6e-9));
}

/* Short rows: 32 doubles lie on 4 lines, each of which takes 100 ns, not 64, without a prefetch; 2,000 take it for 128
 * lines. Without a number of entries their length is unknown. */
static void test_models_compute_memory__short_runs_are_not_fetched_ahead(void **state)
{
    fc_coefficients *m = *state;
    fc_stream plain = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}, piece = plain;
    fc_region r = loop_of(one_add, 1, 1, 0), pieces = r;
    const double far = 1e9, near = 1e3;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    add_curve(m, 0, FC_PATTERN_RANDOM, 100e-9);
    m->line_bytes = 64;
    piece.starts = 1;
    r.stream = &plain;
    pieces.stream = &piece;
    r.n_streams = pieces.n_streams = 1;
    double whole = fc_compute_memory(m, 1, &r, 10, 320, &far, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &pieces, 10, 320, &far, NULL), whole + 10 * 4 * 36e-9));
    whole = fc_compute_memory(m, 1, &r, 10, 20000, &far, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &pieces, 10, 20000, &far, NULL), whole + 10 * 128 * 36e-9));
    assert_true(fc_compute_memory(m, 1, &pieces, 10, 320, &near, NULL) ==
                fc_compute_memory(m, 1, &r, 10, 320, &near, NULL));
    assert_true(fc_compute_memory(m, 1, &pieces, 0, 320, &far, NULL) ==
                fc_compute_memory(m, 1, &r, 0, 320, &far, NULL));
}

/* One column in eight fetches lines, and 7 columns of 32 iterations of 4 instructions lie between: 896, beyond a window
 * of 20, so that the column's first line takes its 200 ns alone; a window of 1,792 hides half. */
static void test_models_compute_memory__columns_begin_with_a_wait(void **state)
{
    fc_coefficients *m = *state;
    fc_stream plain = {FC_READ, FC_PATTERN_RANDOM, 8, 0, 0.125, 0, 0, false, 0}, column = plain;
    fc_region r = loop_of(one_add, 1, 1, 0), columns = r;
    const double far = 1e9;
    add_curve(m, 0, FC_PATTERN_RANDOM, 8e-9);
    add_curve(m, 0, FC_WALK_CHASE, 200e-9);
    m->memory.window = 20;
    column.starts = 0.125;
    r.stream = &plain;
    columns.stream = &column;
    r.n_streams = columns.n_streams = 1;
    double lines = fc_compute_memory(m, 1, &r, 10, 320, &far, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &columns, 10, 320, &far, NULL), lines + 10 * 25e-9));
    m->memory.window = 1792;
    lines = fc_compute_memory(m, 1, &r, 10, 320, &far, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &columns, 10, 320, &far, NULL), lines + 10 * 12.5e-9));
    plain.access = column.access = FC_WRITE;
    m->memory.curve[0][FC_PATTERN_RANDOM][FC_WRITE] = m->memory.curve[0][FC_PATTERN_RANDOM][FC_READ];
    assert_true(fc_compute_memory(m, 1, &columns, 10, 320, &far, NULL) ==
                fc_compute_memory(m, 1, &r, 10, 320, &far, NULL));
}

/* Curves of one busy core only, memory and core add: tau_proc = 3 ns, tau_mem = 8 ns. [machine] eq. 7: two take
 * 3 + (1 + 8/11) 8 ns. Data in the first level is not shared. */
static void test_models_compute_memory__one_measured_core(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 11e-9));
    assert_true(is_close(fc_compute_memory(m, 2, &r, 0, 1000, &far, NULL), 1000 * (3 + (1 + 8 / 11.0) * 8) * 1e-9));
    assert_true(is_close(fc_compute_memory(m, 3, &r, 0, 1000, &far, NULL), 1000 * fc_node_time(3, 3e-9, 8e-9)));
}

/* Two busy cores: the curve of two; the core halfway to that of three, 3 ns -> 5 ns. Two take more than twice the time
 * of one, so all of it is shared: 64 cores take 32 times that. */
static void test_models_compute_memory__busy_cores(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    add_curve(m, 1, FC_PATTERN_UNIT, 20e-9);
    assert_true(is_close(fc_compute_memory(m, 2, &r, 0, 1000, &far, NULL), 1000 * 23e-9));
    assert_true(is_close(fc_compute_memory(m, 64, &r, 0, 1000, &far, NULL), 32 * 1000 * 23e-9));
    m->busy = m->core;
    m->busy.operation[FC_OP_CLASS_ADD][FC_F64].scalar_s = 7e-9;
    m->busy_cores = 3;
    assert_true(is_close(fc_compute_memory(m, 2, &r, 0, 1000, &far, NULL), 1000 * 25e-9));
    assert_true(
        is_close(fc_compute_memory(m, 3, &r, 0, 1000, &far, NULL), 1000 * fc_node_extrapolate(15e-9, 27e-9, 2, 3)));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 11e-9));
    m->busy.operation[FC_OP_CLASS_ADD][FC_F64].scalar_s = 1e-9; /* noise: busy cores do not make another core faster */
    assert_true(is_close(fc_compute_memory(m, 3, &r, 0, 1000, NULL, NULL), 1000 * 3e-9));
}

/* Two sockets of 32 cores, filled one after the other, measured with 1, 2, 8, 32 and 64 busy cores. A socket's memory
 * serves 8 cores without waiting, so that a core of a full one takes four times as long; the second socket brings its
 * own. Every measured number is met exactly. Between them the time neither leaves the measured range nor falls, and it
 * follows the queueing model: concave up to a saturated memory, then linear. Beyond the last, the model extends it. */
static void test_models_compute_memory__two_sockets(void **state)
{
    static const int cores[] = {1, 2, 8, 32, 64};
    static const double far_s[] = {8e-9, 8e-9, 9e-9, 32e-9, 32e-9};
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9, before = 0;
    r.stream = &stream;
    r.n_streams = 1;
    for (int i = 0; i < 5; i++) {
        add_curve(m, i, FC_PATTERN_UNIT, far_s[i]);
        m->memory.active[i] = cores[i];
    }
    for (int i = 0; i < 5; i++)
        assert_true(is_close(fc_compute_memory(m, cores[i], &r, 0, 1000, &far, NULL), 1000 * (3e-9 + far_s[i])));
    for (int k = 1; k <= 64; k++) {
        double time_s = fc_compute_memory(m, k, &r, 0, 1000, &far, NULL);
        assert_true(time_s >= before * (1 - 1e-12) && time_s <= 35.001e-6);
        before = time_s;
    }
    const double share = fc_node_share(11e-9, 35e-9, (const int[]){8, 32}, 20);
    assert_true(share > 0 && share < 1);
    assert_true(is_close(fc_compute_memory(m, 20, &r, 0, 1000, &far, NULL), 1000 * (12e-9 + share * 23e-9)));
    assert_true(fc_compute_memory(m, 128, &r, 0, 1000, &far, NULL) > 1.5 * 35e-6);
}

/* A table of far decade + near decade + throughput in ns is exact at its corners and halfway, and fades below its ends.
 */
static void test_models_compute_memory__beside(void **state)
{
    (void)state;
    fc_interference b = {
        .n_near = 2, .n_far = 2, .near_bytes = {1e4, 1e6}, .far_bytes = {1e7, 1e9}, .pace_s = {1e-9, 2e-9, 4e-9}};
    for (int f = 0; f < 2; f++)
        for (int n = 0; n < 2; n++)
            for (int k = 0; k < FC_N_CORE_TIMES; k++)
                b.extra_s[f][n][k] = (7 + 2 * f) * 1e-9 + (4 + 2 * n) * 1e-9 + b.pace_s[k];
    assert_true(is_close(fc_interference_at(&b, 1e4, 1e7, 1e-9), 12e-9));
    assert_true(is_close(fc_interference_at(&b, 1e6, 1e9, 4e-9), 19e-9));
    assert_true(is_close(fc_interference_at(&b, 1e5, 1e8, 3e-9), 16e-9));
    assert_true(is_close(fc_interference_at(&b, 1e8, 1e12, 1e-9), 16e-9));
    assert_true(is_close(fc_interference_at(&b, 1e4, 1e7, 8e-9), 15e-9 / 2));
    assert_true(is_close(fc_interference_at(&b, 1e4 / sqrt(2), 1e7, 1e-9), 6e-9));
    assert_true(fc_interference_at(&b, 4e3, 1e7, 1e-9) == 0 && fc_interference_at(&b, 1e5, 1e6, 1e-9) == 0);
    assert_true(fc_interference_at(&(fc_interference){0}, 1e5, 1e8, 1e-9) == 0);
}

/* A near update of 8 bytes beside a far read: the core's 3 ns, at least the fastest such loop's 5 ns, the far stream's
 * 8 ns, and 2 ns less by overlap. Code that stores every second element only: half of the near contribution. */
static void test_models_compute_memory__near_beside_far(void **state)
{
    fc_coefficients *m = *state;
    const fc_stream streams[] = {{FC_UPDATE, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0},
                                 {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}};
    const double sizes[] = {1e5, 1e9};
    fc_interference *b = &m->memory.beside[0][FC_UPDATE];
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.stream = streams;
    r.n_streams = 2;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 11e-9));
    *b = (fc_interference){
        .n_near = 1, .n_far = 1, .near_bytes = {1e5}, .far_bytes = {1e9}, .pace_s = {5e-9, 6e-9, 7e-9}};
    for (int k = 0; k < FC_N_CORE_TIMES; k++)
        b->extra_s[0][0][k] = -2e-9;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 11e-9)); /* 5 + 8 - 2 */
    r.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 0.5};
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 10e-9)); /* 3 + 8 - 1 */
    for (int k = 0; k < FC_N_CORE_TIMES; k++)
        b->extra_s[0][0][k] = -1;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 3e-9)); /* never below the core */
}

/* A stride between measured ones, in the logarithm: 256 bytes lie halfway from 128 (20 ns) to 512 (40 ns); 64 take as
 * long as eight words of a unit stride; a page and more take as long as `strided`. */
static void test_models_compute_memory__strides(void **state)
{
    static const struct {
        double stride_bytes, seconds;
    } row[] = {{256, 30e-9}, {128, 20e-9},  {-512, 40e-9},   {64, 16e-9},
               {32, 8e-9},   {4160, 50e-9}, {100000, 50e-9}, {0, 50e-9}};
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 2e-9);
    add_curve(m, 0, FC_PATTERN_STRIDED, 50e-9);
    m->memory.curve[0][FC_WALK_STRIDE_128][FC_READ] = (fc_curve){2, {1e4, 1e6}, {1e-9, 20e-9}, {0}};
    m->memory.curve[0][FC_WALK_STRIDE_512][FC_READ] = (fc_curve){2, {1e4, 1e6}, {1e-9, 40e-9}, {0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        stream.stride_bytes = row[i].stride_bytes;
        assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * (3e-9 + row[i].seconds)));
    }
}

/* Long walks of a page, whose lines evict each other, take 50 ns, others 10 ns: strides of a page and its multiples
 * take as long, of half a page half of what is more, of a quarter a quarter; 4160 and 8200 bytes nothing more, nor does
 * a column of 1e6 bytes of lines, which the sets hold (1 ns). The stride may be a number of the execution; without it
 * no conflict is known. */
static void test_models_compute_memory__strides_of_powers_of_two_fill_few_sets(void **state)
{
    static const struct {
        double stride, entries, bytes, seconds;
    } row[] = {{4096, 0, 1e9, 50e-9}, {-4096, 0, 1e9, 50e-9}, {8192, 0, 1e9, 50e-9},    {12288, 0, 1e9, 50e-9},
               {2048, 0, 1e9, 30e-9}, {1024, 0, 1e9, 20e-9},  {3072, 0, 1e9, 20e-9},    {4160, 0, 1e9, 10e-9},
               {8200, 0, 1e9, 10e-9}, {4096, 0, 1e6, 10e-9},  {4096, 0.064, 1e6, 10e-9}};
    fc_coefficients *m = *state;
    fc_stream fixed = {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0, 0, false, 0}, given = fixed;
    fc_region r = loop_of(one_add, 1, 1, 0);
    given.stride_at = 1;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 2e-9);
    add_curve(m, 0, FC_PATTERN_STRIDED, 10e-9);
    m->memory.curve[0][FC_WALK_STRIDE_128][FC_READ] = (fc_curve){2, {1e4, 1e5}, {1e-9, 10e-9}, {0}};
    m->memory.curve[0][FC_WALK_PAGE][FC_READ] = (fc_curve){2, {2e6, 4e6}, {1e-9, 50e-9}, {0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const double sizes[] = {row[i].bytes, row[i].stride}, entries = row[i].entries;
        fixed.stride_bytes = row[i].stride;
        for (int is_given = 0; is_given < 2; is_given++) {
            r.stream = is_given ? &given : &fixed;
            double core = fc_compute_first_level(m, 1, &r, entries, 1000, NULL, NULL),
                   all = fc_compute_memory(m, 1, &r, entries, 1000, sizes, NULL);
            assert_true(is_close(all - core, 1000 * row[i].seconds));
        }
    }
    r.stream = &given;
    const double unknown[] = {1e9, INFINITY};
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, unknown, NULL), 1000 * 13e-9));
}

/* The core takes 3000 ns of 1000 iterations, the stream 20000 ns, and they add up (no overlap): each part has its own
 * factor, and that factor's error, weighted by its share. */
static void test_models_compute_fit__each_part_by_its_own_factor(void **state)
{
    static const struct {
        double core, memory, seconds;
    } row[] = {{1, 1, 23e-6}, {0.5, 1, 21.5e-6}, {1, 1.5, 33e-6}, {2, 0.25, 11e-6}};
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_STRIDED, 8, 64, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9, error;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_STRIDED, 20e-9);
    static const double table[FC_N_DISCREPANCIES] = {[FC_DISCREPANCY_FITTED] = 0.1};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const fc_region_factor factor = {{row[i].core, 0.04}, {row[i].memory, 0.08}};
        double core = row[i].core * 3e-6;
        fc_prepared_model prepared;
        fc_compute_prepare(&prepared, fc_compute_memory, m, &r);
        memcpy(prepared.discrepancy, table, sizeof table);
        fc_compute_set_factors(&prepared, &factor);
        assert_true(is_close(fc_compute_prepared(&prepared, 1, 0, 1000, &far, &error), row[i].seconds));
        /* Core and memory add up here; a factor is 10 % off at another size, beside the scatter of its runs. */
        double own[] = {hypot(0.04, 0.1) * core, hypot(0.08, 0.1) * (row[i].seconds - core)};
        assert_true(is_close(error, hypot(own[0], own[1]) / row[i].seconds));
        assert_true(is_close(fc_compute_prepared(&prepared, 1, 0, 1000, NULL, &error), core));
        assert_true(is_close(error, hypot(0.04, 0.1)));
        double time_s = fc_compute_with_traffic(&prepared, (const double[]){1, 0, 1000}, 20e-9, NULL);
        assert_true(is_close(time_s, row[i].seconds));
    }
    assert_true(is_close(fc_compute_first_level(m, 1, &r, 0, 1000, &far, NULL), 3e-6));
}

/* A column of t = 512 * 64 / 63 lines, each on a page of its own, with 2 MiB between two uses of a line: t pages and
 * (2 MiB - 64 t) / 4096 others are 1,024, as many as a measured walk of stride 128 has for 2 MiB of lines. A column
 * that is all between two uses has a page for each line. */
static void test_models_compute_memory__counts_pages_of_a_column(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0, 0, false, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 1e-9);
    add_curve(m, 0, FC_PATTERN_STRIDED, 30e-9);
    add_curve(m, 0, FC_WALK_STRIDE_128, 10e-9);
    m->line_bytes = 64;
    const double lines = 512.0 * 64 / 63, entries = 100, iterations = entries * lines, all = 2 << 20;
    double core = fc_compute_first_level(m, 1, &r, entries, iterations, &all, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &r, entries, iterations, &all, NULL) - core, iterations * 10e-9));
    core = fc_compute_first_level(m, 1, &r, 1, 1e6, &all, NULL);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 1, 1e6, &all, NULL) - core, 1e6 * 30e-9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_models_compute_memory__near_beside_far),
                                       TEST(test_models_compute_memory__overlap_depends_on_the_working_set),
                                       TEST(test_models_compute_memory__counts_pages_of_a_column),
                                       TEST(test_models_compute_memory__curve),
                                       TEST(test_models_compute_memory__adds_what_does_not_overlap),
                                       TEST(test_models_compute_memory__gathers_stall_by_the_window),
                                       TEST(test_models_compute_memory__dependent_reads_are_serial),
                                       TEST(test_models_compute_memory__searches_mispredict_every_other_iteration),
                                       TEST(test_models_compute_memory__short_runs_are_not_fetched_ahead),
                                       TEST(test_models_compute_memory__columns_begin_with_a_wait),
                                       TEST(test_models_compute_memory__one_measured_core),
                                       TEST(test_models_compute_memory__busy_cores),
                                       TEST(test_models_compute_memory__two_sockets),
                                       TEST(test_models_compute_memory__strides),
                                       TEST(test_models_compute_memory__strides_of_powers_of_two_fill_few_sets),
                                       TEST(test_models_compute_memory__beside),
                                       TEST(test_models_compute_fit__each_part_by_its_own_factor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
