/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibrate.h  Measures a machine by generic benchmarks (benchmarks/, in C) and fits its coefficients.
 *
 * Benchmarks are compiled with the user's compiler and flags in a scratch folder. The user's launcher starts the
 * communication benchmark in the current folder, so that relative paths such as host files are valid. The kernels are
 * generic (fill, copy, dot, axpy, triad, chains, strides, ping-pong, collectives); none is from a predicted program. */
#ifndef FC_CALIBRATE_H
#define FC_CALIBRATE_H

#include "machine_properties/calibration/network_check.h"

#include <signal.h>

/** Progress of a stage ("core", "memory, 2 cores", "communication, 2 ranks"): done of total steps. */
typedef struct fc_progress {
    const char *stage;
    int done, total;
    double seconds_left; /* of the whole calibration, an estimate */
} fc_progress;

enum {
    FC_CALIBRATE_PASSES = 20
};

typedef struct fc_calibrate_options {
    const char *name;         /* of the machine; NULL: "here" */
    const char *compiler;     /* command and flags; NULL: "gcc -O2" */
    const char *mpi_compiler; /* NULL: "mpicc -O2" */
    const char *blas;         /* a file or a name for the dynamic loader; NULL: the usual names, if one is found */
    const char *launcher;     /* "{ranks}" is replaced by the number of ranks; NULL: "mpirun -n {ranks}" */
    const double *ranks; /* n_ranks rank counts >= 2 for communication, ascending; NULL: 2, 4, 8, ... up to the number
                            of cores, and that number */
    int n_ranks;
    const fc_machine *compute_from; /* machine whose description, computation and memory are copied; NULL: measure */
    const char *journal;            /* file for partial results of communication; NULL: none */
    const char *folder;             /* parent of the scratch folder, visible on every node with ranks; NULL: TMPDIR */
    const char *files;              /* folder in which MPI-IO is measured; NULL: MPI-IO is not measured */
    int passes; /* repetitions of the whole computation and memory measurement, 1 ... FC_CALIBRATE_PASSES; 0: 3, or 1
                   if quick */
    bool quick; /* up to 1 minute instead of 4 on 2 cores: one pass, fewer and smaller sizes */
    bool without_communication;
    bool network;                 /* measure the network on the largest number of ranks, one a node, and fit it */
    fc_exchange_predict *predict; /* checks the fitted network; NULL: no check */
    void (*progress)(void *data, const fc_progress *progress); /* may be NULL */
    void *data;
    const volatile sig_atomic_t *interrupted; /* polled every 0.1 s; NULL: never */
} fc_calibrate_options;

/** *out: a machine with every cost measured, its raw samples and its fit errors. Rank counts above the number of cores
 * are not measured by default. The note warns if samples vary by more than 3 %, a sign of other load on the machine.
 * FC_E_ENVIRONMENT: a compiler, launcher or mpi.h is missing, or a benchmark failed (the report has its message) or
 * printed invalid output. FC_E_INPUT: the journal belongs to another calibration. FC_E_INTERRUPTED: interrupted; the
 * journal then holds each operation measured so far, and a call with the same options resumes from it. The caller
 * removes the journal after it has written the machine. */
fc_status fc_calibrate(FC_GIVE fc_machine **out, const fc_calibrate_options *options, fc_report *report);

/** The processor's model name in /proc/cpuinfo; NULL if there is none. */
FC_GIVE char *fc_calibrate_processor(void);

#endif
