/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    if (fc_arguments_has(arguments, "fail"))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "mpicc is missing");
    return FC_OK;
}

static const fc_option options[] = {
    {'o', "output", "FILE", NULL, NULL, false, "where to write"},
    {'n', "ranks", "RANGE", NULL, "1", false, "the ranks"},
    {'D', "define", "NAME=RANGE", NULL, NULL, true, "a parameter"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    {0, "fail", NULL, NULL, NULL, false, "fails"},
};
static const fc_command sow = {.name = "sow",
                               .operands = "FIELD SEED",
                               .least_operands = 1,
                               .most_operands = 2,
                               .rest = "the weather",
                               .help = "sows",
                               .about = "Sows a seed.",
                               .example = "forecost sow north",
                               .option = options,
                               .n_options = 5,
                               .run = run};
static const fc_command reap = {
    .name = "reap", .operands = "", .help = "reaps", .about = "Reaps.", .example = "forecost reap", .run = run};

/* A command with subcommands, and its spellings of before. */
static const fc_option water_options[] = {
    {0, "litres", "N", NULL, NULL, false, "how much"},
    {0, "format", "FORMAT", "table|yaml", "table", false, "the format of the output"},
};
static const fc_old_spelling water_old[] = {{.option = "cans", .replacement = "--litres"}};
static const fc_command water = {.name = "garden water",
                                 .old = water_old,
                                 .n_old = sizeof water_old / sizeof *water_old,
                                 .operands = "BED",
                                 .least_operands = 1,
                                 .most_operands = 1,
                                 .rest = "the flowers",
                                 .help = "waters",
                                 .about = "Waters a bed.",
                                 .example = "forecost garden water north",
                                 .option = water_options,
                                 .n_options = 2,
                                 .run = run};
static const fc_command weed = {.name = "garden weed",
                                .operands = "",
                                .help = "weeds",
                                .about = "Weeds.",
                                .example = "forecost garden weed",
                                .run = run};
static const fc_command *const garden_subcommands[] = {&water, &weed, NULL};

static bool is_pond(const char *operand)
{
    return strcmp(operand, "pond") == 0;
}

static const fc_old_spelling garden_old[] = {
    {.option = "weeds", .subcommand = &weed, .replacement = ""},
    {.option = "buckets", .replacement = "--litres"},
    {.option = "hose", .beside = "buckets", .replacement = "--tap"},
    {.option = "form", .value = "tree", .replacement = "--format=yaml"},
    {.operand = is_pond, .subcommand = &weed},
    {.subcommand = &water},
};
static const fc_command garden = {.name = "garden",
                                  .workflow = FC_WORKFLOW_MACHINE,
                                  .operands = "",
                                  .help = "gardens",
                                  .about = "Gardens.",
                                  .example = "forecost garden weed",
                                  .subcommand = garden_subcommands,
                                  .old = garden_old,
                                  .n_old = sizeof garden_old / sizeof *garden_old};
static const fc_command *const commands[] = {&sow, &reap, &garden, NULL};

static fc_status parse(fc_arguments *out, const fc_command *command, const char *const *argv, fc_report *report)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    return fc_arguments_parse(out, command, argc, argv, report);
}

static void test_tools_command__every_form_of_an_option(void **state)
{
    (void)state;
    static const char *const argv[] = {"-n4",  "north", "--output=a b", "-D", "n=1", "-Dm=2", "--format",
                                       "json", "rye",   "--",           "-n", "--",  NULL};
    fc_arguments arguments;
    assert_int_equal(parse(&arguments, &sow, argv, NULL), FC_OK);
    assert_string_equal(fc_arguments_value(&arguments, "ranks"), "4");
    assert_string_equal(fc_arguments_value(&arguments, "output"), "a b");
    assert_string_equal(fc_arguments_value(&arguments, "format"), "json");
    assert_false(fc_arguments_has(&arguments, "fail"));
    assert_int_equal(arguments.n_given, 5);
    assert_string_equal(arguments.given[3].value, "m=2");
    assert_int_equal(arguments.n_operands, 2);
    assert_string_equal(arguments.operand[1], "rye");
    assert_int_equal(arguments.n_rest, 2);
    assert_string_equal(arguments.rest[0], "-n");
    fc_arguments_free(&arguments);
}

static void test_tools_command__defaults(void **state)
{
    (void)state;
    static const char *const argv[] = {"north", NULL};
    fc_arguments arguments;
    assert_int_equal(parse(&arguments, &sow, argv, NULL), FC_OK);
    assert_string_equal(fc_arguments_value(&arguments, "ranks"), "1");
    assert_null(fc_arguments_value(&arguments, "output"));
    assert_int_equal(arguments.n_rest, 0);
    fc_arguments_free(&arguments);
}

