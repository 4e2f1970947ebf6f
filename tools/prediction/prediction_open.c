/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/prediction_open.h"

#include "tools/prediction/changed_files.h"
#include "tools/prediction/slice_budget.h"

fc_status fc_prediction_open(fc_prediction_context *out, const fc_arguments *arguments, fc_report *report)
{
    fc_program *program = NULL;
    fc_status status = fc_program_read(&program, arguments->operand[0], report);
    if (status)
        return status;
    status = fc_prediction_context_create(out, program, arguments, report);
    if (!status)
        fc_changed_files_note_sources(program, arguments->operand[0], arguments->errors);
    if (!status)
        status = fc_slice_budget_apply(out, arguments, report);
    return status;
}
