/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file diagnostics.h  Reports libclang's diagnostics of a file. */
#ifndef FC_FRONTEND_DIAGNOSTICS_H
#define FC_FRONTEND_DIAGNOSTICS_H

#include "analyzer/frontend/spans.h"

/** Appends the file's warnings, one line each; fails with its first error. */
fc_status fc_diagnostics_report(fc_spans *spans, fc_text *warnings, fc_report *report);

#endif
