/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/calibrate.h"
#include "machine_properties/calibration/calibrate_internal.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_machine_properties_calibrate_run__parses_lines(void **state)
{
    (void)state;
    fc_benchmark_line line;
    assert_true(fc_benchmark_line_parse(&line, "bcast 2 4096 3 10 20.5 1e3", 4, 1));
    assert_string_equal(line.word[0], "bcast");
    assert_string_equal(line.word[2], "4096");
    assert_int_equal(line.n_samples, 3);
    assert_true(fabs(line.sample[1] / 20.5e-9 - 1) < 1e-12);
    assert_true(fc_benchmark_line_parse(&line, "x 2 1 2 3 4", 2, 2));
    static const char *const broken[] = {"",
                                         "bcast",
                                         "bcast 2 8 0",
                                         "bcast 2 8 2 10",
                                         "bcast 2 8 1 -4",
                                         "bcast 2 8 1 nan",
                                         "bcast 2 8 99999 1 2",
                                         "bcast 2 8 1 fast"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_false(fc_benchmark_line_parse(&line, broken[i], 4, 1));
}

/* Two passes: sets of two and of one sample become sets of three; a row that only one pass prints is refused. */
static void test_machine_properties_calibrate_output__pools_passes(void **state)
{
    (void)state;
    fc_benchmark_output output = {0};
    fc_benchmark_line line;
    fc_benchmark_output_add(&output, fc_copy_string("# 1 1\nlengths 8 16\nx f64 2 1 2 30 40\nlast f64 1 7\n"));
    fc_benchmark_output_add(&output, fc_copy_string("lengths 8 16\nx f64 1 5 6\n# 1 1\nfirst f64 1 7\n"));
    assert_true(fc_benchmark_output_next(&output));
    assert_string_equal(output.line[1], "lengths 8 16");
    assert_true(fc_benchmark_output_next(&output));
    assert_false(fc_benchmark_output_parse(&line, &output, 3, 2)); /* the word for the number of samples differs */
    assert_true(fc_benchmark_output_next(&output));
    assert_false(fc_benchmark_output_parse(&line, &output, 3, 1));
    assert_false(fc_benchmark_output_next(&output));
    fc_benchmark_output_free(&output);
    fc_benchmark_output_add(&output, fc_copy_string("x f64 2 1 2 30 40"));
    fc_benchmark_output_add(&output, fc_copy_string("x f64 2 3 4 50 60"));
    assert_true(fc_benchmark_output_next(&output) && fc_benchmark_output_parse(&line, &output, 3, 2));
    const double pooled[] = {1, 2, 3, 4, 30, 40, 50, 60};
    assert_int_equal(line.n_samples, 8);
    for (int i = 0; i < 8; i++)
        assert_true(fabs(line.sample[i] / (pooled[i] * 1e-9) - 1) < 1e-12);
    fc_benchmark_output_free(&output);
}

/* Rows of 50 ns + 0.8 ns an addition that take 45 ns more where a chain reaches into the next row, which happens in
 * four of nine rounds; in the last two rounds the host is twice as slow. The cost of an addition is still determined.
 */
static void test_machine_properties_calibrate_core__what_rounds_differ_by_is_no_error_of_a_cost(void **state)
{
    (void)state;
    static const double length[] = {150, 250, 400, 800};
    fc_text printed = {0};
    fc_text_add(&printed, "lengths 150 250 400 800\nadd f64 latency 1 1 0 9");
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 9; k++)
            fc_text_add(&printed, " %.9g", (k >= 7 ? 2 : 1) * (50 + 45 * (k % 2) + 0.8 * length[i]));
    fc_text_add(&printed, "\n");
    fc_benchmark_output output = {0};
    fc_benchmark_output_add(&output, fc_text_take(&printed));
    fc_calibration calibration = {.machine = fc_machine_create()};
    fc_report report;
    assert_int_equal(fc_calibrate_core(&calibration, 1, &output, &report), FC_OK);
    const fc_operation_cost *add = &calibration.machine->coefficients.core.operation[FC_OP_CLASS_ADD][FC_F64];
    assert_true(fabs(add->latency_s / 0.8e-9 - 1) < 1e-6);
    assert_true(add->error == 0.01);
    fc_benchmark_output_free(&output);
    fc_machine_free(calibration.machine);
}

/* A link of a chain by the instructions of its loop: a maximum is nothing but the comparison (0.55 ns); a real is
 * converted to an integer, added to one (0.3 ns) and converted back, an integer likewise (0.8 ns for the addition of
 * reals). So 1.5 ns a conversion, from 3.3 and 3.8 ns. */
