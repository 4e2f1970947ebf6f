/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cost program written out builds with make alone and predicts what the library predicts. */
#include "runtime/host/standalone.h"

#include "runtime/host/cost_program.h"
#include "runtime/host/evaluate.h"
#include "runtime/host/machine_source.h"
#include "runtime/models/compute.h"
#include "support/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Compiler warnings about optimized code appear in the build without sanitizers. */
#ifdef __SANITIZE_ADDRESS__
#define OPTIMIZE "-O0"
#else
#define OPTIMIZE "-O1"
#endif
#define CASES FORECOST_SOURCE_DIR "/testsuite/cases/evaluate/"

static char root[] = "/tmp/fc-standalone-test.XXXXXX";
static fc_coefficients machine;

/* Every number of the machine is different, so that a missing or exchanged field shows. */
static void fill(double *value, size_t n, double *next)
{
    for (size_t i = 0; i < n; i++)
        value[i] = *next += 1.0 / 3;
}

static void fill_memory(fc_memory *memory, double *next)
{
    memory->n_active = 3;
    for (int a = 0; a < memory->n_active; a++) {
        memory->active[a] = 1 << a;
        for (int i = 0; i < FC_N_PATTERNS * FC_N_ACCESSES; i++) {
            fc_curve *curve = &memory->curve[a][i / FC_N_ACCESSES][i % FC_N_ACCESSES];
            curve->n = i + 2;
            fill(curve->bytes, FC_MAX_CURVE, next);
            fill(curve->seconds, FC_MAX_CURVE, next);
            fill(curve->error, FC_MAX_CURVE, next);
        }
        fc_overlaps *overlaps = &memory->overlaps[a];
        overlaps->n = 2 + a;
        fill(overlaps->bytes, (sizeof *overlaps - offsetof(fc_overlaps, bytes)) / sizeof(double), next);
        for (int i = 0; i < 2; i++) {
            fc_interference *beside = &memory->beside[a][i];
            beside->n_near = 3 + i;
            beside->n_far = 2 + i;
            fill(beside->near_bytes, (sizeof *beside - offsetof(fc_interference, near_bytes)) / sizeof(double), next);
        }
    }
    size_t rest = offsetof(fc_memory, overlap);
    fill(&memory->overlap, (sizeof *memory - rest) / sizeof(double), next);
}

static void fill_communication(fc_coefficients *all, double *next)
{
    for (int fit = 0; fit < FC_N_FITS; fit++) {
        fc_runtime_function *function = &all->communication[FC_VARIANT_ANY][fit];
        function->n_segments = FC_MAX_SEGMENTS;
        fill(&function->segment[0].low_bytes, FC_MAX_SEGMENTS * (sizeof(fc_segment) / sizeof(double)), next);
        function->low_ranks = *next += 1;
        function->high_ranks = *next += 1;
    }
}

static void fill_machine(fc_coefficients *all)
{
    double next = 1e-9;
    memset(all, 0, sizeof *all);
    strcpy(all->name, "a \"machine\" \\ of ?\?/ tests");
    all->cores = 5;
    all->line_bytes = 63.5;
    fill(&all->core.operation[0][0].throughput_s, sizeof all->core / sizeof(double), &next);
    fill_memory(&all->memory, &next);
    fill_communication(all, &next);
}

static int make_root(void **state)
{
    *state = NULL;
    return mkdtemp(root) && setenv("XDG_CACHE_HOME", root, 1) == 0 ? 0 : -1;
}

static int remove_root(void **state)
{
    (void)state;
    char *command = fc_format("rm -rf %s", root);
    int code = system(command);
    free(command);
    return code;
}

static void test_host_standalone__a_machine_survives_as_c(void **state)
{
    (void)state;
    fc_text text = {0};
    fc_shared_object *object = NULL;
    fc_report report = {0};
    fill_machine(&machine);
    machine.memory.overlap = INFINITY;
    machine.core.loop_s = -1;
    fc_text_add(&text, "#include <math.h>\n#include \"coefficients.h\"\n");
    fc_machine_source_add(&text, &machine, "written");
    fc_shared_source source = {text.bytes, text.length, "machine", NULL, false, false};
    if (fc_shared_object_load(&object, &source, &report) != FC_OK)
        fail_msg("%s", report.text);
    assert_memory_equal(fc_shared_object_symbol(object, "written"), &machine, sizeof machine);
    fc_shared_object_free(object);
    fc_text_free(&text);
}

