/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_image.h  Binary image of a machine for a cache: parsing the YAML file takes longer than most
 * predictions. Only the same build can read it back. */
#ifndef FC_MACHINE_IMAGE_H
#define FC_MACHINE_IMAGE_H

#include "machine_properties/machine.h"

#include <stdbool.h>

/** Appends everything except the samples. */
void fc_machine_image_write(fc_text *out, const fc_machine *machine);
/** False if the bytes are truncated. The content is trusted: pass only bytes that this build wrote, as the seal of a
 * cache entry proves (runtime/host/cache_entry.h). */
bool fc_machine_image_read(FC_GIVE fc_machine **out, const char *bytes, size_t length);

#endif
