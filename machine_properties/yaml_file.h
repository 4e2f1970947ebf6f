/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file yaml_file.h  Reads a YAML (or JSON) file with libcyaml against a schema, and writes one; every fault has its
 * line and column.
 */
#ifndef FC_YAML_FILE_H
#define FC_YAML_FILE_H

#include "support/text.h"

#include <cyaml/cyaml.h>

/** All pointers are borrowed. */
typedef struct fc_yaml {
    const char *path; /* the file's name in reports */
    const char *text; /* with a terminating NUL that length does not count */
    size_t length;
    const char *what; /* "machine file" */
    const char *next; /* the hint of every fault */
} fc_yaml;

/** Reads into the structs of the schema, whose top is a pointer. Unknown, duplicate and missing keys, aliases and NUL
 * bytes are faults: FC_E_INPUT with file:line:column. */
fc_status fc_yaml_load(FC_GIVE void **out, const fc_yaml *yaml, const cyaml_schema_value_t *schema, fc_report *report);
void fc_yaml_free(FC_TAKE void *loaded, const cyaml_schema_value_t *schema); /* NULL allowed */

/** Appends the YAML text of the structs of a schema, numbers with six significant digits. */
fc_status fc_yaml_save(fc_text *out, const void *file, const cyaml_schema_value_t *schema, fc_report *report);

/** Position of the value at `path` ("memory.curves[3].seconds[4]"); line 0 if there is none. found (may be NULL)
 * receives the value's text, "" if it is not a scalar. */
fc_place fc_yaml_place(const fc_yaml *yaml, const char *path, FC_GIVE char **found);
/** Reports what was expected at `path` and what the file has there; returns FC_E_INPUT. */
fc_status fc_yaml_fault(const fc_yaml *yaml, const char *path, const char *expected, fc_report *report);

#endif
