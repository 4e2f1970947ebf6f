/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of `forecost check`. */
#include "testsuite/fuzz/input.h"
#include "tools/check/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_settings settings = {0};
    if (fc_settings_read(&settings, file.path, &report) == FC_OK)
        fc_settings_free(&settings);
    input_close(&file);
    return 0;
}
