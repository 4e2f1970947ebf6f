/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"
#include "machine_properties/machine.h"
#include "machine_properties/machine_image.h"
#include "report_text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char whole[] =
    "forecost: 1\n"
    "name: tiny\n"
    "cores: 4\n"
    "core:\n"
    "  loop_s: 2.5e-10\n"
    "  operations:\n"
    "  - {operation: add, type: f64, throughput_s: 1e-10, latency_s: 5e-10, window_s: -2e-9}\n"
    "  accesses:\n"
    "  - {type: f64, read_s: 1.25e-10, write_s: 2e-10}\n"
    "memory:\n"
    "  overlap: 3\n"
    "  curves:\n"
    "  - active: 1\n"
    "    pattern: unit\n"
    "    access: read\n"
    "    bytes: [1024, 65536]\n"
    "    seconds: [1e-11, 2e-10]\n"
    "communication:\n"
    "- operation: single\n"
    "  low_ranks: 2\n"
    "  high_ranks: 2\n"
    "  segments:\n"
    "  - {low_bytes: 0, high_bytes: 4096, coefficients: [2e-7, 0, 0, 5e-11, 0, 0], error: 0.02}\n";

static fc_status parse(fc_machine **machine, const char *text, fc_report *report)
{
    return fc_machine_parse(machine, text, strlen(text), "here.yaml", report);
}

static void check_tiny(const fc_machine *machine)
{
    const fc_coefficients *c = &machine->coefficients;
    assert_string_equal(c->name, "tiny");
    assert_int_equal(c->cores, 4);
    assert_true(c->core.loop_s == 2.5e-10);
    const fc_operation_cost *add = &c->core.operation[FC_OP_CLASS_ADD][FC_F64];
    assert_true(add->throughput_s == 1e-10 && add->latency_s == 5e-10 && add->window_s == -2e-9);
    assert_true(add->scalar_s < 0); /* not in the file: not measured */
    assert_true(c->core.operation[FC_OP_CLASS_DIVIDE][FC_F32].throughput_s < 0);
    assert_true(c->core.read_s[FC_F64] == 1.25e-10 && c->core.scalar_read_s[FC_F64] == 1.25e-10);
    assert_true(c->memory.overlap == 3 && c->memory.n_active == 1);
    assert_int_equal(c->memory.curve[0][FC_PATTERN_UNIT][FC_READ].n, 2);
    assert_true(c->communication[FC_VARIANT_ANY][FC_FIT_SINGLE].segment[0].c[3] == 5e-11);
    assert_int_equal(c->communication[FC_VARIANT_ANY][FC_FIT_BCAST].n_segments, 0);
}

static void test_machine_properties_read__takes_what_is_there(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    assert_int_equal(parse(&machine, whole, &report), FC_OK);
    check_tiny(machine);
    fc_machine_free(machine);
}

static const char networks[] = "network:\n"
                               "  model: fat_tree\n"
                               "  contention: round_trip\n"
                               "  acknowledgements: 0.05\n"
                               "  placement: cyclic\n"
                               "  shape: [8, 4]\n"
                               "  up: [1, 2]\n"
                               "  links:\n"
                               "  - {latency_s: 1.0e-6, bandwidth: 1.25e8}\n"
                               "  - {latency_s: 2.0e-6}\n"
                               "  inside: {latency_s: 3.0e-7, bandwidth: 4.0e9}\n"
                               "  latency_factors:\n"
                               "  - {from_bytes: 0, factor: 1}\n"
                               "  - {from_bytes: 1000, factor: 1.5}\n"
                               "  measured: [0, 9]\n";

static void test_machine_properties_network__is_read_and_written(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *again = NULL;
    fc_report report;
    fc_text text = {0};
    fc_text_add(&text, "%s%s", whole, networks);
    assert_int_equal(parse(&machine, text.bytes, &report), FC_OK);
    const fc_network *n = &machine->coefficients.network;
    assert_int_equal(n->model, FC_TOPOLOGY_FAT_TREE);
    assert_true(n->contention == FC_CONTENTION_ROUND_TRIP && n->acknowledgements == 0.05 && n->has_inside &&
                n->dealing == FC_DISTRIBUTION_CYCLIC);
    assert_true(n->n_levels == 2 && n->shape[1] == 4 && n->up[1] == 2 && n->measured[1] == 9);
    assert_true(n->link[0].bandwidth == 1.25e8 && n->link[1].latency_s == 2e-6 && n->link[1].bandwidth == 0);
    assert_true(n->n_factors == 2 && n->factor_from[1] == 1000 && n->factor[1] == 1.5);
    fc_text_free(&text);
    assert_int_equal(fc_machine_format(&text, machine, &report), FC_OK);
    assert_int_equal(parse(&again, text.bytes, &report), FC_OK);
    assert_memory_equal(&again->coefficients.network, n, sizeof *n);
    fc_text_free(&text);
    fc_machine_free(machine);
    fc_machine_free(again);
}

