/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file launch_flags.h  Separates a source's flags into compile and link flags. */
#ifndef FC_LAUNCH_FLAGS_H
#define FC_LAUNCH_FLAGS_H

#include "analyzer/frontend/commands/flag.h"
#include "tools/launch/launch.h"

/** Adds the source's flags whose use is a or b, with their arguments. */
void fc_launch_flags_add(fc_words *words, const fc_launch_source *source, fc_flag_use a, fc_flag_use b);
bool fc_launch_flags_are_same(const fc_launch_source *a, const fc_launch_source *b);

#endif
