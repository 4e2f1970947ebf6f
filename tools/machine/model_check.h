/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file model_check.h  The compute model's own errors on a machine (coefficients.h, discrepancies), from the times of
 * kernels that no cost was fitted to.
 *
 * Calibration measures the kernels (benchmarks/check.c) and keeps their times as samples. Here they are predicted with
 * the same machine, compiler and flags, with the machine code of their loops and without it. Each class gets the 90 %
 * quantile of the errors that its points need, in log space and of rank ceil(0.9 (n + 1)) (split conformal prediction,
 * Lei et al. 2018). */
#ifndef FC_MODEL_CHECK_H
#define FC_MODEL_CHECK_H

#include "machine_properties/machine.h"
#include "tools/output/table.h"

/** A measured time beside the prediction of the model `memory`. */
typedef struct fc_model_check_point {
    const char *kernel; /* borrowed from the machine's samples */
    int number;         /* of the kernel */
    int active;         /* busy cores */
    double bytes;
    double measured_s, predicted_s;
    bool is_read; /* the machine code of its loops was read */
    /* Relative variance of the prediction: without discrepancies, and what each class adds for a discrepancy of 1. */
    double own, part[FC_N_DISCREPANCIES];
} fc_model_check_point;

typedef struct fc_model_check {
    fc_model_check_point *point; /* read ones first */
    int n, n_read;
} fc_model_check;

/** Predicts the times among the machine's samples; none, or not of all kernels: no points. compiler: the command and
 * flags that the user gave; the one in a machine file is not trusted. FC_E_ENVIRONMENT and the like if the kernels
 * cannot be analyzed or compiled. */
fc_status fc_model_check_predict(FC_GIVE fc_model_check *out, const fc_machine *machine, const char *compiler,
                                 fc_report *report);
void fc_model_check_free(fc_model_check *check);

/** Sets the machine's discrepancies from the points, and how many each is from. Classes with fewer than nine points
 * keep the general ones. */
void fc_model_check_fit(fc_machine *machine, const fc_model_check *check);

/** Fills an empty table with the points with code, and their classes. */
void fc_model_check_table(fc_table *out, const fc_model_check *check, const fc_machine *machine);
/** One line: median and 90 % quantile of the errors with code, and the largest. */
void fc_model_check_print(fc_text *out, const fc_model_check *check);

#endif
