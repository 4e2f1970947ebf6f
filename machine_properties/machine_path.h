/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_path.h  Which parameters a path that a person wrote names (grammar: machine_edit.h). */
#ifndef FC_MACHINE_PATH_H
#define FC_MACHINE_PATH_H

#include "machine_properties/machine_parameters.h"

/** Where the text stops to be a path, from 0; past its end if it is one. */
size_t fc_machine_path_fault(const char *path);
/** How a path stands to a parameter. A group holds times, and rates, which are times upside down. */
typedef enum fc_path_match {
    FC_PATH_OTHER,
    FC_PATH_ITSELF,
    FC_PATH_IN_GROUP
} fc_path_match;
fc_path_match fc_machine_path_match(const char *path, const fc_parameter *parameter);
/** True of the short names, computation to data_movement. */
bool fc_machine_path_is_class(const char *path);
/** For a path that names nothing: where its first step is that nothing goes with, from 0, and what there is in its
 * place: "latency, gap". */
size_t fc_machine_path_names(fc_text *out, const char *path, const fc_parameters *parameters,
                             const fc_machine *machine);

#endif
