/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_sheet.h"

#include "report_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double got, double expected)
{
    if (fabs(got - expected) > 1e-9 * fabs(expected))
        fail_msg("%.17g instead of %.17g", got, expected);
}

/* 2 GHz, 1.5 cycles an instruction; 1 KiB, 64 KiB with 20 ns and 1 MiB with 50 ns and 4 GiB/s; memory 200 ns. */
static fc_sheet three_levels(void)
{
    fc_sheet sheet = {.line_bytes = 64, .cores = 2};
    fc_report report = {0};
    assert_int_equal(fc_machine_sheet_core(&sheet, "2G", "1.5", &report), FC_OK);
    assert_int_equal(fc_machine_sheet_add(&sheet, "1K,2", "--cache", &report), FC_OK);
    assert_int_equal(fc_machine_sheet_add(&sheet, "65536,4,20n", "--cache", &report), FC_OK);
    assert_int_equal(fc_machine_sheet_add(&sheet, "1M,16,0.05u,4G", "--cache", &report), FC_OK);
    assert_int_equal(fc_machine_sheet_add(&sheet, "2e-7", "--main-memory", &report), FC_OK);
    return sheet;
}

static double curve(const fc_machine *machine, fc_walk walk, double bytes)
{
    return fc_curve_at(&machine->coefficients.memory.curve[0][walk][FC_READ], bytes);
}

/* Walks in order: an instruction in the first level, then a line's latency for each 8 of 64 bytes, or the rate. Random
 * accesses: the mean over the levels that hold the working set. */
static void test_machine_properties_sheet__levels(void **state)
{
    (void)state;
    const fc_sheet sheet = three_levels();
    fc_machine *machine = fc_machine_of_sheet(&sheet, NULL);
    assert_true(machine->n_caches == 3 && machine->cache_bytes[2] == 1 << 20 && machine->cache_ways[1] == 4);
    assert_int_equal(machine->coefficients.cores, 2);
    assert_near(machine->coefficients.core.instruction_s, 0.75e-9);
    assert_near(curve(machine, FC_WALK_UNIT, 1024), 0.75e-9);
    assert_near(curve(machine, FC_WALK_UNIT, 8192), 2.5e-9);
    assert_near(curve(machine, FC_WALK_UNIT, 1e6), 8 / 4294967296.0);
    assert_near(curve(machine, FC_WALK_UNIT, 1e7), 25e-9);
    assert_near(curve(machine, FC_WALK_STRIDED, 1e6), 50e-9);
    assert_near(curve(machine, FC_WALK_RANDOM, 1024), 0.75e-9);
    double all =
        (1024 * 0.75e-9 + (65536 - 1024) * 20e-9 + (1048576 - 65536) * 50e-9 + 15 * 1048576 * 200e-9) / 16777216;
    assert_near(curve(machine, FC_WALK_RANDOM, 16777216), all);
    assert_near(curve(machine, FC_WALK_CHASE, 16777216), all);
    fc_machine_free(machine);
}

/* The communication and its MPI are the other machine's, the cores of a node are not. */
static void test_machine_properties_sheet__takes_communication(void **state)
{
    (void)state;
    const fc_sheet sheet = three_levels();
    fc_machine *network = fc_machine_create();
    network->coefficients.eager_bytes = 4096;
    network->coefficients.cores = 8;
    network->coefficients.core.call_s = 1;
    network->mpi_compiler = fc_copy_string("smpicc");
    fc_machine *machine = fc_machine_of_sheet(&sheet, network);
    assert_true(machine->coefficients.eager_bytes == 4096 && machine->coefficients.cores == 2);
    assert_true(machine->coefficients.core.call_s < 1e-6);
    assert_string_equal(machine->mpi_compiler, "smpicc");
    fc_machine_free(network);
    fc_machine_free(machine);
}

static void expect_refusal(const char *text, const char *option, const char *message)
{
    fc_sheet sheet = three_levels();
    fc_report report = {0};
    assert_int_equal(fc_machine_sheet_add(&sheet, text, option, &report), FC_E_USAGE);
    assert_non_null(strstr(report_text(&report), message));
    assert_int_equal(sheet.n_levels, 3);
}

static void test_machine_properties_sheet__refuses(void **state)
{
    (void)state;
    fc_sheet sheet = {0};
    fc_report report = {0};
    expect_refusal("1M,16,5n", "--cache", "column 4: expected more bytes");
    expect_refusal("2M,16", "--cache", "column 6: expected a number");
    expect_refusal("2M,1.5,5n", "--cache", "a number of ways");
    expect_refusal("2M,16,5x", "--cache", "column 8: expected a comma");
    expect_refusal("2M,16,-5n", "--cache", "column 7: expected a number >= 0");
    expect_refusal("2M,16,5n,1G,4", "--cache", "expected the end");
    expect_refusal("", "--main-memory", "column 1: expected a number");
    expect_refusal("nan", "--main-memory", "column 1: expected a number");
    assert_int_equal(fc_machine_sheet_core(&sheet, "0", "1", &report), FC_E_USAGE);
    assert_int_equal(fc_machine_sheet_core(&sheet, "2G,1", "1", &report), FC_E_USAGE);
    assert_int_equal(fc_machine_sheet_core(&sheet, "2G", "0", &report), FC_E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_sheet__levels),
        cmocka_unit_test(test_machine_properties_sheet__takes_communication),
        cmocka_unit_test(test_machine_properties_sheet__refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
