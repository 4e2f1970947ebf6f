/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file doctor.h  Checks the programs that Forecost needs, the default machine, and a complete demo run. */
#ifndef FC_DOCTOR_H
#define FC_DOCTOR_H

#include "machine_properties/machine.h"

#include <stdbool.h>

/** State of a check, and its text in the output. */
#define FC_FINDING_STATE_LIST(X)                                                                                       \
    X(FC_FINDING_OK, "ok")                                                                                             \
    X(FC_FINDING_MISSING, "missing")                                                                                   \
    X(FC_FINDING_DIFFERS, "differs")                                                                                   \
    X(FC_FINDING_FAILED, "failed")                                                                                     \
    X(FC_FINDING_SKIPPED, "skipped")
typedef enum fc_finding_state {
#define FC_FINDING_ENUM(name, text) name,
    FC_FINDING_STATE_LIST(FC_FINDING_ENUM)
#undef FC_FINDING_ENUM
} fc_finding_state;

typedef struct fc_finding {
    const char *what;    /* "mpicc", "demo: predict" */
    const char *purpose; /* what needs it */
    fc_finding_state state;
    bool is_needed; /* for the main use: from sources to predicted and measured times */
    char *found;    /* a version, a time, a message; never NULL */
    char *next;     /* what to do; NULL if nothing is wrong */
} fc_finding;

typedef struct fc_findings {
    fc_finding *item; /* texts are its own */
    size_t n, capacity;
} fc_findings;

/** Checks the programs that Forecost starts, and their versions. FC_E_INTERRUPTED. */
fc_status fc_doctor_programs(fc_findings *out, fc_report *report);
/** Compares the machine's processor and compiler with this host's, if the file has them. */
fc_status fc_doctor_machine(fc_findings *out, const fc_machine *machine, fc_report *report);
/** The entries of the cache, and how many were found damaged and rebuilt. */
void fc_doctor_cache(fc_findings *out);
/** Analyzes, predicts, builds and runs a bundled program with this executable, in a temporary folder. */
fc_status fc_doctor_demo(fc_findings *out, fc_report *report);

/** examples/jacobi_row, embedded in the command (embed.cmake). */
extern const char fc_doctor_demo_source[];

/** Takes ownership of found and next. */
void fc_findings_add(fc_findings *findings, FC_TAKE fc_finding finding);
/** Number of needed items that are missing or failed. */
int fc_findings_faults(const fc_findings *findings);
void fc_findings_free(fc_findings *findings);

#endif
