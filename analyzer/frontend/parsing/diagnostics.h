/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file diagnostics.h  Reports libclang's diagnostics of a file. */
#ifndef FC_FRONTEND_DIAGNOSTICS_H
#define FC_FRONTEND_DIAGNOSTICS_H

#include "analyzer/frontend/reader/spans.h"

/** An OpenMP directive in a header or a _Pragma: read as a comment, with a warning, though libclang reports an error.
 */
bool fc_diagnostics_is_unread_directive(CXDiagnostic diagnostic);
/** A nested function. Such a program is not supported, though its compiler accepts it. */
bool fc_diagnostics_is_nested_function(CXDiagnostic diagnostic);
/** Appends the file's warnings, one line each; fails with its first error. */
fc_status fc_diagnostics_report(fc_spans *spans, fc_text *warnings, fc_report *report);

#endif
