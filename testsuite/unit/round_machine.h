/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file round_machine.h  A machine of round numbers and a loop on it, for the tests of compute models. */
#ifndef FC_ROUND_MACHINE_H
#define FC_ROUND_MACHINE_H

#include "runtime/models/compute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* A machine of round numbers: loads 1, stores 2, additions 3 (chain 10, window 50), products 4 (chain 9), integer
 * additions 0.5, a loop at least 1.5, 20 to enter it, 100 a call, 5 to store and load again; all in nanoseconds. */
static inline fc_coefficients *make_machine(void)
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

static inline bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static const fc_count one_add[] = {{FC_OP_CLASS_ADD, FC_F64, 1}};

static inline fc_region loop_of(const fc_count *operations, int n, double reads, double writes)
{
    return (fc_region){.flags = FC_REGION_LOOP,
                       .operation = operations,
                       .n_operations = n,
                       .reads = {[FC_F64] = reads},
                       .writes = {[FC_F64] = writes}};
}

static inline int setup(void **state)
{
    *state = make_machine();
    return *state ? 0 : -1;
}

static inline int teardown(void **state)
{
    free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
