/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recording.h  The trace of an evaluation by method ranks (runtime/core/trace.h), kept until the prediction
 * is complete.
 *
 * The evaluating process writes the records to a temporary file, so memory use is bounded. */
#ifndef FC_RECORDING_H
#define FC_RECORDING_H

#include "tools/prediction/prediction_context.h"

typedef struct fc_recording {
    FILE *file; /* temporary, of fc_trace_record */
    fc_trace trace;
    fc_trace_record *mapped; /* [n_mapped]; NULL: not read */
    size_t n_mapped;
} fc_recording;

/** wanted: which ranks and which kinds of records. FC_E_ENVIRONMENT: no temporary file can be created. */
fc_status fc_recording_open(FC_GIVE fc_recording *out, const fc_trace *wanted, fc_report *report);
/** The records in the order of writing, after the prediction; call once. Records of a rank before its clock was
 * restarted are left out, and so are the records of restart and end. Valid until the recording is closed.
 * FC_E_ENVIRONMENT: the file is incomplete. */
fc_status fc_recording_read(const fc_trace_record **out, size_t *n, fc_recording *recording, fc_report *report);
void fc_recording_close(fc_recording *recording);

#endif
