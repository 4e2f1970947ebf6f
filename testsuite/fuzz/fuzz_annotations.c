/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An annotation file (--notes), and a file of library costs (--library), for a model that is fixed. */
#include "analyzer/effects/library_annotated.h"
#include "analyzer/model/annotations/annotation_file.h"
#include "testsuite/fuzz/input.h"

static const char model[] = FORECOST_SOURCE_DIR "/testsuite/fuzz/corpora/model/counted.json";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    for (int kind = 0; kind < 2; kind++) {
        fc_program *program = NULL; /* the file changes it */
        int n_unused;
        if (fc_program_read(&program, model, &report))
            abort();
        if (kind == 0)
            fc_annotation_file_apply(program, file.path, &report);
        else
            fc_library_annotated_read(&n_unused, program, file.path, &report);
        fc_program_free(program);
    }
    input_close(&file);
    return 0;
}
