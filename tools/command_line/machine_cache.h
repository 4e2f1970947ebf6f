/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_cache.h  Parsed machine files, in the user's cache folder. */
#ifndef FC_MACHINE_CACHE_H
#define FC_MACHINE_CACHE_H

#include "machine_properties/machine.h"

/** fc_machine_parse() of a text without samples, or the cached result of this build for the same text. */
fc_status fc_machine_cache_parse(FC_GIVE fc_machine **out, const char *text, size_t length, const char *path,
                                 fc_report *report);

#endif