static void test_machine_properties_calibrate_core__chains_of_comparisons_and_conversions(void **state)
{
    (void)state;
    static const double length[] = {150, 250, 400, 800};
    static const struct {
        const char *kernel;
        double link;
    } rows[] = {{"add i32 latency 1", 0.3},  {"add f64 latency 1", 0.8},  {"cmp i32 latency 1", 0.55},
                {"cmp f64 latency 1", 0.55}, {"conv i32 latency 2", 3.8}, {"conv f32 latency 2", 3.8},
                {"conv f64 latency 2", 3.3}};
    fc_text printed = {0};
    fc_text_add(&printed, "lengths 150 250 400 800\n");
    for (int k = 0; k < 7; k++) {
        fc_text_add(&printed, "%s 1 0 1", rows[k].kernel);
        for (int i = 0; i < 4; i++)
            fc_text_add(&printed, " %.9g", rows[k].link * length[i] - 28);
        fc_text_add(&printed, "\n");
    }
    fc_benchmark_output output = {0};
    fc_benchmark_output_add(&output, fc_text_take(&printed));
    fc_calibration calibration = {.machine = fc_machine_create()};
    fc_report report;
    assert_int_equal(fc_calibrate_core(&calibration, 1, &output, &report), FC_OK);
    fc_operation_cost(*of)[FC_N_NUMERICS] = calibration.machine->coefficients.core.operation;
    assert_true(fabs(of[FC_OP_CLASS_COMPARE][FC_I32].latency_s / 0.55e-9 - 1) < 1e-6);
    assert_true(fabs(of[FC_OP_CLASS_COMPARE][FC_F64].latency_s / 0.55e-9 - 1) < 1e-6);
    assert_true(fabs(of[FC_OP_CLASS_COMPARE][FC_F64].window_s / 28e-9 - 1) < 1e-6);
    for (int t = 0; t < 3; t++)
        assert_true(fabs(of[FC_OP_CLASS_CONVERT][(int[]){FC_I32, FC_F32, FC_F64}[t]].latency_s / 1.5e-9 - 1) < 1e-6);
    fc_benchmark_output_free(&output);
    fc_machine_free(calibration.machine);
}

/* Solves with triangles of 32 and of 128 for n right sides, 10 ns + n (1.5 ns a multiplication and addition, half a
 * square of them, + 4 ns an element of the side), and products: their costs by hand. The library's path has a space. */
static void test_machine_properties_calibrate_core__costs_of_a_blas(void **state)
{
    (void)state;
    static const double length[] = {150, 250, 400, 800}, side[] = {32, 128};
    fc_text printed = {0};
    fc_text_add(&printed, "lengths 150 250 400 800\nblas /opt/my libs/libblas.so\n");
    for (int k = 0; k < 2; k++) {
        fc_text_add(&printed, "solve_%g f64 throughput 1 0 0 1", side[k]);
        for (int i = 0; i < 4; i++)
            fc_text_add(&printed, " %.9g", 10 + length[i] * (1.5 * side[k] * side[k] / 2 + 4 * side[k]));
        fc_text_add(&printed, "\n");
    }
    fc_text_add(&printed, "product f64 throughput 1024 0 0 1");
    for (int i = 0; i < 4; i++)
        fc_text_add(&printed, " %.9g", 30 + length[i] * 1024 * 0.25);
    fc_text_add(&printed, "\n");
    fc_benchmark_output output = {0};
    fc_benchmark_output_add(&output, fc_text_take(&printed));
    fc_calibration calibration = {.machine = fc_machine_create()};
    fc_report report;
    assert_int_equal(fc_calibrate_core(&calibration, 1, &output, &report), FC_OK);
    const fc_core *core = &calibration.machine->coefficients.core;
    assert_string_equal(calibration.machine->blas, "/opt/my libs/libblas.so");
    assert_true(fabs(core->operation[FC_OP_CLASS_SOLVE][FC_F64].throughput_s / 1.5e-9 - 1) < 1e-6);
    assert_true(fabs(core->operation[FC_OP_CLASS_SOLVE_EDGE][FC_F64].throughput_s / 4e-9 - 1) < 1e-6);
    assert_true(fabs(core->operation[FC_OP_CLASS_PRODUCT][FC_F64].throughput_s / 0.25e-9 - 1) < 1e-6);
    assert_true(core->operation[FC_OP_CLASS_RANK][FC_F64].throughput_s < 0); /* not printed by it */
    fc_benchmark_output_free(&output);
    fc_machine_free(calibration.machine);
}