static void test_tools_command__refused_with_a_hint(void **state)
{
    (void)state;
    static const struct {
        const char *argv[5];
        const char *text;
    } rows[] = {
        {{"north", "--ouput=x"}, "Did you mean --output?"},
        {{"north", "--rank", "4"}, "Did you mean --ranks?"},
        {{"north", "--zebra"}, "unknown option \"--zebra\"\n  `forecost help sow` lists"},
        {{"north", "-z"}, "unknown option \"-z\""},
        {{"north", "-n"}, "--ranks needs a value: --ranks RANGE"},
        {{"north", "-n", "--", "4"}, "--ranks needs a value"},
        {{"north", "--format", "xml"}, "\"xml\" is none of table|json|csv"},
        {{"north", "--format", "table|json"}, "is none of"},
        {{"north", "--format="}, "is none of"},
        {{"north", "--fail=1"}, "--fail takes no value"},
        {{"north", "-n1", "-n2"}, "--ranks is given twice"},
        {{"a", "b", "c"}, "one operand too many: \"c\""},
        {{"-n1"}, "sow needs FIELD SEED"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_arguments arguments;
        fc_report report;
        assert_int_equal(parse(&arguments, &sow, rows[i].argv, &report), FC_E_USAGE);
        if (!strstr(report.text, rows[i].text))
            fail_msg("row %zu: %s", i, report.text);
    }
}

static void test_tools_command__nothing_after_dashes_unless_allowed(void **state)
{
    (void)state;
    static const char *const argv[] = {"--", "x", NULL}, *const empty[] = {"--", NULL};
    fc_arguments arguments;
    fc_report report;
    assert_int_equal(parse(&arguments, &reap, argv, &report), FC_E_USAGE);
    assert_int_equal(parse(&arguments, &reap, empty, &report), FC_OK);
    fc_arguments_free(&arguments);
}

static void test_tools_command__whole_numbers(void **state)
{
    (void)state;
    static const char *const good[] = {"north", "-n", "12", NULL};
    static const char *const bad[] = {"", "x", "1x", "0", "21", "99999999999999999999", "1.0", "-3"};
    static const long limits[] = {1, 20};
    fc_arguments arguments;
    fc_report report;
    long value = 0;
    assert_int_equal(parse(&arguments, &sow, good, NULL), FC_OK);
    assert_int_equal(fc_arguments_whole(&value, &arguments, "ranks", limits, &report), FC_OK);
    assert_int_equal(value, 12);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        arguments.given[0].value = bad[i];
        assert_int_equal(fc_arguments_whole(&value, &arguments, "ranks", limits, &report), FC_E_USAGE);
        assert_int_equal(value, 12);
    }
    fc_arguments_free(&arguments);
}

