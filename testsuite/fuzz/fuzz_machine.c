/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine file, and the samples beside it. */
#include "machine_properties/machine_file.h"
#include "testsuite/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fc_report report;
    fc_machine *machine = NULL;
    char *text = input_string(data, size);
    if (fc_machine_parse(&machine, text, strlen(text), "input.yaml", &report) == FC_OK)
        fc_machine_parse_samples(machine, text, strlen(text), "input.yaml", &report);
    fc_machine_free(machine);
    free(text);
    return 0;
}
