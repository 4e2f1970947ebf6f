/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file check_request.h  A check request: the settings of one program in forecost.yaml, as command lines of `forecost
 * analyze` and `forecost predict`. So the settings have the grammar and the errors of these commands. */
#ifndef FC_CHECK_REQUEST_H
#define FC_CHECK_REQUEST_H

#include "support/words.h"
#include "tools/check/settings.h"
#include "tools/command_line/sweep.h"

/** A command line, as words and parsed. */
typedef struct fc_check_request {
    fc_words words;
    fc_arguments arguments;
    fc_sweep sweep; /* of a prediction */
} fc_check_request;

/** As `forecost analyze SOURCES -- FLAGS`. Errors of the command line. */
fc_status fc_check_request_sources(FC_GIVE fc_check_request *out, const fc_settings_program *program, FILE *errors,
                                   fc_report *report);
/** As `forecost predict` with the options and arguments of one entry of points; no model is named. Errors of the
 * command line. */
fc_status fc_check_request_points(FC_GIVE fc_check_request *out, const fc_settings_program *program,
                                  const fc_settings_points *points, FILE *errors, fc_report *report);
void fc_check_request_free(fc_check_request *request);

#endif
