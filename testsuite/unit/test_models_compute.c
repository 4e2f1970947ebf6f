/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/compute.h"
#include "runtime/models/queueing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A machine of round numbers: loads 1, stores 2, additions 3 (chain 10, window 50), products 4 (chain 9), integer
 * additions 0.5, a loop at least 1.5, 20 to enter it, 100 a call, 5 to store and load again; all in nanoseconds. */
static fc_coefficients *make_machine(void)
{
    fc_coefficients *m = calloc(1, sizeof *m);
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            m->core.operation[o][t] = (fc_operation_cost){-1, -1, -1, 0, 0.01};
    m->core.operation[FC_OP_CLASS_ADD][FC_F64] = (fc_operation_cost){3e-9, 3e-9, 10e-9, 50e-9, 0.01};
    m->core.operation[FC_OP_CLASS_MULTIPLY][FC_F64] = (fc_operation_cost){4e-9, 4e-9, 9e-9, 0, 0.02};
    m->core.operation[FC_OP_CLASS_ADD][FC_I64] = (fc_operation_cost){0.5e-9, 0.5e-9, 1e-9, 0, 0.01};
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        m->core.read_s[t] = m->core.scalar_read_s[t] = 1e-9;
        m->core.write_s[t] = m->core.scalar_write_s[t] = 2e-9;
        m->core.least_s[t] = 1.5e-9;
    }
    m->core.loop_s = 1.5e-9;
    m->core.loop_entry_s = 20e-9;
    m->core.short_entry_s = -1;
    m->core.call_s = 100e-9;
    m->core.forward_s = 5e-9;
    m->cores = 2;
    m->line_bytes = 64;
    m->memory.overlap = 1;
    m->memory.stream_overlap = 1;
    return m;
}

static bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static const fc_count one_add[] = {{FC_OP_CLASS_ADD, FC_F64, 1}};
static const fc_count add_and_product[] = {{FC_OP_CLASS_ADD, FC_F64, 1}, {FC_OP_CLASS_MULTIPLY, FC_F64, 1}};
static const fc_count four_whole[] = {{FC_OP_CLASS_ADD, FC_I64, 4}};

static fc_region loop_of(const fc_count *operations, int n, double reads, double writes)
{
    return (fc_region){.flags = FC_REGION_LOOP,
                       .operation = operations,
                       .n_operations = n,
                       .reads = {[FC_F64] = reads},
                       .writes = {[FC_F64] = writes}};
}

/* By hand: 2 loads = 1 store = 2 ns, add + product = 7 ns, loop 1.5 ns: 7 ns an iteration, 20 ns an entry. */
static void test_models_compute_core__largest_of_the_units(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(add_and_product, 2, 2, 1);
    assert_true(is_close(fc_compute_core(&m->core, &r, 3, 300), 300 * 7e-9 + 3 * 20e-9));
    r = loop_of(one_add, 1, 5, 1); /* loads: 5 ns > 3 ns, the store beside them */
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 100 * 5e-9 + 20e-9));
    r = loop_of(one_add, 1, 1, 4); /* stores: 4 * 2 ns */
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 100 * 8e-9 + 20e-9));
    r = loop_of(four_whole, 1, 1, 0); /* whole numbers: 4 * 0.5 = 2 ns, loads 1 ns */
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 100 * 2e-9 + 20e-9));
    r = loop_of(NULL, 0, 0.5, 0); /* nothing but the loop: 1.5 ns */
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 100 * 1.5e-9 + 20e-9));
}

/* Turns of 1.5 ns. To 24 of them an entry is 2 ns, from 48 on 20 ns; of sqrt(24 * 48) turns, in the middle of the
 * logarithms, 11 ns. Turns are the code's: 40 iterations, two a turn, are a short loop's. Not measured: 20 ns always.
 */
static void test_models_compute_core__ends_of_short_loops_are_foreseen(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(NULL, 0, 0.5, 0);
    const double middle = sqrt(24.0 * 48.0);
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 80), 80 * 1.5e-9 + 10 * 20e-9));
    m->core.short_entry_s = 2e-9;
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 80), 80 * 1.5e-9 + 10 * 2e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 240), 240 * 1.5e-9 + 10 * 2e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 10 * middle), 10 * middle * 1.5e-9 + 10 * 11e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 480), 480 * 1.5e-9 + 10 * 20e-9));
    r.code = (fc_code){.iterations = 2, .lines = 1, .loads = 1, .stores = 1};
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 400), 400 * 0.75e-9 + 10 * 2e-9));
}

