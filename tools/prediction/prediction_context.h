/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file prediction_context.h  The context of a prediction: program model, cost program, machine, models, counts. All
 * commands that predict share its options. */
#ifndef FC_PREDICTION_CONTEXT_H
#define FC_PREDICTION_CONTEXT_H

#include "analyzer/model/program.h"
#include "machine_properties/machine.h"
#include "runtime/host/cost_program.h"
#include "runtime/host/evaluate.h"
#include "tools/command_line/sweep.h"
#include "tools/counts/counts.h"
#include "tools/output/progress.h"
#include "tools/prediction/placement_option.h"
#include "tools/prediction/region_factors.h"
#include "tools/prediction/sandbox_option.h"
#include "tools/prediction/threads_option.h"
#include "tools/signature/signature_traffic.h"

/** The options of fc_prediction_open() and fc_sweep_parse(). many_machines: -m may be given more than once. */
#define FC_CONTEXT_OPTIONS_FOR(many_machines, ranks)                                                                   \
    {'m', "machine", "MACHINE", NULL, "default", many_machines, "a machine file, or a bundled machine's name"},        \
        {'n', "ranks", "RANGE", NULL, ranks, false, "numbers of ranks: 4 or 1,2,8 or 1:16 or 1:64:8 or 1:1024:x2"},    \
        {'D', "define", "NAME=RANGE", NULL, NULL, true, "a parameter's value, or a range to sweep"},                   \
        {0,                                                                                                            \
         "compute-model",                                                                                              \
         "MODEL",                                                                                                      \
         NULL,                                                                                                         \
         "memory",                                                                                                     \
         false,                                                                                                        \
         "the cost model of computation: memory, ops, fitted (to a timed profile), or your own C file"},               \
        {0,                                                                                                            \
         "profile",                                                                                                    \
         "FILE",                                                                                                       \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         false,                                                                                                        \
         "the profile with measured counts; default: MODEL.fc.profile if it exists"},                                  \
        {0,                                                                                                            \
         "budget",                                                                                                     \
         "SECONDS",                                                                                                    \
         NULL,                                                                                                         \
         "4",                                                                                                          \
         false,                                                                                                        \
         "processor time to evaluate the program slice at one point; parts beyond it come from the profile; 0: any"},  \
        FC_SANDBOX_OPTIONS,                                                                                            \
    {                                                                                                                  \
        0, "assume", "FILE:LINE=VALUE", NULL, NULL, true,                                                              \
            "annotation of a count: the trip count of a loop, or the share of a branch; bounds: without a profile, "   \
            "loops run up to their bounds, and branches are taken half the time"                                       \
    }
#define FC_CONTEXT_OPTIONS_OF(many_machines) FC_CONTEXT_OPTIONS_FOR(many_machines, "1")
#define FC_CONTEXT_OPTIONS FC_CONTEXT_OPTIONS_OF(false)

struct fc_analysis;
struct fc_formula;

