/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/guidelines_print.h"

#include "comm_interface/guidelines.h"
#include "tools/machine/sample_medians.h"

#include <stdlib.h>

#define MPI_NAME(fit, name) [FC_FIT_##fit] = #name,
static const char *const mpi_name[FC_N_FITS] = {FC_COLLECTIVE_TIME_LIST(MPI_NAME)};

static bool quartiles(void *data, double quartile[2], fc_fit fit, const double p_and_bytes[2])
{
    return fc_sample_medians_quartiles(quartile, data,
                                       (fc_runtime_query){fit, FC_VARIANT_ANY, p_and_bytes[0], p_and_bytes[1]});
}

/* The guidelines of a machine with clear violations. */
typedef struct violations {
    const fc_guideline *guideline[64];
    fc_guideline_result result[64];
    int n, checked;
} violations;

static violations find_violations(const fc_machine *machine)
{
    violations found = {0};
    fc_sample_medians measured;
    fc_sample_medians_make(&measured, machine);
    const fc_guideline_samples witness = {quartiles, &measured};
    for (int i = 0; i < fc_n_guidelines && found.n < 64; i++) {
        fc_guideline_result result = fc_guideline_check(&fc_guidelines[i], &machine->coefficients, &witness);
        found.checked += result.points > 0;
        if (result.clear == 0)
            continue;
        found.guideline[found.n] = &fc_guidelines[i];
        found.result[found.n++] = result;
    }
    fc_sample_medians_free(&measured);
    return found;
}

static void print_size(fc_text *out, double bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB"};
    int u = 0;
    for (; u < 2 && bytes >= 1024; u++)
        bytes /= 1024;
    fc_text_add(out, "%.4g %s", bytes, unit[u]);
}

/* "MPI_Reduce and MPI_Bcast"; "two of half the size" for an operation compared with itself. */
static void print_alternative(fc_text *out, const fc_guideline *of)
{
    if (of->part[0].fit == of->fit)
        fc_text_add(out, "two of half the size");
    else if (of->n_parts == 1)
        fc_text_add(out, "%s", mpi_name[of->part[0].fit]);
    else
        fc_text_add(out, "%s and %s", mpi_name[of->part[0].fit], mpi_name[of->part[1].fit]);
}

/* The worst violation of an operation, and the alternatives of its other violations. */
static void print_operation(fc_text *out, const violations *found, fc_fit fit)
{
    int worst = -1, n = 0;
    for (int i = 0; i < found->n; i++)
        if (found->guideline[i]->fit == fit && ++n &&
            (worst < 0 || found->result[i].factor > found->result[worst].factor))
            worst = i;
    if (worst < 0)
        return;
    const fc_guideline_result *result = &found->result[worst];
    fc_text_add(out, "  %s of ", fit == FC_FIT_SINGLE ? "A message" : mpi_name[fit]);
    print_size(out, result->low_bytes);
    fc_text_add(out, " .. ");
    print_size(out, result->high_bytes);
    fc_text_add(out, " takes up to %.3g times as long as ", result->factor);
    print_alternative(out, found->guideline[worst]);
    fc_text_add(out, " (p = %g%s", result->p, result->seen > 0 ? "" : "; without samples");
    for (int i = 0; i < found->n; i++)
        if (i != worst && found->guideline[i]->fit == fit) {
            fc_text_add(out, "; %.3g times ", found->result[i].factor);
            print_alternative(out, found->guideline[i]);
        }
    fc_text_add(out, "): ");
    const fc_guideline *of = found->guideline[worst];
    if (of->fit == FC_FIT_SINGLE)
        fc_text_add(out, "send halves there, or change the eager limit of the MPI library.\n");
    else if (of->part[0].fit == of->fit)
        fc_text_add(out, "split it there, or choose another algorithm in the MPI library.\n");
    else
        fc_text_add(out, "call %s there, or choose another algorithm in the MPI library.\n",
                    of->n_parts == 1 ? "that" : "these");
}

void fc_guidelines_print(fc_text *out, const fc_machine *machine)
{
    const violations found = find_violations(machine);
    int operations = 0;
    fc_text lines = {0};
    for (int fit = 0; fit < FC_N_FITS; fit++) {
        const size_t before = lines.length;
        print_operation(&lines, &found, (fc_fit)fit);
        operations += lines.length > before;
    }
    if (found.checked > 0 && operations == 0)
        fc_text_add(out, "\nperformance guidelines: %d checked, no clear violation\n", found.checked);
    else if (found.checked > 0)
        fc_text_add(out, "\nperformance guidelines: %d checked; %d operation%s slower than what could replace %s:\n%s",
                    found.checked, operations, operations == 1 ? " is" : "s are", operations == 1 ? "it" : "them",
                    lines.bytes);
    fc_text_free(&lines);
}
