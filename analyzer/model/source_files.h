/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file source_files.h  Detects sources that have changed since the model was made. */
#ifndef FC_SOURCE_FILES_H
#define FC_SOURCE_FILES_H

#include "analyzer/model/program.h"

/** The text differs from the analyzed one. False for headers, whose content key is not kept. */
bool fc_source_files_differ(const fc_finite_source *source, const char *text, size_t length);

/** @file source_files.h  Finds a model's sources from the directory in which the model is read. */

/** The folder as a model file at `path` names it: relative to the model's own folder, so that the same program gives
 * the same model elsewhere; absolute if only the root is common. A stream counts as a file of the current folder. */
FC_GIVE char *fc_source_files_folder_from(const char *folder, const char *path);
/** The paths of a model's files are relative to the directory in which it was made. If the first source is not found
 * unchanged from the current directory, the directory of the model file `path` is tried, then the one in which the
 * model was made, then that of the compile command. On success all relative paths are adjusted; on failure nothing
 * changes. */
void fc_source_files_find(fc_program *program, const char *path);

#endif
