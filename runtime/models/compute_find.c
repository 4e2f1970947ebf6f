/* SPDX-License-Identifier: Apache-2.0 */
/* Compute models by name. */
#include "compute.h"

#include <string.h>

fc_compute_model *fc_compute_find(const char *name)
{
    if (strcmp(name, "ops") == 0)
        return fc_compute_ops;
    if (strcmp(name, "memory") == 0)
        return fc_compute_memory;
    return NULL;
}
