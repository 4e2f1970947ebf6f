/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guidelines on machines whose runtime functions are chosen by hand: a + b m seconds, whatever the ranks. */
#include "comm_interface/guidelines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const double error_of_fits = 0.05;

static void set(fc_coefficients *machine, fc_fit fit, double latency_s, double byte_s)
{
    fc_runtime_function f = {.n_segments = 1, .low_ranks = 2, .high_ranks = fit == FC_FIT_SINGLE ? 2 : 8};
    f.segment[0] = (fc_segment){.high_bytes = 1 << 20, .error = error_of_fits};
    f.segment[0].c[FC_TERM_ONE] = latency_s;
    f.segment[0].c[FC_TERM_BYTES] = byte_s;
    machine->communication[FC_VARIANT_ANY][fit] = f;
}

static fc_guideline_result result_of(const fc_coefficients *machine, const char *text)
{
    for (int i = 0; i < fc_n_guidelines; i++)
        if (strcmp(fc_guidelines[i].text, text) == 0)
            return fc_guideline_check(&fc_guidelines[i], machine, NULL);
    fail_msg("no guideline %s", text);
    return (fc_guideline_result){0};
}

/* Reduce 10 us, Bcast 20 us, both + 1 ns a byte; Allreduce 25 us + 4 ns a byte: 25 us + 4 m against 30 us + 2 m, broken
 * beyond 5 % either way: 0.95 (25 + 4 m) > 1.05 (30 + 2 m) in us and kB, m > 7750/1.7 = 4559 bytes: from 8192 on, that
 * is at 8 of 18 sizes (8 ... 2^20), at p = 2, 4 and 8. The worst at 2^20: (25 + 4194.304) / (30 + 2097.152). */
static void test_comm_interface_guidelines__broken(void **state)
{
    (void)state;
    fc_coefficients machine = {0};
    set(&machine, FC_FIT_SINGLE, 1e-6, 1e-9);
    set(&machine, FC_FIT_REDUCE, 10e-6, 1e-9);
    set(&machine, FC_FIT_BCAST, 20e-6, 1e-9);
    set(&machine, FC_FIT_ALLREDUCE, 25e-6, 4e-9);
    fc_guideline_result result = result_of(&machine, "Allreduce(m) <= Reduce(m) + Bcast(m)");
    assert_int_equal(result.points, 3 * 18);
    assert_int_equal(result.broken, 3 * 8);
    assert_true(result.bytes == 1 << 20 && result.p == 2);
    assert_true(fabs(result.factor - (25 + 4194.304) / (30 + 2097.152)) < 1e-12);
    assert_true(fabs(result.whole_s - 4219.304e-6) < 1e-15 && fabs(result.parts_s - 2127.152e-6) < 1e-15);
    assert_int_equal(result_of(&machine, "Reduce(m) <= Allreduce(m)").broken, 0);
    assert_int_equal(result_of(&machine, "Reduce(m) <= Allreduce(m)").points, 3 * 18);
}

/* Knows p = 2 up to 2^19 bytes: Allreduce takes 1 s up to 2^16 bytes and 3 s beyond, the others 1 s each. */
static bool remember(void *data, double quartile[2], fc_fit fit, const double p_and_bytes[2])
{
    ++*(int *)data;
    quartile[0] = quartile[1] = fit == FC_FIT_ALLREDUCE && p_and_bytes[1] > 1 << 16 ? 3 : 1;
    return p_and_bytes[0] == 2 && p_and_bytes[1] <= 1 << 19;
}

/* Broken from 2^13 to 2^20 (above): 7 of those points are known, and at 2^17 ... 2^19 the parts are faster. */
static void test_comm_interface_guidelines__witness(void **state)
{
    (void)state;
    int asked = 0;
    const fc_guideline_samples witness = {remember, &asked};
    fc_coefficients machine = {0};
    set(&machine, FC_FIT_SINGLE, 1e-6, 1e-9);
    set(&machine, FC_FIT_REDUCE, 10e-6, 1e-9);
    set(&machine, FC_FIT_BCAST, 20e-6, 1e-9);
    set(&machine, FC_FIT_ALLREDUCE, 25e-6, 4e-9);
    for (int i = 0; i < fc_n_guidelines; i++)
        if (strcmp(fc_guidelines[i].text, "Allreduce(m) <= Reduce(m) + Bcast(m)") == 0) {
            fc_guideline_result result = fc_guideline_check(&fc_guidelines[i], &machine, &witness);
            assert_int_equal(result.broken, 3 * 8);
            assert_int_equal(result.seen, 7);
            assert_int_equal(result.confirmed, 3);
            assert_int_equal(result.clear, 4 + 8 + 8); /* 2^20, and p = 4 and 8, have no samples */
            assert_true(result.low_bytes == 1 << 13 && result.high_bytes == 1 << 20);
        }
    assert_true(asked > 0);
}

