/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/profile/planned_runs.h"

#include "support/clock.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"
#include "support/messages/profile.h"
#include "tools/launch/profile_plan.h"
#include "tools/output/progress.h"
#include "tools/profile/plan_check.h"

#include <stdlib.h>
#include <string.h>

/* A plan in progress. The places of an input file's template are further arguments to the plan. */
typedef struct planning {
    fc_profiling *at;
    fc_words wished; /* the arguments, then the template's values */
    int n_arguments; /* of the program */
    fc_profile_plan *plan;
    char *input; /* the present text of the template's file; NULL: no template */
    fc_progress_line progress;
    double begin_s;
    int n_done, n_made, n_timed, n_late; /* runs: successful, of these made now, with times, or past the deadline */
    char *failure;                       /* why the last run that failed did; NULL: none did */
} planning;

static fc_profile_request wish_of(const planning *p)
{
    return (fc_profile_request){(int)p->at->ranks, (const char *const *)p->wished.item, (int)p->wished.n, NULL};
}

static void begin(planning *out, fc_profiling *at)
{
    fc_profile_request own = fc_profiling_wish(at);
    *out = (planning){.at = at, .n_arguments = own.n_arguments, .begin_s = fc_clock_seconds()};
    for (int i = 0; i < own.n_arguments; i++)
        fc_words_add(&out->wished, own.argument[i]);
    if (at->has_template)
        fc_words_add_all(&out->wished, &at->input.value);
    fc_profile_request wish = wish_of(out);
    out->plan = fc_profile_plan_create(&wish, FC_PROFILE_PLAN_MOST);
    out->progress = fc_progress_on(at->arguments->errors);
}

static void end(planning *p)
{
    fc_progress_clear(&p->progress);
    fc_profile_plan_free(p->plan);
    fc_words_free(&p->wished);
    free(p->input);
    free(p->failure);
}

/* The program's run. */
static fc_profile_request request_of(const planning *p, const fc_planned_run *run)
{
    return (fc_profile_request){run->ranks, (const char *const *)run->argument, p->n_arguments, NULL};
}

/* Writes the template's file for this run. */
static fc_status prepare(planning *p, const fc_planned_run *run, fc_report *report)
{
    fc_profiling *at = p->at;
    if (!at->has_template)
        return FC_OK;
    free(p->input);
    p->input = fc_input_template_fill(&at->input, (const char *const *)run->argument + p->n_arguments, run->ranks);
    at->folder = at->input.runs;
    return fc_input_template_write(&at->input, p->input, report);
}

/* The input files of the run that is prepared. */
static fc_input_files present_inputs(const planning *p)
{
    fc_input_files present = fc_profile_present_inputs(p->at->profile), out = {0};
    if (!p->input)
        return present;
    fc_input_files_add(&out, p->at->input.file, p->input, strlen(p->input));
    for (size_t i = 0; i < present.n; i++)
        if (!fc_input_files_find(&out, present.file[i].name))
            fc_input_files_add_present(&out, present.file[i].name);
    fc_input_files_free(&present);
    return out;
}

/* Whether the profile contains this complete run with its input files. */
static bool is_done(const planning *p, const fc_planned_run *run)
{
    fc_input_files present = present_inputs(p);
    fc_profile_request same = request_of(p, run);
    same.inputs = &present;
    bool is_done = fc_profile_plan_is_done(&same, p->at->profile);
    fc_input_files_free(&present);
    return is_done;
}

/* ---- the plan as text ---- */

/* The numeric arguments that the plan leaves unchanged, because they are too small to be sizes. */
static void print_staying(const planning *p)
{
    fc_text text = {0};
    for (size_t i = 0; i < p->wished.n; i++) {
        double number;
        if (!p->plan->is_moved[i] && fc_profile_number(p->wished.item[i], &number))
            fc_text_add(&text, "%s%s", text.length ? ", " : "", p->wished.item[i]);
    }
    if (text.length)
        fprintf(p->at->arguments->out, "Only whole numbers of at least %d are varied; unchanged: %s.\n",
                FC_PROFILE_PLAN_LEAST, text.bytes);
    fc_text_free(&text);
}

/* ", with cells = 250 in size.in" */
static void print_template(const planning *p, const fc_planned_run *run)
{
    const fc_input_template *input = &p->at->input;
    if (!p->at->has_template)
        return;
    fprintf(p->at->arguments->out, ", with");
    for (size_t i = 0; i < input->name.n; i++)
        fprintf(p->at->arguments->out, "%s %s = %s", i ? "," : "", input->name.item[i],
                run->argument[p->n_arguments + (int)i]);
    fprintf(p->at->arguments->out, " in %s", input->file);
}

