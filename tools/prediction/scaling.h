/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file scaling.h  How far a program scales: strong, weak, and what size an efficiency needs, from predictions. */
#ifndef FC_SCALING_H
#define FC_SCALING_H

#include "runtime/scaling/crossover.h"
#include "runtime/scaling/speedup_fit.h"
#include "tools/prediction/subject.h"

/** What is asked. */
typedef struct fc_scaling_question {
    fc_subject *subject;
    const fc_arguments *arguments; /* the application's stand behind "--" */
    const fc_sweep *sweep;         /* ranks ascending; one value a parameter */
    double efficiency;             /* 0 < e < 1: how little is enough */
    const char *size;              /* the parameter that grows with the ranks; NULL: none */
} fc_scaling_question;

/** One number of ranks. Efficiencies refer to the fewest ranks of the sweep. */
typedef struct fc_scaling_row {
    int ranks;
    double time_s, speedup, efficiency;
    double
        sequential; /* Karp and Flatt: the sequential share that Amdahl's law needs for this speedup; NAN on one unit */
    double weak_size; /* with which a rank computes about as long as on the fewest ranks; NAN: not found */
    double weak_time_s, weak_efficiency;
    double needed_size; /* the least with the efficiency asked for (isoefficiency); NAN: not found */
} fc_scaling_row;

typedef struct fc_scaling {
    fc_scaling_row *row;
    int n;
    int least_ranks; /* of least time about the best of the rows: every number of ranks up to the neighbouring rows,
                        or every k-th and then all about the best, where these are more than 512 apart */
    double least_s;
    int efficient_ranks; /* the most with the efficiency asked for, near which it is not reached on more */
    bool hands_over;     /* communication, with waiting, takes more than computation from `hand_over` on */
    fc_crossover hand_over;
    fc_by dearest;         /* what communicates longest at the hand-over; operation NULL: nothing */
    fc_speedup_fit amdahl; /* f */
    double growth;         /* needed_size grows as p^growth between its first and its last value; NAN */
} fc_scaling;

/** FC_E_USAGE: the size is no parameter of the program, or has no value there. Errors of predicting. */
fc_status fc_scaling_create(FC_GIVE fc_scaling *out, const fc_scaling_question *question, fc_report *report);
void fc_scaling_free(fc_scaling *scaling);

/** A picture of the efficiency over ranks, strong and, with a size, weak, and what is enough of it. */
fc_status fc_scaling_plot(const char *path, const fc_scaling *scaling, const fc_scaling_question *question,
                          fc_report *report);

#endif
