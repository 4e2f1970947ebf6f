/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file tally.h  The recorder's source for one program, and what its runs wrote (recorder.h). */
#ifndef FC_TALLY_H
#define FC_TALLY_H

#include "machine_properties/support/text.h"
#include "runtime/signature/recorder.h"

typedef struct fc_tally_plan {
    int n_loops, n_blocks, n_sites, n_machines;
    fc_cache_shape machine[FC_RECORD_MACHINES];
    long burst, left_out; /* forecost_record_plan */
} fc_tally_plan;

typedef struct fc_tally_site {
    double recorded, by_stride[FC_N_STRIDES], served[FC_RECORD_MACHINES][FC_RECORD_LEVELS];
} fc_tally_site;

/** All processes together. loop[i]: iterations, all and recorded. */
typedef struct fc_tally {
    double (*loop)[2], *block;
    fc_tally_site *site;
} fc_tally;

/** A C source to compile with the program. */
void fc_tally_plan_print(fc_text *out, const fc_tally_plan *plan);
/** Adds up what `ranks` processes left in the folder. FC_E_INPUT: another number of them, or a broken file. */
fc_status fc_tally_read(FC_GIVE fc_tally *out, const fc_tally_plan *plan, const char *folder, int ranks,
                        fc_report *report);
void fc_tally_free(fc_tally *record); /* its arrays */
/** cache.[ch] and recorder.[ch] as one source. */
extern const char fc_recorder_source[];

#endif
