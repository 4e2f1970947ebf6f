/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file doctor.h  What Forecost needs of this machine, what it finds of it, and whether the whole works. */
#ifndef FC_DOCTOR_H
#define FC_DOCTOR_H

#include "machine_properties/machine.h"

#include <stdbool.h>

/** What came of a look: the second text is for people and programs. */
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
    bool is_needed; /* by the main job: sources -> predicted and measured times */
    char *found;    /* a version, a time, a message; never NULL */
    char *next;     /* what to do about it; NULL where all is well */
} fc_finding;

typedef struct fc_findings {
    fc_finding *item; /* texts are its own */
    size_t n, capacity;
} fc_findings;

/** Programs that Forecost starts, with their versions. FC_E_INTERRUPTED. */
fc_status fc_doctor_programs(fc_findings *out, fc_report *report);
/** Whether a machine's costs were measured here: its processor and its compiler, as far as the file tells. */
fc_status fc_doctor_machine(fc_findings *out, const fc_machine *machine, fc_report *report);
/** Analyses, predicts, builds and runs a bundled program, by this very executable, in a temporary folder. */
fc_status fc_doctor_demo(fc_findings *out, fc_report *report);

/** examples/jacobi_row, carried in the command (embed.cmake). */
extern const char fc_doctor_demo_source[];

/** found and next are taken over. */
void fc_findings_add(fc_findings *findings, FC_TAKE fc_finding finding);
/** How many of what is needed are not there or do not work. */
int fc_findings_faults(const fc_findings *findings);
void fc_findings_free(fc_findings *findings);

#endif
