/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timeline.h  --timeline: what each virtual rank, or process of a task graph, does when, in a file that public
 * viewers open.
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

/** "jacobi.c:63", its function, and what is done there: "MPI_Allgather", "malloc", "compute". file NULL: nowhere in a
 * source. */
typedef struct fc_timeline_place {
    const char *file, *function, *what;
    int line;
} fc_timeline_place;
/** What there is to write: n records, those of a rank in the order of its clock. */
typedef struct fc_timeline_records {
    const fc_trace_record *record;
    size_t n;
    const char *name, *row; /* of the whole; what a row is: "rank", "process" */
    int ranks;
    int n_items, n_computing; /* records' items are below; nobody waits in the first n_computing */
    fc_timeline_place (*place)(const void *data, int item, fc_text *scratch); /* scratch may hold its texts */
    const void *data;
} fc_timeline_records;
/** A region's or site's. */
fc_timeline_place fc_timeline_place_of(const fc_cost_program *program, int item);
/** FC_E_USAGE where the ending tells no format. */
fc_status fc_timeline_check_ending(const char *path, fc_report *report);
/** Writes a file whole or not at all. FC_E_INPUT where it cannot be, or holds more than FC_TIMELINE_MOST_S. */
fc_status fc_timeline_write_records(const char *path, const fc_timeline_records *of, fc_report *report);
#define FC_TIMELINE_MOST_S 9e6 /* 104 days in picoseconds are 63 bits */

/* ---- for timeline_*.c ---- */
/** Picoseconds, so that slices meet exactly. */
long long fc_timeline_clock(double seconds);

void fc_timeline_json(FILE *out, const fc_timeline_records *of);
void fc_timeline_paje(FILE *out, const fc_timeline_records *of);

#endif
