/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file yaml_file.h  A YAML (or JSON) file read with libcyaml against a schema; every fault with its line and column.
 */
#ifndef FC_YAML_FILE_H
#define FC_YAML_FILE_H

#include "machine_properties/support/text.h"

#include <cyaml/cyaml.h>

/** All borrowed. */
typedef struct fc_yaml {
    const char *path; /* the file's name in reports */
    const char *text; /* terminated by a NUL that is not counted */
    size_t length;
    const char *what; /* "machine file" */
    const char *next; /* the next step after any fault */
} fc_yaml;

/** Reads into the structs of the schema, whose top is a pointer. Unknown, doubled and missing keys, aliases and NUL
 * bytes are faults. FC_E_INPUT with file:line:column. */
fc_status fc_yaml_load(FC_GIVE void **out, const fc_yaml *yaml, const cyaml_schema_value_t *schema, fc_report *report);
void fc_yaml_free(FC_TAKE void *loaded, const cyaml_schema_value_t *schema); /* NULL allowed */

/** Where the value at `path` ("memory.curves[3].seconds[4]") stands; line 0: nowhere. found (may be NULL) receives its
 * text, "" if it is no scalar. */
fc_place fc_yaml_place(const fc_yaml *yaml, const char *path, FC_GIVE char **found);
/** Reports what was expected at `path`, and what was found there; returns FC_E_INPUT. */
fc_status fc_yaml_fault(const fc_yaml *yaml, const char *path, const char *expected, fc_report *report);

#endif
