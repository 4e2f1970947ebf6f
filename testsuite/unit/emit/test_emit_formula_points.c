/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas at many points, against the cost program of the same source, evaluated for every rank. */
#include "analyzed_program.h"
#include "analyzer/emit/cost_program/cost_program.h"
#include "analyzer/emit/formula/points/formula_points.h"
#include "runtime/host/cost_program.h"
#include "runtime/host/evaluate.h"
#include "runtime/models/compute.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char blocks[] =
    "#include <mpi.h>\n"
    "#include <stdlib.h>\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    int rank, size;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    "    int n = atoi(argv[1]);\n"
    "    if (n < 3 || n > 400)\n"
    "        MPI_Abort(MPI_COMM_WORLD, 1);\n"
    "    int each = (n + size - 1) / size, first = rank * each < n ? rank * each : n;\n"
    "    int last = first + each < n ? first + each : n;\n"
    "    double *a = malloc(((size_t)n * each + 1) * sizeof *a), sum = 0;\n"
    "    for (int i = first; i < last; i++)\n"
    "        for (int j = 0; j < n; j++)\n"
    "            sum += a[(i - first) * n + j];\n"
    "    if (rank == 0)\n"
    "        for (int j = 0; j < n; j++)\n"
    "            a[j] = 0;\n"
    "    int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;\n"
    "    MPI_Sendrecv(a, n, MPI_DOUBLE, up, 0, a, n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "    MPI_Allgather(a, each, MPI_DOUBLE, a, each, MPI_DOUBLE, MPI_COMM_WORLD);\n"
    "    MPI_Finalize();\n"
    "    return 0;\n"
    "}\n";

/* The work decreases with the rank: all ranks differ, and the slowest is in between. */
static const char triangle[] = "#include <mpi.h>\n"
                               "#include <stdlib.h>\n"
                               "double a[100000];\n"
                               "int main(int argc, char **argv)\n"
                               "{\n"
                               "    int rank, size;\n"
                               "    MPI_Init(&argc, &argv);\n"
                               "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                               "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                               "    int n = atoi(argv[1]), iterations = rank % 3 == 1 ? 5 : 2;\n"
                               "    for (int k = 0; k < iterations * n; k++)\n"
                               "        for (int j = 0; j < rank * (size - rank); j++)\n"
                               "            a[j] += 1;\n"
                               "    MPI_Finalize();\n"
                               "    return 0;\n"
                               "}\n";

static const char gives_up[] = "#include <mpi.h>\n"
                               "#include <stdlib.h>\n"
                               "#include <string.h>\n"
                               "int main(int argc, char **argv)\n"
                               "{\n"
                               "    MPI_Init(&argc, &argv);\n"
                               "    int n = atoi(argv[1]);\n"
                               "    if (strlen(argv[0]) + (size_t)n > 20)\n"
                               "        return 1;\n"
                               "    MPI_Barrier(MPI_COMM_WORLD);\n"
                               "    MPI_Finalize();\n"
                               "    return 0;\n"
                               "}\n";

static void make_machine(fc_coefficients *machine)
{
    *machine = (fc_coefficients){.name = "made", .cores = 4, .busy_cores = 4};
    for (int fit = 0; fit < FC_N_FITS; fit++)
        machine->communication[FC_VARIANT_ANY][fit] = (fc_runtime_function){
            1, {{0, 1e9, {1e-6 * (fit + 1), 1e-6, 1e-8, 1e-9, 2e-11, 3e-12}, 0.05}}, 1, 64, false, false};
    for (int i = 0; i < FC_N_OPERATIONS * FC_N_NUMERICS; i++)
        machine->core.operation[i / FC_N_NUMERICS][i % FC_N_NUMERICS] =
            (fc_operation_cost){3e-10, 4e-10, 1e-9, 0, 0.03};
    for (int i = 0; i < FC_N_NUMERICS; i++)
        machine->core.read_s[i] = machine->core.write_s[i] = 2e-10;
    machine->busy = machine->core;
    machine->busy.read_s[FC_F64] = 5e-9;
    machine->memory.n_active = 2;
    machine->memory.active[0] = 1, machine->memory.active[1] = 3;
    machine->memory.overlap = machine->memory.stream_overlap = 3;
    machine->core.model_error = 0.1, machine->memory.model_error = 0.07, machine->memory.scattered_error = 0.3;
    machine->memory.allocate_s = 1e-7;
    machine->memory.first_touch_s = 1e-10;
    for (int active = 0; active < 2; active++)
        for (int i = 0; i < FC_N_PATTERNS * FC_N_ACCESSES; i++)
            machine->memory.curve[active][i / FC_N_ACCESSES][i % FC_N_ACCESSES] =
                (fc_curve){3, {1e3, 1e4, 1e6}, {1e-10, 1e-9 * (i + 1), 1e-8 * (active + 1)}, {0}};
}