void fc_planned_runs_print(const fc_profiling *at)
{
    FILE *out = at->arguments->out;
    fc_profiling copy = *at;
    fc_profile_request wish = fc_profiling_wish(at);
    planning p;
    fc_text text = {0};
    begin(&p, &copy);
    fc_profiling_add_arguments(&text, &wish);
    fprintf(out, "To predict%s, these %d small runs give the growth of its counts:\n", text.bytes ? text.bytes : " it",
            p.plan->n_runs);
    for (int i = 0; i < p.plan->n_runs; i++) {
        fc_profile_request run = request_of(&p, &p.plan->run[i]);
        text.length = 0;
        fc_profiling_add_arguments(&text, &run);
        fprintf(out, "  forecost profile %s -n %d --%s", at->arguments->operand[0], run.ranks,
                run.n_arguments ? text.bytes : "");
        print_template(&p, &p.plan->run[i]);
        fprintf(out, "%s\n", is_done(&p, &p.plan->run[i]) ? "   (done)" : "");
    }
    print_staying(&p);
    fprintf(out, "Next: the same command with --planned instead of --plan runs them, with larger sizes if the program "
                 "rejects these.\n");
    end(&p);
    fc_text_free(&text);
}

/* ---- the runs ---- */

/* Equal texts apart from numbers, such as those of processes and ranks. */
static bool is_same_failure(const char *a, const char *b)
{
    static const char digits[] = "0123456789";
    while (*a && *b && (*a == *b || (strchr(digits, *a) && strchr(digits, *b)))) {
        size_t in_a = strspn(a, digits), in_b = strspn(b, digits);
        a += in_a ? in_a : 1;
        b += in_b ? in_b : 1;
    }
    return *a == *b;
}

static void note_left_out(planning *p, const fc_profile_request *run, const char *why)
{
    char *command = fc_profiling_command(p->at, run);
    bool is_known = p->failure && is_same_failure(p->failure, why);
    fc_diagnose(p->at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLANNED_RUN_LEFT_OUT, command,
                is_known ? "it fails as the run before" : why);
    free(command);
    free(p->failure);
    p->failure = fc_copy_string(why);
}

static fc_status run_prepared(planning *p, const fc_planned_run *run, fc_report *report)
{
    fc_profile_request request = request_of(p, run);
    fc_status status = prepare(p, run, report);
    if (status || is_done(p, run))
        return status;
    status = fc_profiling_run(p->at, &request, report);
    p->n_made += status == FC_OK;
    return status;
}

/* A failed run is left out with a note. */
static fc_status make_run(planning *p, const fc_planned_run *run, bool is_timed, fc_report *report)
{
    bool wants_times = p->at->is_timed;
    p->at->is_timed = wants_times && is_timed;
    fc_status status = run_prepared(p, run, report);
    p->at->is_timed = wants_times;
    p->n_done += status == FC_OK;
    p->n_timed += status == FC_OK && is_timed;
    if (status != FC_E_INPUT)
        return status;
    fc_profile_request request = request_of(p, run);
    note_left_out(p, &request, report->text);
    return FC_OK;
}

static bool has_message(const fc_report *report, const char *message)
{
    char code[] = "[FC....]";
    memcpy(code + 1, message, strlen(code) - 2);
    return strstr(report->text, code) != NULL;
}

/* Whether the program slice says that the first run, which failed, lacks an argument; then `report` names it. */
static bool lacks_argument(planning *p, fc_report *report)
{
    fc_totals predicted;
    fc_report reason;
    fc_profile_request first = request_of(p, &p->plan->run[0]);
    bool lacks = !has_message(report, FC_MSG_PROGRAM_DID_NOT_END_WITHIN) &&
                 fc_plan_check_predict(&predicted, p->at, &first, &reason) == FC_E_INPUT &&
                 has_message(&reason, FC_MSG_ARGUMENT_BEYOND_LAST);
    if (lacks)
        *report = reason;
    return lacks;
}

/* Many programs reject small sizes: if the first run fails, the plan starts with larger ones. */
static fc_status make_first(planning *p, fc_report *report)
{
    fc_profile_request wish = wish_of(p), first;
    bool wants_times = p->at->is_timed;
    p->at->is_timed = wants_times && !p->at->is_counted;
    fc_status status = run_prepared(p, &p->plan->run[0], report);
    if (status == FC_E_INPUT && lacks_argument(p, report))
        return status;
    for (int most = p->plan->most / 2; status == FC_E_INPUT && most >= 2; most /= 2) {
        fc_profile_plan *larger = fc_profile_plan_create(&wish, most);
        bool same = true;
        for (int i = 0; i < larger->n_arguments && same; i++)
            same = strcmp(larger->run[0].argument[i], p->plan->run[0].argument[i]) == 0;
        if (!same) {
            first = request_of(p, &p->plan->run[0]);
            note_left_out(p, &first, report->text);
            status = run_prepared(p, &larger->run[0], report);
        }
        fc_profile_plan_free(p->plan);
        p->plan = larger;
    }
    p->at->is_timed = wants_times;
    p->n_done += status == FC_OK;
    if (status != FC_E_INPUT)
        return status;
    first = request_of(p, &p->plan->run[0]);
    note_left_out(p, &first, report->text);
    return FC_OK;
}

