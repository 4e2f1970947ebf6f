/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/report/report_data.h"

#include "analyzer/emit/formula/formula.h"
#include "support/json_writer.h"
#include "tools/command_line/machine_option.h"
#include "tools/compare/comparison_print.h"
#include "tools/output/table.h"
#include "tools/points/points_summary.h"
#include "tools/report/report_formula.h"
#include "tools/report/report_sources.h"

#include <stdlib.h>

/* ---- pieces of JSON ---- */

/* A member begins a line. */
static void add_string(fc_json_writer *json, const char *key, const char *value)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_string(json, key, value);
}

/* The caller appends the value. */
static void add_item(fc_json_writer *json, const char *key)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_item(json, key);
}

static void begin_list(fc_json_writer *json, const char *key)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
}

/* ---- the machine ---- */

/* Operations whose terms in p are assumed, not fitted. */
static void add_assumed(fc_json_writer *json, const fc_machine *machine)
{
    static const char *const fit[] = {
#define NAME(name, text) text,
        FC_FIT_LIST(NAME)
#undef NAME
    };
    begin_list(json, "assumed");
    for (int i = 0; i < FC_N_FITS; i++)
        if (machine->is_assumed[FC_VARIANT_ANY][i])
            fc_json_writer_string(json, NULL, fit[i]);
    fc_json_writer_end(json);
}

static void add_machine(fc_json_writer *json, const fc_machine *machine)
{
    char *provenance = fc_machine_option_provenance(machine);
    fc_json_writer_break(json, 0);
    fc_json_writer_object(json, "machine", FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "name", machine->coefficients.name);
    add_string(json, "provenance", provenance);
    add_string(json, "note", machine->note);
    add_string(json, "date", machine->date);
    add_string(json, "cpu", machine->cpu);
    add_string(json, "os", machine->os);
    add_string(json, "compiler", machine->compiler);
    add_string(json, "compiler_version", machine->compiler_version);
    add_string(json, "mpi_compiler", machine->mpi_compiler);
    add_string(json, "mpi_version", machine->mpi_version);
    unsigned int n = machine->n_caches;
    begin_list(json, "cache_bytes");
    for (unsigned i = 0; i < n; i++)
        fc_json_writer_number(json, NULL, machine->cache_bytes[i]);
    fc_json_writer_end(json);
    add_assumed(json, machine);
    add_item(json, "coefficients");
    fc_formula_print_machine(json->out, &machine->coefficients);
    fc_json_writer_end(json);
    free(provenance);
}

/* ---- programs ---- */

typedef struct report_source {
    const fc_comparison *comparison;
    const fc_arguments *arguments;
} report_source;

static void add_prediction(fc_json_writer *json, const fc_comparison *comparison, const fc_compared_program *contender)
{
    const fc_prediction_context *context = &contender->context;
    char *provenance = fc_machine_option_provenance(context->machine);
    fc_text summary = {0};
    fc_points points = {.model = context->model,
                        .machine = context->machine->coefficients.name,
                        .provenance = provenance,
                        .method = "sum",
                        .compute_model = context->compute_model,
                        .threads = fc_threads_option_given(&context->team, context->program),
                        .program = context->loaded.program,
                        .coefficients = &context->machine->coefficients,
                        .sweep = comparison->sweep,
                        .prediction = contender->prediction};
    add_item(json, "prediction");
    fc_points_print(json->out, &points, "json");
    fc_points_summary_print(&summary, &points);
    add_string(json, "summary", summary.bytes);
    fc_text_free(&summary);
    free(provenance);
}

/* The program of that index in the comparison. */
static fc_status add_program(fc_json_writer *json, char **script, const report_source *source, int index,
                             fc_report *report)
{
    const fc_comparison *comparison = source->comparison;
    fc_compared_program *contender = &comparison->contender[index];
    fc_report_formula formula = {0};
    const fc_report_formula_source point = {&contender->context, comparison->sweep,
                                            &contender->prediction[comparison->sweep->n_points - 1], source->arguments};
    fc_status status = fc_report_formula_create(&formula, &point, report);
    if (status)
        return status;
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "name", contender->name);
    add_prediction(json, comparison, contender);
    add_item(json, "formula");
    fc_text_add(json->out, "%s", formula.json ? formula.json : "null");
    add_item(json, "numbers");
    fc_text_add(json->out, "%s", formula.numbers ? formula.numbers : "[]");
    add_string(json, "no_formula", formula.why_not);
    fc_json_writer_break(json, 0);
    fc_report_formula_counters(json, "counters", &contender->context, comparison->sweep, contender->prediction);
    fc_json_writer_break(json, 0);
    fc_report_sources_places(json, "places", contender->context.loaded.program);
    fc_json_writer_break(json, 0);
    const char *page = fc_arguments_value(source->arguments, "output");
    fc_report_sources_write(json, "sources", &contender->context, fc_arguments_value(source->arguments, "source-url"),
                            page ? page : "report.html");
    fc_json_writer_end(json);
    *script = formula.script;
    formula.script = NULL;
    fc_report_formula_free(&formula);
    return FC_OK;
}

/* ---- the document ---- */

fc_status fc_report_data_write(fc_text *out, char **script, const fc_comparison *comparison,
                               const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    begin_list(&json, "arguments");
    for (int i = 0; i < arguments->n_rest; i++)
        fc_json_writer_string(&json, NULL, arguments->rest[i]);
    fc_json_writer_end(&json);
    add_machine(&json, comparison->contender[0].context.machine);
    begin_list(&json, "programs");
    for (int i = 0; i < comparison->n && !status; i++) {
        if (i > 0)
            fc_json_writer_break(&json, 0);
        status = add_program(&json, &script[i], &(report_source){comparison, arguments}, i, report);
    }
    fc_json_writer_end(&json);
    if (comparison->n > 1) {
        add_item(&json, "comparison");
        fc_comparison_print(out, comparison, 1, "json");
    } else
        add_string(&json, "comparison", NULL);
    fc_json_writer_end(&json);
    return status;
}
