/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/embedded.h"

#include <string.h>

const fc_embedded_file *fc_embedded_find(const char *path)
{
    for (int i = 0; i < fc_embedded_n_files; i++)
        if (strcmp(fc_embedded_files[i].path, path) == 0)
            return &fc_embedded_files[i];
    return NULL;
}