static const char abstract[] = "network:\n"
                               "  model: abstract\n"
                               "  contention: fair\n"
                               "  links:\n"
                               "  - {bandwidth: 1.25e8}\n"
                               "  distances:\n"
                               "  - {latency_s: 0}\n"
                               "  - {latency_s: 2.0e-6, bandwidth: 1.0e8}\n"
                               "  pairs: ['-01', '0-1', '11-']\n"
                               "  groups:\n"
                               "  - {nodes: [0, 1], bandwidth: 2.0e8}\n"
                               "  measured: [0, 2]\n";

static void test_machine_properties_network__abstract_is_read_and_written(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *again = NULL;
    fc_report report;
    fc_text text = {0};
    fc_text_add(&text, "%s%s", whole, abstract);
    assert_int_equal(parse(&machine, text.bytes, &report), FC_OK);
    const fc_abstract_network *n = &machine->coefficients.network.abstract;
    assert_true(n->n_nodes == 3 && n->n_distances == 2 && n->n_groups == 1);
    assert_true(n->pair[0][1] == 0 && n->pair[2][0] == 1 && n->pair[1][2] == 1);
    assert_true(n->distance[1].latency_s == 2e-6 && n->distance[1].bandwidth == 1e8 && n->distance[0].bandwidth == 0);
    assert_true(n->group[0].nodes == 3 && n->group[0].bandwidth == 2e8);
    fc_text_free(&text);
    assert_int_equal(fc_machine_format(&text, machine, &report), FC_OK);
    assert_int_equal(parse(&again, text.bytes, &report), FC_OK);
    assert_memory_equal(&again->coefficients.network, &machine->coefficients.network, sizeof(fc_network));
    fc_text_free(&text);
    fc_machine_print(&text, machine);
    assert_non_null(strstr(text.bytes, "group of nodes  0 1  200 MB/s"));
    fc_text_free(&text);
    fc_machine_free(machine);
    fc_machine_free(again);
}

/* The text to replace in `networks`, its replacement, and the start of the report after "here.yaml:LINE:COLUMN:
 * network.". */
typedef struct network_fault {
    const char *from, *to, *says;
} network_fault;
static const network_fault network_faults[] = {
    {"model: fat_tree", "model: tree", ""},
    {"contention: round_trip", "contention: unfair", ""},
    {"acknowledgements: 0.05", "acknowledgements: 1.5", "acknowledgements: expected a fraction of"},
    {"shape: [8, 4]", "shape: [8, 0]", "shape[1]: expected a number >= 1, found \"0\""},
    {"shape: [8, 4]", "shape: [8]", "links: expected as many entries as shape has"},
    {"shape: [8, 4]", "shape: [100000, 100000]", "shape: expected a product of at most 16777216"},
    {"up: [1, 2]", "up: [1]", "up: expected as many numbers as shape has"},
    {"up: [1, 2]", "up: [1, -2]", "up[1]: expected a number of parents"},
    {"latency_s: 2.0e-6", "latency_s: -2.0e-6", "links[1].latency_s: expected a time in seconds >= 0"},
    {"bandwidth: 1.25e8", "bandwidth: 0", "links[0].bandwidth: expected bytes per second > 0"},
    {"latency_s: 3.0e-7", "latency_s: nan", "inside.latency_s: expected a time"},
    {"from_bytes: 0,", "from_bytes: 5,", "latency_factors[0].from_bytes: expected 0"},
    {"from_bytes: 1000", "from_bytes: 0", "latency_factors[1].from_bytes: expected more bytes"},
    {"factor: 1.5", "factor: -1", "latency_factors[1].factor: expected a factor >= 0"},
    {"measured: [0, 9]", "measured: [0, 32]", "measured[1]: expected an endpoint of the network"},
    {"measured: [0, 9]", "measured: [0]", "measured: expected two endpoints"},
    {"model: fat_tree", "model: torus", "up: expected no such list, since only a fat tree has it"},
    {"model: fat_tree", "model: flat", "shape: expected no shape"},
    {"model: fat_tree", "model: dragonfly", "shape: expected 3 numbers"},
    {"model: fat_tree", "model: abstract", "shape: expected no shape"},
    {"  measured:", "  pairs: ['-']\n  measured:",
     "pairs: expected no such list, since only an abstract network has it"},
};
static const network_fault abstract_faults[] = {
    {"model: abstract", "model: flat", "distances: expected no such list"},
    {"  pairs: ['-01', '0-1', '11-']\n", "", "expected pairs"},
    {"'0-1'", "'0-'", "pairs[1]: expected a text with a digit for each row"},
    {"'0-1'", "'0-2'", "pairs[1]: expected hexadecimal digits"},
    {"'0-1'", "'0-x'", "pairs[1]: expected hexadecimal digits"},
    {"nodes: [0, 1]", "nodes: [0, 3]", "groups[0].nodes[1]: expected a node, counted from 0"},
    {"bandwidth: 2.0e8", "bandwidth: 0", "groups[0].bandwidth: expected bytes per second > 0"},
    {"latency_s: 2.0e-6", "latency_s: -1", "distances[1].latency_s: expected a time in seconds >= 0"},
    {"measured: [0, 2]", "measured: [0, 3]", "measured[1]: expected an endpoint of the network"},
};

