/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timeline.h  --timeline: the trace of virtual ranks, or of the processes of a task graph, as a file for public
 * viewers: FILE.json for Perfetto and Chrome (trace event format), FILE.paje or FILE.trace for ViTE (Paje).
 *
 * Equal predictions give equal files. */
#ifndef FC_TIMELINE_H
#define FC_TIMELINE_H

#include "tools/command_line/sweep.h"
#include "tools/timeline/timeline_records.h"

#define FC_TIMELINE_OPTIONS                                                                                            \
    {0,                                                                                                                \
     "timeline",                                                                                                       \
     "FILE",                                                                                                           \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     false,                                                                                                            \
     "with --method ranks: write a timeline of the ranks: .json (Perfetto), .paje (ViTE)"},                            \
    {                                                                                                                  \
        0, "timeline-ranks", "N", NULL, NULL, false, "with --timeline: only the first N ranks"                         \
    }

typedef struct fc_timeline {
    const char *path; /* NULL: no timeline */
    fc_recording recording;
} fc_timeline;

/** Reads the options. FC_E_USAGE: another method than ranks, unless a trace is replayed, several points, or an unknown
 * ending. */
fc_status fc_timeline_open(FC_GIVE fc_timeline *out, const fc_arguments *arguments, const fc_sweep *sweep,
                           fc_report *report);
/** Writes the file, whole or not at all, after the prediction. */
fc_status fc_timeline_write(fc_timeline *timeline, const fc_cost_program *program, fc_report *report);
void fc_timeline_close(fc_timeline *timeline);

/** The place of a region or site of the cost program. */
fc_timeline_place fc_timeline_place_of(const fc_cost_program *program, int item);
/** FC_E_USAGE: the ending is not .json, .paje or .trace. */
fc_status fc_timeline_check_ending(const char *path, fc_report *report);
/** Writes a file whole or not at all. FC_E_INPUT: it cannot be written, or the trace exceeds FC_TIMELINE_MOST_S. */
fc_status fc_timeline_write_records(const char *path, const fc_timeline_records *of, fc_report *report);
#define FC_TIMELINE_MOST_S 9e6 /* 104 days in picoseconds are 63 bits */

#endif