/* A reduction of 100 elements is a chain of 1000 ns, and the core works 50 ns ahead: 1.05 chains in hand, an entry
 * each. Of 4 elements 2.25 chains, 40 / 2.25 ns: their throughput, 4 * 3 ns + 20 ns, is more. Through memory each
 * iteration stores and loads again, 5 ns. Three additions and a product (Gauss-Seidel's point): 3 * 10 + 9 + 5 = 44 ns,
 * the mean of their windows is (3 * 50 + 0) / 4 = 37.5 ns. What a chain costs besides is added: 30 ns an entry of 100
 * turns or of 48, none of 24 or of 3, whose ends the processor foresees (measured, integer sums of 3 to 24 elements:
 * 1.0 to 1.1 cycles a turn), half of it where the turns are 24 * sqrt(2). */
static void test_models_compute_core__chain_and_its_window(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.flags |= FC_REGION_CHAIN;
    r.chain = one_add;
    r.n_chain = 1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 1000e-9 / 1.05));
    assert_true(is_close(fc_compute_core(&m->core, &r, 7, 700), 7 * 1000e-9 / 1.05));
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 4), 4 * 3e-9 + 20e-9));
    r.flags |= FC_REGION_CHAIN_MEMORY;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 1500e-9 / (1 + 50 / 1500.0)));
    const fc_count point[] = {{FC_OP_CLASS_ADD, FC_F64, 3}, {FC_OP_CLASS_MULTIPLY, FC_F64, 1}};
    r.chain = point;
    r.n_chain = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 4400e-9 / (1 + 37.5 / 4400)));
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].window_s = m->core.operation[FC_OP_CLASS_MULTIPLY][FC_F64].window_s =
        -30e-9;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 4430e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 480), 480 * 44e-9 + 10 * 30e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 240 * sqrt(2)), 240 * sqrt(2) * 44e-9 + 10 * 15e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 240), 240 * 44e-9));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 30), 30 * 44e-9));
}

static void test_models_compute_core__calls_and_no_loop(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.calls = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 10), 10 * 203e-9 + 20e-9));
    r.flags = 0;
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 10), 10 * 203e-9));
}

/* Vectorised, additions and loads cost a fifth; a branch, a call or a stride forbids it. */
static void test_models_compute_core__vectorises_what_compilers_do(void **state)
{
    fc_coefficients *m = *state;
    const fc_stream unit = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0},
                    strided = {FC_READ, FC_PATTERN_STRIDED, 8, 8000, 1, 0};
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.6e-9;
    m->core.read_s[FC_F64] = 0.2e-9;
    m->core.least_s[FC_F64] = 0.3e-9; /* a fifth of loop_s: this compiler vectorises */
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.stream = &unit;
    r.n_streams = 1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * 0.6e-9));
    r.flags |= FC_REGION_BRANCHES;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * 3e-9));
    r.flags = FC_REGION_LOOP;
    r.stream = &strided;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * 3e-9));
}

/* Code that was read decides: a turn of 8 iterations on 3 lines takes 1.5 + 2 * 4 ns; half of the loads remain; scalar
 * code costs what scalar operations cost though these flags vectorise. */
static void test_models_compute_core__code_that_was_read(void **state)
{
    fc_coefficients *m = *state;
    m->core.line_s = 4e-9;
    m->core.read_s[FC_F64] = m->core.least_s[FC_F64] = 0.2e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.6e-9;
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.code = (fc_code){.iterations = 8, .lines = 3, .vector_bytes = 64, .loads = 1, .stores = 1};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 100 * 9.5e-9));
    r.code.lines = 1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 0.6e-9));
    r.reads[FC_F64] = 10;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 2e-9));
    r.code.loads = 0.5;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1e-9));
    r.code = (fc_code){.iterations = 1, .lines = 1, .vector_bytes = 0, .loads = 1, .stores = 1};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 10e-9));
    r.code.loads = 0.1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 3e-9));
}

/* Vector code: 8 loads of one element each by a scalar instruction take 1 ns each, whatever the vectors; additions of
 * two lanes an instruction half of a scalar's 3 ns. Flags that do not vectorise: vectors of 16 bytes that were read all
 * the same take a scalar's time, two elements each. */
