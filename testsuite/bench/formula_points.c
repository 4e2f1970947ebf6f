/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_points MODEL.fc [MACHINE]: points a second on one core at which a program's formula is evaluated, ranks 1 ...
 * 1000 at sizes of 1000 and more, and numbers a second that are written; the goal is 3 million points. Parameters named
 * n or nx have the size, others 10. Best and median of 11 rounds, by processor time. Instructions a point are those of
 * the first 10 sizes, by valgrind, which runs this program once more with a third argument. */
#include "analyzer/emit/formula/points/formula_points.h"
#include "analyzer/model/model_file.h"
#include "runtime/models/compute.h"
#include "support/number.h"
#include "tools/command_line/machine_option.h"
#include "tools/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RANKS = 1000,
    SIZES = 100,
    ROUNDS = 11,
    POINTS = RANKS * SIZES,
    COUNTED = RANKS * 10 /* points of which valgrind counts the instructions */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, const char *model, double *round, double n)
{
    qsort(round, ROUNDS, sizeof *round, compare);
    printf("formula_points %s %s: best %.3g million a second, median %.3g\n", model, what, 1e-6 * n / round[0],
           1e-6 * n / round[ROUNDS / 2]);
}

/* The points of some sizes. */
typedef struct sample {
    int *ranks;
    double *size, *ten;
    const double **parameter; /* [n_parameters]: size or ten */
    fc_totals *totals;
} sample;

static void sample_open(sample *out, const fc_formula *formula)
{
    *out = (sample){.ranks = fc_allocate(POINTS, sizeof *out->ranks),
                    .size = fc_allocate(POINTS, sizeof *out->size),
                    .ten = fc_allocate(POINTS, sizeof *out->ten),
                    .parameter = fc_allocate(formula->n_parameters, sizeof *out->parameter),
                    .totals = fc_allocate(POINTS, sizeof *out->totals)};
    for (size_t k = 0; k < formula->n_parameters; k++)
        out->parameter[k] = formula->parameter[k][0] == 'n' ? out->size : out->ten;
}

static void sample_close(sample *of)
{
    free(of->ranks);
    free(of->size);
    free(of->ten);
    free(of->parameter);
    free(of->totals);
}

/* Seconds of n points from this size on. */
static double evaluate(sample *of, fc_formula_points *points, int size, int n)
{
    for (int i = 0; i < n; i++) {
        of->ranks[i] = 1 + i % RANKS;
        of->size[i] = size + i / RANKS;
        of->ten[i] = 10;
    }
    double start = now();
    fc_formula_points_run(of->totals, points, of->ranks, of->parameter, n);
    return now() - start;
}

static void measure(const char *model, const fc_formula *formula, fc_formula_points *points)
{
    sample points_of;
    double round[ROUNDS];
    char text[FC_NUMBER_LENGTH];
    long letters = 0;
    sample_open(&points_of, formula);
    for (int k = 0; k < ROUNDS; k++)
        round[k] = evaluate(&points_of, points, 1000 + SIZES * k, POINTS);
    report("evaluated", model, round, POINTS);
    for (int k = 0; k < ROUNDS; k++) {
        double start = now();
        for (int i = 0; i < POINTS; i++)
            letters += fc_number_write(text, points_of.totals[i].time_s);
        round[k] = now() - start;
    }
    report("times written", model, round, POINTS);
    sample_close(&points_of);
    if (letters == 0)
        printf("nothing was written\n");
}

/* What valgrind counts. */
static void count(const fc_formula *formula, fc_formula_points *points)
{
    sample points_of;
    sample_open(&points_of, formula);
    evaluate(&points_of, points, 1000, COUNTED);
    sample_close(&points_of);
}

static void report_instructions(char **argv, const char *machine)
{
    static const char *const valgrind[] = {"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                                           "--toggle-collect=fc_formula_points_run"};
    fc_words command = {0};
    fc_process_result result;
    fc_report why = {0};
    for (size_t i = 0; i < sizeof valgrind / sizeof *valgrind; i++)
        fc_words_add(&command, valgrind[i]);
    fc_words_add(&command, argv[0]);
    fc_words_add(&command, argv[1]);
    fc_words_add(&command, machine);
    fc_words_add(&command, "count");
    if (fc_process_run(&result, &(fc_process_options){.command = &command}, &why) == FC_OK) {
        const char *collected = strstr(result.errors, "Collected : ");
        if (collected)
            printf("formula_points %s instructions a point: %.0f\n", argv[1],
                   strtod(collected + strlen("Collected : "), NULL) / COUNTED);
        fc_process_result_free(&result);
    }
    fc_words_free(&command);
}

int main(int argc, char **argv)
{
    fc_report why = {0};
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    fc_formula *formula = NULL;
    fc_formula_points *points = NULL;
    fc_machine *machine = NULL;
    const char *machine_name = argc > 2 ? argv[2] : "default";
    if (argc < 2)
        return 2;
    fc_status status = fc_program_read(&program, argv[1], &why);
    if (!status)
        status = fc_analysis_create(&analysis, program, &why);
    if (!status)
        status = fc_formula_create(&formula, analysis, NULL, &why);
    if (!status)
        status = fc_machine_option_read(&machine, machine_name, &why);
    if (!status)
        points = fc_formula_points_create(formula, &machine->coefficients, fc_compute_memory);
    if (!points)
        printf("%s\n", status ? why.text : "its formula is none that is evaluated so");
    else if (argc > 3)
        count(formula, points);
    else {
        measure(argv[1], formula, points);
        report_instructions(argv, machine_name);
    }
    fc_formula_points_free(points);
    fc_formula_free(formula);
    fc_analysis_free(analysis);
    fc_program_free(program);
    fc_machine_free(machine);
    return fc_status_exit_code(status);
}