/* ---- the check ---- */

/* Whether the run with this share of the sizes fits into the time that is left: once with counters, several times
 * without. */
static bool has_time(const planning *p, const fc_totals *predicted)
{
    const double runs = 6, start_s = 2;
    return fc_clock_seconds() + runs * predicted->high_s + start_s < p->at->deadline_s;
}

static fc_status check_with(planning *p, const fc_planned_run *run, bool *is_made, fc_report *report)
{
    fc_totals predicted;
    fc_profile_request request = request_of(p, run);
    fc_status status = prepare(p, run, report);
    if (!status)
        status = fc_plan_check_predict(&predicted, p->at, &request, report);
    if (status || !has_time(p, &predicted))
        return status;
    *is_made = true;
    status = fc_plan_check_measure(p->at, &request, &predicted, report);
    return status ? status : make_run(p, run, true, report);
}

/* Makes the largest run that fits into the time, with half the sizes, or a quarter. */
static fc_status make_check(planning *p, fc_report *report)
{
    bool is_made = false;
    fc_profile_request wish = wish_of(p);
    fc_status status = FC_OK;
    for (int by = 2; by <= 4 && !is_made && !status; by *= 2) {
        fc_planned_run run = fc_profile_plan_part(&wish, by);
        fc_progress_show(&p->progress, "checking the prediction", -1);
        status = check_with(p, &run, &is_made, report);
        fc_profile_plan_run_free(&run, p->plan->n_arguments);
    }
    fc_progress_clear(&p->progress);
    if (status == FC_E_INPUT || (!status && !is_made))
        fc_diagnose(p->at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLAN_NOT_CHECKED,
                    status ? report->text : "no larger run fits into the time limit");
    return status == FC_E_INPUT ? FC_OK : status;
}

/* The plan's last runs are its largest, and closest to the run to predict. Three different ones prove a
 * factor of the model `fitted` (tools/prediction/region_factors.h). All others are only counted, once. */
static bool is_timed(const planning *p, int run)
{
    enum {
        TIMED = 3
    };
    return run >= p->plan->n_runs - TIMED;
}

/* Runs that are only counted leave the rest of the time to those that are timed. */
static double latest_start(const planning *p, int run)
{
    const double share_of_counting = 0.6;
    double all = p->at->deadline_s - p->begin_s;
    return p->begin_s + all * (p->at->is_timed && !is_timed(p, run) ? share_of_counting : 1);
}

/* Times the first run if the largest ones failed or came too late. */
static fc_status time_first_instead(planning *p, fc_report *report)
{
    fc_profile_request request = request_of(p, &p->plan->run[0]);
    if (!p->at->is_timed || !p->at->is_counted || p->n_timed > 0 || p->n_made == 0)
        return FC_OK;
    fc_status status = prepare(p, &p->plan->run[0], report);
    if (!status)
        status = fc_profiling_run(p->at, &request, report);
    return status == FC_E_INPUT ? FC_OK : status;
}

fc_status fc_planned_runs_make(fc_profiling *at, fc_report *report)
{
    planning p;
    begin(&p, at);
    fc_status status = make_first(&p, report);
    for (int i = 1; i < p.plan->n_runs && !status; i++) {
        if (!at->is_counted && !is_timed(&p, i))
            continue;
        char *what = fc_format("profiling  run %d/%d", i + 1, p.plan->n_runs);
        fc_progress_show(&p.progress, what, -1);
        free(what);
        if (p.at->deadline_s > 0 && fc_clock_seconds() >= latest_start(&p, i) && !is_done(&p, &p.plan->run[i]))
            p.n_late++;
        else
            status = make_run(&p, &p.plan->run[i], is_timed(&p, i), report);
    }
    if (p.n_late)
        fc_diagnose(p.at->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_PLANNED_RUNS_LATE, p.n_late);
    if (!status && p.n_done == 0)
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Profile sizes that the program accepts, one by one.",
                         FC_MSG_NONE_PLANNED_RUNS_SUCCEEDED);
    if (!status)
        status = time_first_instead(&p, report);
    if (!status && fc_arguments_has(at->arguments, "for"))
        status = make_check(&p, report);
    end(&p);
    return status;
}
