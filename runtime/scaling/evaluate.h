/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file evaluate.h  A loaded cost program and a machine -> predicted seconds of a list of points. */
#ifndef FC_EVALUATE_H
#define FC_EVALUATE_H

#include "machine_properties/support/status.h"
#include "runtime/evaluate/alike.h"

/** -D name=value. */
typedef struct fc_override {
    const char *name;
    double value;
} fc_override;

/** One point: `ranks` >= 1; argv as the program's main gets it (argv[0] is its name). All borrowed. */
typedef struct fc_point {
    int ranks;
    int argc;
    char **argv;
    const fc_override *override;
    int n_overrides;
    int of_rank; /* method sum: whose places and times are told, from 1; 0: the rank's that takes longest */
} fc_point;

/** Told some ten times a second of long work: how many points are done and what share of the work (0..1) they are.
 * False: give up. */
typedef bool fc_evaluation_watch(void *data, int done, double share);

/** How ranks are put together (design, section 5). */
typedef enum fc_method {
    FC_METHOD_SUM,  /* each rank adds up its runtime functions */
    FC_METHOD_RANKS /* all ranks run side by side: world.h */
} fc_method;

/** What to evaluate with. All borrowed. */
typedef struct fc_evaluation {
    const fc_cost_program *program;
    const fc_coefficients *machine;
    fc_compute_model *compute;
    const fc_region_factor *factor;     /* by region; NULL: none */
    const fc_region_traffic *traffic;   /* by region; NULL: none */
    const fc_comm_model *communication; /* what the user replaced; NULL: nothing */
    const fc_trace *trace;              /* method ranks, one point; told in a child process; NULL: none */
    const fc_placement *placement;      /* where ranks live; NULL: as the machine says */
    fc_team_setting team;               /* of OpenMP programs */
    const fc_kept_inputs *inputs;       /* as fc_setting */
    fc_counter_lookup *counter;         /* from a profile or --assume; NULL: no counter has a value */
    void *counter_data;
    fc_method method;
    bool every_rank;            /* method ranks: no rank stands for others of its class */
    double timeout_s;           /* for one point, as fc_isolate says; 0: 60 */
    double step_limit;          /* as fc_setting */
    bool in_process;            /* no child process: a crash of kept code is a crash of the caller, nothing times out */
    int children;               /* child processes at most; 0: as many as cores, where the work is worth it */
    fc_evaluation_watch *watch; /* NULL: none */
    void *watch_data;
} fc_evaluation;

/** What one place comes to: seconds of the rank that takes longest; messages and bytes of all ranks. */
typedef struct fc_by {
    const char *file; /* of the program: valid while it is loaded */
    int line;
    const char *function;
    const char *operation; /* "MPI_Bcast", "malloc"; NULL: a region */
    bool is_communication;
    int item; /* its place in the cost program: regions, then sites */
    double time_s, messages, bytes;
} fc_by;

/** Rank classes that were looked for (alike.h); n 0: none were. */
typedef struct fc_told_classes {
    int n;
    bool sampled;
    char why[300]; /* every rank was run for this reason; "": one of each kind was */
} fc_told_classes;

/** Where method sum met something that only ranks side by side tell; file NULL: nowhere. */
typedef struct fc_apart {
    const char *file; /* of the program: valid while it is loaded */
    int line;
} fc_apart;

/** One point's prediction, fields as design section 1. */
typedef struct fc_prediction {
    int ranks;
    fc_totals totals; /* of the rank that takes longest; messages and bytes: sums over all ranks; block: the longest */
    int slowest_rank;
    int ranks_evaluated;    /* 1, all, FC_EVALUATE_MAX_RANKS of them, or those that stand for their class */
    fc_unmatched unmatched; /* method ranks: sends that nobody receives */
    fc_told_classes classes;
    fc_apart apart; /* method sum: method ranks told the point for this reason */
    fc_by *by;      /* what took time or sends messages, longest first */
    int n_by;
    double *parameter; /* [program->n_parameters], of the first rank that passed it; NAN: none did */
} fc_prediction;

enum {
    FC_EVALUATE_MAX_RANKS = 4096
};

/** Evaluates every point. Method ranks: all ranks, up to FC_WORLD_MOST_RANKS. Method sum: rank 0 where the program does
 * not ask for its rank; otherwise every rank, beyond 4096 ranks 4096 of them evenly spread with the first and the last,
 * and takes the slowest; a point whose ranks go on by what messages bring is told by method ranks. Kept code runs in
 * child processes: what it does wrong (a crash, an endless loop) is a report, not the caller's end. *out: n_points
 * predictions. FC_E_USAGE: an override names no parameter of the program. FC_E_INPUT with the place in the program: a
 * point cannot be evaluated (the first such). FC_E_INTERRUPTED: the user or the watch ended it. Nothing is given then.
 */
fc_status fc_evaluate_points(FC_GIVE fc_prediction **out, const fc_evaluation *evaluation, const fc_point *points,
                             int n_points, fc_report *report);
void fc_predictions_free(FC_TAKE fc_prediction *predictions, int n);
/** By item of the cost program, its regions and then its sites: what of the point's time it takes [s]. */
FC_GIVE double *fc_prediction_item_seconds(const fc_prediction *prediction, const fc_cost_program *program);

#endif