static void check_fault(const char *section, const network_fault *fault)
{
    const char *at = strstr(section, fault->from);
    fc_machine *machine = NULL;
    fc_report report = {0};
    fc_text text = {0};
    assert_non_null(at);
    fc_text_add(&text, "%s%.*s%s%s", whole, (int)(at - section), section, fault->to, at + strlen(fault->from));
    assert_int_equal(parse(&machine, text.bytes, &report), FC_E_INPUT);
    assert_true(strncmp(report_text(&report), "here.yaml:", 10) == 0 && report.text[10] != '0');
    assert_non_null(strstr(report_text(&report), "network."));
    if (!strstr(report_text(&report), fault->says))
        fail_msg("%s: %s", fault->to, report.text);
    fc_text_free(&text);
}

static void test_machine_properties_network__names_the_place_of_a_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof network_faults / sizeof *network_faults; i++)
        check_fault(networks, &network_faults[i]);
    for (size_t i = 0; i < sizeof abstract_faults / sizeof *abstract_faults; i++)
        check_fault(abstract, &abstract_faults[i]);
}

static void test_machine_properties_write__reads_back_equal(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *again = NULL;
    fc_report report;
    fc_text text = {0}, twice = {0};
    double at[2] = {8, 16}, seconds[4] = {1e-6, 1.5e-6, 2e-6, 2.5e-6};
    fc_samples series = {.at = at, .seconds = seconds, .n_at = 2, .n_seconds = 4};
    assert_int_equal(parse(&machine, whole, &report), FC_OK);
    machine->coefficients.memory.curve[0][FC_PATTERN_UNIT][FC_READ].bytes[1] = 134217728; /* exact, not 1.34218e+08 */
    machine->coefficients.busy_cores = 4;
    machine->coefficients.busy = machine->coefficients.core;
    machine->note = fc_copy_string("odd: \"text\", #no comment");
    machine->is_assumed[FC_VARIANT_ANY][FC_FIT_SINGLE] = true;
    machine->coefficients.collectives = FC_COLLECTIVES_MPICH;
    machine->coefficients.algorithm[FC_FIT_BCAST] = FC_ALGORITHM_SCATTER_RING;
    const fc_runtime_function near = {
        .n_segments = 1, .segment = {{0, 1e6, {1e-6, 0, 0, 1e-9}, 0}}, .low_ranks = 2, .high_ranks = 2};
    machine->coefficients.communication[FC_VARIANT_INTRA][FC_FIT_SINGLE] = near;
    machine->coefficients.communication[FC_VARIANT_INTER][FC_FIT_BARRIER] = near;
    machine->coefficients.non_power_of_two[FC_VARIANT_INTER][FC_FIT_BARRIER] = near;
    machine->is_assumed[FC_VARIANT_INTRA][FC_FIT_SINGLE] = true;
    fc_interference *b = &machine->coefficients.memory.beside[0][1];
    *b = (fc_interference){
        .n_near = 1, .n_far = 2, .near_bytes = {100}, .far_bytes = {1e3, 1e6}, .pace_s = {1e-10, 2e-10, 3e-10}};
    b->extra_s[1][0][2] = 7e-11;
    machine->coefficients.memory.overlaps[0] = (fc_overlaps){2, {3145728, 134217728}, {2.5, 1}, {1.5, 0.75}};
    machine->coefficients.threads.threads = 3;
    for (int i = 0; i < FC_N_OVERHEADS; i++) {
        machine->coefficients.threads.overhead[i].alone_s = (1 << i) * 1.5e-8; /* six digits, and exact */
        machine->coefficients.threads.overhead[i].all_s = (1 << i) * 2.5e-7;
    }
    machine->coefficients.discrepancy[FC_DISCREPANCY_CODE] = 0.125;
    machine->coefficients.discrepancy[FC_DISCREPANCY_FITTED] = 0.25;
    machine->discrepancy_points[FC_DISCREPANCY_CODE] = 40;
    machine->discrepancy_points[FC_DISCREPANCY_FITTED] = 9;
    machine->coefficients.constants.value[FC_CONSTANT_LONG_TRIPS] = 40;
    machine->is_constant_measured[FC_CONSTANT_LONG_TRIPS] = true;
    fc_machine_add_samples(machine, "communication single 2", &series);
    assert_int_equal(fc_machine_format(&text, machine, &report), FC_OK);
    assert_null(strstr(text.bytes, "0000e-")); /* no 17 digits */
    assert_int_equal(parse(&again, text.bytes, &report), FC_OK);
    check_tiny(again);
    assert_memory_equal(&again->coefficients, &machine->coefficients, sizeof again->coefficients);
    assert_string_equal(again->note, machine->note);
    assert_memory_equal(again->is_constant_measured, machine->is_constant_measured, sizeof again->is_constant_measured);
    assert_true(again->is_assumed[FC_VARIANT_ANY][FC_FIT_SINGLE]);
    assert_true(again->is_assumed[FC_VARIANT_INTRA][FC_FIT_SINGLE]);
    assert_false(again->is_assumed[FC_VARIANT_INTER][FC_FIT_SINGLE]);
    assert_memory_equal(again->discrepancy_points, machine->discrepancy_points, sizeof again->discrepancy_points);
    assert_int_equal(again->n_samples, 1);
    assert_true(again->samples[0].seconds[3] == 2.5e-6);
    assert_int_equal(fc_machine_format(&twice, again, &report), FC_OK);
    assert_string_equal(twice.bytes, text.bytes);
    fc_text_free(&text);
    fc_text_free(&twice);
    fc_machine_free(machine);
    fc_machine_free(again);
}

