/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recording.h  What a world tells of its ranks (runtime/evaluate/trace.h), kept until the prediction is there.
 *
 * Records are told by the process that evaluates and kept in a temporary file, so that memory stays small. */
#ifndef FC_RECORDING_H
#define FC_RECORDING_H

#include "tools/prediction/subject.h"

typedef struct fc_recording {
    FILE *file; /* temporary, of fc_trace_record */
    fc_trace trace;
    fc_trace_record *mapped; /* [n_mapped]; NULL: not read */
    size_t n_mapped;
} fc_recording;

/** wanted: of which ranks, and whether dependences. FC_E_ENVIRONMENT where no temporary file can be made. */
fc_status fc_recording_open(FC_GIVE fc_recording *out, const fc_trace *wanted, fc_report *report);
/** The records in the order they were told, once the prediction is there; what was told of clocks that began anew, and
 * the records that only say so, are left out. Valid until it is closed. Once. FC_E_ENVIRONMENT if they did not fit. */
fc_status fc_recording_read(const fc_trace_record **out, size_t *n, fc_recording *recording, fc_report *report);
void fc_recording_close(fc_recording *recording);

#endif
