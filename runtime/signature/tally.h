/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file tally.h  Prints the recorder's source for one program, and reads and sums the records of its processes
 * (recorder.h). */
#ifndef FC_TALLY_H
#define FC_TALLY_H

#include "machine_properties/support/text.h"
#include "runtime/signature/recorder.h"

typedef struct fc_tally_plan {
    int n_loops, n_blocks, n_sites, n_machines;
    fc_cache_shape machine[FC_RECORD_MACHINES];
    long burst, left_out; /* as in forecost_record_plan */
} fc_tally_plan;

typedef struct fc_tally_site {
    double recorded, by_stride[FC_N_STRIDES], served[FC_RECORD_MACHINES][FC_RECORD_LEVELS];
} fc_tally_site;

/** Sums over all processes. loop[i]: iterations, all and recorded. */
typedef struct fc_tally {
    double (*loop)[2], *block;
    fc_tally_site *site;
} fc_tally;

/** Prints a C source to be compiled with the program. */
void fc_tally_plan_print(fc_text *out, const fc_tally_plan *plan);
/** Sums the records of `ranks` processes in the folder. FC_E_INPUT: another number of records, or an invalid one. */
fc_status fc_tally_read(FC_GIVE fc_tally *out, const fc_tally_plan *plan, const char *folder, int ranks,
                        fc_report *report);
void fc_tally_free(fc_tally *record); /* frees its arrays */
/** cache.[ch] and recorder.[ch] as one source. */
extern const char fc_recorder_source[];

#endif
