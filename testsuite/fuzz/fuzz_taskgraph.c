/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task graph, and a relaxed task graph, which is also ordered. */
#include "runtime/taskgraph/formats/taskgraph_file.h"
#include "runtime/taskgraph/relaxed/relaxed.h"
#include "testsuite/fuzz/input.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_taskgraph_file graph = {0};
    fc_relaxed relaxed = {0};
    if (fc_taskgraph_file_read(&graph, file.path, &report) == FC_OK)
        fc_taskgraph_file_free(&graph);
    if (fc_relaxed_read(&relaxed, file.path, &report) == FC_OK) {
        fc_relaxed_order(&relaxed, &report);
        fc_relaxed_free(&relaxed);
    }
    input_close(&file);
    return 0;
}
