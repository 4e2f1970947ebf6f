/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file evaluate.h  Evaluates a loaded cost program on a machine: predicted seconds at a list of points. */
#ifndef FC_EVALUATE_H
#define FC_EVALUATE_H

#include "runtime/equivalence/quotient.h"
#include "runtime/host/sandbox.h"
#include "runtime/host/shared_object.h"
#include "support/status.h"

/** A parameter override, -D name=value. */
typedef struct fc_prediction_override {
    const char *name;
    double value;
} fc_prediction_override;

/** One point: `ranks` >= 1; argv as the program's main receives it (argv[0] is its name). All borrowed. */
typedef struct fc_point {
    int ranks;
    int argc;
    char **argv;
    const fc_prediction_override *override;
    int n_overrides;
    int of_rank; /* method sum: report the places and times of this rank, from 1; 0: those of the slowest rank */
} fc_point;

/** Called about ten times a second during long work, with the points done and their share of the work (0..1). False:
 * stop. */
typedef bool fc_evaluation_watch(void *data, int done, double share);

/** How ranks are combined (design, section 5). */
typedef enum fc_method {
    FC_METHOD_SUM,  /* each rank sums its runtime functions */
    FC_METHOD_RANKS /* all ranks run concurrently in virtual time: simulation.h */
} fc_method;

/** A budget of the evaluation: one child process that is ended beyond it. */
typedef struct fc_evaluation_budget {
    double seconds;    /* processor time of one point */
    bool estimates;    /* a point of which some ranks take a small part of it has no result but that it is within */
    bool is_exceeded;  /* result: it was ended, also for its memory */
    bool is_of_arrays; /* result: the slice's arrays are too large; `steps` has the largest one's allocation alone */
    fc_step_sample *steps; /* result, borrowed: where it spent its steps */
} fc_evaluation_budget;

/** The inputs of an evaluation. All borrowed. */
typedef struct fc_evaluation {
    const fc_cost_program *program;
    fc_shared_object *object;        /* of the program, opened where it runs; NULL: its functions are in this process */
    fc_shared_object *user_model[2]; /* objects whose functions are among `compute` and `communication`; NULL: none */
    const fc_coefficients *machine;
    fc_compute_model *compute;
    const fc_region_factor *factor;     /* by region; NULL: none */
    const fc_region_traffic *traffic;   /* by region; NULL: none */
    const fc_comm_model *communication; /* user replacements; NULL: none */
    const void *replayed;               /* as in fc_setting */
    const fc_trace *trace;              /* method ranks, a single point; called in a child process; NULL: none */
    const fc_placement *placement;      /* rank placement; NULL: the machine's default */
    fc_team_setting team;               /* for OpenMP programs */
    const fc_recorded_inputs *inputs;   /* as in fc_setting */
    fc_counter_lookup *counter;         /* from a profile or --assume; NULL: counters have no values */
    void *counter_data;
    fc_method method;
    fc_findings *findings;        /* in shared memory: every point is run for its defects, and not timed; NULL: none */
    bool every_rank;              /* method ranks: simulate every rank, without rank classes */
    double timeout_s;             /* for one point, as in fc_isolate; 0: 60 */
    fc_evaluation_budget *budget; /* replaces timeout_s and children; NULL: none */
    double step_limit;            /* as in fc_setting */
    const fc_sandbox_options *sandbox; /* of the child processes; NULL: the defaults */
    bool in_process;   /* no child process: a crash of the program slice crashes the caller, and there is no timeout */
    fc_end *ended;     /* set to how the first failed point ended; NULL: not wanted */
    bool skips_failed; /* a point that cannot be evaluated is skipped (fc_prediction.failure) */
    int children;      /* most child processes; 0: one a core where the work justifies it */
    fc_evaluation_watch *watch; /* NULL: none */
    void *watch_data;
} fc_evaluation;

/** The predicted cost of one place: seconds of the slowest rank; messages and bytes of all ranks. */
typedef struct fc_prediction_place {
    const char *file; /* owned by the program, valid while it is loaded */
    int line;
    const char *function;
    const char *operation; /* "MPI_Bcast", "malloc"; NULL: a region */
    bool is_communication;
    int item; /* index in the cost program: regions, then sites */
    double time_s, messages, bytes;
} fc_prediction_place;

/** Rank classes found (quotient.h); n 0: not searched. */
typedef struct fc_prediction_classes {
    int n;
    bool sampled;
    char why[300]; /* reason why every rank was simulated; "": one a class was */
} fc_prediction_classes;

/** The place where control flow depended on received data, so that method sum was not possible; file NULL: none. */
typedef struct fc_prediction_fallback {
    const char *file; /* owned by the program, valid while it is loaded */
    int line;
} fc_prediction_fallback;

/** The prediction of one point; fields as in design section 1. */
typedef struct fc_prediction {
    int ranks;
    fc_totals totals; /* of the slowest rank; messages and bytes: sums over all ranks; block: the longest */
    int slowest_rank;
    int ranks_evaluated;    /* 1, all, FC_EVALUATE_MAX_RANKS of them, or one a class */
    fc_unmatched unmatched; /* method ranks: sends without a matching receive */
    fc_prediction_classes classes;
    fc_prediction_fallback apart; /* method sum: the place that required method ranks */
    fc_prediction_place *by;      /* places with time or messages, longest first */
    int n_by;
    double *parameter; /* [program->n_parameters], from the first rank that set it; NAN: unset */
    char *failure;     /* the report of a skipped point, which has ranks but no times; NULL: it was evaluated */
    double *probe;     /* [program->n_probes], of the slowest rank, as fc_rank_probe_value() */
} fc_prediction;

enum {
    FC_EVALUATE_MAX_RANKS = 4096
};

/** Evaluates every point. Method ranks simulates all ranks, up to FC_SIMULATION_MAX_RANKS. Method sum evaluates rank 0
 * if the program is rank-independent; otherwise every rank, or 4096 evenly spaced ones including the first and the
 * last, and takes the slowest. A point whose control flow depends on received data uses method ranks.
 *
 * The program slice runs in child processes: a crash or an endless loop is reported and does not end the caller. *out:
 * n_points predictions. FC_E_USAGE: an override names no parameter. FC_E_INPUT with the place in the program: a point
 * cannot be evaluated (the first such; with skips_failed: none can). FC_E_INTERRUPTED: stopped by the user or the
 * watch. *out is unset on errors. */
fc_status fc_evaluate_points(FC_GIVE fc_prediction **out, const fc_evaluation *evaluation, const fc_point *points,
                             int n_points, fc_report *report);
void fc_evaluate_free(FC_TAKE fc_prediction *predictions, int n);

#endif
