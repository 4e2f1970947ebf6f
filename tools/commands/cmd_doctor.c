/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/doctor/doctor.h"
#include "tools/output/table.h"

#include <string.h>

static const char *const states[] = {
#define STATE_TEXT(name, text) text,
    FC_FINDING_STATE_LIST(STATE_TEXT)
#undef STATE_TEXT
};

static fc_table findings_table(const fc_findings *findings)
{
    fc_table table = {0};
    fc_table_column(&table, "what", "what", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "state", "state", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "needed", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "purpose", "for", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "found", "found", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "next", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    for (size_t i = 0; i < findings->n; i++) {
        const fc_finding *at = &findings->item[i];
        const char *const texts[] = {at->what,    states[at->state], at->is_needed ? "yes" : "no",
                                     at->purpose, at->found,         at->next};
        fc_table_row(&table);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            if (texts[k])
                fc_table_text(&table, k, texts[k]);
    }
    return table;
}

static void print(const fc_arguments *arguments, const fc_findings *findings)
{
    const char *format = fc_arguments_value(arguments, "format");
    fc_table table = findings_table(findings);
    fc_text text = {0};
    if (strcmp(format, "json") == 0) {
        fc_json_writer json = fc_json_writer_document(&text);
        fc_json_writer_bool(&json, "ready", !fc_findings_faults(findings));
        fc_table_json(&json, "findings", &table, 2);
        fc_json_writer_end(&json);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(&text, &table);
    } else {
        fc_table_print(&text, &table);
        const char *last = "";
        for (size_t i = 0; i < findings->n; i++) {
            const fc_finding *at = &findings->item[i];
            if (at->next && strcmp(at->next, last) != 0)
                fc_text_add(&text, "%s: %s\n", at->what, at->next);
            last = at->next ? at->next : last;
        }
        if (fc_findings_faults(findings) == 0)
            fc_text_add(&text, "Everything needed is installed and works.\n");
    }
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_table_free(&table);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_findings findings = {0};
    fc_machine *machine = NULL;
    fc_status status = fc_machine_option_costs(&machine, fc_arguments_value(arguments, "machine"), report);
    if (!status)
        status = fc_doctor_programs(&findings, report);
    if (!status)
        status = fc_doctor_machine(&findings, machine, report);
    if (!status)
        fc_doctor_cache(&findings);
    if (!status)
        status = fc_doctor_demo(&findings, report);
    if (!status) {
        print(arguments, &findings);
        int faults = fc_findings_faults(&findings);
        if (faults > 0)
            status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_NEEDED_MISSING_NOT_WORKING, faults,
                             faults > 1 ? "parts are" : "part is");
    }
    fc_machine_free(machine);
    fc_findings_free(&findings);
    return status;
}

static const fc_option options[] = {
    {'m', "machine", "MACHINE", NULL, "default", false,
     "the machine to compare with this one: a file, or the name of a bundled machine"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

const fc_command fc_command_doctor = {
    .name = "doctor",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .operands = "",
    .help = "check the installation: what is missing, and whether a prediction works",
    .about =
        "Looks for the programs that Forecost starts, and compares the machine's processor and compiler with those "
        "found here. Counts the entries of the cache, and the damaged ones that were rebuilt. Runs analyze, predict "
        "and validate on a bundled program in a temporary folder. Prints a remedy "
        "for each fault. Exit code 4: something needed is missing or does not work.",
    .example = "forecost doctor -m here.yaml",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
