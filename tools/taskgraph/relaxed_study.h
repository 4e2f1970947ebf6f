/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed_study.h  A relaxed task graph at the points of a sweep, printed. */
#ifndef FC_RELAXED_STUDY_H
#define FC_RELAXED_STUDY_H

#include "tools/command_line/command.h"

/** Whether the file's first member is "relaxed"; what cannot be read is none. */
bool fc_relaxed_study_is(const char *path);
/** `forecost taskgraph RELAXED.json`: reads, reduces, evaluates, prints. */
fc_status fc_relaxed_study_run(const fc_arguments *arguments, fc_report *report);

#endif
