/* SPDX-License-Identifier: Apache-2.0 */
/** @file diagnostics.h  Warnings and notes: "place: warning[FC0201]: text". Errors are reports (status.h). */
#ifndef FC_SUPPORT_DIAGNOSTICS_H
#define FC_SUPPORT_DIAGNOSTICS_H

#include "support/status.h"
#include "support/text.h"

#include <stdio.h>

typedef enum fc_severity {
    FC_NOTE,
    FC_WARNING,
} fc_severity;

/** Prints one diagnostic with a line end. The format is one of messages.h. */
void fc_diagnose(FILE *out, fc_severity severity, fc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** Appends it to a text instead. */
void fc_diagnose_text(fc_text *out, fc_severity severity, fc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
