/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shared object: the check before it is loaded, and its image. */
#include "runtime/host/object_image.h"
#include "runtime/host/passive_object.h"
#include "testsuite/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fc_object_image image = {0};
    fc_passive_object_is((const char *)data, size);
    if (fc_object_image_make(&image, (const char *)data, size)) {
        fc_object_image_symbol(&image, "g");
        fc_object_image_free(&image);
    }
    return 0;
}
