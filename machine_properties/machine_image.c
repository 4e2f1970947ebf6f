/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_image.h"

#include <stdlib.h>
#include <string.h>

/* Format: the struct's bytes, then each text that is not NULL, with its terminator. */
void fc_machine_image_write(fc_text *out, const fc_machine *machine)
{
    fc_machine *bare = fc_allocate(1, sizeof *bare); /* too large for the stack */
    *bare = *machine;
    bare->samples = NULL;
    bare->n_samples = 0;
    fc_text_append(out, (const char *)bare, sizeof *bare);
    for (int i = 0; i < FC_MACHINE_TEXTS; i++) {
        const char *text = *fc_machine_text(bare, i);
        if (text)
            fc_text_append(out, text, strlen(text) + 1);
    }
    free(bare);
}

bool fc_machine_image_read(fc_machine **out, const char *bytes, size_t length)
{
    const char *at = bytes + sizeof **out, *end = bytes + length;
    if (length < sizeof **out)
        return false;
    fc_machine *machine = fc_allocate(1, sizeof *machine);
    memcpy(machine, bytes, sizeof *machine);
    bool good = true;
    for (int i = 0; i < FC_MACHINE_TEXTS; i++) {
        char **text = fc_machine_text(machine, i);
        good = good && (!*text || memchr(at, '\0', (size_t)(end - at)));
        *text = good && *text ? fc_copy_string(at) : NULL;
        at += *text ? strlen(at) + 1 : 0;
    }
    if (good)
        *out = machine;
    else
        fc_machine_free(machine);
    return good;
}
