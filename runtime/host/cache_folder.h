/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cache_folder.h  The cache folder for compiled programs and parsed machines: found, checked for safety,
 * pruned, and counted. */
#ifndef FC_CACHE_FOLDER_H
#define FC_CACHE_FOLDER_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/** $XDG_CACHE_HOME/forecost or ~/.cache/forecost, created if needed. NULL unless this user owns it and no other user
 * may write to it. */
FC_GIVE char *fc_cache_folder(void);
/** The file is regular, owned by this user, and not writable by others. */
bool fc_cache_folder_trusts(const struct stat *file);
/** Creates a private folder inside `parent` (NULL: $TMPDIR or /tmp); FC_E_ENVIRONMENT if that fails. */
fc_status fc_cache_folder_make_temporary(FC_GIVE char **out, const char *parent, fc_report *report);
/** Sets the file's time of last use to now, for fc_cache_folder_prune(). */
void fc_cache_folder_touch(const char *path);
/** Removes the write permission of others whatever the umask, as fc_cache_folder_trusts() requires. */
void fc_cache_folder_protect(const char *path);
enum {
    FC_CACHE_FOLDER_DAYS = 30,
    FC_CACHE_FOLDER_BYTES = 128 << 20
};
/** Removes objects (*.so, *.object) and machines (*.machine) unused for `days`, then the least recently used until the
 * rest takes at most `bytes`. Also removes build folders older than a day. Safe with concurrent readers and writers: a
 * loaded object stays loaded, and a removed one is compiled again. */
void fc_cache_folder_prune(const char *folder, double days, double bytes);
/** Adds a damaged entry to the folder's log (damaged.log). */
void fc_cache_folder_count_damage(const char *folder, const char *name);
/** What a cache folder contains. */
typedef struct fc_cache_folder_use {
    size_t entries;
    double bytes;
    long damaged; /* entries found damaged and rebuilt since the folder exists */
} fc_cache_folder_use;
fc_cache_folder_use fc_cache_folder_measure(const char *folder);
/** Removes a folder that contains only files. */
void fc_cache_folder_remove(const char *folder);

#endif
