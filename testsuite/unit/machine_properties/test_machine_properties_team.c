/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the core in which the benchmarks' trials run. */
#undef _GNU_SOURCE /* the benchmark defines it */
#include "machine_properties/benchmarks/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined __x86_64__ && defined __GNUC__
#include <cpuid.h>

enum {
    AVX_STATE = 4 /* component 2, the upper halves of the vector registers (Intel SDM, volume 1, 13.1) */
};

/* XGETBV with ECX 1 reads the components in use (SDM, volume 1, 13.3). */
static bool can_read_use(void)
{
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __get_cpuid_count(13, 1, &a, &b, &c, &d) && (a & 4);
}

static double is_in_use(void *unused)
{
    (void)unused;
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return (low & AVX_STATE) != 0;
}

static void test_machine_properties_team_measure__a_trial_begins_with_clear_vector_registers(void **state)
{
    (void)state;
    team t;
    if (!can_read_use())
        skip();
    assert_true(team_begin(&t, "0", 0));
    __asm__ volatile("vpcmpeqd %%ymm15, %%ymm15, %%ymm15" ::: "xmm15");
    assert_true(is_in_use(NULL) == 1);
    assert_true(team_measure(&t, is_in_use, NULL) == 0);
}
#else
static void test_machine_properties_team_measure__a_trial_begins_with_clear_vector_registers(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_team_measure__a_trial_begins_with_clear_vector_registers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
