/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/loop_summary.h"
#include "support/path.h"

#include <limits.h>
#include <stdlib.h>

static void print_part(FILE *out, const char *before, long n, const char *after)
{
    char *number = n < 1000 ? fc_format("%ld", n) : fc_format("%ld,%03ld", n / 1000, n % 1000);
    fprintf(out, "%s%s %s", before, number, after);
    free(number);
}

void fc_loop_summary_print(FILE *out, const fc_quantities *quantities)
{
    const fc_analysis *analysis = quantities->analysis;
    print_part(out, "Loops: ", analysis->n_closed_loops, "closed");
    if (analysis->n_executed_loops > 0)
        print_part(out, ", ", analysis->n_executed_loops, "executed");
    if (quantities->n_measured > 0) {
        print_part(out, ", ", quantities->n_measured, "closed over ");
        print_part(out, "", (long)quantities->n, quantities->n == 1 ? "measured quantity" : "measured quantities");
    }
    if (quantities->n_dynamic > 0)
        print_part(out, ", ", quantities->n_dynamic, "dynamic");
}

static int by_loops(const void *a, const void *b)
{
    const fc_quantity *x = *(const fc_quantity *const *)a, *y = *(const fc_quantity *const *)b;
    return x->n_loops != y->n_loops ? y->n_loops - x->n_loops : x->loop->id - y->loop->id;
}

void fc_loop_summary_print_quantities(FILE *out, const fc_quantities *quantities)
{
    const fc_quantity **sorted = fc_allocate(quantities->n + 1, sizeof *sorted);
    for (size_t i = 0; i < quantities->n; i++)
        sorted[i] = &quantities->quantity[i];
    if (quantities->n)
        qsort(sorted, quantities->n, sizeof *sorted, by_loops);
    for (size_t i = 0; i < quantities->n; i++) {
        fc_place place = fc_program_place(quantities->analysis->program, sorted[i]->loop->span);
        char file[PATH_MAX];
        fc_path_write(file, sizeof file, place.file);
        fprintf(out, "    %s:%d  %s in %s: %d %s\n", file, place.line, sorted[i]->name,
                sorted[i]->procedure->symbol->name, sorted[i]->n_loops, sorted[i]->n_loops == 1 ? "loop" : "loops");
    }
    free(sorted);
}
