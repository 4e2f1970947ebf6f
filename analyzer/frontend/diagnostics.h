/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file diagnostics.h  What the compiler says about a file, in the words of a report. */
#ifndef FC_DIAGNOSTICS_H
#define FC_DIAGNOSTICS_H

#include "analyzer/frontend/spans.h"

/** Adds the file's warnings, a line each; fails with its first error. */
fc_status fc_diagnostics_report(fc_spans *spans, fc_text *warnings, fc_report *report);

#endif