#define DISCREPANCY(error, points) "discrepancies:\n- {class: code, error: " error ", points: " points "}\n"
#define OPENMP(threads, all)                                                                                           \
    "openmp:\n  threads: " threads "\n  region: {alone_s: 1e-7, all_s: " all "}\n"                                     \
    "  barrier: {alone_s: 0, all_s: 4e-7}\n  chunk: {alone_s: 0, all_s: 4e-8}\n"                                       \
    "  critical: {alone_s: 2e-8, all_s: 1e-7}\n  task: {alone_s: 1e-7, all_s: 4e-7}\ncommunication:"

/* The text to replace in `whole`, its replacement, and the start of the report. */
static const struct {
    const char *from, *to, *begin;
} faults[] = {
    {"loop_s: 2.5e-10", "loop_s: -3e-6",
     "here.yaml:5:11: core.loop_s: expected a time in seconds >= 0, found \"-3e-6\""},
    {"loop_s: 2.5e-10", "loop_s: nan", "here.yaml:5:11: core.loop_s: expected a time"},
    {"loop_s: 2.5e-10", "loop_s: 1e999", "here.yaml:5:11: core.loop_s: expected"},
    {"loop_s: 2.5e-10", "loop_s: quick", "here.yaml:5:11: core.loop_s: expected a number, found \"quick\""},
    {"loop_s: 2.5e-10", "loop_s: 1\n  loop_s: 2", "here.yaml:"},
    {"loop_s: 2.5e-10", "lop_s: 2.5e-10", "here.yaml:5:3: core: Unexpected key: lop_s"},
    {"cores: 4", "cores: 0", "here.yaml:3:8: cores: expected a number of cores >= 1, found \"0\""},
    {"cores: 4", "cores: 99999999999999999999", "here.yaml:3:8: cores"},
    {"forecost: 1", "forecost: 2", "here.yaml:1:11: forecost: expected format version 1, found \"2\""},
    {"name: tiny\n", "", "here.yaml:"},
    {"name: tiny", "name: [tiny]", "here.yaml:2:7: name"},
    {"type: f64, throughput_s: 1e-10", "type: f63", "here.yaml:7:"},
    {"throughput_s: 1e-10", "throughput_s: -1", "here.yaml:7:47: core.operations[0].throughput_s: expected a time"},
    {"overlap: 3", "overlap: 0.5", "here.yaml:11:12: memory.overlap: expected a number from 1 to 1000, found \"0.5\""},
    {"[1024, 65536]", "[65536, 1024]", "here.yaml:16:20: memory.curves[0].bytes[1]: expected a number larger"},
    {"[1e-11, 2e-10]", "[1e-11]", "here.yaml:17:14: memory.curves[0].seconds: expected as many values as bytes"},
    {"[1e-11, 2e-10]", "[1e-11, .inf]",
     "here.yaml:17:22: memory.curves[0].seconds[1]: expected a number, found \".inf\""},
    {"active: 1", "active: 5", "here.yaml:13:3: memory.curves: expected a curve of one busy core"},
    {"communication:", "  overlaps:\n  - {active: 1, bytes: [4096], core: [0.05], streams: [1]}\ncommunication:",
     "here.yaml:19:39: memory.overlaps[0].core[0]: expected a number from 0.1 to 1000, found \"0.05\""},
    {"communication:", "  overlaps:\n  - {active: 1, bytes: [4096], core: [2, 1], streams: [1]}\ncommunication:",
     "here.yaml:19:38: memory.overlaps[0].core: expected as many values as bytes"},
    {"communication:", "  overlaps:\n  - {active: 7, bytes: [4096], core: [2], streams: [1]}\ncommunication:",
     "here.yaml:19:14: memory.overlaps[0].active: expected a number of busy cores with a curve"},
    {"communication:", "constants:\n- {name: run_bytes, value: -1, origin: measured}\ncommunication:",
     "here.yaml:19:28: constants[0].value: expected a number from 1 to"},
    {"communication:", "constants:\n- {name: short_trips, value: 48, origin: measured}\ncommunication:",
     "here.yaml:19:1: constants: expected long_trips greater than short_trips"},
    {"communication:", "constants:\n- {name: nothing, value: 48, origin: measured}\ncommunication:", "here.yaml:19:"},
    {"active: 1", "active: 0", "here.yaml:13:13: memory.curves[0].active: expected"},
    {"access: read", "access: write", "here.yaml:13:3: memory.curves: expected a curve"}, /* none to read */
    {"0, 5e-11, 0, 0]", "0, 5e-11, 0]", "here.yaml:23:"},
    {"high_bytes: 4096", "high_bytes: -1", "here.yaml:23:32: communication[0].segments[0].high_bytes: expected"},
    {"operation: single", "operation: singel", "here.yaml:19:14: communication[0].operation"},
    {"communication:", OPENMP("1", "1e-6"),
     "here.yaml:19:12: openmp.threads: expected a number of threads >= 2, found \"1\""},
    {"communication:", OPENMP("2", "-1"),
     "here.yaml:20:34: openmp.region.all_s: expected a time in seconds >= 0, found \"-1\""},
    {"communication:", "openmp: {threads: 2}\ncommunication:", "here.yaml:18"},
    {"communication:", "communication: &a\n- *a", "here.yaml:"},
    {"communication:", DISCREPANCY("0", "3") "communication:",
     "here.yaml:19:24: discrepancies[0].error: expected a relative error above 0, found \"0\""},
    {"communication:", DISCREPANCY("0.1", "0") "communication:",
     "here.yaml:19:37: discrepancies[0].points: expected a number of points from 1 on, found \"0\""},
    {"communication:", DISCREPANCY("0.1", "3") "- {class: code, error: 0.1, points: 3}\ncommunication:",
     "here.yaml:20:11: discrepancies[1].class: expected each class only once"},
    {"communication:", "discrepancies:\n- {class: cod, error: 0.1, points: 3}\ncommunication:", "here.yaml:19:11: "},
};

