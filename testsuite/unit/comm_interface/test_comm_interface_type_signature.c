/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Type signatures: equal sequences are equal however they were made (MPI 3.1, section 4.1), and match by section 3.3.1.
 */
#include "comm_interface/type_signature.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static fc_type_signature of(const fc_datatype *types, int n)
{
    fc_type_signature all = fc_type_signature_none;
    for (int i = 0; i < n; i++)
        all = fc_type_signature_join(all, fc_type_signature_of(types[i]));
    return all;
}

static void test_comm_interface_type_signature__sequences_are_distinguished(void **state)
{
    static const fc_datatype pair[] = {FC_MPI_DOUBLE, FC_MPI_INT}, turned[] = {FC_MPI_INT, FC_MPI_DOUBLE};
    fc_type_signature three = fc_type_signature_repeat(of(pair, 2), 3), written = of(pair, 2);
    (void)state;
    for (int i = 1; i < 3; i++)
        written = fc_type_signature_join(written, of(pair, 2));
    assert_true(three.n == 6 && three.hash == written.hash && three.power == written.power);
    assert_true(three.hash == fc_type_signature_repeat(fc_type_signature_of(FC_MPI_DOUBLE_INT), 3).hash);
    assert_true(three.hash != fc_type_signature_repeat(of(turned, 2), 3).hash);
    assert_true(fc_type_signature_repeat(of(pair, 2), 1e9).n == 2e9);
    assert_true(fc_type_signature_repeat(of(pair, 2), 0).n == 0);
    assert_true(fc_type_signature_repeat(of(pair, 2), 1e300).n == 0);
    assert_true(fc_type_signature_repeat(of(pair, 2), INFINITY).n == 0);
}

static void test_comm_interface_type_signature__messages_match(void **state)
{
    static const struct {
        fc_datatype sent[2], received[2];
        int n_sent, n_received, times;
        bool fits;
    } rows[] = {
        {{FC_MPI_LONG}, {FC_MPI_INT64_T}, 1, 1, 3, true},
        {{FC_MPI_LONG}, {FC_MPI_UINT64_T}, 1, 1, 3, false},
        {{FC_MPI_LONG}, {FC_MPI_LONG_LONG}, 1, 1, 2, true},
        {{FC_MPI_UNSIGNED_LONG_LONG}, {FC_MPI_UNSIGNED_LONG}, 1, 1, 2, true},
        {{FC_MPI_LONG}, {FC_MPI_UNSIGNED_LONG_LONG}, 1, 1, 2, false},
        {{FC_MPI_INT}, {FC_MPI_INT32_T}, 1, 1, 1, true},
        {{FC_MPI_INT}, {FC_MPI_FLOAT}, 1, 1, 1, false},
        {{FC_MPI_2INT}, {FC_MPI_INT}, 1, 1, 5, true},
        {{FC_MPI_BYTE}, {FC_MPI_DOUBLE}, 1, 1, 8, true},
        {{FC_MPI_DOUBLE_INT}, {FC_MPI_DOUBLE, FC_MPI_INT}, 1, 2, 7, true},
        {{FC_MPI_DOUBLE_INT}, {FC_MPI_INT, FC_MPI_DOUBLE}, 1, 2, 7, false},
        {{FC_MPI_DOUBLE_INT}, {FC_MPI_DOUBLE}, 1, 1, 7, false},
        {{FC_MPI_DOUBLE}, {FC_MPI_DOUBLE, FC_MPI_INT}, 1, 2, 2, false},
        {{FC_MPI_DOUBLE}, {FC_MPI_DOUBLE, FC_MPI_INT}, 1, 2, 1, true}, /* its beginning */
        {{FC_MPI_DOUBLE, FC_MPI_PACKED}, {FC_MPI_INT}, 2, 1, 1, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_type_signature sent = fc_type_signature_message(of(rows[i].sent, rows[i].n_sent), rows[i].times);
        if (fc_type_signature_fits(sent, of(rows[i].received, rows[i].n_received)) != rows[i].fits)
            fail_msg("row %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comm_interface_type_signature__sequences_are_distinguished),
        cmocka_unit_test(test_comm_interface_type_signature__messages_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