static void test_models_compute_core__instructions_of_vector_code(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    m->core.read_s[FC_F64] = m->core.least_s[FC_F64] = 0.125e-9;
    m->core.loop_s = 0.1e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.4e-9;
    r.code = (fc_code){.iterations = 8, .lines = 1, .vector_bytes = 64, .loads = 1, .n_loads = 0.125, .lanes = 8};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 0.4e-9));
    r.code.n_loads = 1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1e-9));
    r.code.lanes = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1.5e-9));
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 3e-9;
    m->core.read_s[FC_F64] = 1e-9;
    r.code = (fc_code){.iterations = 2, .lines = 1, .vector_bytes = 16, .loads = 1, .n_loads = 0.5, .lanes = 2};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1.5e-9));
    r.reads[FC_F64] = 4;
    r.code.n_loads = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 2e-9));
}

/* A product and a sum that depend on each other were measured to take 5 ns, not 3 + 4: a pair of others takes as much,
 * the sums left over 3 ns each. Measured below either, they take the longer one's time; unmeasured, they follow each
 * other. */
static void test_models_compute_core__additions_beside_products(void **state)
{
    fc_coefficients *m = *state;
    const fc_count four[] = {{FC_OP_CLASS_ADD, FC_F64, 3}, {FC_OP_CLASS_MULTIPLY, FC_F64, 1}};
    fc_region r = loop_of(four, 2, 1, 0);
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * (3 * 3e-9 + 4e-9)));
    m->core.operation[FC_OP_CLASS_MADD][FC_F64] = (fc_operation_cost){5e-9, 5e-9, -1, 0, 0.01};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * (5e-9 + 2 * 3e-9)));
    m->core.operation[FC_OP_CLASS_MADD][FC_F64] = (fc_operation_cost){1e-9, 1e-9, -1, 0, 0.01};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * (4e-9 + 2 * 3e-9)));
    m->core.operation[FC_OP_CLASS_MADD][FC_F64] = (fc_operation_cost){9e-9, 9e-9, -1, 0, 0.01};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 100), 100 * (3 * 3e-9 + 4e-9)));
}

/* A model of the processor says 1.5 cycles an iteration; a cycle is the shortest chain of integer additions, 0.25 ns.
 * The lines of its code stay the least, calls come on top; untold, an iteration takes the addition's 3 ns. */
static void test_models_compute_core__cycles_of_a_model(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    m->core.loop_s = 0.1e-9;
    r.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 1, .cycles = 1.5};
    m->core.operation[FC_OP_CLASS_ADD][FC_I32].latency_s = 0.3e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_I64].latency_s = 0.25e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_U64].latency_s = -1;
    m->core.operation[FC_OP_CLASS_ADD][FC_F32].latency_s = 0.1e-9;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1.5 * 0.25e-9));
    r.calls = 1;
    m->core.call_s = 2e-9;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * (1.5 * 0.25e-9 + 2e-9)));
    r.calls = 0;
    m->core.line_s = 1e-9;
    r.code.lines = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 1.1e-9));
    r.code.lines = 1;
    r.code.cycles = 0;
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 3e-9));
}

/* Vectors of 8 and of 4 take 0.6 ns an iteration, the rest scalar additions' 3 ns: entries of 23 leave 3; of 3 no
 * vector is made; a mean of 20.5 tells of different lengths, which leave (4 - 1) / 2. Vectors of 2 have no halves.
 * Turns one behind the other, no loop, have neither entry nor rest. */
static void test_models_compute_core__rest_of_vector_code(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.6e-9;
    m->core.read_s[FC_F64] = m->core.least_s[FC_F64] = 0.2e-9;
    r.code = (fc_code){.iterations = 8, .lines = 1, .vector_bytes = 64, .loads = 1, .n_loads = 0.125, .lanes = 8};
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 230), 10 * (20 * 0.6e-9 + 3 * 3e-9 + 20e-9)));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 30), 10 * (3 * 3e-9 + 20e-9)));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 205), 10 * (19 * 0.6e-9 + 1.5 * 3e-9 + 20e-9)));
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 160), 10 * (16 * 0.6e-9 + 20e-9)));
    r.code.vector_bytes = 16;
    r.code.iterations = 2;
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 30), 10 * (2 * 0.75e-9 + 3e-9 + 20e-9)));
    r.flags = 0;
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 30), 30 * 0.6e-9));
}

