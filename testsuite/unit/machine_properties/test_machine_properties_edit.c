/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_edit.h"

#include "machine_properties/machine_parameters.h"
#include "report_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two caches of 1 KiB and 64 KiB; a read curve with points inside, at and beyond them. */
static const char text[] = "forecost: 1\n"
                           "name: small\n"
                           "cores: 4\n"
                           "line_bytes: 64\n"
                           "cache_bytes: [1024, 65536]\n"
                           "core:\n"
                           "  loop_s: 3e-9\n"
                           "  operations:\n"
                           "  - {operation: add, type: f64, throughput_s: 2e-9, latency_s: 4e-9, window_s: -5e-9}\n"
                           "  - {operation: mul, type: f64, throughput_s: 7e-9}\n"
                           "  accesses:\n"
                           "  - {type: f64, read_s: 1e-9, write_s: 2e-9}\n"
                           "memory:\n"
                           "  overlap: 3\n"
                           "  curves:\n"
                           "  - active: 1\n"
                           "    pattern: unit\n"
                           "    access: read\n"
                           "    bytes: [512, 1024, 8192, 65536, 262144]\n"
                           "    seconds: [1e-9, 2e-9, 3e-9, 5e-9, 9e-9]\n"
                           "communication:\n"
                           "- operation: bcast\n"
                           "  low_ranks: 2\n"
                           "  high_ranks: 8\n"
                           "  segments:\n"
                           "  - {low_bytes: 0, high_bytes: 100, coefficients: [1e-6, 2e-6, 0, 3e-9, 0, 5e-9]}\n"
                           "  - {low_bytes: 100, high_bytes: 1000, coefficients: [4e-6, 0, 0, 6e-9, 0, 0]}\n";

static fc_machine *small(void)
{
    fc_machine *machine = NULL;
    assert_int_equal(fc_machine_parse(&machine, text, sizeof text - 1, "small.yaml", NULL), FC_OK);
    return machine;
}

static double number_at(fc_machine *machine, const char *path)
{
    fc_parameters parameters;
    double found = NAN;
    fc_machine_parameters(&parameters, machine);
    for (size_t i = 0; i < parameters.n; i++)
        if (strcmp(parameters.item[i].path, path) == 0)
            found = parameters.item[i].number ? *parameters.item[i].number : *parameters.item[i].whole;
    fc_machine_parameters_free(&parameters);
    return found;
}

/* Values by hand from the file above. */
static void test_machine_properties_edit__every_form_of_a_path(void **state)
{
    (void)state;
    static const struct {
        const char *edits, *path;
        double value;
    } rows[] = {
        {"core.loop_s*=0.5", "core.loop_s", 1.5e-9},
        {"core.loop_s=2e-9", "core.loop_s", 2e-9},
        {"core.loop_s+=2e-9", "core.loop_s", 5e-9},
        {"core.loop_s+=-1e-9", "core.loop_s", 2e-9},
        {"core.loop_s*=3,core.loop_s+=1e-9", "core.loop_s", 10e-9},
        {"core.operations[f64,add].latency_s*=2", "core.operations[add,f64].latency_s", 8e-9},
        {"core.operations[mul].throughput_s*=2", "core.operations[add,f64].throughput_s", 2e-9},
        {"core.operations.throughput_s*=2", "core.operations[add,f64].throughput_s", 4e-9},
        {"core*=2", "core.operations[add,f64].window_s", -10e-9},
        {"computation*=2", "core.accesses[f64].write_s", 4e-9},
        {"computation*=2", "memory.curves[1,unit,read].seconds[2,L2]", 3e-9},
        {"memory*=2", "memory.overlap", 3},
        {"load_store*=2", "memory.curves[1,unit,read].seconds[2,L2]", 6e-9},
        {"memory.L2.time*=2", "memory.curves[1,unit,read].seconds[3,L2]", 10e-9},
        {"memory.L2.time*=2", "memory.curves[1,unit,read].seconds[4,dram]", 9e-9},
        {"memory.dram.time*=2", "memory.curves[1,unit,read].seconds[4,dram]", 18e-9},
        {"memory.dram.time*=2", "memory.curves[1,unit,read].seconds[3,L2]", 5e-9},
        {"network.latency*=3", "communication[bcast].segments[0].coefficients[1,latency]", 6e-6},
        {"network.latency*=3", "communication[bcast].segments[0].coefficients[3,gap]", 3e-9},
        {"network.gap*=3", "communication[bcast].segments[0].coefficients[5,gap]", 15e-9},
        {"network*=3", "communication[bcast].segments[1].low_bytes", 100},
        {"data_movement*=3", "communication[bcast].segments[1].coefficients[0,latency]", 12e-6},
        {"data_movement*=3", "memory.curves[1,unit,read].seconds[0,L1]", 3e-9},
        {"communication[bcast].segments[1].coefficients[gap]*=2",
         "communication[bcast].segments[0].coefficients[3,gap]", 3e-9},
        {"cores=64", "cores", 64},
        {"line_bytes*=2", "line_bytes", 128},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_machine *machine = small();
        fc_report report = {0};
        if (fc_machine_edit(machine, rows[i].edits, "--set", &report))
            fail_msg("%s: %s", rows[i].edits, report.text);
        double value = number_at(machine, rows[i].path);
        if (!(fabs(value - rows[i].value) <= 1e-12 * fabs(rows[i].value)))
            fail_msg("%s: %s is %g, expected %g", rows[i].edits, rows[i].path, value, rows[i].value);
        fc_machine_free(machine);
    }
}

