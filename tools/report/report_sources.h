/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_sources.h  The program's sources and the places in them that cost, for a report. */
#ifndef FC_REPORT_SOURCES_H
#define FC_REPORT_SOURCES_H

#include "tools/prediction/subject.h"

/** A JSON array: regions, then sites, in the order of the cost program: "file", "line", "function", "kind", "op",
 *  "origin" of its counts. */
void fc_report_sources_places(fc_text *out, const fc_cost_program *program);

/** A JSON array: of each file with a place "path", "text" and "note". A file that cannot be read, is no text, or is
 *  longer than 1 MiB has no text, and a note why; one that has changed since it was analysed a note that says so. */
void fc_report_sources_write(fc_text *out, const fc_subject *subject);

#endif