static char *replaced(const char *from, const char *to)
{
    const char *at = strstr(whole, from);
    assert_non_null(at);
    return fc_format("%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
}

static void test_machine_properties_read__reports_place_and_cause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fc_machine *machine = NULL;
        fc_report report = {0};
        char *text = replaced(faults[i].from, faults[i].to);
        assert_int_equal(parse(&machine, text, &report), FC_E_INPUT);
        assert_null(machine);
        if (strncmp(report_text(&report), faults[i].begin, strlen(faults[i].begin)) != 0)
            fail_msg("%s -> %s", faults[i].to, report.text);
        assert_non_null(strstr(report_text(&report), "\n  Run `forecost calibrate")); /* the next step */
        free(text);
    }
}

static void test_machine_properties_read__survives_every_truncation(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        char *text = fc_format("%.*s", (int)length, whole);
        fc_machine *machine = NULL;
        fc_report report = {0};
        fc_status status = parse(&machine, text, &report);
        assert_true(status == FC_OK || (status == FC_E_INPUT && report.text[0] && !machine));
        fc_machine_free(machine);
        free(text);
    }
}

static void test_machine_properties_read__survives_every_changed_byte(void **state)
{
    (void)state;
    static const char bytes[] = {'\0', '\n', ' ', '-', '{', ']', ':', '"', '&', '9', '\x80', '\t'};
    for (size_t at = 0; at < sizeof whole - 1; at++)
        for (size_t k = 0; k < sizeof bytes; k++) {
            char text[sizeof whole];
            fc_machine *machine = NULL;
            fc_report report = {0};
            memcpy(text, whole, sizeof whole);
            text[at] = bytes[k];
            fc_status status = parse(&machine, text, &report);
            assert_true(status == FC_OK || (status == FC_E_INPUT && !machine));
            fc_machine_free(machine);
        }
}