/* Allreduce takes 2.0 ... 2.4 s, but at 2^18 bytes 1.5 ... 2.4; each part takes 0.8 ... `*data` s. */
static bool spread(void *data, double quartile[2], fc_fit fit, const double p_and_bytes[2])
{
    quartile[0] = fit != FC_FIT_ALLREDUCE ? 0.8 : p_and_bytes[1] == 1 << 18 ? 1.5 : 2.0;
    quartile[1] = fit == FC_FIT_ALLREDUCE ? 2.4 : *(double *)data;
    return p_and_bytes[0] == 2;
}

/* Both parts take up to 1.8 s: the quartiles overlap at 2^18 only, and every other size has a clear neighbor. Up to 2.2
 * s: no size is clear. Up to 1.4 s: all eight are. */
static void test_comm_interface_guidelines__noise(void **state)
{
    (void)state;
    static const double part_s[] = {0.9, 1.1, 0.7};
    static const int clear[] = {7, 0, 8};
    fc_coefficients machine = {0};
    set(&machine, FC_FIT_REDUCE, 10e-6, 1e-9);
    set(&machine, FC_FIT_BCAST, 20e-6, 1e-9);
    set(&machine, FC_FIT_ALLREDUCE, 25e-6, 4e-9);
    machine.communication[FC_VARIANT_ANY][FC_FIT_ALLREDUCE].high_ranks = 2;
    for (int i = 0; i < fc_n_guidelines; i++)
        for (int k = 0; k < 3 && strcmp(fc_guidelines[i].text, "Allreduce(m) <= Reduce(m) + Bcast(m)") == 0; k++) {
            double high_s = part_s[k];
            const fc_guideline_samples witness = {spread, &high_s};
            assert_int_equal(fc_guideline_check(&fc_guidelines[i], &machine, &witness).clear, clear[k]);
        }
}

/* A step at one size, as of a protocol, is no violation to report: Bcast takes 1 us below 2^13 bytes and 3 us from
 * there on. */
static void test_comm_interface_guidelines__step(void **state)
{
    (void)state;
    fc_coefficients machine = {0};
    set(&machine, FC_FIT_BCAST, 1e-6, 0);
    fc_runtime_function *bcast = &machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST];
    bcast->segment[1] = bcast->segment[0];
    bcast->segment[0].high_bytes = bcast->segment[1].low_bytes = 1 << 13;
    bcast->segment[1].c[FC_TERM_ONE] = 3e-6;
    bcast->n_segments = 2;
    fc_guideline_result result = result_of(&machine, "Bcast(2m) <= 2 Bcast(m)");
    assert_true(result.broken > 0);
    assert_int_equal(result.clear, 0);
}

/* An operation without its own fit, or beyond its range, is not checked: p m bytes of a broadcast only up to 2^20. */
static void test_comm_interface_guidelines__reach(void **state)
{
    (void)state;
    fc_coefficients machine = {0};
    set(&machine, FC_FIT_SINGLE, 1e-6, 1e-9);
    set(&machine, FC_FIT_BCAST, 20e-6, 1e-9);
    assert_int_equal(result_of(&machine, "Scatter(m) <= Bcast(p m)").points, 0);
    set(&machine, FC_FIT_SCATTER, 20e-6, 1e-9);
    assert_int_equal(result_of(&machine, "Scatter(m) <= Bcast(p m)").points, 17 + 16 + 15);
    assert_int_equal(result_of(&machine, "Scatter(m) <= Bcast(p m)").broken, 0);
    /* 2 (1 us + m ns) is never less than 1 us + 2 m ns; single transfers are of two ranks. */
    assert_int_equal(result_of(&machine, "Single(2m) <= 2 Single(m)").points, 17);
    assert_int_equal(result_of(&machine, "Single(2m) <= 2 Single(m)").broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comm_interface_guidelines__broken),
        cmocka_unit_test(test_comm_interface_guidelines__witness),
        cmocka_unit_test(test_comm_interface_guidelines__noise),
        cmocka_unit_test(test_comm_interface_guidelines__step),
        cmocka_unit_test(test_comm_interface_guidelines__reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
