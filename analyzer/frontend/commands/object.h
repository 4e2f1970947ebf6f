/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file object.h  Reads archive members (ar), and the symbols an ELF object defines and needs (libelf). */
#ifndef FC_OBJECT_H
#define FC_OBJECT_H

#include "support/words.h"

#include <stdbool.h>

/** A file in memory, or a member of an archive in memory. */
typedef struct fc_bytes {
    const char *at;
    size_t length;
} fc_bytes;

/** True for an archive made by ar: "!<arch>". */
bool fc_object_is_archive(fc_bytes file);
/** True for a thin archive (ar with T): "!<thin>". Its members are separate files. */
bool fc_object_is_thin_archive(fc_bytes file);
/** True for an ELF file: object, shared library or executable. */
bool fc_object_is_elf(fc_bytes file);

/** Appends the global names the object defines and needs. Weak undefined names are omitted, since a linker takes no
 * member for them. False, and nothing appended, if the file is not ELF, has no symbol table, or contains only
 * link-time-optimization bytecode. */
bool fc_object_names(fc_words *defined, fc_words *needed, fc_bytes object);
/** True if a file symbol (STT_FILE) names a ".c" file: the object was compiled from C. */
bool fc_object_is_of_c(fc_bytes object);
/** Appends the members of an archive to *member, without its symbol and name tables; *n is their number. */
void fc_object_members(fc_bytes **member, size_t *n, fc_bytes archive);
/** Appends the paths of a thin archive's members, relative to its folder unless absolute. */
void fc_object_thin_members(fc_words *path, fc_bytes archive);

#endif
