/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grammars of one line: expressions of relaxed task graphs, cost annotations, ranges, schedules. */
#include "analyzer/model/annotations/cost_annotation.h"
#include "runtime/taskgraph/relaxed/expression.h"
#include "runtime/taskgraph/schedules/schedule.h"
#include "testsuite/fuzz/input.h"
#include "tools/command_line/range.h"

static void parse_expression(const char *text)
{
    const double value[] = {3, 0};
    char *name[] = {"n", "p"};
    const fc_words names = {.item = name, .n = 2};
    fc_report report;
    fc_expression *expression = NULL;
    if (fc_expression_parse(&expression, text, &names, FC_NOWHERE, &report) == FC_OK)
        fc_expression_value(expression, value);
    fc_expression_free(expression);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const fc_range_limits limits = {"-D n", -1e18, 1e18, false};
    char *text = input_string(data, size);
    fc_report report;
    fc_range range;
    fc_schedule schedule;
    parse_expression(text);
    if (fc_cost_annotation_is(text)) {
        fc_cost_annotation annotation = fc_cost_annotation_read(text);
        fc_cost_annotation_free(&annotation);
    }
    if (fc_range_parse(&range, text, &limits, &report) == FC_OK)
        fc_range_free(&range);
    if (fc_range_parse_ranks(&range, text, &report) == FC_OK)
        fc_range_free(&range);
    fc_schedule_parse(&schedule, text, &report);
    free(text);
    return 0;
}