/* L2 from 64 KiB to 256 KiB: 8 KiB, halfway between 1 and 64 in the logarithm, goes to 16; 256 beyond goes to 1024.
 * L1 from 1 to 4 KiB: 0.5 goes to 2; 8, halfway between 1 and 64, to 16, halfway between 4 and 64. */
static void test_machine_properties_edit__a_cache_stretches_the_curves(void **state)
{
    (void)state;
    static const struct {
        const char *edits;
        double bytes[5];
    } rows[] = {{"memory.L2.size*=4", {512, 1024, 16384, 262144, 1048576}},
                {"memory.L1.size=4096", {2048, 4096, 16384, 65536, 262144}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_machine *machine = small();
        assert_int_equal(fc_machine_edit(machine, rows[i].edits, "--set", NULL), FC_OK);
        const fc_curve *curve = &machine->coefficients.memory.curve[0][FC_PATTERN_UNIT][FC_READ];
        for (int k = 0; k < 5; k++)
            assert_true(fabs(curve->bytes[k] - rows[i].bytes[k]) < 1e-6 * rows[i].bytes[k]);
        fc_machine_free(machine);
    }
}

static void test_machine_properties_edit__refused_with_the_column_and_the_names(void **state)
{
    (void)state;
    static const struct {
        const char *edits, *text;
    } rows[] = {
        {"", "column 1: expected =, *= or += and a number"},
        {"core.loop_s", "column 12: expected ="},
        {"core.loop_s*2", "column 14: expected ="},
        {"core.loop_s=", "column 13: expected a number"},
        {"core.loop_s=1e-9s", "column 13: expected a number"},
        {"core.loop_s*=nan", "column 14: expected a number"},
        {"core.loop_s*=2,", "column 16: expected ="},
        {"core..loop_s=1", "column 6: expected a name"},
        {"core.operations[add=1", "expected a name"},
        {"=1", "column 1: expected a name"},
        {"core.lop_s=1", "column 6: unknown name; expected one of loop_s, line_s,"},
        {"network.speed*=2", "column 9: unknown name; expected one of latency, gap"},
        {"core.loop_s*=2,communication[scan]*=2", "column 16: unknown name; expected bcast"},
        {"core.loop_s=-1e-9", "core.loop_s would be -1e-09, expected a time in seconds >= 0"},
        {"cores=1.5", "cores would be 1.5, expected a whole number from 1 to 1000000"},
        {"memory.overlap=0.5", "the machine would be invalid: memory.overlap: expected a number from 1 to 1000"},
        {"memory.curves.bytes[0]=2000", "the machine would be invalid: memory.curves[0].bytes[1]"},
        {"network.latency=1e-6", "column 16: a class of times can only be scaled, with *="},
        {"memory.L1.size=65536", "less than the next level"},
        {"memory.L2.size=1000", "expected more than 1024"},
        {"memory.L3.size*=2", "the machine has 2 known caches"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_machine *machine = small();
        fc_report report = {0};
        assert_int_equal(fc_machine_edit(machine, rows[i].edits, "--set", &report), FC_E_USAGE);
        if (!strstr(report_text(&report), rows[i].text))
            fail_msg("%s: %s", rows[i].edits, report.text);
        if (!strstr(report_text(&report), "\n  "))
            fail_msg("%s: no next step: %s", rows[i].edits, report.text);
        assert_true(number_at(machine, "core.loop_s") == 3e-9); /* all or none */
        fc_machine_free(machine);
    }
}

/* Every number of a machine has its own path, and the path leads to it. */
static void test_machine_properties_edit__paths_distinguish_parameters(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_parameters parameters;
    assert_int_equal(fc_bundled_machine(&machine, "parsytec-gc-powerplus", NULL), FC_OK);
    fc_machine_parameters(&parameters, machine);
    assert_true(parameters.n > 60);
    for (size_t i = 0; i < parameters.n; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(parameters.item[i].path, parameters.item[k].path);
    fc_machine_parameters_free(&parameters);
    fc_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_edit__every_form_of_a_path),
        cmocka_unit_test(test_machine_properties_edit__a_cache_stretches_the_curves),
        cmocka_unit_test(test_machine_properties_edit__refused_with_the_column_and_the_names),
        cmocka_unit_test(test_machine_properties_edit__paths_distinguish_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
