/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The baseline file of `forecost check`. */
#include "testsuite/fuzz/input.h"
#include "tools/check/baseline_file.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_baseline now = {0}, read = {0};
    if (fc_baseline_file_read(&read, file.path, &now, &report) == FC_OK)
        fc_baseline_free(&read);
    input_close(&file);
    return 0;
}
