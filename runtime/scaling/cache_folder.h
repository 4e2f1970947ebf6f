/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cache_folder.h  A folder only this user can write to. */
#ifndef FC_CACHE_FOLDER_H
#define FC_CACHE_FOLDER_H

#include "machine_properties/support/status.h"

#include <stdbool.h>

/** $XDG_CACHE_HOME/forecost or ~/.cache/forecost, made if need be; NULL unless it is a folder owned by this user that
 * no one else may write to. */
FC_GIVE char *fc_cache_folder(void);
/** The file is regular, owned by this user, and no one else may write to it. */
bool fc_cache_trusts(const char *path);
/** A new folder of this user's alone inside `parent` (NULL: $TMPDIR or /tmp); FC_E_ENVIRONMENT if none can be made. */
fc_status fc_cache_temporary(FC_GIVE char **out, const char *parent, fc_report *report);
/** The file was used just now: fc_cache_prune() goes by that. */
void fc_cache_touch(const char *path);
/** No one else may write to the file from now on, whatever the umask: fc_cache_trusts() asks for that. */
void fc_cache_protect(const char *path);
enum {
    FC_CACHE_DAYS = 30,
    FC_CACHE_BYTES = 128 << 20
};
/** Removes objects (*.so) and machines (*.machine) that were not used for `days`, then those unused longest until all
 * take `bytes` at most, and folders that a build left more than a day ago. Others may read and add meanwhile: an object
 * in use stays loaded when its name is gone, and one that is gone is made again. */
void fc_cache_prune(const char *folder, double days, double bytes);
/** Removes a folder that holds only files. */
void fc_cache_remove(const char *folder);

#endif
