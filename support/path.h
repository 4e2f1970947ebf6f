/* SPDX-License-Identifier: Apache-2.0 */
/** @file path.h  Paths as messages print them, and the folders of a path. */
#ifndef FC_PATH_H
#define FC_PATH_H

#include "support/status.h"

#include <stddef.h>

/** The path from the current folder, if it is shorter than the absolute path and at most two folders up; else the path
 * itself. Symbolic links are not resolved. As snprintf. */
int fc_path_write(char *out, size_t size, const char *path);

/** The path with its folder absolute and without symbolic links. A link as the last component stays: a compiler finds
 * the headers beside the name that it is given. NULL: no such file, or out of memory. */
FC_GIVE char *fc_path_in_real_folder(const char *path);

/** The last component, "a.c" of "dir/a.c"; a part of path. NULL, an unknown file: "?". */
const char *fc_path_name(const char *path);

/** Makes the folders of the path before its last component, as mkdir -p does, except those that end within its first
 * `from` bytes. A failure is left to what is written there. The path is the same afterwards. */
void fc_path_make_folders(char *path, size_t from, unsigned mode);

#endif