static void test_machine_properties_read__refuses_what_is_no_file(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    assert_int_equal(fc_machine_read(&machine, "/nowhere/at/all.yaml", &report), FC_E_INPUT);
    assert_int_equal(fc_machine_read(&machine, "/", &report), FC_E_INPUT);
    assert_int_equal(parse(&machine, "", &report), FC_E_INPUT);
    assert_int_equal(parse(&machine, "# only a comment\n", &report), FC_E_INPUT);
    assert_null(machine);
}

/* A comma as decimal point in the user's locale does not change the file. */
static void test_machine_properties_write__knows_no_locale(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *again = NULL;
    fc_report report;
    fc_text text = {0};
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        setlocale(LC_ALL, "C.UTF-8");
    assert_int_equal(parse(&machine, whole, &report), FC_OK);
    assert_int_equal(fc_machine_format(&text, machine, &report), FC_OK);
    assert_int_equal(parse(&again, text.bytes, &report), FC_OK);
    check_tiny(again);
    setlocale(LC_ALL, "C");
    fc_text_free(&text);
    fc_machine_free(machine);
    fc_machine_free(again);
}

static void test_machine_properties_write__leaves_nothing_in_a_folder_it_may_not_use(void **state)
{
    (void)state;
    fc_machine *machine = fc_machine_create();
    fc_report report;
    snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "x");
    assert_int_equal(fc_machine_write(machine, "/nowhere/at/all.yaml", &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "/nowhere/at/all.yaml"));
    fc_machine_free(machine);
}

/* [machine] Table 1, in cycles of 12.5 ns: add 1, madd 2, ld_c 0.46, st_c 3, ld_m 2.5, st_m 8.5, gap 220 a double, lat
 * 16800. */
static void test_machine_properties_bundled__parsytec_is_table_1(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    const double cycle = 12.5e-9;
    assert_int_equal(fc_bundled_machine(&machine, "parsytec-gc-powerplus", &report), FC_OK);
    const fc_coefficients *c = &machine->coefficients;
    assert_true(fabs(c->core.operation[FC_OP_CLASS_ADD][FC_F64].throughput_s / cycle - 1) < 1e-12);
    assert_true(fabs(c->core.operation[FC_OP_CLASS_MADD][FC_F64].throughput_s / (2 * cycle) - 1) < 1e-12);
    assert_true(fabs(c->core.read_s[FC_F64] / (0.46 * cycle) - 1) < 1e-12);
    assert_true(fabs(c->core.write_s[FC_F64] / (3 * cycle) - 1) < 1e-12);
    assert_true(fabs(fc_curve_at(&c->memory.curve[0][FC_PATTERN_UNIT][FC_READ], 1e8) / (2.5 * cycle) - 1) < 1e-12);
    assert_true(fabs(fc_curve_at(&c->memory.curve[0][FC_PATTERN_UNIT][FC_WRITE], 1e8) / (8.5 * cycle) - 1) < 1e-12);
    assert_true(fabs(c->communication[FC_VARIANT_ANY][FC_FIT_SINGLE].segment[0].c[0] / (16800 * cycle) - 1) < 1e-12);
    assert_true(fabs(c->communication[FC_VARIANT_ANY][FC_FIT_SINGLE].segment[0].c[3] / (220 * cycle / 8) - 1) < 1e-12);
    assert_int_equal(c->cores, 2);
    fc_machine_free(machine);
}