static void add_curve(fc_coefficients *m, int active, int pattern, double far_s)
{
    m->memory.curve[active][pattern][FC_READ] =
        (fc_curve){.n = 3, .bytes = {1e3, 1e4, 1e6}, .seconds = {1e-9, 2e-9, far_s}};
    m->memory.n_active = active + 1;
}

/* log-linear: halfway between 1e4 and 1e6 in the logarithm, 1e5, stands the mean of 2 and 8 ns. */
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
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double near = 500, far = 1e9, error = 0;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, &error), 1000 * 11e-9));
    assert_true(error > 0.01 && error < 0.2);
    /* Of 11 ns the core takes 3 at 10 %, memory the rest at 30 %, beside 1 % of the additions. */
    m->core.model_error = 0.1;
    m->memory.model_error = 0.3;
    fc_compute_memory(m, 1, &r, 0, 1000, &far, &error);
    assert_true(is_close(error, hypot(0.01, (3 * 0.1 + 8 * 0.3) / 11)));
    fc_compute_memory(m, 1, &r, 50, 1000, &far, &error); /* entries 1 us of the core's 4, of 12 in all */
    assert_true(is_close(error, hypot(hypot(0.01, 1.0 / 12), (4 * 0.1 + 8 * 0.3) / 12)));
    /* Half of what memory takes, 8 ns, by a stride, which errs by 70 %. */
    fc_stream both[] = {stream, {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0}};
    const double sets[] = {1e9, 1e9};
    add_curve(m, 0, FC_PATTERN_STRIDED, 8e-9);
    m->memory.scattered_error = 0.7;
    fc_compute_memory(m, 1, &r, 0, 1000, &far, &error);
    assert_true(is_close(error, hypot(0.01, (3 * 0.1 + 8 * 0.3) / 11)));
    r.stream = both;
    r.n_streams = 2;
    fc_compute_memory(m, 1, &r, 0, 1000, sets, &error);
    assert_true(is_close(error, hypot(0.01, (3 * 0.1 + 16 * 0.5) / 19)));
    r.stream = &stream;
    r.n_streams = 1;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &near, NULL), 1000 * 3e-9));
    stream.element_bytes = 4;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 7e-9));
    m->memory.overlap = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 5e-9));
    assert_true(fc_compute_memory(m, 1, &r, 0, 0, &far, NULL) == 0);
}

/* Reads at random of 48 bytes, which lie on 1 1/2 lines of 64: 12 ns; of 128 on 2, of 136 on 1 + 128 / 64 = 3. One that
 * waits for the one before takes 200 ns; an iteration of an addition and a load is 4 instructions with those of the
 * loop, of which a core has 20 in hand: 40 ns. With 2 in hand it waits for each read. Two reads of one iteration go
 * side by side. */
static void test_models_compute_memory__waits_for_what_data_picks(void **state)
{
    fc_coefficients *m = *state;
    fc_stream two[] = {{FC_READ, FC_PATTERN_RANDOM, 48, 0, 1, 0}, {FC_READ, FC_PATTERN_RANDOM, 48, 0, 0.5, 0}};
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
    m->memory.window = 2;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, far, NULL), 1000 * (3e-9 + 200e-9)));
}

/* Pieces of rows: 32 doubles lie on 4 lines, each of which takes 100 ns, not 64, where nothing fetches it ahead; 2,000
 * do so for 128 lines. Without entries nobody knows how long they are. */
static void test_models_compute_memory__short_runs_are_not_fetched_ahead(void **state)
{
    fc_coefficients *m = *state;
    fc_stream plain = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0}, piece = plain;
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

/* One column in eight brings lines, and 7 columns of 32 turns of 4 instructions lie between: 896, of which a core with
 * 20 in hand sees nothing ahead, so that the column's first line takes its 200 ns alone; one with 1,792 sees half. */
