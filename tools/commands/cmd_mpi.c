/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comm_interface/operations.h"
#include "comm_interface/runtime_function.h"
#include "support/json_writer.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/output/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAMES = 1000
};

static void add_row(fc_table *table, const fc_mpi_operation *operation)
{
    /* "data, count, datatype, rank, communicator". */
    fc_text text = {0};
    for (const char *role = operation->arguments; *role; role++)
        fc_text_add(&text, "%s%s", role > operation->arguments ? ", " : "", fc_argument_word(*role));
    char *arguments = fc_text_take(&text);
    const char *symbol = operation->fit < FC_N_FITS ? fc_comm_model_symbol(operation->fit) : "";
    const char *texts[] = {operation->name, fc_mpi_kind_word(operation->kind), symbol, operation->note, arguments};
    fc_table_row(table);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fc_table_text(table, i, texts[i]);
    free(arguments);
}

static fc_status refuse_name(const char *name, fc_report *report)
{
    const char **known = fc_allocate((size_t)fc_mpi_n_operations, sizeof *known);
    for (int i = 0; i < fc_mpi_n_operations; i++)
        known[i] = fc_mpi_operations[i].name;
    const char *nearest = fc_command_nearest_name(name, known, fc_mpi_n_operations);
    char *next = nearest ? fc_format("Did you mean %s?", nearest) : fc_copy_string("`forecost mpi` lists them all.");
    fc_status status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_NOT_FUNCTION_MPI, name);
    free(next);
    free(known);
    return status;
}

static fc_status fill(fc_table *table, const fc_arguments *arguments, fc_report *report)
{
    for (int i = 0; i < arguments->n_operands; i++) {
        const fc_mpi_operation *operation = fc_mpi_operation_find(arguments->operand[i]);
        if (!operation)
            return refuse_name(arguments->operand[i], report);
        add_row(table, operation);
    }
    for (int i = 0; i < fc_mpi_n_operations && arguments->n_operands == 0; i++)
        add_row(table, &fc_mpi_operations[i]);
    return FC_OK;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_table table = {0};
    fc_text text = {0};
    /* The table shows the arguments for named functions only; JSON and CSV always have them. */
    bool is_single = arguments->n_operands > 0;
    fc_table_column(&table, "function", "function", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "kind", "kind", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "runtime_function", "runtime function", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "meaning", "meaning", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "arguments", "arguments", FC_UNIT_TEXT, is_single ? FC_SHOW_ALL : FC_SHOW_DATA);
    fc_status status = fill(&table, arguments, report);
    if (!status) {
        const char *format = fc_arguments_value(arguments, "format");
        if (strcmp(format, "json") == 0) {
            fc_json_writer json = fc_json_writer_document(&text);
            fc_table_json(&json, "functions", &table, 2);
            fc_json_writer_end(&json);
        } else if (strcmp(format, "csv") == 0) {
            fc_table_csv(&text, &table);
        } else {
            fc_table_print(&text, &table);
        }
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_text_free(&text);
    fc_table_free(&table);
    return status;
}

static const fc_option options[] = {
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

const fc_command fc_command_mpi = {
    .name = "mpi",
    .workflow = FC_WORKFLOW_INTERNALS,
    .operands = "MPI_NAME...",
    .least_operands = 0,
    .most_operands = MAX_NAMES,
    .help = "list the MPI functions: cost model and meaning of each",
    .about =
        "Lists every function of MPI 3.1's C binding, or the named ones: its kind, its runtime function, its meaning "
        "on a virtual rank, and its arguments. --comm-model replaces a runtime function by a C function. `forecost "
        "analyze` rejects a program that calls an unsupported function, with the places of the calls.",
    .example = "forecost mpi MPI_Allgatherv MPI_Put",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
