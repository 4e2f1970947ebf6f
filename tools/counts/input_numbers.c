/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/input_numbers.h"

#include "support/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One input file of all runs. */
typedef struct shared_file {
    const fc_input_copy *present;
    const fc_input_copy **copy; /* by run */
    double **number;            /* by run: its numbers; NULL where the file is like no other */
    int n_runs;
    size_t n; /* numbers in each */
} shared_file;

/* Every run's file equals the present one but for numbers. */
static bool are_alike(shared_file *file)
{
    bool are = true;
    for (int i = 0; i < file->n_runs && are; i++)
        are = fc_input_copy_numbers(&file->number[i], &file->n, file->copy[i], file->present);
    return are;
}

/* The number at k differs between the present file and some run's. */
static bool differs(const shared_file *file, const double *present, size_t k)
{
    bool is_other = false;
    for (int i = 0; i < file->n_runs && !is_other; i++)
        is_other = file->number[i][k] != present[k];
    return is_other;
}

/* The place of the number at k in the present text: its line, and its position among the numbers of that line. */
static FC_GIVE char *name_of(const shared_file *file, size_t k)
{
    int line, at;
    fc_input_copy_locate(&line, &at, file->present, k);
    const char *path = fc_path_name(file->present->name);
    return at > 1 ? fc_format("%s:%d.%d", path, line, at) : fc_format("%s:%d", path, line);
}

/* False: more numbers differ than those of a configuration. */
static bool add_numbers(fc_input_numbers *out, const shared_file *file)
{
    double *present = NULL;
    size_t n, n_different = 0;
    bool is_good = fc_input_copy_numbers(&present, &n, file->present, file->present);
    for (size_t k = 0; k < n && is_good; k++)
        n_different += differs(file, present, k);
    is_good = is_good && n_different <= FC_INPUT_NUMBERS_MOST;
    for (size_t k = 0; k < n && is_good; k++)
        if (differs(file, present, k)) {
            double *in_run = fc_allocate((size_t)file->n_runs, sizeof *in_run);
            for (int i = 0; i < file->n_runs; i++)
                in_run[i] = file->number[i][k];
            out->number = fc_grow(out->number, &out->capacity, out->n + 1, sizeof *out->number);
            out->number[out->n++] = (fc_input_number){name_of(file, k), present[k], in_run};
        }
    free(present);
    return is_good;
}

static double nearest_distance(const shared_file *file)
{
    double least = INFINITY;
    for (int i = 0; i < file->n_runs; i++) {
        bool is_same = fc_input_copy_is_same(file->copy[i], file->present);
        least = fmin(least, is_same ? 0 : fc_input_copy_distance(file->copy[i], file->present));
    }
    return least;
}

/* The file that the run read where the wanted one reads this one. */
static const fc_input_copy *copy_of(const fc_profile_run *run, const fc_profile_request *wanted, const char *name)
{
    for (int i = 0; i < wanted->n_arguments && i < run->n_arguments; i++)
        if (strcmp(wanted->argument[i], name) == 0)
            return fc_input_files_find(&run->inputs, run->argument[i]);
    return fc_input_files_find(&run->inputs, name);
}

/* False: a run did not read the file. */
static bool open_file(shared_file *out, const fc_profile_run *const *run, int n_runs, const fc_profile_request *wanted,
                      const fc_input_copy *present)
{
    *out = (shared_file){.present = present,
                         .copy = fc_allocate((size_t)n_runs, sizeof *out->copy),
                         .number = fc_allocate((size_t)n_runs, sizeof *out->number),
                         .n_runs = n_runs};
    bool is_shared = true;
    for (int i = 0; i < n_runs && is_shared; i++) {
        out->copy[i] = copy_of(run[i], wanted, present->name);
        is_shared = out->copy[i] != NULL;
    }
    return is_shared;
}

static void take_files(fc_input_numbers *out, const fc_profile_run *const *run, int n_runs,
                       const fc_profile_request *wanted, const fc_input_files *present)
{
    for (size_t f = 0; f < present->n; f++) {
        shared_file file;
        if (open_file(&file, run, n_runs, wanted, &present->file[f]) && (!are_alike(&file) || !add_numbers(out, &file)))
            out->other = hypot(out->other, FC_PROFILE_BY_ARGUMENT * nearest_distance(&file));
        for (int i = 0; i < file.n_runs; i++)
            free(file.number[i]);
        free(file.number);
        free(file.copy);
    }
}

void fc_input_numbers_find(fc_input_numbers *out, const fc_profile_run *const *run, int n_runs,
                           const fc_profile_request *wanted)
{
    *out = (fc_input_numbers){0};
    if (!wanted->inputs)
        return;
    /* Present files that arguments name and no run has read. */
    fc_input_files named = {0};
    for (int i = 0; i < wanted->n_arguments; i++)
        if (!fc_input_files_find(wanted->inputs, wanted->argument[i]))
            fc_input_files_add_present(&named, wanted->argument[i]);
    take_files(out, run, n_runs, wanted, wanted->inputs);
    take_files(out, run, n_runs, wanted, &named);
    fc_input_files_free(&named);
}

void fc_input_numbers_free(fc_input_numbers *numbers)
{
    for (size_t i = 0; i < numbers->n; i++) {
        free(numbers->number[i].name);
        free(numbers->number[i].in_run);
    }
    free(numbers->number);
    *numbers = (fc_input_numbers){0};
}