static void test_models_compute_memory__columns_begin_with_a_wait(void **state)
{
    fc_coefficients *m = *state;
    fc_stream plain = {FC_READ, FC_PATTERN_RANDOM, 8, 0, 0.125, 0}, column = plain;
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

/* Two busy cores: the curve of two; the core halfway to that of three, 3 ns -> 5 ns. Two take more than twice what one
 * takes, so all of it is shared: 64 cores take 32 times that. */
static void test_models_compute_memory__busy_cores(void **state)
{
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0};
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
        is_close(fc_compute_memory(m, 3, &r, 0, 1000, &far, NULL), 1000 * fc_node_extended(15e-9, 27e-9, 2, 3)));
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, &far, NULL), 1000 * 11e-9));
    m->busy.operation[FC_OP_CLASS_ADD][FC_F64].scalar_s = 1e-9; /* noise: neighbours make nothing faster */
    assert_true(is_close(fc_compute_memory(m, 3, &r, 0, 1000, NULL, NULL), 1000 * 3e-9));
}

/* A table whose value is far decade + near decade + pace in ns is met at its corners, halfway, and fades below its
 * ends. */
static void test_models_compute_memory__beside(void **state)
{
    (void)state;
    fc_beside b = {
        .n_near = 2, .n_far = 2, .near_bytes = {1e4, 1e6}, .far_bytes = {1e7, 1e9}, .pace_s = {1e-9, 2e-9, 4e-9}};
    for (int f = 0; f < 2; f++)
        for (int n = 0; n < 2; n++)
            for (int k = 0; k < FC_N_PACES; k++)
                b.extra_s[f][n][k] = (7 + 2 * f) * 1e-9 + (4 + 2 * n) * 1e-9 + b.pace_s[k];
    assert_true(is_close(fc_beside_at(&b, 1e4, 1e7, 1e-9), 12e-9));
    assert_true(is_close(fc_beside_at(&b, 1e6, 1e9, 4e-9), 19e-9));
    assert_true(is_close(fc_beside_at(&b, 1e5, 1e8, 3e-9), 16e-9));
    assert_true(is_close(fc_beside_at(&b, 1e8, 1e12, 1e-9), 16e-9));
    assert_true(is_close(fc_beside_at(&b, 1e4, 1e7, 8e-9), 15e-9 / 2));
    assert_true(is_close(fc_beside_at(&b, 1e4 / sqrt(2), 1e7, 1e-9), 6e-9));
    assert_true(fc_beside_at(&b, 4e3, 1e7, 1e-9) == 0 && fc_beside_at(&b, 1e5, 1e6, 1e-9) == 0);
    assert_true(fc_beside_at(&(fc_beside){0}, 1e5, 1e8, 1e-9) == 0);
}

/* A near update of 8 bytes beside a far read: the core's 3 ns, at least the fastest such loop's 5 ns, the far stream's
 * 8 ns, and 2 ns less because they overlap. Code that stores every second element only: half of what the near one adds.
 */
static void test_models_compute_memory__near_beside_far(void **state)
{
    fc_coefficients *m = *state;
    const fc_stream streams[] = {{FC_UPDATE, FC_PATTERN_UNIT, 8, 8, 1, 0}, {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0}};
    const double sizes[] = {1e5, 1e9};
    fc_beside *b = &m->memory.beside[0][FC_UPDATE];
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.stream = streams;
    r.n_streams = 2;
    add_curve(m, 0, FC_PATTERN_UNIT, 8e-9);
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 11e-9));
    *b = (fc_beside){.n_near = 1, .n_far = 1, .near_bytes = {1e5}, .far_bytes = {1e9}, .pace_s = {5e-9, 6e-9, 7e-9}};
    for (int k = 0; k < FC_N_PACES; k++)
        b->extra_s[0][0][k] = -2e-9;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 11e-9)); /* 5 + 8 - 2 */
    r.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 0.5};
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 10e-9)); /* 3 + 8 - 1 */
    for (int k = 0; k < FC_N_PACES; k++)
        b->extra_s[0][0][k] = -1;
    assert_true(is_close(fc_compute_memory(m, 1, &r, 0, 1000, sizes, NULL), 1000 * 3e-9)); /* never below the core */
}

/* [analyzer] section 2.2: 2 reads + 1 write + add + product = 2 + 2 + 3 + 4 ns, whatever the loop. */
static void test_models_compute_ops__sums_everything(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(add_and_product, 2, 2, 1);
    double error = 0;
    assert_true(is_close(fc_compute_ops(m, 4, &r, 3, 300, NULL, &error), 300 * 11e-9));
    assert_true(error > 0.2);
}

