/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nanoseconds to evaluate one point of a loaded cost program with closed counts, with the compute models ops and
 * memory: cases/evaluate/jacobi_row.c (one region, an allgather, a broadcast) and ten_regions.c (ten regions, an
 * exchange, an allreduce). Each point has its own size, so that no price is reused. Goal: 1 microsecond. Prints the
 * best and the median of 21 rounds; see bench/README.md. */
#include "runtime/host/cost_program.h"
#include "runtime/models/compute.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ROUNDS = 21,
    POINTS = 100000 /* of a round, unless given on the command line */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Curves of 40 points, as on a calibrated machine. */
static void make_machine(fc_coefficients *machine)
{
    memset(machine, 0, sizeof *machine);
    machine->cores = 4;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        machine->communication[FC_VARIANT_ANY][fit] =
            (fc_runtime_function){.n_segments = 2,
                                  .segment = {{0, 4096, {1e-6 * (fit + 1), 1e-6, 0, 1e-10, 2e-11, 3e-12}, 0.05},
                                              {4096, 1e9, {2e-6 * (fit + 1), 1e-6, 0, 1e-10, 2e-11, 3e-12}, 0.05}},
                                  .low_ranks = 1,
                                  .high_ranks = 64};
    for (int i = 0; i < FC_N_OPERATIONS * FC_N_NUMERICS; i++)
        machine->core.operation[i / FC_N_NUMERICS][i % FC_N_NUMERICS] =
            (fc_operation_cost){3e-10, 4e-10, 1e-9, 0, 0.03};
    for (int i = 0; i < FC_N_NUMERICS; i++)
        machine->core.read_s[i] = machine->core.write_s[i] = 2e-10;
    machine->memory.n_active = machine->memory.active[0] = 1;
    machine->memory.overlap = machine->memory.stream_overlap = 3;
    for (int i = 0; i < FC_N_WALKS * FC_N_ACCESSES; i++) {
        fc_curve *curve = &machine->memory.curve[0][i / FC_N_ACCESSES][i % FC_N_ACCESSES];
        curve->n = FC_MAX_CURVE;
        for (int k = 0; k < FC_MAX_CURVE; k++) {
            curve->bytes[k] = 4096 * pow(1.4, k);
            curve->seconds[k] = 2e-10 * (k + 1);
        }
    }
}

static double nanoseconds_a_point(fc_rank *r, int points, char **argv, double *checksum)
{
    double start = now();
    for (int i = 0; i < points; i++) {
        fc_totals totals;
        const double size[] = {1000 + i, NAN};
        fc_launch launch = {0, 1 + i % 4096, 3, argv, size};
        if (fc_rank_run(r, &launch) != FC_END_DONE)
            exit(1);
        fc_rank_totals(r, &totals);
        *checksum += totals.time_s;
    }
    return (now() - start) / points * 1e9;
}

static void measure(const fc_cost_program *program, const fc_coefficients *machine, const char *model, int points)
{
    char app[] = "app", n[] = "4000", iters[] = "100";
    char *argv[] = {app, n, iters, NULL};
    double round[ROUNDS], checksum = 0;
    fc_setting setting = {.program = program, .machine = machine, .compute = fc_compute_find(model)};
    fc_rank *r = fc_rank_create(&setting);
    for (int i = 0; r && i < ROUNDS; i++)
        round[i] = nanoseconds_a_point(r, points, argv, &checksum);
    qsort(round, ROUNDS, sizeof *round, compare);
    printf("evaluate_point program=%s compute=%s best=%.0f ns median=%.0f ns checksum=%.6g s\n", program->name, model,
           round[0], round[ROUNDS / 2], checksum);
    fc_rank_free(r);
}

static int measure_file(const char *path, int points)
{
    fc_loaded_program loaded = {0};
    fc_report report = {0};
    fc_coefficients *machine = fc_allocate(1, sizeof *machine);
    char *text = NULL;
    size_t length;
    fc_status status = fc_file_read(&text, &length, path, 0, &report);
    if (!status)
        status = fc_cost_program_load(&loaded, text, path, NULL, &report);
    if (status) {
        fprintf(stderr, "%s\n", report.text);
    } else {
        fc_cost_program program;
        make_machine(machine);
        if (!fc_shared_object_open(loaded.object))
            return 1;
        fc_cost_program_here(&program, loaded.object, loaded.program);
        measure(&program, machine, "ops", points);
        measure(&program, machine, "memory", points);
        fc_cost_program_unload(&loaded);
    }
    free(machine);
    free(text);
    return fc_status_exit_code(status);
}

/* evaluate_point [POINTS]: few of them are enough for callgrind. */
int main(int argc, char **argv)
{
    int points = argc > 1 ? atoi(argv[1]) : POINTS;
    points = points > 0 ? points : POINTS;
    int code = measure_file(FORECOST_SOURCE_DIR "/testsuite/cases/evaluate/jacobi_row.c", points);
    return code ? code : measure_file(FORECOST_SOURCE_DIR "/testsuite/bench/ten_regions.c", points);
}