static void make_real_machine(fc_coefficients *real)
{
    static const double sizes[] = {1e4, 1e6, 1e8};
    memset(real, 0, sizeof *real);
    strcpy(real->name, "test");
    real->cores = 4;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        real->communication[FC_VARIANT_ANY][fit] = (fc_runtime_function){
            1, {{0, 1e9, {1e-6 * (fit + 1), 1e-6, 0, 1e-10, 2e-11, 3e-12}, 0.05}}, 1, 64, false, false};
    for (int i = 0; i < FC_N_OPERATIONS * FC_N_NUMERICS; i++)
        real->core.operation[i / FC_N_NUMERICS][i % FC_N_NUMERICS] = (fc_operation_cost){3e-10, 4e-10, 1.1e-9, 0, 0.03};
    for (int i = 0; i < FC_N_NUMERICS; i++)
        real->core.read_s[i] = real->core.write_s[i] = 2e-10;
    for (int i = 0; i < FC_N_PATTERNS * FC_N_ACCESSES; i++) {
        fc_curve *curve = &real->memory.curve[0][i / FC_N_ACCESSES][i % FC_N_ACCESSES];
        *curve = (fc_curve){3, {0}, {2e-10, 5e-10, 2e-9}, {0.02, 0.03, 0.04}};
        memcpy(curve->bytes, sizes, sizeof sizes);
    }
    real->memory.n_active = real->memory.active[0] = 1;
    real->memory.overlap = real->memory.stream_overlap = 3;
    real->core.model_error = 0.1, real->memory.model_error = 0.07, real->memory.scattered_error = 0.3;
}

static double run_standalone(const char *folder, const char *arguments)
{
    char *command = fc_format("cd %s && ./jacobi %s 2>&1 | tail -1", folder, arguments);
    char line[200] = "";
    double seconds = -1;
    FILE *output = popen(command, "r");
    assert_non_null(output);
    assert_non_null(fgets(line, sizeof line, output));
    pclose(output);
    if (sscanf(line, "%*d %lf", &seconds) != 1)
        seconds = NAN;
    free(command);
    return seconds;
}

static double predict_here(const char *text, const char *model, int ranks)
{
    char app[] = "app", n[] = "1000", iters[] = "50";
    char *argv[] = {app, n, iters, NULL};
    fc_loaded_program loaded = {0};
    fc_prediction *made = NULL;
    fc_point point = {ranks, 3, argv, NULL, 0, 0};
    assert_int_equal(fc_cost_program_load(&loaded, text, "jacobi", NULL, NULL), FC_OK);
    fc_evaluation evaluation = {
        .program = loaded.program, .object = loaded.object, .machine = &machine, .compute = fc_compute_find(model)};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, NULL), FC_OK);
    double seconds = made->totals.time_s;
    fc_evaluate_free(made, 1);
    fc_cost_program_unload(&loaded);
    return seconds;
}

static void test_host_standalone__builds_alone_and_predicts_the_same(void **state)
{
    (void)state;
    char *folder = fc_format("%s/out", root), *text = NULL;
    char *make = fc_format("make -s -C %s CFLAGS='" OPTIMIZE " -Wall -Wextra -Werror' >/dev/null", folder);
    size_t length;
    fc_report report = {0};
    make_real_machine(&machine);
    assert_int_equal(fc_file_read(&text, &length, CASES "jacobi_row.c", 0, NULL), FC_OK);
    fc_standalone what = {"jacobi", text, &machine, "memory", NULL, 0};
    if (fc_standalone_write(folder, &what, &report) != FC_OK)
        fail_msg("%s", report.text);
    assert_int_equal(system(make), 0);
    double alone = run_standalone(folder, "-n 1,8 -- 1000 50"), here = predict_here(text, "memory", 8);
    assert_true(here > 1e-3 && fabs(alone - here) <= 1e-8 * here);
    alone = run_standalone(folder, "-n 3 --compute ops -D iters=50 -- 1000 7");
    here = predict_here(text, "ops", 3);
    assert_true(here > 1e-3 && fabs(alone - here) <= 1e-8 * here);
    assert_true(isnan(run_standalone(folder, "-n 0 -- 1000 50")));
    assert_true(isnan(run_standalone(folder, "-D unknown=1 -- 1000 50")));
    assert_true(isnan(run_standalone(folder, "-n 4")));
    assert_int_equal(fc_standalone_write(folder, &what, &report), FC_E_INPUT); /* it is not empty now */
    assert_non_null(strstr(report.text, "not empty"));
    free(text);
    free(folder);
    free(make);
}

static void test_host_standalone__nothing_is_left_half_written(void **state)
{
    (void)state;
    char *missing = fc_format("%s/missing/out", root), *full = fc_format("%s/full", root);
    char *inside = fc_format("%s/kept", full), *count = fc_format("test $(ls -d %s/full* | wc -l) = 1", root);
    fc_report report = {0};
    fc_standalone what = {"x", "int x;", &machine, "ops", NULL, 0}, bad_name = {"../x", "", &machine, "ops", NULL, 0};
    assert_int_equal(fc_standalone_write(missing, &what, &report), FC_E_INPUT);
    assert_int_equal(mkdir(full, 0755), 0);
    assert_int_equal(fc_file_write(inside, "kept", 4, NULL), FC_OK);
    assert_int_equal(fc_standalone_write(full, &what, &report), FC_E_INPUT);
    assert_int_equal(access(inside, R_OK), 0);
    assert_int_equal(system(count), 0);
    assert_int_equal(fc_standalone_write(missing, &bad_name, &report), FC_E_USAGE);
    free(missing);
    free(full);
    free(inside);
    free(count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_standalone__a_machine_survives_as_c),
        cmocka_unit_test(test_host_standalone__builds_alone_and_predicts_the_same),
        cmocka_unit_test(test_host_standalone__nothing_is_left_half_written),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
