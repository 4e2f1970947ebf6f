/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured times in CSV. */
#include "runtime/scaling/speedup_data.h"
#include "testsuite/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_speedup_data read = {0};
    if (fc_speedup_data_read(&read, file.path, &report) == FC_OK) {
        fc_speedup_data_sort(&read);
        fc_speedup_data_free(&read);
    }
    input_close(&file);
    return 0;
}
