/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testsuite/unit/round_machine.h"

#include <string.h>

static const fc_count four_whole[] = {{FC_OP_CLASS_ADD, FC_I64, 4}};

static const fc_count add_and_product[] = {{FC_OP_CLASS_ADD, FC_F64, 1}, {FC_OP_CLASS_MULTIPLY, FC_F64, 1}};

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
    r = loop_of(NULL, 0, 0.5, 0); /* an empty loop: 1.5 ns */
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 100 * 1.5e-9 + 20e-9));
}

/* Iterations of 1.5 ns. Up to 24 of them an entry is 2 ns, from 48 on 20 ns; of sqrt(24 * 48) iterations, in the middle
 * of the logarithms, 11 ns. The code's iterations count: 40 of the source, two in one of the code, are a short loop's.
 * Without a measurement: 20 ns always. */
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

/* A reduction of 100 elements is a recurrence of 1000 ns, and the out-of-order window is 50 ns: 1.05 overlapping
 * chains, an entry each. Of 4 elements 2.25 chains, 40 / 2.25 ns: their throughput, 4 * 3 ns + 20 ns, is more. Through
 * memory each iteration stores and loads again, 5 ns. Three additions and a product (Gauss-Seidel): 3 * 10 + 9 + 5 = 44
 * ns, the mean of their windows is (3 * 50 + 0) / 4 = 37.5 ns. The constant cost of a chain is added: 30 ns for an
 * entry of 100 or 48 iterations, none for 24 or 3, whose ends are predicted (measured, integer sums of 3 to 24
 * elements: 1.0 to 1.1 cycles an iteration), half of it for 24 * sqrt(2) iterations. */
static void test_models_compute_core__chain_and_its_window(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    r.flags |= FC_REGION_RECURRENCE;
    r.chain = one_add;
    r.n_chain = 1;
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 100), 1000e-9 / 1.05));
    assert_true(is_close(fc_compute_core(&m->core, &r, 7, 700), 7 * 1000e-9 / 1.05));
    assert_true(is_close(fc_compute_core(&m->core, &r, 1, 4), 4 * 3e-9 + 20e-9));
    r.flags |= FC_REGION_RECURRENCE_MEMORY;
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

/* Vectorized, additions and loads cost a fifth; a branch, a call or a stride forbids it. */
static void test_models_compute_core__vectorizes_what_compilers_do(void **state)
{
    fc_coefficients *m = *state;
    const fc_stream unit = {FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0},
                    strided = {FC_READ, FC_PATTERN_STRIDED, 8, 8000, 1, 0, 0, false, 0};
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.6e-9;
    m->core.read_s[FC_F64] = 0.2e-9;
    m->core.least_s[FC_F64] = 0.3e-9; /* a fifth of loop_s: this compiler vectorizes */
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

/* Machine code that was read is decisive: an iteration of 8 source iterations on 3 lines takes 1.5 + 2 * 4 ns; half of
 * the loads remain; scalar code costs what scalar operations cost although these flags vectorize. */
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

/* Vector code: 8 loads of one element each by a scalar instruction take 1 ns each, for any vectors; additions of two
 * lanes an instruction half of a scalar's 3 ns. With flags that do not vectorize, vectors of 16 bytes in the code take
 * a scalar's time, two elements each. */
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

/* A core that takes 1 ns for any instruction: 7 instructions an iteration by the code that was read, instead of 3 ns
 * for the addition. By the source: the addition reads its second operand from memory, and the loop has three more. */
static void test_models_compute_core__least_of_instructions(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 2, 1);
    r.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 1, .instructions = 7};
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = m->core.operation[FC_OP_CLASS_ADD][FC_F64].scalar_s =
        3e-9;
    double before = fc_compute_core(&m->core, &r, 0, 800);
    m->core.instruction_s = 1e-9;
    assert_true(before < 800 * 7e-9 && is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 7e-9));
    r.code = (fc_code){0};
    assert_true(is_close(fc_compute_core(&m->core, &r, 0, 800), 800 * 6e-9));
}

/* A loop of a condition (3 loads) and a branch of 5 additions, of 3 ns each by scalar code: all of it takes 15 ns, the
 * condition 3, and the branch what is beyond, 12; two such branches share it. A branch of loads is free beside more
 * additions, and one that takes 1 ns alone takes no more. If instructions take 1 ns each, simple operations on integers
 * are among them: 12 of the code for all, 5 of them in the condition; the branch of 5 integer additions takes 5 ns
 * alone, less than the other 7 instructions. */
