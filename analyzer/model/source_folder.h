/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file source_folder.h  Where a model's sources are, seen from the folder in which it is read. */
#ifndef FC_SOURCE_FOLDER_H
#define FC_SOURCE_FOLDER_H

#include "analyzer/model/program.h"

/** The paths of a model's files are relative to the folder it was made in. Where the first of its sources is not found
 * there with the content it had, the folder of the model file `path` and then that of the compile command are looked
 * into; where it is, all relative paths are made to lead there. Nothing changes if it is nowhere. */
void fc_source_folder_find(fc_program *program, const char *path);

#endif
