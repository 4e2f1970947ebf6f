/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_path.h  Matching of user-written paths against parameters (grammar: machine_edit.h). */
#ifndef FC_MACHINE_PATH_H
#define FC_MACHINE_PATH_H

#include "machine_properties/machine_parameters.h"

/** Offset of the first syntax error, from 0; greater than the path's length if the path is correct. */
size_t fc_machine_path_fault(const char *path);
/** How a path matches a parameter. A group contains the times and rates below a path. */
typedef enum fc_path_match {
    FC_PATH_OTHER,
    FC_PATH_ITSELF,
    FC_PATH_IN_GROUP
} fc_path_match;
fc_path_match fc_machine_path_match(const char *path, const fc_parameter *parameter);
/** Whether the path is a short name, from computation to data_movement. */
bool fc_machine_path_is_class(const char *path);
/** For a path that names nothing: the offset of the first step that does not match, from 0, and the list of valid
 * alternatives: "latency, gap". */
size_t fc_machine_path_alternatives(fc_text *out, const char *path, const fc_parameters *parameters,
                                    const fc_machine *machine);

#endif
