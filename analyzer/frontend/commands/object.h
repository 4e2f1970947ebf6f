/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file object.h  What a linker sees in a file: archive members, and the names an object defines and needs. */
#ifndef FC_OBJECT_H
#define FC_OBJECT_H

#include "machine_properties/support/words.h"

#include <stdbool.h>

/** A file in memory, or a member of an archive in memory. */
typedef struct fc_bytes {
    const char *at;
    size_t length;
} fc_bytes;

/** "!<arch>": made by ar. */
bool fc_object_is_archive(fc_bytes file);
/** "!<thin>": made by ar with T; its members are files of their own. */
bool fc_object_is_thin_archive(fc_bytes file);
/** An ELF file: object, shared library or executable. */
bool fc_object_is_elf(fc_bytes file);

/** Adds the global names the object defines and those it needs (weak needs are left out, as a linker pulls no member
 * for them). False, and nothing added, if its names are not to be had: no ELF file, or one whose names wait for
 * link-time optimisation. */
bool fc_object_names(fc_words *defined, fc_words *needed, fc_bytes object);
/** True if the object was compiled from a file that ends in ".c": what its file symbols say. */
bool fc_object_is_of_c(fc_bytes object);
/** Adds the members of an archive to *member (grown from *n, *capacity), without its symbol and name tables. */
void fc_object_members(fc_bytes **member, size_t *n, fc_bytes archive);
/** Adds the paths of a thin archive's members, relative to its folder. */
void fc_object_thin_members(fc_words *path, fc_bytes archive);

#endif
