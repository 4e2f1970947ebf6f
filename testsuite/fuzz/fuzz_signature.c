/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An application signature. */
#include "runtime/cache_signature/signature.h"
#include "testsuite/fuzz/input.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_signature *signature = NULL;
    if (fc_signature_read(&signature, file.path, NULL, &report) == FC_OK)
        fc_signature_free(signature);
    input_close(&file);
    return 0;
}
