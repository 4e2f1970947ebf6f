/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file scaling.h  Scaling analysis from predictions: strong scaling, weak scaling, isoefficiency (Grama, Gupta and
 * Kumar), the serial fraction (Karp and Flatt), and the point where communication exceeds computation. */
#ifndef FC_SCALING_H
#define FC_SCALING_H

#include "runtime/scaling/crossover.h"
#include "runtime/scaling/speedup_fit.h"
#include "tools/prediction/prediction_context.h"

/** The inputs. */
typedef struct fc_scaling_request {
    fc_prediction_context *context;
    const fc_arguments *arguments; /* with the application's after "--" */
    const fc_sweep *sweep;         /* ranks ascending; one value for each parameter */
    double efficiency;             /* the least acceptable, 0 < e < 1 */
    const char *size;              /* the parameter that grows in weak scaling; NULL: none */
} fc_scaling_request;

/** One number of ranks. Efficiencies refer to the fewest ranks of the sweep. */
typedef struct fc_scaling_row {
    int ranks;
    double time_s, speedup, efficiency;
    double sequential; /* the experimentally determined serial fraction (Karp and Flatt); NAN on the fewest ranks */
    double
        weak_size; /* the least with which a rank computes at least as long as on the fewest ranks; NAN: none found */
    double weak_time_s, weak_efficiency;
    double needed_size; /* the least with the wanted efficiency (isoefficiency); NAN: none found */
} fc_scaling_row;

typedef struct fc_scaling {
    fc_scaling_row *row;
    int n;
    int zoom;        /* numbers of the grid below: 512, down to 8 if the program slice takes long; 0: no grid */
    int least_ranks; /* the number of ranks with the least time between the neighbors of the best row; found by
                        refining a grid of `zoom` numbers, so all are tried only if these rows are close */
    double least_s;
    int efficient_ranks;        /* the most with the wanted efficiency */
    bool communication_exceeds; /* communication and waiting exceed computation from `hand_over` on */
    fc_crossover hand_over;
    fc_prediction_place longest_operation; /* the longest communication place there; operation NULL: none */
    fc_speedup_fit amdahl;                 /* f */
    double size_steps;                     /* of the program slice, in the searches for sizes */
    double growth;                         /* needed_size grows as p^growth between its first and its last value; NAN */
} fc_scaling;

/** FC_E_USAGE: `size` is not a parameter of the program, or has no value >= 1. Errors of
 * fc_prediction_context_predict(). */
fc_status fc_scaling_create(FC_GIVE fc_scaling *out, const fc_scaling_request *question, fc_report *report);
void fc_scaling_free(fc_scaling *scaling);

/** Draws the efficiency over ranks, strong and, with a size, weak, and the wanted efficiency. */
fc_status fc_scaling_plot(const char *path, const fc_scaling *scaling, const fc_scaling_request *question,
                          fc_report *report);

#endif
