/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library in cost programs, those included that call procedures of the program: the oracle are
 * counters of the natively built program, which calls the library's own. */
#include "testsuite/unit/counted_program.h"

#define HEAD                                                                                                           \
    "#include <argp.h>\n#include <mpi.h>\n#include <stdlib.h>\n"                                                       \
    "static double s;\nstruct given { int n, m, quiet, level, arguments, words; };\n"
#define MAIN                                                                                                           \
    "int main(int argc, char **argv)\n{\n    struct given g = {.n = 5, .m = 3};\n    MPI_Init(&argc, &argv);\n"        \
    "    argp_parse(&argp, argc, argv, 0, NULL, &g);\n"                                                                \
    "    for (int i = 0; i < g.n; i++) { HIT s += 1; }\n    for (int i = 0; i < g.m; i++) { HIT s += 1; }\n"           \
    "    for (int i = 0; i < g.quiet; i++) { HIT s += 1; }\n    for (int i = 0; i < g.level; i++) { HIT s += 1; }\n"   \
    "    for (int i = 0; i < g.arguments; i++) { HIT s += 1; }\n    for (int i = 0; i < g.words; i++) { HIT s += 1; "  \
    "}\n"                                                                                                              \
    "    MPI_Finalize();\n    return 0;\n}\n"

static void expect_same(const char *text, const counted_run *runs, size_t n_runs)
{
    counted_program p;
    counted_open(&p, text);
    assert_int_equal(p.analysis->n_counters, 0);
    for (size_t i = 0; i < n_runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

static void test_emit_library_sources__argp_passes_options_and_arguments(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "-n 9 --steps=4", {0}},
                                {1, 2, "--si 7 -qvm6 -v3 12 -q 30", {0}},
                                {0, 1, "--times 8 -q -q --level=5 -- -2", {0}},
                                {0, 1, "--level --wide=9 4 5 6", {0}},
                                {2, 3, "", {0}}};
    expect_same(
        HEAD "static const struct argp_option options[] = {{\"size\", 'n', \"N\", 0, \"rows\"},\n"
             "    {0, 0, 0, 0, \"Others:\"}, {\"steps\", 'm', \"M\", 0, \"\"},\n"
             "    {\"times\", 't', 0, OPTION_ALIAS}, {\"quiet\", 'q', 0, 0, \"\"},\n"
             "    {\"level\", 'v', \"L\", OPTION_ARG_OPTIONAL, \"\"}, {\"wide\", 1000, \"W\", 0, \"\"}, {0}};\n"
             "static error_t parse(int key, char *arg, struct argp_state *state)\n{\n"
             "    struct given *g = state->input;\n    switch (key) {\n"
             "    case 'n': g->n = atoi(arg); break;\n    case 't':\n    case 'm': g->m = atoi(arg); break;\n"
             "    case 'q': g->quiet += 2; break;\n    case 'v': g->level += arg ? atoi(arg) : 1; break;\n"
             "    case 1000: g->level = atoi(arg); break;\n"
             "    case ARGP_KEY_ARG: g->words += atoi(arg); g->arguments = state->arg_num + 1; break;\n"
             "    case ARGP_KEY_NO_ARGS: g->arguments = 7; break;\n"
             "    case ARGP_KEY_END: g->m++; break;\n    default: return ARGP_ERR_UNKNOWN;\n    }\n    return 0;\n}\n"
             "static struct argp argp = {options, parse, \"WORDS\", \"text\"};\n" MAIN,
        runs, sizeof runs / sizeof *runs);
}

/* The search for the best division, as programs choose their processes' grid. */
static void test_emit_library_sources__infinity_is_a_number(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "9 3", {0}}, {1, 2, "20 6", {0}}};
    expect_same("#include <math.h>\n#include <mpi.h>\n#include <stdlib.h>\nstatic double s;\n"
                "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]), m = atoi(argv[2]), best = 0;\n"
                "    MPI_Init(&argc, &argv);\n    float least = INFINITY;\n    double most = -HUGE_VAL;\n"
                "    for (int i = 1; i <= n; i++) {\n        float far = fabsf(floorf(n / (float)i) - m);\n"
                "        if (far < least)\n            best = i;\n        least = fminf(least, far);\n"
                "        most = fmax(most, far);\n    }\n    for (int i = 0; i < best; i++) { HIT s += 1; }\n"
                "    for (int i = 0; i < most; i++) { HIT s += 1; }\n    MPI_Finalize();\n    return argc < 2;\n}\n",
                runs, sizeof runs / sizeof *runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_library_sources__argp_passes_options_and_arguments),
        cmocka_unit_test(test_emit_library_sources__infinity_is_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
