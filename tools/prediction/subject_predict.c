/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/support/words.h"
#include "tools/output/interrupt.h"
#include "tools/output/progress.h"
#include "tools/prediction/inputs_note.h"
#include "tools/prediction/subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The points of a sweep, with the memory of their overrides and arguments. */
typedef struct point_list {
    fc_point *point;
    fc_override *override;
    double *value;
} point_list;

/* main's argv: the program's name, then the application's own arguments, then NULL. */
static FC_GIVE char **make_argv(const fc_subject *subject, const fc_arguments *application, int ranks)
{
    char **argv = fc_allocate((size_t)application->n_rest + 2, sizeof *argv);
    argv[0] = fc_copy_string(subject->program->name);
    for (int i = 0; i < application->n_rest; i++)
        argv[i + 1] = fc_words_with_ranks(application->rest[i], ranks);
    return argv;
}

static bool names_ranks(const fc_arguments *application)
{
    bool names = false;
    for (int i = 0; i < application->n_rest; i++)
        names |= strstr(application->rest[i], FC_RANKS_MARK) != NULL;
    return names;
}

static point_list make_points(const fc_subject *subject, const fc_sweep *sweep, const fc_arguments *application)
{
    size_t n = (size_t)sweep->n_points, width = (size_t)sweep->n_parameters;
    point_list list = {.point = fc_allocate(n, sizeof *list.point),
                       .override = fc_allocate(n * width, sizeof *list.override),
                       .value = fc_allocate(width, sizeof *list.value)};
    bool is_own = names_ranks(application); /* points share their argv otherwise */
    for (size_t i = 0; i < n; i++) {
        fc_sweep_values(list.value, sweep, (int)i);
        for (size_t k = 0; k < width; k++)
            list.override[i * width + k] = (fc_override){sweep->name[k], list.value[k]};
        int ranks = fc_sweep_ranks(sweep, (int)i);
        list.point[i] =
            (fc_point){.ranks = ranks,
                       .argc = application->n_rest + 1,
                       .argv = i == 0 || is_own ? make_argv(subject, application, ranks) : list.point[0].argv,
                       .override = list.override + i * width,
                       .n_overrides = (int)width};
    }
    return list;
}

static void free_points(point_list *list, int n)
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && list->point[i].argv == list->point[0].argv)
            continue;
        for (char **word = list->point[i].argv; *word; word++)
            free(*word);
        free(list->point[i].argv);
    }
    free(list->value);
    free(list->override);
    free(list->point);
}

/* The data of show_progress(). */
typedef struct progress {
    fc_progress_line line;
    int n_points;
    double start; /* s, of CLOCK_MONOTONIC */
} progress;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Shows the progress, from half a second on; false after Ctrl-C. */
static bool show_progress(void *data, int done, double share)
{
    const progress *of = data;
    double spent = now() - of->start;
    if (spent > 0.5) {
        char *what = fc_format("predicting  point %d/%d", done, of->n_points);
        fc_progress_show(&of->line, what, share > 0 ? spent * (1 - share) / share : -1);
        free(what);
    }
    return *fc_interrupt_flag() == 0;
}

/* Once for each subject: notes that method ranks predicted some point instead of method sum. */
static void note_apart(fc_subject *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !subject->has_noted_apart; i++) {
        const fc_apart *at = &prediction[i].apart;
        if (!at->file)
            continue;
        fprintf(errors, "%s:%d: note: control flow depends on received data; method ranks was used\n", at->file,
                at->line);
        subject->has_noted_apart = true;
    }
}

/* Once for each subject and kind of assumption: the first call with that assumption. */
static void note_assumed(fc_subject *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    static const char *const text[] = {
#define TEXT(name, text) "%s:%d: note: " text "\n",
        FC_ASSUMPTION_LIST(TEXT)
#undef TEXT
    };
    const fc_cost_program *program = subject->loaded.program;
    for (int i = 0; i < n; i++)
        for (int what = 0; what < FC_N_ASSUMPTIONS; what++) {
            int assumed = prediction[i].totals.assumed[what];
            if (!assumed || subject->has_noted_assumed[what])
                continue;
            const fc_site *site = &program->site[assumed - 1];
            fprintf(errors, text[what], site->file, site->line, site->operation);
            subject->has_noted_assumed[what] = true;
        }
}

