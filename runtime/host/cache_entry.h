/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cache_entry.h  The seal of a cache entry: format version, length, key and checksum (XXH3, 128 bits).
 *
 * The seal is at the end of the file, because a shared object must begin with its ELF header; the loader ignores what
 * follows the sections. An entry without a valid seal is damaged: truncated, overwritten, or renamed. The checksum
 * detects faults of disks and programs. It does not stop an attacker; the permissions of the folder do
 * (fc_cache_folder()). */
#ifndef FC_CACHE_ENTRY_H
#define FC_CACHE_ENTRY_H

#include "support/text.h"

#include <stdbool.h>

enum {
    FC_CACHE_ENTRY_KEY =
        32 /* characters of a key, from fc_content_key(); the file's name is "KEY.so" or "KEY.machine" */
};

/** Reads an entry and checks its seal; *length does not count the seal. False if the entry is absent, not this user's,
 * or damaged. An entry that is damaged or not this user's (a link, a pipe) is removed and added to the folder's count
 * of damaged entries. */
bool fc_cache_entry_read(FC_GIVE char **out, size_t *length, const char *folder, const char *name);
/** Appends the seal to the content of the entry `name`. */
void fc_cache_entry_seal(fc_text *content, const char *name);
/** The same for a file. False if that fails; the file is then not to be used as an entry. */
bool fc_cache_entry_seal_file(const char *path, const char *name);

#endif