/* The scratch folders in this process's TMPDIR; a calibration leaves none. */
static int count_folders(const char *base)
{
    int n = 0;
    DIR *directory = opendir(base);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        n += strncmp(entry->d_name, "forecost-calibrate", 18) == 0;
    closedir(directory);
    return n;
}

static int setup(void **state)
{
    char *base = fc_copy_string("/tmp/forecost-test.XXXXXX");
    *state = base;
    return mkdtemp(base) && setenv("TMPDIR", base, 1) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    int failed = rmdir(*state); /* fails if the folder is not empty */
    free(*state);
    return failed;
}

static void test_machine_properties_calibrate__no_compiler(void **state)
{
    fc_machine *machine = NULL;
    fc_report report;
    fc_calibrate_options options = {.compiler = "no-such-compiler -O2", .quick = true};
    assert_int_equal(fc_calibrate(&machine, &options, &report), FC_E_ENVIRONMENT);
    assert_non_null(strstr(report.text, "no-such-compiler"));
    assert_non_null(strstr(report.text, "--cc"));
    assert_null(machine);
    assert_int_equal(count_folders(*state), 0);
}

static void test_machine_properties_calibrate__compiler_refuses(void **state)
{
    fc_machine *machine = NULL;
    fc_report report;
    fc_calibrate_options options = {.compiler = "gcc -O2 -Wno-such=thing --bad-option", .quick = true};
    assert_int_equal(fc_calibrate(&machine, &options, &report), FC_E_ENVIRONMENT);
    assert_non_null(strstr(report.text, "bad-option")); /* the compiler's message */
    assert_int_equal(count_folders(*state), 0);
}

static void test_machine_properties_calibrate__no_scratch_folder(void **state)
{
    fc_machine *machine = NULL;
    fc_report report;
    fc_calibrate_options options = {.quick = true};
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_int_equal(fc_calibrate(&machine, &options, &report), FC_E_ENVIRONMENT);
    assert_non_null(strstr(report.text, "TMPDIR"));
    setenv("TMPDIR", *state, 1);
}

static void test_machine_properties_calibrate__interrupted_at_once(void **state)
{
    volatile sig_atomic_t interrupted = 1;
    fc_machine *machine = NULL;
    fc_report report;
    fc_calibrate_options options = {.quick = true, .interrupted = &interrupted};
    assert_int_equal(fc_calibrate(&machine, &options, &report), FC_E_INTERRUPTED);
    assert_null(machine);
    assert_int_equal(count_folders(*state), 0);
}

typedef struct watcher {
    volatile sig_atomic_t interrupted;
    int reports;
    char stage[64];
} watcher;

static void interrupt(void *data, const fc_progress *progress)
{
    watcher *w = data;
    w->reports++;
    snprintf(w->stage, sizeof w->stage, "%s", progress->stage);
    assert_true(progress->done >= 1 && progress->done <= progress->total && progress->seconds_left >= 0);
    w->interrupted = 1;
}

/* Stopped after the first round of the first benchmark: its processes are ended and its folder removed. */
static void test_machine_properties_calibrate__interrupted_in_a_benchmark(void **state)
{
    watcher w = {0};
    fc_machine *machine = NULL;
    fc_report report;
    fc_calibrate_options options = {.quick = true, .progress = interrupt, .data = &w, .interrupted = &w.interrupted};
    assert_int_equal(fc_calibrate(&machine, &options, &report), FC_E_INTERRUPTED);
    assert_null(machine);
    assert_true(w.reports >= 1);
    assert_non_null(strstr(w.stage, "operations"));
    assert_int_equal(count_folders(*state), 0);
}

/* Entry costs as on an EPYC, in ns: 0.2 up to 24 iterations, one of them disturbed, and 1 from 32 on. A slow rise;
 * exits that are all predicted, or none. */