/* The same machine with its network, 12 x 8 nodes of two processors: [machine] eq. 8 adds the latency for each link of
 * the route. The fits hold for neighbors. */
static void test_machine_properties_bundled__mesh_has_the_network(void **state)
{
    (void)state;
    fc_machine *flat = NULL, *mesh = NULL;
    fc_report report;
    assert_int_equal(fc_bundled_machine(&flat, "parsytec-gc-powerplus", &report), FC_OK);
    assert_int_equal(fc_bundled_machine(&mesh, "parsytec-gc-powerplus-mesh", &report), FC_OK);
    const fc_coefficients *a = &flat->coefficients, *b = &mesh->coefficients;
    assert_memory_equal(&a->core, &b->core, sizeof a->core);
    assert_memory_equal(&a->memory, &b->memory, sizeof a->memory);
    assert_memory_equal(a->communication, b->communication, sizeof a->communication);
    assert_true(a->network.n_levels == 0 && b->network.model == FC_TOPOLOGY_MESH);
    assert_true(b->network.shape[0] == 12 && b->network.shape[1] == 8 && b->cores == 2);
    assert_true(fabs(b->network.link[0].latency_s / (16800 * 12.5e-9) - 1) < 1e-12 &&
                b->network.link[1].bandwidth == 3.3e6);
    fc_machine_free(flat);
    fc_machine_free(mesh);
}

/* The default is a full calibration: every cost that a program may need, with its samples. */
static void test_machine_properties_bundled__default_is_complete(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    assert_int_equal(fc_bundled_machine(&machine, "default", &report), FC_OK);
    const fc_coefficients *c = &machine->coefficients;
    assert_string_equal(c->name, "default");
    for (int t = 0; t < FC_N_NUMERICS; t++)
        assert_true(c->core.operation[FC_OP_CLASS_ADD][t].latency_s > 0 && c->core.loop_s > 0);
    assert_true(c->memory.n_active >= 1 && c->memory.beside[0][FC_READ].n_near > 0);
    for (int k = 0; k <= FC_FIT_SCAN; k++) /* measured before communicators and posts of receives were */
        assert_true(c->communication[FC_VARIANT_ANY][k].n_segments > 0 || k == FC_FIT_BCAST_ELSEWHERE ||
                    k == FC_FIT_POST_RECEIVE || k == FC_FIT_COMPLETE || k == FC_FIT_POSTED);
    assert_true(machine->n_samples > 100 && machine->compiler && machine->date && machine->cpu && machine->mpi_version);
    fc_machine_free(machine);
}

/* The costs are the same bytes; every section after the samples is kept. */
static void test_machine_properties_costs__leave_out_the_samples(void **state)
{
    (void)state;
    static const char last[] = "name: a\nsamples:\n- of: x\n  at: [1]\n", none[] = "name: samples:\n samples:\n";
    static const char between[] = "samples:\n- of: x\ncores: 2\n", again[] = "a: 1\nsamples: []\nb: 2\nsamples: []";
    assert_int_equal(fc_machine_costs_length(last, strlen(last)), strlen("name: a\n"));
    assert_int_equal(fc_machine_costs_length(none, strlen(none)), strlen(none));
    assert_int_equal(fc_machine_costs_length(between, strlen(between)), strlen(between));
    assert_int_equal(fc_machine_costs_length(again, strlen(again)), strlen("a: 1\nsamples: []\nb: 2\n"));
    fc_machine *bundled = NULL, *all = NULL, *costs = NULL;
    fc_text text = {0};
    assert_int_equal(fc_bundled_machine(&bundled, "default", NULL), FC_OK);
    assert_int_equal(fc_machine_format(&text, bundled, NULL), FC_OK); /* as files were before: samples inside */
    size_t length = fc_machine_costs_length(text.bytes, text.length);
    assert_true(length < text.length / 2);
    assert_int_equal(fc_machine_parse(&all, text.bytes, text.length, "whole.yaml", NULL), FC_OK);
    assert_int_equal(fc_machine_parse(&costs, text.bytes, length, "costs.yaml", NULL), FC_OK);
    assert_memory_equal(&all->coefficients, &costs->coefficients, sizeof all->coefficients);
    assert_true(all->n_samples == bundled->n_samples && costs->n_samples == 0);
    fc_text_free(&text);
    fc_machine_free(bundled);
    fc_machine_free(all);
    fc_machine_free(costs);
}

