/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timeline.h  --timeline: what each virtual rank does when, in a file that public viewers open.
 *
 * The records of a recording are written in the viewer's format: FILE.json for Perfetto and Chrome (trace event
 * format), FILE.paje or FILE.trace for ViTE (Paje). Equal predictions give equal files. */
#ifndef FC_TIMELINE_H
#define FC_TIMELINE_H

#include "tools/command_line/sweep.h"
#include "tools/prediction/recording.h"

#define FC_TIMELINE_OPTIONS                                                                                            \
    {0,                                                                                                                \
     "timeline",                                                                                                       \
     "FILE",                                                                                                           \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     false,                                                                                                            \
     "with --method ranks: who does what when: .json (Perfetto), .paje (ViTE)"},                                       \
    {                                                                                                                  \
        0, "timeline-ranks", "N", NULL, NULL, false, "only the first N ranks"                                          \
    }

typedef struct fc_timeline {
    const char *path; /* NULL: none is wanted */
    fc_recording recording;
} fc_timeline;

/** Reads the options. FC_E_USAGE for another method, more than one point, another ending. */
fc_status fc_timeline_open(FC_GIVE fc_timeline *out, const fc_arguments *arguments, const fc_sweep *sweep,
                           fc_report *report);
/** Writes the file, whole or not at all, once the prediction is there. */
fc_status fc_timeline_write(fc_timeline *timeline, const fc_cost_program *program, fc_report *report);
void fc_timeline_close(fc_timeline *timeline);

/* ---- for timeline_*.c ---- */
/** What there is to write: n records, those of a rank in the order of its clock. */
typedef struct fc_timeline_records {
    const fc_trace_record *record;
    size_t n;
    int ranks;
    const fc_cost_program *program;
} fc_timeline_records;
/** "jacobi.c:63", its function, and what is done there: "MPI_Allgather", "malloc", "compute". */
typedef struct fc_timeline_place {
    const char *file, *function, *what;
    int line;
} fc_timeline_place;
fc_timeline_place fc_timeline_place_of(const fc_cost_program *program, int item);
/** Picoseconds, so that slices meet exactly. */
long long fc_timeline_clock(double seconds);

void fc_timeline_json(FILE *out, const fc_timeline_records *of);
void fc_timeline_paje(FILE *out, const fc_timeline_records *of);

#endif