/* A machine that knows one addition only, as old ones do, still gives every operation a cost. */
static void test_models_compute_costs__nearest_known(void **state)
{
    fc_coefficients *m = *state;
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_ADD, FC_F32, FC_USE_LATENCY), 10e-9));
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_MADD, FC_F64, FC_USE_SCALAR), 7e-9));
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_MADD, FC_F64, FC_USE_LATENCY), 10e-9));
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_SHIFT, FC_U32, FC_USE_THROUGHPUT), 0.5e-9));
    m->core.operation[FC_OP_CLASS_ADD][FC_I64] = (fc_operation_cost){-1, -1, -1, 0, 0};
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_SHIFT, FC_U32, FC_USE_THROUGHPUT), 3e-9));
    m->core.operation[FC_OP_CLASS_ADD][FC_F64] = (fc_operation_cost){-1, -1, -1, 0, 0};
    assert_true(fc_cost_known(&m->core, FC_OP_CLASS_SHIFT, FC_U32, FC_USE_THROUGHPUT) == 0);
}

static void test_models_compute__models_by_name(void **state)
{
    (void)state;
    assert_true(fc_compute_find("ops") == fc_compute_ops && fc_compute_find("memory") == fc_compute_memory);
    assert_null(fc_compute_find("fast"));
}

static int setup(void **state)
{
    *state = make_machine();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

/* A file of before level 1 and 2 were measured: those cost what a loop in C does with an element, other products what
 * products do, a call and an element at an edge nothing besides; without products they are assumed together. */
static void test_models_compute_costs__a_blas_that_was_not_measured(void **state)
{
    fc_coefficients *m = *state;
    m->core.operation[FC_OP_CLASS_MADD][FC_F64] = (fc_operation_cost){0.5e-9, 0.5e-9, -1, 0, 0.03};
    assert_true(
        is_close(fc_cost_known(&m->core, FC_OP_CLASS_AXPY, FC_F64, FC_USE_SCALAR), 2e-9)); /* loads, a store: 2 */
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_GEMV, FC_F64, FC_USE_SCALAR), 1e-9));
    assert_true(is_close(fc_cost_error(&m->core, FC_OP_CLASS_AXPY, FC_F64), 0.03));
    assert_false(fc_cost_is_assumed(&m->core, FC_OP_CLASS_AXPY, FC_F64));
    assert_true(fc_cost_is_assumed(&m->core, FC_OP_CLASS_SOLVE, FC_F64));
    assert_true(is_close(fc_cost_error(&m->core, FC_OP_CLASS_SOLVE, FC_F64), 0.5));
    m->core.operation[FC_OP_CLASS_PRODUCT][FC_F64] = (fc_operation_cost){0.25e-9, -1, -1, 0, 0.04};
    assert_true(is_close(fc_cost_known(&m->core, FC_OP_CLASS_SOLVE, FC_F32, FC_USE_SCALAR), 0.25e-9));
    assert_false(fc_cost_is_assumed(&m->core, FC_OP_CLASS_SOLVE, FC_F64));
    assert_true(fc_cost_known(&m->core, FC_OP_CLASS_SOLVE_EDGE, FC_F64, FC_USE_SCALAR) == 0);
    assert_false(fc_cost_is_assumed(&m->core, FC_OP_CLASS_MATRIX_CALL, FC_F64));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/* A stride between those measured, in the logarithm: 256 bytes lie halfway from 128 (20 ns) to 512 (40 ns); 64 take
 * what eight words of a unit stride take; a page and more, what strided does. */
static void test_models_compute_memory__strides(void **state)
{
    static const struct {
        double stride_bytes, seconds;
    } row[] = {{256, 30e-9}, {128, 20e-9},  {-512, 40e-9},   {64, 16e-9},
               {32, 8e-9},   {4160, 50e-9}, {100000, 50e-9}, {0, 50e-9}};
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_STRIDED, 8, 0, 1, 0};
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

/* Ten entries of 13 iterations fill half vectors of four elements and leave one, which takes 3 ns in place of 0.4: half
 * of all that. */
