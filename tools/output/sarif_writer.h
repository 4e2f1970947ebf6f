/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sarif_writer.h  SARIF 2.1.0, OASIS standard of 27 March 2020: sections 3.13 (sarifLog), 3.14 (run), 3.27
 * (result), 3.28 (location). fc_sarif_begin(), the rules, fc_sarif_results(), the results, fc_sarif_end(). */
#ifndef FC_SARIF_WRITER_H
#define FC_SARIF_WRITER_H

#include "support/json_writer.h"
#include "support/status.h"

fc_json_writer fc_sarif_begin(fc_text *out, const char *tool);
void fc_sarif_rule(fc_json_writer *json, const char *id, const char *about);
void fc_sarif_results(fc_json_writer *json);
void fc_sarif_end(fc_json_writer *json);

/** {"text": ...} */
void fc_sarif_message(fc_json_writer *json, const char *key, const char *text);
/** message NULL: none. */
void fc_sarif_location(fc_json_writer *json, fc_place place, const char *message);
/** GitHub matches results of different runs by the hash of this text, so it must not contain line numbers. */
void fc_sarif_fingerprint(fc_json_writer *json, const fc_text *text);

#endif
