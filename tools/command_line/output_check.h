/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file output_check.h  Refuses an output that would overwrite an input of the same command. */
#ifndef FC_OUTPUT_CHECK_H
#define FC_OUTPUT_CHECK_H

#include "tools/command_line/command.h"

/** FC_E_USAGE: a file that the command is to write is also an operand, an option's value or an argument after "--". */
fc_status fc_output_check(const fc_arguments *arguments, fc_report *report);
/** FC_E_USAGE: a file that the command is to write is this one, an input that the command line does not name. */
fc_status fc_output_check_unnamed(const fc_arguments *arguments, const char *input, fc_report *report);
/** FC_E_USAGE: both paths name the same regular file, by any name or link. */
fc_status fc_output_check_differs(const char *output, const char *input, fc_report *report);

#endif