static void test_tools_command__exit_codes(void **state)
{
    (void)state;
    static const struct {
        int argc;
        const char *argv[5];
        int code;
    } rows[] = {
        {2, {"forecost", "reap"}, 0},
        {1, {"forecost"}, 2},
        {2, {"forecost", "sew"}, 2},
        {4, {"forecost", "sow", "north", "--fail"}, 4},
        {3, {"forecost", "help", "sow"}, 0},
        {3, {"forecost", "help", "mow"}, 2},
        {3, {"forecost", "sow", "--help"}, 0},
        {2, {"forecost", "--version"}, 0},
        {2, {"forecost", "--verbose"}, 2},
        {4, {"forecost", "sow", "--", "--help"}, 2},
        {2, {"forecost", "garden"}, 2},
        {3, {"forecost", "garden", "weed"}, 0},
        {3, {"forecost", "garden", "weet"}, 2},
        {3, {"forecost", "garden", "--help"}, 0},
        {4, {"forecost", "help", "garden", "weed"}, 0},
        {4, {"forecost", "help", "garden", "sow"}, 2},
        {3, {"forecost", "garden", "north"}, 0},
        {3, {"forecost", "weed", "north"}, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(fc_command_main(commands, rows[i].argc, rows[i].argv), rows[i].code);
}

/* Options that stay, and everything after "--", keep their words. */
static void test_tools_command__old_spellings(void **state)
{
    (void)state;
    static const struct {
        const fc_command *command;
        const char *argv[6];
        const char *now;
    } rows[] = {
        {&garden, {"--weeds"}, "garden weed"},
        {&garden, {"pond"}, "garden weed pond"},
        {&garden, {"north", "--buckets", "3"}, "garden water north --litres 3"},
        {&garden, {"--buckets=3", "north"}, "garden water --litres 3 north"},
        {&garden, {"--buckets", "pond", "north"}, "garden water --litres pond north"},
        {&garden, {"--hose", "north", "--buckets", "3"}, "garden water --tap north --litres 3"},
        {&garden, {"--hose", "north"}, "garden water --hose north"},
        {&garden, {"--form", "tree", "pond"}, "garden weed --format=yaml pond"},
        {&garden, {"--form", "table", "pond"}, "garden weed --form table pond"},
        {&garden, {"north", "--", "--weeds"}, "garden water north -- --weeds"},
        {&water, {"north", "--cans", "3"}, "garden water north --litres 3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_words now = {0};
        int argc = 0;
        while (rows[i].argv[argc])
            argc++;
        assert_true(fc_command_replace_old(&now, rows[i].command, argc, rows[i].argv));
        char *text = fc_words_join(&now);
        assert_string_equal(text, rows[i].now);
        free(text);
        fc_words_free(&now);
    }
    fc_words untouched = {0};
    assert_false(fc_command_replace_old(&untouched, &sow, 1, (const char *const[]){"north"}));
    assert_null(untouched.item);
}

static void test_tools_command__nearest_word(void **state)
{
    (void)state;
    static const char *const words[] = {"predict", "profile", "machine"};
    assert_string_equal(fc_command_nearest_name("pedict", words, 3), "predict");
    assert_string_equal(fc_command_nearest_name("prof", words, 3), "profile");
    assert_null(fc_command_nearest_name("x", words, 3));
    assert_null(fc_command_nearest_name("calibrate", words, 3));
}

/* Every option is in the help and in the manual with its value and its default. */
static void test_tools_command__help_and_manual_name_every_option(void **state)
{
    (void)state;
    fc_text help = {0}, manual = {0};
    fc_command_help(&help, &sow);
    fc_command_manual_of(&manual, &sow);
    assert_non_null(strstr(help.bytes, "-n, --ranks RANGE"));
    assert_non_null(strstr(help.bytes, "[1]"));
    assert_non_null(strstr(help.bytes, "table|json|csv"));
    assert_non_null(strstr(manual.bytes, "\\-n, \\-\\-ranks RANGE"));
    for (const char *line = help.bytes; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        assert_true(strcspn(line, "\n") <= 100);
    fc_text_free(&help);
    fc_text_free(&manual);
}

static void test_tools_command__help_and_manual_name_every_subcommand(void **state)
{
    (void)state;
    fc_text help = {0}, manual = {0}, overview = {0};
    fc_command_help(&help, &garden);
    fc_command_manual_of(&manual, &water);
    fc_command_overview(&overview, commands, 3);
    assert_non_null(strstr(help.bytes, "Usage: forecost garden water|weed [options] [operands]"));
    assert_non_null(strstr(help.bytes, "\n  weed       weeds\n"));
    assert_non_null(strstr(manual.bytes, ".TH FORECOST-GARDEN-WATER 1"));
    assert_non_null(strstr(manual.bytes, "forecost garden water [options] BED"));
    assert_non_null(strstr(overview.bytes, "First steps\n  sow        sows\n  reap       reaps\n\nMachine\n  garden"));
    fc_text_free(&help);
    fc_text_free(&manual);
    assert_null(strstr(overview.bytes, "Internals")); /* no command belongs to it */
    fc_text_free(&overview);
}

/* Markdown names every option, keeps to 120 columns, and shows special characters as code. */
static void test_tools_command__markdown_names_every_option(void **state)
{
    (void)state;
    fc_text page = {0}, index = {0};
    fc_command_markdown_of(&page, &sow);
    fc_command_markdown(&index, commands, 1);
    assert_non_null(strstr(page.bytes, "# forecost sow\n"));
    assert_non_null(strstr(page.bytes, "- `-n, --ranks RANGE`:\n"));
    assert_non_null(strstr(page.bytes, "`table|json|csv`"));
    assert_non_null(strstr(index.bytes, "| [sow](sow.md) |"));
    for (const char *line = page.bytes; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        assert_true(strcspn(line, "\n") <= 120);
    fc_text_free(&page);
    fc_text_free(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_command__every_form_of_an_option),
        cmocka_unit_test(test_tools_command__defaults),
        cmocka_unit_test(test_tools_command__refused_with_a_hint),
        cmocka_unit_test(test_tools_command__nothing_after_dashes_unless_allowed),
        cmocka_unit_test(test_tools_command__whole_numbers),
        cmocka_unit_test(test_tools_command__exit_codes),
        cmocka_unit_test(test_tools_command__old_spellings),
        cmocka_unit_test(test_tools_command__nearest_word),
        cmocka_unit_test(test_tools_command__help_and_manual_name_every_option),
        cmocka_unit_test(test_tools_command__help_and_manual_name_every_subcommand),
        cmocka_unit_test(test_tools_command__markdown_names_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