/** Owns everything it points to, except `model` and borrowed pointers. */
typedef struct fc_prediction_context {
    const char *model; /* the name of the model file, else of the program; borrowed */
    fc_program *program;
    struct fc_analysis *analysis;
    fc_text text; /* the C source of the cost program */
    fc_loaded_program loaded;
    fc_loaded_program probed; /* the same with the probes of a formula, used in place of `loaded`; object NULL: none */
    fc_machine *machine;
    const char *compute_model;  /* "memory", "ops", "fitted", or the user's file */
    fc_user_models models;      /* of --comm-model; {0}: none */
    fc_user_models computing;   /* the user's compute model; {0}: none */
    fc_region_factors *factors; /* of "fitted"; NULL: another model */
    fc_signature *signature;    /* of --signature; NULL: none */
    fc_region_traffic *traffic; /* by region, from the signature; NULL: none */
    fc_counts counts;
    bool lacks_counts; /* of parts over the slice's budget: the context is open, but a prediction fails */
    fc_sandbox_options *sandbox;
    fc_placement_option placement;
    fc_team_setting team;
    const fc_trace *trace;                    /* borrowed, forces method ranks; NULL: none */
    bool forces_method_ranks;                 /* forces method ranks */
    bool has_noted;                           /* printed: the notes on counts and factors */
    bool has_noted_negative;                  /* printed: a negative number of repetitions */
    bool has_noted_input_end;                 /* printed: an end of the run that inputs lead to */
    bool has_noted_missing;                   /* printed: the counts that are missing */
    bool has_noted_unset_parameters;          /* printed: the values of -D without effect */
    bool has_noted_network;                   /* printed: the network of several nodes is not known */
    bool has_noted_method_ranks;              /* printed: method ranks was used instead of method sum */
    bool has_noted_assumed[FC_N_ASSUMPTIONS]; /* printed: the assumptions on calls */
    double progress_due;                      /* fc_progress_line.next of the latest prediction; 0: there was none */
    fc_findings *findings;                    /* of a verification; NULL: the points are predicted */
    bool skips_failed;                        /* points that cannot be predicted are skipped (usable_points.h) */
    double most_seconds;                      /* of a point's evaluation; 0: the default */
    fc_end ended;                             /* how the last prediction's first failed point ended */
    fc_evaluation_budget *budget;             /* borrowed, of a trial without notes (prediction_open.c); NULL: none */
    int children;                             /* the most processes that predict; 0: by the number of cores */
} fc_prediction_context;

/** Opens the context of a program, which is taken over, even on error; of a model file: prediction_open.h. Reads the
 * files of the options. */
fc_status fc_prediction_context_create(FC_GIVE fc_prediction_context *out, FC_TAKE fc_program *program,
                                       const fc_arguments *arguments, fc_report *report);
/** With the compute model `fitted`: fits its factors to the timed runs, by the calibrated machine, before a what-if
 * scenario changes that. Parts of the slice that are measured instead are known by then. */
fc_status fc_prediction_context_fit(fc_prediction_context *context, fc_report *report);
void fc_prediction_context_close(fc_prediction_context *context);

/** Later predictions give the formula's probes (fc_prediction.probe). The formula is of the context's analysis. */
fc_status fc_prediction_context_add_probes(fc_prediction_context *context, const struct fc_formula *formula,
                                           fc_report *report);

/** The nodes by which a formula distinguishes variants of runtime functions; none if the machine has no variants, or a
 * rank file gives the placement, which has no closed form. */
struct fc_formula_nodes fc_prediction_context_nodes(const fc_prediction_context *context);

/** The compute model; for "fitted" the model that the factors scale. */
fc_compute_model *fc_prediction_context_compute(const fc_prediction_context *context);
/** FC_E_USAGE unless the compute model is "memory" or "ops", as `what` ("a formula") requires. */
fc_status fc_prediction_context_needs_predefined(const fc_prediction_context *context, const char *what,
                                                 fc_report *report);

/** Prints the notes on counts, input files, factors and traffic at these points, on the first call only.
 * fc_prediction_context_predict() calls it. */
void fc_prediction_context_note(fc_prediction_context *context, const fc_sweep *sweep, FILE *errors);
/** Predicts every point of the sweep, in its order; FC_E_INPUT also if the machine's network is too small. application:
 * the command line with the arguments after "--". */
fc_status fc_prediction_context_predict(FC_GIVE fc_prediction **out, fc_prediction_context *context,
                                        const fc_sweep *sweep, const fc_arguments *application, fc_report *report);

/** By counter of the cost program: its value at the sweep's first point; NAN: unknown. parameter: the values of the
 * program's parameters there, as in a prediction; NULL: unknown, so counts fitted in them come from the nearest run. */
FC_GIVE double *fc_prediction_context_counts(fc_prediction_context *context, const fc_sweep *sweep,
                                             const double *parameter);

#endif
