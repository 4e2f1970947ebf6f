/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_place.h  Line and column of a value in the text of a JSON document. jansson reports places of syntax
 * errors only. The text is scanned only when an error is reported. */
#ifndef FC_JSON_PLACE_H
#define FC_JSON_PLACE_H

#include "machine_properties/support/status.h"

#include <stddef.h>

/** One step of a path from the value of `up` (NULL: the document) to member `key` or, if key is NULL, to element
 * `index`. */
typedef struct fc_json_step {
    const struct fc_json_step *up;
    const char *key;
    size_t index;
} fc_json_step;

/** Line and column of the value at the end of the path, or of the innermost existing value around it. The text must be
 * valid JSON. step NULL: the document. */
fc_place fc_json_place(const char *file, const char *text, const fc_json_step *step);

#endif
