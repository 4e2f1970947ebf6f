/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_sources.h  The program's sources, and the regions and sites in them, for a report. */
#ifndef FC_REPORT_SOURCES_H
#define FC_REPORT_SOURCES_H

#include "support/json_writer.h"
#include "tools/prediction/prediction_context.h"

/** A JSON array: regions, then sites, in the order of the cost program: "file", "line", "function", "kind", "op",
 *  "origin" of its counts. */
void fc_report_sources_places(fc_json_writer *json, const char *key, const fc_cost_program *program);

/** Stands for a file's path in `source_url`. */
#define FC_REPORT_PATH_MARK "{path}"

/** A JSON array as a member of this key: "path", "url", "text" and "note" of each file with a region or site. A file
 * that is unreadable, not text, or longer than 1 MiB has no text and a note with the reason; a file that has changed
 * since the analysis has a note. "url" is the file on this machine, as seen from the folder of the file `page`, or
 * `source_url` with its path; a reader replaces "{line}" in it. source_url NULL: none. */
void fc_report_sources_write(fc_json_writer *json, const char *key, const fc_prediction_context *context,
                             const char *source_url, const char *page);

#endif
