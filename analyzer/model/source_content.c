/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/source_content.h"
#include "machine_properties/support/text.h"

#include <string.h>

bool fc_source_content_differs(const fc_source *source, const char *text, size_t length)
{
    char key[sizeof source->key];
    fc_content_key(key, text, length);
    return source->key[0] && strcmp(key, source->key) != 0;
}