/* A cached machine writes the same file as the machine; truncated anywhere in its texts it is refused. */
static void test_machine_properties_kept__is_the_machine(void **state)
{
    (void)state;
    fc_machine *machine = NULL, *kept = NULL;
    fc_text bytes = {0}, text = {0}, again = {0};
    fc_report report;
    assert_int_equal(fc_bundled_machine(&machine, "default", &report), FC_OK);
    fc_machine_image_write(&bytes, machine);
    fc_machine_drop_samples(machine);
    assert_true(fc_machine_image_read(&kept, bytes.bytes, bytes.length));
    assert_int_equal(fc_machine_format(&text, machine, &report), FC_OK);
    assert_int_equal(fc_machine_format(&again, kept, &report), FC_OK);
    assert_string_equal(text.bytes, again.bytes);
    for (size_t length = sizeof *machine; length < bytes.length; length++) {
        char *part = memcpy(fc_allocate(length, 1), bytes.bytes, length);
        fc_machine *none = NULL;
        assert_false(fc_machine_image_read(&none, part, length));
        free(part);
    }
    assert_false(fc_machine_image_read(&kept, bytes.bytes, 10));
    fc_text_free(&bytes);
    fc_text_free(&text);
    fc_text_free(&again);
    fc_machine_free(machine);
    fc_machine_free(kept);
}

static void test_machine_properties_bundled__lists_what_there_is(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    assert_int_equal(fc_bundled_machine(&machine, "cray-1", &report), FC_E_USAGE);
    assert_non_null(strstr(report_text(&report), "parsytec-gc-powerplus"));
    assert_null(machine);
}

static void test_machine_properties_print__names_costs_with_units(void **state)
{
    (void)state;
    fc_machine *machine = NULL;
    fc_report report;
    fc_text text = {0};
    assert_int_equal(parse(&machine, whole, &report), FC_OK);
    fc_machine_print(&text, machine);
    assert_non_null(strstr(text.bytes, "machine tiny"));
    assert_non_null(strstr(text.bytes, "0.5 ns"));
    assert_non_null(strstr(text.bytes, "2e-07 s + 5e-11 s/B m"));
    fc_text_free(&text);
    fc_machine_free(machine);
}

/* As listed in machine_properties/README.md. */
static void test_machine_properties_knows_algorithm__of_an_operation(void **state)
{
    (void)state;
    assert_true(fc_machine_has_algorithm(FC_FIT_BCAST, FC_ALGORITHM_SCATTER_RING));
    assert_true(fc_machine_has_algorithm(FC_FIT_REDUCE, FC_ALGORITHM_RABENSEIFNER));
    assert_true(fc_machine_has_algorithm(FC_FIT_SCATTER, FC_ALGORITHM_CHOSEN));
    assert_false(fc_machine_has_algorithm(FC_FIT_ALLREDUCE, FC_ALGORITHM_BRUCK));
    assert_false(fc_machine_has_algorithm(FC_FIT_REDUCE, FC_ALGORITHM_SPLIT_BINARY));
    assert_false(fc_machine_has_algorithm(FC_FIT_SINGLE, FC_ALGORITHM_LINEAR));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_knows_algorithm__of_an_operation),
        cmocka_unit_test(test_machine_properties_read__takes_what_is_there),
        cmocka_unit_test(test_machine_properties_write__reads_back_equal),
        cmocka_unit_test(test_machine_properties_network__is_read_and_written),
        cmocka_unit_test(test_machine_properties_network__abstract_is_read_and_written),
        cmocka_unit_test(test_machine_properties_network__names_the_place_of_a_fault),
        cmocka_unit_test(test_machine_properties_read__reports_place_and_cause),
        cmocka_unit_test(test_machine_properties_read__survives_every_truncation),
        cmocka_unit_test(test_machine_properties_read__survives_every_changed_byte),
        cmocka_unit_test(test_machine_properties_read__refuses_what_is_no_file),
        cmocka_unit_test(test_machine_properties_write__knows_no_locale),
        cmocka_unit_test(test_machine_properties_write__leaves_nothing_in_a_folder_it_may_not_use),
        cmocka_unit_test(test_machine_properties_bundled__parsytec_is_table_1),
        cmocka_unit_test(test_machine_properties_bundled__mesh_has_the_network),
        cmocka_unit_test(test_machine_properties_bundled__default_is_complete),
        cmocka_unit_test(test_machine_properties_costs__leave_out_the_samples),
        cmocka_unit_test(test_machine_properties_kept__is_the_machine),
        cmocka_unit_test(test_machine_properties_bundled__lists_what_there_is),
        cmocka_unit_test(test_machine_properties_print__names_costs_with_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
