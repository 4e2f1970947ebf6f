/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file tracing.h  Runs a program instrumented with memory accesses once, and collects its signature. */
#ifndef FC_TRACING_H
#define FC_TRACING_H

#include "analyzer/emit/instrument/accesses.h"
#include "runtime/cache_signature/access_record.h"
#include "runtime/cache_signature/signature.h"
#include "tools/launch/launch.h"

/** All borrowed. */
typedef struct fc_tracing {
    const fc_program *program;
    const fc_access_choice *choice; /* regions to trace; none: all */
    int n_choices;
    int sample; /* record one of this many references; 1: all */
    const fc_cache_shape *machine;
    const char *const *machine_name;
    int n_machines;            /* 1 .. FC_RECORD_MACHINES */
    fc_launch_run_options run; /* its environment is set here */
} fc_tracing;

/** Errors of fc_preprocessed_open(), fc_accesses_print(), fc_launch_build(), fc_launch_run(); FC_E_INPUT if the program
 * fails or leaves no record. OpenMP programs run with one thread, without their directives. */
fc_status fc_tracing_run(FC_GIVE fc_signature **out, const fc_tracing *what, fc_report *report);

/** signature_collection.c: combines the accesses and their records. */
FC_GIVE fc_signature *fc_signature_collection_make(const fc_tracing *what, const fc_accesses *accesses,
                                                   const fc_access_record *record);

#endif