static bool is_set_somewhere(const fc_prediction *prediction, int n, int parameter)
{
    bool is_set = false;
    for (int i = 0; i < n && !is_set; i++)
        is_set = !isnan(prediction[i].parameter[parameter]);
    return is_set;
}

/* Once for each subject: warns of a -D whose parameter is never set with these arguments, for example because it
 * belongs to an option that is absent. */
static void note_idle(fc_subject *subject, const fc_prediction *prediction, const fc_sweep *sweep, FILE *errors)
{
    const fc_cost_program *program = subject->loaded.program;
    for (int i = 0; i < sweep->n_parameters && !subject->has_noted_idle; i++)
        for (int k = 0; k < program->n_parameters; k++)
            if (strcmp(program->parameter[k], sweep->name[i]) == 0 && !is_set_somewhere(prediction, sweep->n_points, k))
                fprintf(errors,
                        "warning: -D %s has no effect: with these arguments %s does not set it; add the argument that "
                        "does after \"--\"\n",
                        sweep->name[i], subject->model);
    subject->has_noted_idle = true;
}

void fc_subject_note(fc_subject *subject, const fc_sweep *sweep, FILE *errors)
{
    if (subject->has_noted)
        return;
    fc_counts_note(&subject->counts, sweep, errors);
    if (subject->factors || subject->counts.program->n_counters > 0)
        fc_inputs_note(&subject->counts, errors);
    if (subject->factors)
        fc_region_factors_note(subject->factors, subject->program, errors);
    if (subject->traffic)
        fc_region_traffic_note(subject->traffic, subject->analysis, subject->signature, errors);
    subject->has_noted = true;
}

fc_status fc_subject_predict(fc_prediction **out, fc_subject *subject, const fc_sweep *sweep,
                             const fc_arguments *application, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < sweep->n_points && !status; i++)
        status = fc_placement_option_check(&subject->placement, subject->machine, fc_sweep_ranks(sweep, i), report);
    if (status)
        return status;
    const char *method = fc_arguments_value(application, "method"); /* NULL: a command that has no choice */
    bool side_by_side = subject->trace || subject->is_side_by_side || (method && strcmp(method, "ranks") == 0);
    point_list list = make_points(subject, sweep, application);
    progress shown = {fc_progress_on(application->errors), sweep->n_points, now()};
    fc_evaluation evaluation = {.program = subject->loaded.program,
                                .machine = &subject->machine->coefficients,
                                .compute = fc_subject_compute(subject),
                                .factor = subject->factors ? subject->factors->by_region : NULL,
                                .traffic = subject->traffic,
                                .communication = subject->models.object ? &subject->models.communication : NULL,
                                .placement = subject->placement.is_given ? &subject->placement.placement : NULL,
                                .team = subject->team,
                                .trace = subject->trace,
                                .counter = fc_counts_lookup,
                                .counter_data = &subject->counts,
                                .method = side_by_side ? FC_METHOD_RANKS : FC_METHOD_SUM,
                                .every_rank = method && fc_arguments_has(application, "every-rank"),
                                .children = subject->children,
                                .watch = show_progress,
                                .watch_data = &shown};
    fc_subject_note(subject, sweep, application->errors);
    fc_interrupt_watch();
    status = fc_evaluate_points(out, &evaluation, list.point, sweep->n_points, report);
    fc_interrupt_release();
    fc_progress_clear(&shown.line);
    if (!status) {
        note_apart(subject, *out, sweep->n_points, application->errors);
        note_assumed(subject, *out, sweep->n_points, application->errors);
        note_idle(subject, *out, sweep, application->errors);
    }
    free_points(&list, sweep->n_points);
    return status;
}
