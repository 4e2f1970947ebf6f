/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timeline_records.h  A trace as its writers take it, one for each file format. */
#ifndef FC_TIMELINE_RECORDS_H
#define FC_TIMELINE_RECORDS_H

#include "tools/timeline/recording.h"

#include <math.h>

/** The place of a slice: "jacobi.c:63", its function, and the operation: "MPI_Allgather", "malloc", "compute". file
 * NULL: not in a source. */
typedef struct fc_timeline_place {
    const char *file, *function, *what;
    int line;
} fc_timeline_place;
/** A trace: n records, those of each rank in the order of its clock. */
typedef struct fc_timeline_records {
    const fc_trace_record *record;
    size_t n;
    const char *name, *row; /* the title; the kind of a row: "rank", "process" */
    int ranks;
    int n_items, n_computing; /* items are 0 .. n_items - 1; the first n_computing are computation, without waiting */
    fc_timeline_place (*place)(const void *data, int item, fc_text *scratch); /* scratch may hold the result's texts */
    const void *data;
} fc_timeline_records;

/** Seconds in whole picoseconds, so that adjacent slices share their border exactly. */
static inline long long fc_timeline_clock(double seconds)
{
    return llround(seconds * 1e12);
}

/** Trace event format of Perfetto and Chrome. */
void fc_timeline_json(FILE *out, const fc_timeline_records *of);
/** Paje, for ViTE. */
void fc_timeline_paje(FILE *out, const fc_timeline_records *of);

#endif
