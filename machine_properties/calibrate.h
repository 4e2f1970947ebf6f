/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibrate.h  Makes a machine by running generic benchmarks on the machine at hand (benchmarks/, in C).
 *
 * They are compiled with the user's compiler and flags in a scratch folder, and removed from there. Those of
 * communication are started by the user's launcher in the folder the command was given in, so that it finds its files.
 * Kernels are those of everybody's benchmark suites (fill, copy, sum, dot, axpy, triad, chains, strided, random,
 * ping-pong, collectives); no program to be predicted is among them. */
#ifndef FC_CALIBRATE_H
#define FC_CALIBRATE_H

#include "machine_properties/machine.h"

#include <signal.h>

/** One report of progress: stage "core", "memory, 2 cores", "communication, 2 ranks"; done of total steps of it. */
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
    const char *blas; /* a file, or a name for the dynamic loader; NULL: what programs usually have, if it is there */
    const char *launcher; /* "{ranks}" stands for the number; NULL: "mpirun -n {ranks}" */
    const double *ranks;  /* n_ranks rank counts >= 2 that communication is measured at, ascending; NULL: 2, 4, 8,
                             ... up to the cores, and all cores */
    int n_ranks;
    const fc_machine *compute_from; /* its description, computation and memory are taken; NULL: measured here */
    const char *journal;            /* file that keeps what was measured of communication until all is; NULL: none */
    const char *folder; /* where the scratch folder lies, on every node the launcher starts ranks on; NULL: TMPDIR */
    const char *files;  /* a folder in which MPI-IO is measured; NULL: it is not */
    int passes; /* 1 ... FC_CALIBRATE_PASSES: how often computation and memory are measured, all of it each time; 0: 3,
                   or 1 if quick */
    bool quick; /* <= 25 s instead of <= 3 minutes on 2 cores: one pass, fewer sizes */
    bool without_communication;
    void (*progress)(void *data, const fc_progress *progress); /* may be NULL */
    void *data;
    const volatile sig_atomic_t *interrupted; /* looked at every 0.1 s; NULL: never */
} fc_calibrate_options;

/** *out: a machine with every cost measured, its raw samples and its fit errors. More ranks than cores are no ground
 * truth and are not measured. Its note tells when samples vary by more than 3 %: other work ran meanwhile.
 * FC_E_ENVIRONMENT: a compiler, launcher or mpi.h is missing, or a benchmark failed or printed what cannot be (its
 * message is told); FC_E_INPUT: the journal is of another calibration; FC_E_INTERRUPTED: asked to stop. Then the
 * journal keeps each operation measured so far, and the same options go on from there; nothing else is left behind. The
 * caller removes it when the machine is written. */
fc_status fc_calibrate(FC_GIVE fc_machine **out, const fc_calibrate_options *options, fc_report *report);

/** This machine's processor as Linux calls it; NULL where it does not tell. */
FC_GIVE char *fc_calibrate_processor(void);

#endif
