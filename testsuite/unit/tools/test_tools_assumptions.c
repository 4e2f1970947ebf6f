/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/assumptions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

static const fc_option options[] = {{0, "assume", "FILE:LINE=VALUE", NULL, NULL, true, "a count"}};
static const fc_command command = {.name = "predict", .operands = "", .option = options, .n_options = 1};
static const fc_site counters[] = {
    {.file = "src/heat.c", .line = 71, .operation = "loop"},
    {.file = "cheat.c", .line = 71, .operation = "loop"},
    {.file = "src/heat.c", .line = 80, .operation = "branch"},
};
static const fc_cost_program program = {.counter = counters, .n_counters = 3};

static fc_status parse(fc_assumptions *out, const char *const *argv, fc_report *report)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    fc_arguments arguments;
    assert_int_equal(fc_arguments_parse(&arguments, &command, argc, argv, report), FC_OK);
    fc_status status = fc_assumptions_parse(out, &arguments, &program, report);
    fc_arguments_free(&arguments);
    return status;
}

static void test_tools_assumptions__file_or_its_end(void **state)
{
    (void)state;
    static const char *const argv[] = {"--assume", "heat.c:71=12.5", "--assume=src/heat.c:80=0.25", NULL};
    fc_assumptions assumptions;
    assert_int_equal(parse(&assumptions, argv, NULL), FC_OK);
    assert_true(assumptions.value[0] == 12.5);
    assert_true(isnan(assumptions.value[1]));
    assert_true(assumptions.value[2] == 0.25);
    fc_assumptions_free(&assumptions);
}

static void test_tools_assumptions__refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"heat.c:71", "has no FILE:LINE"},
        {"heat.c=5", "has no FILE:LINE"},
        {":71=5", "has no FILE:LINE"},
        {"heat.c:0=5", "has no FILE:LINE"},
        {"heat.c:7x=5", "has no FILE:LINE"},
        {"", "has no FILE:LINE"},
        {"heat.c:99999999999=5", "has no FILE:LINE"},
        {"heat.c:71=", "must be a number"},
        {"heat.c:71=-1", "must be a number"},
        {"heat.c:71=nan", "must be a number"},
        {"heat.c:71=inf", "must be a number"},
        {"heat.c:71=5x", "must be a number"},
        {"heat.c:72=5", "no count is needed at heat.c:72\n  Places that need a count: src/heat.c:71 cheat.c:71"},
        {"eat.c:71=5", "no count is needed"},
        {"heat.c:80=1.5", "src/heat.c:80: error[FC0404]: --assume: the share"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const argv[] = {"--assume", rows[i][0], NULL};
        fc_assumptions assumptions;
        fc_report report;
        assert_int_equal(parse(&assumptions, argv, &report), FC_E_USAGE);
        if (!strstr(report.text, rows[i][1]))
            fail_msg("\"%s\": %s", rows[i][0], report.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_assumptions__file_or_its_end),
        cmocka_unit_test(test_tools_assumptions__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
