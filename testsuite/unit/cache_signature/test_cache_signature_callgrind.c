/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library references from profiles written by hand. */
#include "runtime/cache_signature/callgrind.h"
#include "support/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *own_file(const void *data, const char *path)
{
    (void)data;
    return strcmp(path, "/src/app.c") == 0 ? "app.c" : NULL;
}

static const fc_callgrind_scope scope = {"/bin/app", own_file, NULL};

static fc_status read_text(fc_callgrind_calls *to, const char *text, fc_report *report)
{
    char path[] = "/tmp/callgrind-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    fc_status status = fc_callgrind_add(to, path, &scope, report);
    unlink(path);
    return status;
}

#define HEAD                                                                                                           \
    "# callgrind format\nversion: 1\ncmd: ./a=b\npositions: line\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n"

/* sort() has 40 reads of its own, calls part() (itself again, 30 of its own) and, from there, the program's compare()
 * with 60 reads and MPI's with 70: 200 in all, 70 of them the library's. */
static const char sorted[] = HEAD "ob=/bin/app\nfl=/src/app.c\nfn=main\n5 9 7 1\n"
                                  "cob=/lib/c.so\ncfi=???\ncfn=sort\ncalls=2 0\n12 500 200 20 0 8 2 0 4\n"
                                  "cob=/lib/mpi.so\ncfi=???\ncfn=PMPI_Send\ncalls=1 0\n13 500 900\n"
                                  "cfi=/src/app.c\ncfn=compare\ncalls=1 30\n14 500 6\n"
                                  "fn=compare\n30 99 66\n"
                                  "ob=/lib/c.so\nfl=???\nfn=sort\n0 1 40 20 0 8 2 0 4\n"
                                  "cfn=part\ncalls=1 0\n0 1 160\n"
                                  "fn=part\n0 1 30\ncfn=part\ncalls=7 0\n0 1 1000\n"
                                  "cob=/bin/app\ncfi=/src/app.c\ncfn=compare\ncalls=5 30\n0 1 60\n"
                                  "cob=/lib/mpi.so\ncfn=MPI_Wtime\ncalls=5 0\n0 1 70\n"
                                  "ob=/lib/mpi.so\nfl=???\nfn=PMPI_Send\n0 1 900\nfn=MPI_Wtime\n0 1 70\n";

static void add__leaves_out_program_and_mpi(void **state)
{
    fc_callgrind_calls calls = {0};
    fc_report report;
    (void)state;
    assert_int_equal(read_text(&calls, sorted, &report), FC_OK);
    assert_int_equal(calls.n, 1);
    const fc_callgrind_call *call = &calls.call[0];
    assert_string_equal(call->file, "app.c");
    assert_int_equal(call->line, 12);
    assert_string_equal(call->caller, "main");
    assert_string_equal(call->callee, "sort");
    assert_float_equal(call->calls, 2, 0);
    assert_float_equal(call->event[FC_CALLGRIND_READS], 70, 1e-6);
    assert_float_equal(call->event[FC_CALLGRIND_WRITES], 20, 1e-6);
    assert_float_equal(call->event[FC_CALLGRIND_READ_MISSES_FIRST], 8, 1e-6);
    assert_float_equal(call->event[FC_CALLGRIND_READ_MISSES_LAST], 4, 1e-6);
    fc_callgrind_free(&calls);
}

/* A second process doubles every count; a call is found by its place. */
static void add__sums_processes(void **state)
{
    fc_callgrind_calls calls = {0};
    fc_report report;
    (void)state;
    assert_int_equal(read_text(&calls, sorted, &report), FC_OK);
    assert_int_equal(read_text(&calls, sorted, &report), FC_OK);
    assert_int_equal(calls.n, 1);
    assert_float_equal(calls.call[0].event[FC_CALLGRIND_READS], 140, 1e-6);
    fc_callgrind_call like = calls.call[0];
    assert_ptr_equal(fc_callgrind_find(&calls, &like), &calls.call[0]);
    like.line = 13;
    assert_null(fc_callgrind_find(&calls, &like));
    fc_callgrind_free(&calls);
}

static void add__refuses(void **state)
{
    static const struct {
        const char *text, *message;
    } row[] = {
        {"", "a profile of callgrind"},
        {"events: Ir\n", ":1: error[FC0810]: expected the events of a cache simulation"},
        {HEAD "5 1\n", ":6: error[FC0810]: expected a line number and costs"},
        {HEAD "ob=a\nfl=b\nfn=c\n+3 1\n4 x\n", ":10: error[FC0810]: expected whole numbers"},
        {HEAD "ob=a\nfl=b\nfn=c\n4 -1\n", "expected whole numbers"},
        {HEAD "ob=a\nfl=b\nfn=c\n4 1 2 3 4 5 6 7 8 9 10\n", "expected whole numbers"},
        {HEAD "ob=a\nfl=b\nfn=c\ncalls=1 2\n", "expected calls of a function"},
        {HEAD "ob=a\nfl=b\nfn=c\ncfn=d\ncalls=0 2\n", "expected calls of a function"},
        {HEAD HEAD, "expected one list of events"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fc_callgrind_calls calls = {0};
        fc_report report = {0};
        assert_int_equal(read_text(&calls, row[i].text, &report), FC_E_INPUT);
        if (!strstr(report.text, row[i].message))
            fail_msg("%s: %s", row[i].message, report.text);
        fc_callgrind_free(&calls);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(add__leaves_out_program_and_mpi),
        cmocka_unit_test(add__sums_processes),
        cmocka_unit_test(add__refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
