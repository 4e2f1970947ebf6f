/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile of a model that is fixed. */
#include "analyzer/model/profile/profile.h"
#include "testsuite/fuzz/input.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fc_program *program;
    input_file file = input_open(data, size);
    fc_report report;
    fc_profile *profile = NULL;
    if (!program && fc_program_read(&program, FORECOST_SOURCE_DIR "/testsuite/fuzz/corpora/model/plain.json", &report))
        abort();
    if (fc_profile_read(&profile, file.path, program, &report) == FC_OK)
        fc_profile_free(profile);
    input_close(&file);
    return 0;
}
