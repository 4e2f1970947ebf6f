/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file subject.h  What a prediction is of and what it rests on: program model, cost program, machine, models, counts.
 *  predict, validate, formula and emit take the same options for it. */
#ifndef FC_SUBJECT_H
#define FC_SUBJECT_H

#include "analyzer/model/program.h"
#include "machine_properties/machine.h"
#include "runtime/scaling/cost_program.h"
#include "runtime/scaling/evaluate.h"
#include "tools/command_line/sweep.h"
#include "tools/prediction/counts.h"
#include "tools/prediction/placement_option.h"
#include "tools/prediction/region_factors.h"
#include "tools/prediction/region_traffic.h"
#include "tools/prediction/threads_option.h"

/** The options that fc_subject_open() and fc_sweep_parse() read; they stand first in a command's list. many_machines:
 * -m may be given more than once. */
#define FC_SUBJECT_OPTIONS_OF(many_machines)                                                                           \
    {'m', "machine", "MACHINE", NULL, "default", many_machines, "a machine file, or a bundled machine's name"},        \
        {'n', "ranks", "RANGE", NULL, "1", false, "numbers of ranks: 4 or 1,2,8 or 1:16 or 1:64:8 or 1:1024:x2"},      \
        {'D', "define", "NAME=RANGE", NULL, NULL, true, "a parameter's value, or a range to sweep"},                   \
        {0,                                                                                                            \
         "compute-model",                                                                                              \
         "MODEL",                                                                                                      \
         NULL,                                                                                                         \
         "memory",                                                                                                     \
         false,                                                                                                        \
         "what computation costs: memory, ops, fitted (to a timed profile), or a C file of yours"},                    \
        {0,                                                                                                            \
         "profile",                                                                                                    \
         "FILE",                                                                                                       \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         false,                                                                                                        \
         "counts of a profiling run; standard: MODEL.fc.profile if it is there"},                                      \
    {                                                                                                                  \
        0, "assume", "FILE:LINE=VALUE", NULL, NULL, true, "a count: iterations an entry of a loop, share of a branch"  \
    }
#define FC_SUBJECT_OPTIONS FC_SUBJECT_OPTIONS_OF(false)

struct fc_analysis;

/** Everything it points to is its own, but `model`. */
typedef struct fc_subject {
    const char *model; /* the file's name; the program's where there is none */
    fc_program *program;
    struct fc_analysis *analysis;
    fc_text text; /* of the cost program */
    fc_loaded_program loaded;
    fc_machine *machine;
    const char *compute_model;  /* "memory", "ops", "fitted", or the user's file */
    fc_user_models models;      /* of `comm-model`; {0}: none */
    fc_user_models computing;   /* of the user's compute model; {0}: none */
    fc_region_factors *factors; /* of "fitted"; NULL: another */
    fc_signature *signature;    /* of `signature`; NULL: none is asked for */
    fc_region_traffic *traffic; /* by region, from the signature; NULL: none */
    fc_counts counts;
    fc_placement_option placement;
    fc_team_setting team;
    const fc_trace *trace;                    /* borrowed; by method ranks whatever the options say; NULL: none */
    bool is_side_by_side;                     /* likewise */
    bool has_noted;                           /* what its counts and factors rest on was told once */
    bool has_noted_idle;                      /* values of -D that the program does not take, too */
    bool has_noted_apart;                     /* that method ranks told points of method sum, too */
    bool has_noted_assumed[FC_N_ASSUMPTIONS]; /* what was assumed of calls, too */
    int children;                             /* processes that predict, at most; 0: by the cores */
} fc_subject;

/** Reads the model file operand[0] and everything the options name; a command may add
 * `comm-model`, `placement`, `collectives`, `threads` and `omp-schedule` to them. */
fc_status fc_subject_open(FC_GIVE fc_subject *out, const fc_arguments *arguments, fc_report *report);
/** The same of a program that stands in no file, its own from now on, also on error; the arguments have no operand. */
fc_status fc_subject_create(FC_GIVE fc_subject *out, FC_TAKE fc_program *program, const fc_arguments *arguments,
                            fc_report *report);
void fc_subject_close(fc_subject *subject);

/** The model of what computation costs; for "fitted" that which the factors stand on. */
fc_compute_model *fc_subject_compute(const fc_subject *subject);
/** FC_E_USAGE unless its compute model is "memory" or "ops", which `what` ("a formula") can be told with. */
fc_status fc_subject_needs_predefined(const fc_subject *subject, const char *what, fc_report *report);

/** What its counts and factors rest on at these points, once a subject; fc_subject_predict() says it where nobody did.
 */
void fc_subject_note(fc_subject *subject, const fc_sweep *sweep, FILE *errors);
/** Predictions of every point of the sweep, in its order; FC_E_INPUT also where the machine's network is too small.
 * application: the arguments after "--". */
fc_status fc_subject_predict(FC_GIVE fc_prediction **out, fc_subject *subject, const fc_sweep *sweep,
                             const fc_arguments *application, fc_report *report);

/** By counter of the cost program: its value at the sweep's first point, NAN where nobody told. parameter: values of
 * the program's parameters there, as a prediction tells them; NULL: not known, so that counts fitted in them are the
 * nearest run's. */
FC_GIVE double *fc_subject_counts(fc_subject *subject, const fc_sweep *sweep, const double *parameter);

#endif
