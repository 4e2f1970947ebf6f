/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program model: read, and where it is valid analyzed and printed as a cost program. */
#include "analyzer/emit/cost_program/cost_program.h"
#include "testsuite/fuzz/input.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    fc_text text = {0};
    if (fc_program_read(&program, file.path, &report) == FC_OK &&
        fc_analysis_create(&analysis, program, &report) == FC_OK)
        fc_cost_program_write(&text, analysis, &report);
    fc_text_free(&text);
    fc_analysis_free(analysis);
    fc_program_free(program);
    input_close(&file);
    return 0;
}