static void test_models_compute_core__branches_take_what_is_beyond(void **state)
{
    fc_coefficients *m = *state;
    const fc_count additions[] = {{FC_OP_CLASS_ADD, FC_F64, 5}}, whole[] = {{FC_OP_CLASS_ADD, FC_I64, 5}};
    fc_region all = loop_of(additions, 1, 3, 0), always = loop_of(NULL, 0, 3, 0), branch = loop_of(additions, 1, 0, 0);
    all.flags = always.flags = FC_REGION_LOOP | FC_REGION_BRANCHES;
    branch.flags = FC_REGION_BRANCH;
    fc_region condition = always;
    condition.loop = branch.loop = &all;
    condition.always = branch.always = &always;
    condition.share = branch.share = 1;
    assert_true(is_close(fc_compute_core(&m->core, &condition, 0, 100), 100 * 3e-9));
    assert_true(is_close(fc_compute_core(&m->core, &branch, 100, 100), 100 * 12e-9));
    branch.share = 0.5;
    assert_true(is_close(fc_compute_core(&m->core, &branch, 100, 100), 100 * 6e-9));
    branch.reads[FC_F64] = 1;
    branch.n_operations = 0;
    assert_true(is_close(fc_compute_core(&m->core, &branch, 100, 100), 100 * 1e-9));
    always.operation = additions;
    always.n_operations = 1;
    assert_true(fc_compute_core(&m->core, &branch, 100, 100) == 0);
    m->core.instruction_s = 1e-9;
    branch = loop_of(whole, 1, 0, 0);
    branch.flags = FC_REGION_BRANCH;
    branch.loop = &all;
    branch.always = &always;
    branch.share = 1;
    all.operation = always.operation = whole;
    all.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 1, .n_loads = 2, .instructions = 12};
    always.code = all.code;
    always.code.instructions = 5;
    assert_true(is_close(fc_compute_core(&m->core, &condition, 0, 100), 100 * 5e-9));
    assert_true(is_close(fc_compute_core(&m->core, &branch, 100, 100), 100 * 5e-9));
}

/* A product and a sum that depend on each other were measured to take 5 ns, not 3 + 4. A pair of independent ones takes
 * as much, and the remaining sums 3 ns each. Measured below either, they take the longer one's time; unmeasured, they
 * follow each other. */
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

/* A model of the processor gives 1.5 cycles an iteration; a cycle is the shortest chain of integer additions, 0.25 ns.
 * The lines of its code stay the minimum, calls are added; without the model an iteration takes the addition's 3 ns. */
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
 * vector is made; a mean of 20.5 implies different lengths, which leave (4 - 1) / 2. Vectors of 2 have no halves.
 * Unrolled iterations without a loop have neither entry nor rest. */
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

/* [analyzer] section 2.2: 2 reads + 1 write + add + product = 2 + 2 + 3 + 4 ns, for every loop. */
static void test_models_compute_ops__sums_everything(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(add_and_product, 2, 2, 1);
    double error = 0;
    assert_true(is_close(fc_compute_ops(m, 4, &r, 3, 300, NULL, &error), 300 * 11e-9));
    assert_true(error > 0.2);
}

/* A machine with one addition only, as in old files, still gives every operation a cost. */
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

/* A file older than level 1 and 2 measurements: those cost what a loop in C costs for an element, other products what
 * products cost, a call and an edge element nothing more; without products they are assumed together. */
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

/* Ten entries of 13 iterations fill half vectors of four elements and leave one, which takes 3 ns instead of 0.4: half
 * of the total. */
static void test_models_compute_fit__scales_what_fills_no_vector(void **state)
{
    fc_coefficients *m = *state;
    fc_region r = loop_of(one_add, 1, 1, 0);
    const fc_region_factor half = {{0.5, 0.04}, {1, 0.08}};
    const double whole = 130 * 0.4e-9 + 10 * 20e-9 + 10 * (3e-9 - 0.4e-9);
    fc_prepared_model prepared;
    m->core.read_s[FC_F64] = m->core.least_s[FC_F64] = 0.125e-9;
    m->core.loop_s = 0.1e-9;
    m->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s = 0.4e-9;
    r.code = (fc_code){.iterations = 8, .lines = 1, .vector_bytes = 64, .loads = 1, .n_loads = 0.125, .lanes = 8};
    assert_true(is_close(fc_compute_core(&m->core, &r, 10, 130), whole));
    fc_compute_prepare(&prepared, fc_compute_memory, m, &r);
    fc_compute_set_factors(&prepared, &half);
    assert_true(is_close(fc_compute_prepared(&prepared, 1, 10, 130, NULL, NULL), whole / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_models_compute_core__largest_of_the_units),
                                       TEST(test_models_compute_core__ends_of_short_loops_are_foreseen),
                                       TEST(test_models_compute_core__chain_and_its_window),
                                       TEST(test_models_compute_core__calls_and_no_loop),
                                       TEST(test_models_compute_core__vectorizes_what_compilers_do),
                                       TEST(test_models_compute_core__code_that_was_read),
                                       TEST(test_models_compute_core__instructions_of_vector_code),
                                       TEST(test_models_compute_core__least_of_instructions),
                                       TEST(test_models_compute_core__branches_take_what_is_beyond),
                                       TEST(test_models_compute_core__additions_beside_products),
                                       TEST(test_models_compute_core__cycles_of_a_model),
                                       TEST(test_models_compute_core__rest_of_vector_code),
                                       TEST(test_models_compute_fit__scales_what_fills_no_vector),
                                       TEST(test_models_compute_ops__sums_everything),
                                       TEST(test_models_compute_costs__nearest_known),
                                       TEST(test_models_compute_costs__a_blas_that_was_not_measured),
                                       TEST(test_models_compute__models_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
