/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_place.h  Where a value stands in the text of a JSON document: jansson tells only where it does not parse.
 * Looked for when there is something to complain about, not before. */
#ifndef FC_JSON_PLACE_H
#define FC_JSON_PLACE_H

#include "machine_properties/support/status.h"

#include <stddef.h>

/** A step down from the value that `up` leads to (NULL: the document): into the member `key`, or, where key is NULL,
 * into the element `index`. */
typedef struct fc_json_step {
    const struct fc_json_step *up;
    const char *key;
    size_t index;
} fc_json_step;

/** Line and column of the value the steps lead to; of the nearest value around it that exists. The text is a valid JSON
 * document. step NULL: the document. */
fc_place fc_json_place(const char *file, const char *text, const fc_json_step *step);

#endif
