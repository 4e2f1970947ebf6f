/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine_code/disassembly.h"

#include "analyzer/frontend/parsing/machine_code.h"
#include "support/messages/profile.h"
#include "tools/machine_code/loop_throughput.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 512 << 20
};

bool fc_disassembly_knows_host(void)
{
#ifdef __x86_64__
    return true;
#else
    return false;
#endif
}

static fc_status list_code(fc_program *program, const fc_launch_app *app, fc_text *assembly, fc_report *report)
{
    fc_words command = {0};
    fc_process_result result = {0};
    fc_words_split(&command, "objdump -d -l --inlines --no-show-raw-insn");
    fc_words_add(&command, fc_launch_executable(app));
    fc_process_options options = {
        .command = &command, .output_limit = MOST_BYTES, .if_missing = "Install the package binutils."};
    fc_status status = fc_process_run(&result, &options, report);
    fc_words_free(&command);
    if (status)
        return status;
    if (result.exit_code != 0 || !strstr(result.output, "x86-64"))
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                         "Omit --code; the compute model then uses the source only.", FC_MSG_ONLY_X_MACHINE_CODE_CAN);
    else
        fc_machine_code_read(program, result.output, assembly);
    fc_process_result_free(&result);
    return status;
}

fc_status fc_disassembly_of_build(FC_GIVE fc_code_loop **out, int *n, const fc_program *program,
                                  const fc_launch_app *app, fc_report *report)
{
    fc_program built = *program;
    built.code = NULL;
    built.n_code = 0;
    fc_status status = list_code(&built, app, NULL, report);
    if (status) {
        free(built.code);
        return status;
    }
    *out = built.code;
    *n = built.n_code;
    return FC_OK;
}

fc_status fc_disassembly_read(fc_program *program, const char *cpu, fc_report *report)
{
    fc_launch_app *app = NULL;
    fc_text assembly = {0};
    fc_status status = fc_launch_build_program(&app, program, false, report);
    if (status)
        return status;
    status = list_code(program, app, cpu ? &assembly : NULL, report);
    if (!status && cpu)
        status = fc_loop_throughput_compute(program, &assembly, cpu, report);
    fc_text_free(&assembly);
    fc_launch_app_free(app);
    return status;
}