typedef struct compared {
    analyzed a;
    fc_coefficients machine;
    fc_formula *formula;
    fc_formula_points *points;
} compared;

static void compared_open(compared *c, const char *text, fc_compute_model *compute)
{
    fc_report report = {0};
    analyzed_open(&c->a, text);
    make_machine(&c->machine);
    if (fc_formula_create(&c->formula, c->a.analysis, NULL, &report))
        fail_msg("%s", report.text);
    c->points = fc_formula_points_create(c->formula, &c->machine, compute);
}

static void compared_close(compared *c)
{
    fc_formula_points_free(c->points);
    fc_formula_free(c->formula);
    analyzed_close(&c->a);
}

static void assert_near(double a, double b, double scale)
{
    if (!(fabs(a - b) <= 1e-12 * scale))
        fail_msg("%.17g is not %.17g", a, b);
}

static void assert_same(const fc_totals *a, const fc_totals *b)
{
    assert_near(a->time_s, b->time_s, b->time_s);
    assert_near(a->low_s, b->low_s, b->time_s);
    assert_near(a->high_s, b->high_s, b->time_s);
    assert_near(a->compute_s, b->compute_s, b->time_s);
    assert_near(a->communication_s, b->communication_s, b->time_s);
    assert_near(a->messages, b->messages, b->messages);
    assert_near(a->bytes, b->bytes, b->bytes);
}

/* Every number of ranks at every size. If `known` is false the formula must refuse the point, otherwise both agree. */
static void compare(const char *text, fc_compute_model *compute, const int *ranks, int n_ranks, bool (*known)(double n))
{
    static const double sizes[] = {0, 1, 3, 17, 64, 100, 255, 400, 401};
    compared c;
    fc_loaded_program loaded;
    fc_text source = {0};
    fc_report report = {0};
    char app[] = "app", hundred[] = "100", *argv[] = {app, hundred, NULL};
    compared_open(&c, text, compute);
    assert_non_null(c.points);
    assert_int_equal(fc_cost_program_write(&source, c.a.analysis, &report), FC_OK);
    assert_int_equal(fc_cost_program_load(&loaded, source.bytes, "a", NULL, &report), FC_OK);
    fc_evaluation evaluation = {.program = loaded.program,
                                .object = loaded.object,
                                .machine = &c.machine,
                                .compute = compute,
                                .in_process = true};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        double n[1000];
        const double *parameter[] = {n};
        fc_totals totals[1000];
        for (int i = 0; i < n_ranks; i++)
            n[i] = sizes[s];
        fc_formula_points_run(totals, c.points, ranks, parameter, n_ranks);
        for (int i = 0; i < n_ranks; i++) {
            fc_prediction_override override = {"n", sizes[s]};
            fc_point point = {ranks[i], 2, argv, &override, 1, 0};
            fc_prediction *made = NULL;
            fc_status status = fc_evaluate_points(&made, &evaluation, &point, 1, &report);
            assert_int_equal(status, known(sizes[s]) ? FC_OK : FC_E_INPUT);
            assert_int_equal(isnan(totals[i].time_s), !known(sizes[s]));
            if (made)
                assert_same(&totals[i], &made->totals);
            fc_evaluate_free(made, 1);
        }
    }
    fc_cost_program_unload(&loaded);
    fc_text_free(&source);
    compared_close(&c);
}

static bool is_in_blocks(double n)
{
    return n >= 3 && n <= 400;
}

static bool is_any(double n)
{
    return n >= 0;
}

static int first_ranks(int *ranks, int n)
{
    for (int i = 0; i < n; i++)
        ranks[i] = i + 1;
    return n;
}

