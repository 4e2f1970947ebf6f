/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file access_record.h  Prints the recorder's source for one program, and reads and sums the records of its processes
 * (recorder.h). */
#ifndef FC_ACCESS_RECORD_H
#define FC_ACCESS_RECORD_H

#include "runtime/cache_signature/recorder.h"
#include "support/text.h"

typedef struct fc_access_record_plan {
    int n_loops, n_blocks, n_sites, n_machines;
    fc_cache_shape machine[FC_RECORD_MACHINES];
    long burst, left_out; /* as in forecost_record_plan */
} fc_access_record_plan;

typedef struct fc_access_record_site {
    double recorded, by_stride[FC_N_STRIDES], served[FC_RECORD_MACHINES][FC_RECORD_LEVELS];
} fc_access_record_site;

/** Sums over all processes. loop[i]: iterations, all and recorded. */
typedef struct fc_access_record {
    double (*loop)[2], *block;
    fc_access_record_site *site;
} fc_access_record;

/** Prints a C source to be compiled with the program. */
void fc_access_record_print_plan(fc_text *out, const fc_access_record_plan *plan);
/** Sums the records of `ranks` processes in the folder. FC_E_INPUT: another number of records, or an invalid one. */
fc_status fc_access_record_read(FC_GIVE fc_access_record *out, const fc_access_record_plan *plan, const char *folder,
                                int ranks, fc_report *report);
void fc_access_record_free(fc_access_record *record); /* frees its arrays */
/** cache.[ch] and recorder.[ch] as one source. */
extern const char fc_recorder_source[];

#endif