static void test_machine_properties_calibrate_core__trips(void **state)
{
    (void)state;
    static const struct {
        double entry_s[8];
        bool is_found;
        double short_trips, long_trips;
    } row[] = {{{0.25, 0.49, 0.20, 0.99, 0.96, 0.95, 0.90, 0.79}, true, 24, 32},
               {{0.2, 0.2, 0.2, 0.2, 0.6, 0.7, 1.0, 1.0}, true, 32, 64},
               {{0.2, 0.2, 0.2, 0.2, 0.2, 0.3, 0.2, 0.3}, false, 0, 0},
               {{0.25, 0.22, 0.20, 0.99, 0.60, 1.40, 0.90, 1.20}, true, 24, 48},
               {{1.0, 1.1, 1.0, 1.2, 1.0, 1.0, 1.0, 1.1}, false, 0, 0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fc_constants constants = {{0}};
        assert_int_equal(fc_calibrate_core_trips(&constants, row[i].entry_s, 0.27), row[i].is_found);
        assert_true(constants.value[FC_CONSTANT_SHORT_TRIPS] == row[i].short_trips);
        assert_true(constants.value[FC_CONSTANT_LONG_TRIPS] == row[i].long_trips);
    }
}

/* A far stream takes 1 ns of a working set of 1 MB, during computation of 2, 3 and 8 ns, and 2 ns of 100 MB, in
 * addition to it. One pair took three times as long, which squares of errors would follow. Two streams take their sum
 * from 1 MB (2 ns, of which an exponent of 16 hides nearly all), and 2^(1/6) of one from 100 MB. */
static void test_machine_properties_calibrate_memory__overlaps_by_size(void **state)
{
    (void)state;
    fc_benchmark_output output = {0};
    fc_benchmark_output_add(&output, fc_copy_string("curve 1 unit read 1024 1 0.1\ncurve 1 unit write 1024 1 0.1\n"
                                                    "curve 1 unit read 65536 1 0.1\ncurve 1 unit write 65536 1 0.1\n"
                                                    "curve 1 unit read 1000000 1 1\ncurve 1 unit write 1000000 1 1\n"
                                                    "curve 1 unit read 100000000 1 2\n"
                                                    "curve 1 unit write 100000000 1 2\n"
                                                    "pace 1 read 0 1600 0 1 2\npace 1 read 1 1600 0 1 3\n"
                                                    "pace 1 read 2 1600 0 1 8\npace 1 write 0 1600 0 1 2\n"
                                                    "pace 1 read 0 1600 1000000 1 2\npace 1 read 1 1600 1000000 1 3\n"
                                                    "pace 1 read 2 1600 1000000 1 8\n"
                                                    "pace 1 read 0 1600 100000000 1 4\n"
                                                    "pace 1 read 1 1600 100000000 1 5\n"
                                                    "pace 1 read 2 1600 100000000 1 10\n"
                                                    "pace 1 write 0 1600 100000000 1 12\n"
                                                    "mix 1 2 0 0 1 2\nmix 1 2 0 1000000 1 2.0886\n"
                                                    "mix 1 2 0 100000000 1 4.2449\n"));
    fc_calibration calibration = {.machine = fc_machine_create()};
    fc_report report;
    assert_int_equal(fc_calibrate_memory(&calibration, 1, &output, &report), FC_OK);
    const fc_overlaps *of = &calibration.machine->coefficients.memory.overlaps[0];
    assert_int_equal(of->n, 2);
    assert_true(of->bytes[0] == 1e6 && of->bytes[1] == 1e8);
    assert_true(fabs(of->exponent[0] - 16) < 1e-6);
    assert_true(fabs(of->exponent[1] - 1) < 0.01);
    assert_true(fabs(of->stream_exponent[0] - 1) < 0.01);
    assert_true(fabs(of->stream_exponent[1] - 6) < 0.05);
    fc_benchmark_output_free(&output);
    fc_machine_free(calibration.machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_calibrate_core__trips),
        cmocka_unit_test(test_machine_properties_calibrate_run__parses_lines),
        cmocka_unit_test(test_machine_properties_calibrate_output__pools_passes),
        cmocka_unit_test(test_machine_properties_calibrate_core__what_rounds_differ_by_is_no_error_of_a_cost),
        cmocka_unit_test(test_machine_properties_calibrate_core__chains_of_comparisons_and_conversions),
        cmocka_unit_test(test_machine_properties_calibrate_core__costs_of_a_blas),
        cmocka_unit_test(test_machine_properties_calibrate_memory__overlaps_by_size),
        cmocka_unit_test_setup_teardown(test_machine_properties_calibrate__no_compiler, setup, teardown),
        cmocka_unit_test_setup_teardown(test_machine_properties_calibrate__compiler_refuses, setup, teardown),
        cmocka_unit_test_setup_teardown(test_machine_properties_calibrate__no_scratch_folder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_machine_properties_calibrate__interrupted_at_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_machine_properties_calibrate__interrupted_in_a_benchmark, setup,
                                        teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