static void test_models_compute_fit__scales_what_fills_no_vector(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    const fc_region_factor half = {{0.5, 0.04}, {1, 0.08}};
    const double whole = 130 * 0.4e-9 + 10 * 20e-9 + 10 * (3e-9 - 0.4e-9);
    fc_prepared prepared;
    m->core.read_s[FC_F64] = m->core.least_s[FC_F64] = 0.125e-9;
    m->core.loop_s = 0.1e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.4e-9;
    r.code = (fc_code){.iterations = 8, .lines = 1, .vector_bytes = 64, .loads = 1, .n_loads = 0.125, .lanes = 8};
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 130), whole));
    fc_compute_prepare(&prepared, fc_compute_memory, m, &r);
    fc_compute_fit(&prepared, &half);
    assert_true(is_close(fc_compute_prepared(&prepared, 1, 10, 130, NULL, NULL), whole / 2));
}

/* The core takes 3000 ns of 1000 iterations, the stream 20000 ns, and they add up (no overlap): each part goes with its
 * own factor, and errs as that does, weighted by its share. */
static void test_models_compute_fit__each_part_by_its_own_factor(void **state)
{
    static const struct {
        double core, memory, seconds;
    } row[] = {{1, 1, 23e-6}, {0.5, 1, 21.5e-6}, {1, 1.5, 33e-6}, {2, 0.25, 11e-6}};
    fc_coefficients *m = *state;
    fc_stream stream = {FC_READ, FC_PATTERN_STRIDED, 8, 64, 1, 0};
    fc_region r = loop_of(one_add, 1, 1, 0);
    double far = 1e9, error;
    r.stream = &stream;
    r.n_streams = 1;
    add_curve(m, 0, FC_PATTERN_STRIDED, 20e-9);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const fc_region_factor factor = {{row[i].core, 0.04}, {row[i].memory, 0.08}};
        double core = row[i].core * 3e-6;
        fc_prepared prepared;
        fc_compute_prepare(&prepared, fc_compute_memory, m, &r);
        fc_compute_fit(&prepared, &factor);
        assert_true(is_close(fc_compute_prepared(&prepared, 1, 0, 1000, &far, &error), row[i].seconds));
        assert_true(is_close(error, (0.04 * core + 0.08 * (row[i].seconds - core)) / row[i].seconds));
        assert_true(is_close(fc_compute_prepared(&prepared, 1, 0, 1000, NULL, &error), core));
        assert_true(is_close(error, 0.04));
        double told = fc_compute_with_traffic(&prepared, (const double[]){1, 0, 1000}, 20e-9, NULL);
        assert_true(is_close(told, row[i].seconds));
    }
    assert_true(is_close(fc_compute_first_level(m, 1, &r, 0, 1000, &far, NULL), 3e-6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_models_compute_core__largest_of_the_units),
                                       TEST(test_models_compute_core__ends_of_short_loops_are_foreseen),
                                       TEST(test_models_compute_core__chain_and_its_window),
                                       TEST(test_models_compute_core__calls_and_no_loop),
                                       TEST(test_models_compute_core__vectorises_what_compilers_do),
                                       TEST(test_models_compute_core__code_that_was_read),
                                       TEST(test_models_compute_core__instructions_of_vector_code),
                                       TEST(test_models_compute_core__additions_beside_products),
                                       TEST(test_models_compute_core__cycles_of_a_model),
                                       TEST(test_models_compute_core__rest_of_vector_code),
                                       TEST(test_models_compute_memory__near_beside_far),
                                       TEST(test_models_compute_memory__curve),
                                       TEST(test_models_compute_memory__adds_what_does_not_overlap),
                                       TEST(test_models_compute_memory__waits_for_what_data_picks),
                                       TEST(test_models_compute_memory__short_runs_are_not_fetched_ahead),
                                       TEST(test_models_compute_memory__columns_begin_with_a_wait),
                                       TEST(test_models_compute_memory__busy_cores),
                                       TEST(test_models_compute_memory__strides),
                                       TEST(test_models_compute_memory__beside),
                                       TEST(test_models_compute_fit__each_part_by_its_own_factor),
                                       TEST(test_models_compute_fit__scales_what_fills_no_vector),
                                       TEST(test_models_compute_ops__sums_everything),
                                       TEST(test_models_compute_costs__nearest_known),
                                       TEST(test_models_compute_costs__a_blas_that_was_not_measured),
                                       TEST(test_models_compute__models_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
