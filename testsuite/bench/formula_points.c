/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_points MODEL.fc [MACHINE]: points a second on one core at which a program's formula is evaluated, ranks 1 ...
 * 1000 at sizes of 1000 and more, and numbers a second that are written; the goal is 3 million points. Parameters named
 * n or nx have the size, others 10. Best and median of 11 rounds, by processor time. */
#include "analyzer/emit/formula/formula_points.h"
#include "analyzer/model/model_file.h"
#include "runtime/models/compute.h"
#include "tools/command_line/machine_option.h"
#include "tools/output/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RANKS = 1000,
    SIZES = 100,
    ROUNDS = 11,
    POINTS = RANKS * SIZES
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

static void measure(const char *model, const fc_formula *formula, fc_formula_points *points)
{
    int *ranks = fc_allocate(POINTS, sizeof *ranks);
    fc_totals *totals = fc_allocate(POINTS, sizeof *totals);
    double *size = fc_allocate(POINTS, sizeof *size), *ten = fc_allocate(POINTS, sizeof *ten), round[ROUNDS];
    const double **parameter = fc_allocate(formula->n_parameters, sizeof *parameter);
    char text[FC_NUMBER_LENGTH];
    long letters = 0;
    for (size_t k = 0; k < formula->n_parameters; k++)
        parameter[k] = formula->parameter[k][0] == 'n' ? size : ten;
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < POINTS; i++) {
            ranks[i] = 1 + i % RANKS;
            size[i] = 1000 + SIZES * k + i / RANKS;
            ten[i] = 10;
        }
        double start = now();
        fc_formula_points_run(totals, points, ranks, parameter, POINTS);
        round[k] = now() - start;
    }
    report("evaluated", model, round, POINTS);
    for (int k = 0; k < ROUNDS; k++) {
        double start = now();
        for (int i = 0; i < POINTS; i++)
            letters += fc_number_write(text, totals[i].time_s);
        round[k] = now() - start;
    }
    report("times written", model, round, POINTS);
    free(parameter);
    free(ten);
    free(size);
    free(totals);
    free(ranks);
    if (letters == 0)
        printf("nothing was written\n");
}

int main(int argc, char **argv)
{
    fc_report why = {0};
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    fc_formula *formula = NULL;
    fc_formula_points *points = NULL;
    fc_machine *machine = NULL;
    if (argc < 2)
        return 2;
    fc_status status = fc_program_read(&program, argv[1], &why);
    if (!status)
        status = fc_analysis_create(&analysis, program, &why);
    if (!status)
        status = fc_formula_create(&formula, analysis, &why);
    if (!status)
        status = fc_machine_option_read(&machine, argc > 2 ? argv[2] : "default", &why);
    if (!status)
        points = fc_formula_points_create(formula, &machine->coefficients, fc_compute_memory);
    if (points)
        measure(argv[1], formula, points);
    else
        printf("%s\n", status ? why.text : "its formula is none that is evaluated so");
    fc_formula_points_free(points);
    fc_formula_free(formula);
    fc_analysis_free(analysis);
    fc_program_free(program);
    fc_machine_free(machine);
    return fc_status_exit_code(status);
}
