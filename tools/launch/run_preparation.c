/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/run_preparation.h"

#include "support/messages/profile.h"
#include "tools/process/process.h"

#include <stdlib.h>

fc_status fc_run_preparation(const char *command, const char *directory, fc_report *report)
{
    if (!command)
        return FC_OK;
    fc_words words = {0};
    fc_words_split(&words, "sh -c");
    fc_words_add(&words, command);
    fc_process_result result = {0};
    fc_process_options options = {.command = &words, .directory = directory, .if_missing = "Install a shell, sh."};
    fc_status status = fc_process_run(&result, &options, report);
    if (!status && result.exit_code != 0) {
        char *next = fc_format("Its standard error is: %.400s", *result.errors ? result.errors : "empty.");
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_PREPARE_FAILED, command, result.exit_code);
        free(next);
    }
    fc_process_result_free(&result);
    fc_words_free(&words);
    return status;
}