static void test_emit_formula_points__blocks_are_those_of_the_cost_program(void **state)
{
    (void)state;
    int ranks[1000], n = first_ranks(ranks, 130);
    ranks[n++] = 399;
    ranks[n++] = 400;
    ranks[n++] = 4096;
    ranks[n++] = 4097;
    ranks[n++] = 100003; /* of which 4096 are evaluated */
    compare(blocks, fc_compute_memory, ranks, n, is_in_blocks);
    compare(blocks, fc_compute_ops, ranks, 20, is_in_blocks);
}

static void test_emit_formula_points__ranks_that_all_differ_are_all_looked_at(void **state)
{
    (void)state;
    int ranks[1000], n = first_ranks(ranks, 70);
    ranks[n++] = 1000;
    ranks[n++] = 5000;
    compare(triangle, fc_compute_memory, ranks, n, is_any);
}

static void test_emit_formula_points__a_way_out_that_is_not_closed_leaves_it_to_the_cost_program(void **state)
{
    (void)state;
    compared c;
    compared_open(&c, gives_up, fc_compute_ops);
    assert_null(c.points);
    compared_close(&c);
}

static void test_emit_formula_points__a_parameter_that_is_no_count_is_refused(void **state)
{
    (void)state;
    compared c;
    const double n[] = {-1, NAN, 3e9, INFINITY};
    const double *parameter[] = {n};
    const int ranks[] = {2, 2, 2, 2};
    fc_totals totals[4];
    compared_open(&c, triangle, fc_compute_ops);
    fc_formula_points_run(totals, c.points, ranks, parameter, 4);
    for (int i = 0; i < 4; i++)
        assert_true(isnan(totals[i].time_s));
    compared_close(&c);
}

enum {
    N_POINTS = 200
};

/* Each point's totals have the same bits alone and beside the others. */
static void assert_alone_as_together(const char *program, const int *ranks, const double *n)
{
    compared c;
    const double *parameter[] = {n};
    fc_totals together[N_POINTS], alone;
    compared_open(&c, program, fc_compute_memory);
    fc_formula_points_run(together, c.points, ranks, parameter, N_POINTS);
    for (int i = 0; i < N_POINTS; i++) {
        const double *own[] = {n + i};
        fc_formula_points_run(&alone, c.points, ranks + i, own, 1);
        assert_int_equal(isnan(alone.time_s), isnan(together[i].time_s));
        if (!isnan(alone.time_s))
            assert_memory_equal(&alone, &together[i], sizeof alone);
    }
    compared_close(&c);
}

/* Points are evaluated in rows: beside any others, known or not. */
static void test_emit_formula_points__neighbors_do_not_change_a_point(void **state)
{
    (void)state;
    double n[N_POINTS];
    int ranks[N_POINTS];
    for (int i = 0; i < N_POINTS; i++) {
        n[i] = i % 7 == 3 ? -1 : i * 37 % 411;
        ranks[i] = i % 11 == 5 ? 5000 + i : 1 + i * 13 % 90;
    }
    assert_alone_as_together(blocks, ranks, n);
    assert_alone_as_together(triangle, ranks, n);
}

/* Consecutive points whose blocks are equal share the classes of the one with the most ranks. The program stops at 401
 * cells, and in the middle of a run the ranks are too many for all to be evaluated. */
static void test_emit_formula_points__points_that_share_classes_are_those_alone(void **state)
{
    (void)state;
    double n[N_POINTS];
    int ranks[N_POINTS];
    for (int i = 0; i < N_POINTS; i++) {
        n[i] = i < 120 ? 100 : i < 150 ? 401 : 57;
        ranks[i] = i == 75 ? 5000 : i == 90 ? 9000 : i % 2 == 0 ? 40 + i : 180 - i / 3;
    }
    assert_alone_as_together(blocks, ranks, n);
    assert_alone_as_together(triangle, ranks, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_formula_points__blocks_are_those_of_the_cost_program),
        cmocka_unit_test(test_emit_formula_points__ranks_that_all_differ_are_all_looked_at),
        cmocka_unit_test(test_emit_formula_points__a_way_out_that_is_not_closed_leaves_it_to_the_cost_program),
        cmocka_unit_test(test_emit_formula_points__neighbors_do_not_change_a_point),
        cmocka_unit_test(test_emit_formula_points__points_that_share_classes_are_those_alone),
        cmocka_unit_test(test_emit_formula_points__a_parameter_that_is_no_count_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
