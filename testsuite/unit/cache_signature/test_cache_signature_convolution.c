/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/convolution.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Caches of 1024 and 16384 bytes, lines of 64. Middles: 512, sqrt(1024 * 16384) = 4096, and 65536 for memory; the
 * curves have points there: unit 1, 3, 9 ns for 8 bytes, strided 5, 7, 40 ns, random 6, 8, 90 ns an access. */
static fc_machine *small_machine(void)
{
    static const double seconds[FC_N_PATTERNS][3] = {{1e-9, 3e-9, 9e-9}, {5e-9, 7e-9, 40e-9}, {6e-9, 8e-9, 90e-9}};
    fc_machine *machine = fc_machine_create();
    machine->n_caches = 2;
    machine->cache_bytes[0] = 1024;
    machine->cache_bytes[1] = 16384;
    machine->cache_ways[0] = 2;
    machine->cache_ways[1] = 4;
    machine->coefficients.memory.n_active = machine->coefficients.memory.active[0] = 1;
    for (int p = 0; p < FC_N_PATTERNS; p++)
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            fc_curve *curve = &machine->coefficients.memory.curve[0][p][a];
            curve->n = 3;
            for (int i = 0; i < 3; i++) {
                curve->bytes[i] = (const double[]){512, 4096, 65536}[i];
                curve->seconds[i] = seconds[p][i];
            }
        }
    return machine;
}

/* Two accesses of doubles: a sweep, of 800 100 by lines from the second level; and one at random places, of 100 20 from
 * the second level and 60 from memory. */
static fc_signature_access accesses[] = {
    {.access = FC_READ, .bytes = 8, .count = 1600, .recorded = 800, .n_strides = FC_N_STRIDES, .n_served = 6},
    {.access = FC_WRITE, .bytes = 8, .count = 100, .recorded = 100, .n_strides = FC_N_STRIDES, .n_served = 6}};
static double strides[2][FC_N_STRIDES] = {{[FC_STRIDE_1] = 799}, {[FC_STRIDE_RANDOM] = 99}};
static double served[2][FC_RECORD_LEVELS] = {{700, 100, 0}, {20, 20, 60}};
static fc_signature_region region = {.function = "f", .file = "f.c", .accesses = accesses, .n_accesses = 2};
static double bytes[] = {1024, 16384}, ways[] = {2, 4};
static fc_signature_machine caches = {"small", bytes, ways, 2, 2, 64, FC_CACHE_LRU};
static fc_signature signature = {.machines = &caches, .n_machines = 1, .regions = &region, .n_regions = 1};

static fc_machine *open_hand_made(fc_convolution *at, fc_cache_shape *shape)
{
    fc_machine *machine = small_machine();
    bool is_assumed;
    fc_report report;
    for (int i = 0; i < 2; i++) {
        accesses[i].strides = strides[i];
        accesses[i].served = served[i];
    }
    assert_int_equal(fc_signature_shape(shape, &is_assumed, machine, "small.yaml", &report), FC_OK);
    assert_false(is_assumed);
    assert_int_equal(
        fc_convolution_begin(at, &signature, machine, shape, (const char *const[]){"small.yaml", "f.sig"}, &report),
        FC_OK);
    return machine;
}

static void assert_near(double got, double expected)
{
    if (fabs(got - expected) > 1e-12 * expected)
        fail_msg("%.17g instead of %.17g", got, expected);
}

/* By hand: the sweep 7/8 * 1 ns + 1/8 * (3 ns * 8). Random: of 4096 bytes a quarter is in the first level, 8 = 6/4 +
 * c1 * 3/4; of 65536 1/64 and 15/64 in the levels, 90 = 6/64 + c1 * 15/64 + c2 * 3/4; then 0.2 * 1 + 0.2 c1 + 0.6 c2.
 * Equation 1 with one region: its references over its seconds. */
static void test_cache_signature_convolution__by_hand(void **state)
{
    (void)state;
    fc_convolution at;
    fc_cache_shape shape;
    fc_machine *machine = open_hand_made(&at, &shape);
    assert_near(fc_convolution_traffic(&at, &accesses[0], 1), 3e-9);
    assert_near(fc_convolution_seconds(&at, &accesses[0], 1), 3.875e-9);
    double c1 = (8e-9 - 6e-9 / 4) / 0.75, c2 = (90e-9 - 6e-9 / 64 - c1 * 15 / 64) / 0.75;
    double random = 0.2 * c1 + 0.6 * c2;
    assert_near(fc_convolution_traffic(&at, &accesses[1], 1), random);
    assert_near(fc_convolution_seconds(&at, &accesses[1], 2), random + 0.2e-9);
    double all = 1600 * 3.875e-9 + 100 * (random + 0.2e-9);
    assert_near(fc_convolution_region(&at, &region), all);
    assert_near(fc_convolution_number(&at), 1700 / all);
    fc_machine_free(machine);
}

/* Doubles 16 apart fetch a line each: the cost of a stride of 128 bytes where measured (2, 4, 20 ns), of a page and a
 * line where not; floats 16 apart take whole lines one after the other. */
static void test_cache_signature_convolution__short_strides(void **state)
{
    (void)state;
    fc_convolution at;
    fc_cache_shape shape;
    fc_machine *machine = open_hand_made(&at, &shape);
    double far[FC_N_STRIDES] = {[FC_STRIDE_16] = 100}, all_from_memory[FC_RECORD_LEVELS] = {0, 0, 100};
    fc_signature_access access = {.access = FC_READ, .bytes = 8, .count = 100, .recorded = 100};
    access.strides = far;
    access.served = all_from_memory;
    assert_near(fc_convolution_traffic(&at, &access, 1), 40e-9);
    machine->coefficients.memory.curve[0][FC_WALK_STRIDE_128][FC_READ] =
        (fc_curve){3, {512, 4096, 65536}, {2e-9, 4e-9, 20e-9}, {0}};
    assert_near(fc_convolution_traffic(&at, &access, 1), 20e-9);
    access.bytes = 4;
    assert_near(fc_convolution_traffic(&at, &access, 1), 8 * 9e-9);
    fc_machine_free(machine);
}

static void assert_refused(fc_machine *machine, const fc_cache_shape *shape, const char *part)
{
    fc_convolution at;
    fc_report report;
    const char *const names[] = {"small.yaml", "f.sig"};
    assert_int_equal(fc_convolution_begin(&at, &signature, machine, shape, names, &report), FC_E_INPUT);
    if (!strstr(report.text, part))
        fail_msg("\"%s\" does not say \"%s\"", report.text, part);
}

/* Other caches than the signature was made with; a profile that ends within them; no curve for most of the lines. */
static void test_cache_signature_convolution__what_is_missing(void **state)
{
    (void)state;
    fc_convolution at;
    fc_cache_shape shape, other;
    fc_machine *machine = open_hand_made(&at, &shape);
    fc_curve *random = &machine->coefficients.memory.curve[0][FC_PATTERN_RANDOM][FC_WRITE];
    other = shape;
    other.level[1].ways = 8;
    assert_refused(machine, &other, "f.sig: error[FC0805]: the signature was not recorded with the caches");
    random->bytes[2] = 16384;
    assert_refused(machine, &shape, "small.yaml: error[FC0804]: the memory profile lacks a level");
    random->n = 0;
    assert_refused(machine, &shape,
                   "small.yaml: error[FC0803]: the memory profile has no curve of pattern random, access write");
    fc_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache_signature_convolution__by_hand),
        cmocka_unit_test(test_cache_signature_convolution__short_strides),
        cmocka_unit_test(test_cache_signature_convolution__what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
