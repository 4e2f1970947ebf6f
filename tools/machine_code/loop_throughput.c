/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine_code/loop_throughput.h"

#include "support/messages/profile.h"
#include "tools/process/process.h"
#include "tools/process/scratch.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 512 << 20
};

static fc_status not_understood(fc_report *report, const char *output)
{
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                   "Use --code without --mca; loop throughput then comes from the calibrated costs.",
                   FC_MSG_UNEXPECTED_OUTPUT_LLVM_MCA, (int)strcspn(output, "\n"), output);
}

static fc_status take_answer(fc_program *program, const char *answer, fc_report *report)
{
    json_t *root = json_loads(answer, JSON_ALLOW_NUL, NULL); /* names of equal units differ by a NUL and a number */
    const char *cpu = json_string_value(json_object_get(json_object_get(root, "TargetInfo"), "CPUName"));
    fc_status status = cpu ? FC_OK : not_understood(report, answer);
    if (!status) {
        program->code_cpu = fc_copy_string(cpu);
        const json_t *regions = json_object_get(root, "CodeRegions");
        size_t at;
        json_t *region;
        json_array_foreach(regions, at, region)
        {
            const char *name = json_string_value(json_object_get(region, "Name"));
            const json_t *summary = json_object_get(region, "SummaryView");
            double cycles = json_number_value(json_object_get(summary, "BlockRThroughput"));
            long number = name ? strtol(name, NULL, 10) : -1;
            if (number >= 0 && number < program->n_code && cycles > 0)
                program->code[number].cycles = cycles;
        }
    }
    json_decref(root);
    return status;
}

static fc_status run(fc_process_result *out, const char *path, const char *cpu, fc_report *report)
{
    fc_words command = {0};
    char *processor = fc_format("-mcpu=%s", cpu);
    fc_words_split(&command, "llvm-mca-19 -mtriple=x86_64-pc-linux-gnu --json --iterations=1 --resource-pressure=false "
                             "--instruction-info=false --skip-unsupported-instructions=any");
    fc_words_add(&command, processor);
    fc_words_add(&command, path);
    fc_process_options options = {.command = &command,
                                  .output_limit = MOST_BYTES,
                                  .if_missing =
                                      "Install the package llvm-19, or use --code without --mca; loop throughput then "
                                      "comes from the calibrated costs."};
    fc_status status = fc_process_run(out, &options, report);
    fc_words_free(&command);
    free(processor);
    return status;
}

fc_status fc_loop_throughput_compute(fc_program *program, const fc_text *assembly, const char *cpu, fc_report *report)
{
    fc_scratch scratch = {0};
    if (program->n_code == 0)
        return FC_OK;
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    char *path = fc_format("%s/loops.s", scratch.folder);
    status = fc_file_write(path, assembly->bytes, assembly->length, report);
    if (!status) {
        /* Models the loops of an assembly file. */
        fc_process_result result = {0};
        status = run(&result, path, cpu, report);
        if (!status) {
            if (strstr(result.errors, "is not a recognized processor"))
                status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Run `llvm-mca-19 -mcpu=help` for the names.",
                                 FC_MSG_MCA_UNKNOWN_PROCESSOR, cpu);
            else if (result.exit_code != 0)
                status = not_understood(report, result.errors);
            else
                status = take_answer(program, result.output, report);
            fc_process_result_free(&result);
        }
    }
    free(path);
    fc_scratch_close(&scratch);
    return status;
}
