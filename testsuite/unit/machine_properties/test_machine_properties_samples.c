/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of samples beside a machine file, and the layout of both. */
#include "machine_properties/machine.h"
#include "report_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Replaces the first occurrence of `from` in a file by `to`. */
static void edit_file(const char *path, const char *from, const char *to)
{
    char *text = NULL;
    size_t length;
    fc_text edited = {0};
    assert_int_equal(fc_file_read(&text, &length, path, 0, NULL), FC_OK);
    char *at = memmem(text, length, from, strlen(from)), *rest = at + strlen(from);
    assert_non_null(at);
    fc_text_append(&edited, text, (size_t)(at - text));
    fc_text_append(&edited, to, strlen(to));
    fc_text_append(&edited, rest, (size_t)(text + length - rest));
    assert_int_equal(fc_file_write(path, edited.bytes, edited.length, NULL), FC_OK);
    fc_text_free(&edited);
    free(text);
}

static unsigned samples_in(const char *path)
{
    fc_machine *machine = NULL;
    fc_report report;
    if (fc_machine_read(&machine, path, &report))
        fail_msg("%s", report.text);
    unsigned n = machine->n_samples;
    fc_machine_free(machine);
    return n;
}

static unsigned count_lines(const char *text)
{
    unsigned n = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        n++;
    return n;
}

/* The samples are written beside the machine file and found again; samples of another calibration and a missing file
 * do no harm; a broken one is reported with its place. */
static void test_machine_properties_samples__are_beside_the_file(void **state)
{
    (void)state;
    static const char here[] = "fc-samples-test.yaml", beside[] = "fc-samples-test.samples.yaml.gz";
    fc_machine *machine = NULL, *again = NULL;
    fc_report report;
    char *text = NULL;
    size_t length;
    assert_int_equal(fc_bundled_machine(&machine, "default", NULL), FC_OK);
    assert_int_equal(fc_machine_write(machine, here, NULL), FC_OK);
    assert_int_equal(fc_file_read(&text, &length, here, 0, NULL), FC_OK);
    assert_true(count_lines(text) <= 1500 && !strstr(text, "\nsamples:") && strstr(text, "\n# "));
    assert_int_equal(fc_machine_read(&again, here, NULL), FC_OK);
    assert_int_equal(again->n_samples, machine->n_samples);
    assert_string_equal(again->samples_file, beside);
    assert_string_equal(again->samples[9].of, machine->samples[9].of);
    assert_memory_equal(&again->coefficients, &machine->coefficients, sizeof again->coefficients);
    edit_file(beside, "\x1f\x8b\x08", "\x1f\x8b\x07"); /* of an unknown method */
    fc_machine *none = NULL;
    assert_int_equal(fc_machine_read(&none, here, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "fc-samples-test.samples.yaml.gz: damaged"));
    edit_file(beside, "\x1f\x8b\x07", "\x1f\x8b\x08");
    assert_int_equal(samples_in(here), machine->n_samples);
    assert_int_equal(system("gunzip -c fc-samples-test.samples.yaml.gz >fc-samples-test.plain && "
                            "mv fc-samples-test.plain fc-samples-test.samples.yaml.gz"),
                     0); /* a file that is not compressed is read as well */
    assert_int_equal(samples_in(here), machine->n_samples);
    edit_file(beside, "date: ", "date: 1999 ");
    assert_int_equal(samples_in(here), 0);
    edit_file(beside, "seconds: [", "seconds: [-");
    edit_file(beside, "date: 1999 ", "date: ");
    assert_int_equal(fc_machine_read(&none, here, &report), FC_E_INPUT);
    assert_true(strncmp(report_text(&report), "fc-samples-test.samples.yaml.gz:10:", 35) == 0);
    assert_int_equal(remove(beside), 0);
    assert_int_equal(samples_in(here), 0);
    edit_file(here, "samples_file: ", "samples_file: ../");
    assert_int_equal(fc_machine_read(&none, here, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "samples_file: expected the name of a file in the same folder"));
    assert_null(none);
    assert_int_equal(remove(here), 0);
    free(text);
    fc_machine_free(machine);
    fc_machine_free(again);
}

static void test_machine_properties_samples__have_a_name(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"here.yaml", "here.samples.yaml.gz"},
                                           {"a.b/here", "here.samples.yaml.gz"},
                                           {"/x/my.big.yml", "my.big.samples.yaml.gz"},
                                           {"here.txt", "here.txt.samples.yaml.gz"},
                                           {".yaml", ".yaml.samples.yaml.gz"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = fc_machine_samples_name(names[i][0]);
        assert_string_equal(name, names[i][1]);
        free(name);
    }
}

/* Texts with brackets of their own keep them; the layout reads back as the same machine. The curves of a pattern have
 * one comment. */
static void test_machine_properties_layout__changes_no_value(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *again = NULL;
    fc_text text = {0}, laid = {0}, twice = {0};
    assert_int_equal(fc_bundled_machine(&machine, "default", NULL), FC_OK);
    free(machine->note);
    machine->note = fc_copy_string(
        "odd - {one, [two: \"three\" - [ and a long text that the writer folds: after eighty columns [ or so {");
    free(machine->launcher);
    machine->launcher = fc_copy_string("- [x] {ranks}: [");
    assert_int_equal(fc_machine_format(&text, machine, NULL), FC_OK);
    fc_machine_layout(&laid, text.bytes, text.length);
    const char *comment = strstr(laid.bytes, "\n\n  # 2 cores: steps of 128 bytes\n  - active: 2\n");
    assert_true(comment && !strstr(comment + 3, "  # 2 cores: steps of 128 bytes\n"));
    assert_int_equal(fc_machine_parse(&again, laid.bytes, laid.length, "laid.yaml", NULL), FC_OK);
    assert_int_equal(fc_machine_format(&twice, again, NULL), FC_OK);
    assert_string_equal(text.bytes, twice.bytes);
    fc_text_free(&text);
    fc_text_free(&laid);
    fc_text_free(&twice);
    fc_machine_free(machine);
    fc_machine_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_machine_properties_samples__are_beside_the_file),
                                       cmocka_unit_test(test_machine_properties_samples__have_a_name),
                                       cmocka_unit_test(test_machine_properties_layout__changes_no_value)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
