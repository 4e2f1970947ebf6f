/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of busy cores, from hwloc's synthetic topologies. */
#include "machine_properties/calibration/core_counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static fc_core_counts counts_of(const char *description)
{
    hwloc_topology_t topology;
    fc_core_counts counts;
    assert_int_equal(hwloc_topology_init(&topology), 0);
    assert_int_equal(hwloc_topology_set_synthetic(topology, description), 0);
    assert_int_equal(hwloc_topology_load(topology), 0);
    fc_core_counts_of(&counts, topology);
    hwloc_topology_destroy(topology);
    return counts;
}

static void check_active(const fc_core_counts *counts, const int *expected, int n)
{
    assert_int_equal(counts->n_active, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(counts->active[i], expected[i]);
}

/* Two sockets of 32 cores, two hardware threads a core, a last cache of 8 cores. */
static void test_machine_properties_core_counts__two_sockets(void **state)
{
    (void)state;
    fc_core_counts counts = counts_of("pack:2 numa:1 l3:4 l2:8 core:1 pu:2");
    assert_int_equal(counts.n_cores, 64);
    check_active(&counts, (const int[]){1, 2, 4, 8, 16, 32, 64}, 7);
    assert_int_equal(counts.unit[0], 126); /* the first thread of the last core */
    assert_int_equal(counts.unit[63], 0);
    char *units = fc_core_counts_units(&counts, 3);
    assert_string_equal(units, "126,124,122");
    free(units);
}

/* Boundaries that are no powers of two: caches of 6 cores, NUMA domains of 12, packages of 48. Of 11 numbers, three
 * powers of two close to others are left out: 8, 64 and 16. */
static void test_machine_properties_core_counts__keeps_boundaries(void **state)
{
    (void)state;
    fc_core_counts counts = counts_of("pack:2 numa:4 l3:2 core:6 pu:1");
    assert_int_equal(counts.n_cores, 96);
    check_active(&counts, (const int[]){1, 2, 4, 6, 12, 32, 48, 96}, 8);
}

/* 1296 cores, more than are measured. One core and the most cores are kept. */
static void test_machine_properties_core_counts__many_boundaries(void **state)
{
    (void)state;
    fc_core_counts counts = counts_of("pack:4 numa:4 l3:3 l2:3 l1d:3 core:3 pu:1");
    assert_int_equal(counts.n_cores, FC_CORE_COUNTS_CORES);
    assert_int_equal(counts.n_active, FC_MAX_ACTIVE);
    assert_int_equal(counts.active[0], 1);
    assert_int_equal(counts.active[FC_MAX_ACTIVE - 1], FC_CORE_COUNTS_CORES);
}

static void test_machine_properties_core_counts__small(void **state)
{
    (void)state;
    fc_core_counts two = counts_of("pack:1 l3:1 core:2 pu:1"), one = counts_of("core:1 pu:1"),
                   six = counts_of("pack:1 core:6 pu:2");
    check_active(&two, (const int[]){1, 2}, 2);
    check_active(&one, (const int[]){1}, 1);
    check_active(&six, (const int[]){1, 2, 4, 6}, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_core_counts__two_sockets),
        cmocka_unit_test(test_machine_properties_core_counts__keeps_boundaries),
        cmocka_unit_test(test_machine_properties_core_counts__many_boundaries),
        cmocka_unit_test(test_machine_properties_core_counts__small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
