/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/report/report_data.h"

#include "analyzer/emit/formula/formula.h"
#include "support/quote.h"
#include "tools/command_line/machine_option.h"
#include "tools/compare/comparison_print.h"
#include "tools/output/table.h"
#include "tools/points/points_summary.h"
#include "tools/report/report_formula.h"
#include "tools/report/report_sources.h"

#include <stdlib.h>

/* ---- pieces of JSON ---- */

static void add_key(fc_text *out, const char *key)
{
    fc_text_add(out, ",\n\"%s\": ", key);
}

static void add_string(fc_text *out, const char *key, const char *value)
{
    add_key(out, key);
    if (value)
        fc_quote_json(out, value);
    else
        fc_text_add(out, "null");
}

static void add_numbers(fc_text *out, const char *key, const double *value, unsigned n)
{
    add_key(out, key);
    fc_text_add(out, "[");
    for (unsigned i = 0; i < n; i++) {
        fc_text_add(out, "%s", i ? ", " : "");
        fc_number_text(out, value[i]);
    }
    fc_text_add(out, "]");
}

/* ---- the machine ---- */

/* Operations whose terms in p are assumed, not fitted. */
static void add_assumed(fc_text *out, const fc_machine *machine)
{
    static const char *const fit[] = {
#define NAME(name, text) text,
        FC_FIT_LIST(NAME)
#undef NAME
    };
    const char *between = "";
    add_key(out, "assumed");
    fc_text_add(out, "[");
    for (int i = 0; i < FC_N_FITS; i++)
        if (machine->is_assumed[FC_VARIANT_ANY][i]) {
            fc_text_add(out, "%s\"%s\"", between, fit[i]);
            between = ", ";
        }
    fc_text_add(out, "]");
}

static void add_machine(fc_text *out, const fc_machine *machine)
{
    char *provenance = fc_machine_option_provenance(machine);
    fc_text_add(out, "{\"name\": ");
    fc_quote_json(out, machine->coefficients.name);
    add_string(out, "provenance", provenance);
    add_string(out, "note", machine->note);
    add_string(out, "date", machine->date);
    add_string(out, "cpu", machine->cpu);
    add_string(out, "os", machine->os);
    add_string(out, "compiler", machine->compiler);
    add_string(out, "compiler_version", machine->compiler_version);
    add_string(out, "mpi_compiler", machine->mpi_compiler);
    add_string(out, "mpi_version", machine->mpi_version);
    add_numbers(out, "cache_bytes", machine->cache_bytes, machine->n_caches);
    add_assumed(out, machine);
    add_key(out, "coefficients");
    fc_formula_print_machine(out, &machine->coefficients);
    fc_text_add(out, "}");
    free(provenance);
}

/* ---- programs ---- */

static void add_prediction(fc_text *out, const fc_comparison *comparison, const fc_compared_program *contender)
{
    const fc_prediction_context *subject = &contender->subject;
    char *provenance = fc_machine_option_provenance(subject->machine);
    fc_text summary = {0};
    fc_points points = {.model = subject->model,
                        .machine = subject->machine->coefficients.name,
                        .provenance = provenance,
                        .method = "sum",
                        .compute_model = subject->compute_model,
                        .threads = fc_threads_option_given(&subject->team, subject->program),
                        .program = subject->loaded.program,
                        .coefficients = &subject->machine->coefficients,
                        .sweep = comparison->sweep,
                        .prediction = contender->prediction};
    add_key(out, "prediction");
    fc_points_print(out, &points, "json");
    fc_points_summary_print(&summary, &points);
    add_string(out, "summary", summary.bytes);
    fc_text_free(&summary);
    free(provenance);
}

static fc_status add_program(fc_text *out, char **script, const fc_comparison *comparison,
                             fc_compared_program *contender, fc_report *report)
{
    fc_report_formula formula = {0};
    const fc_prediction *point = &contender->prediction[comparison->sweep->n_points - 1];
    fc_status status = fc_report_formula_create(&formula, &contender->subject, comparison->sweep, point, report);
    if (status)
        return status;
    fc_text_add(out, "{\"name\": ");
    fc_quote_json(out, contender->name);
    add_prediction(out, comparison, contender);
    add_key(out, "formula");
    fc_text_add(out, "%s", formula.json ? formula.json : "null");
    add_string(out, "no_formula", formula.why_not);
    add_key(out, "counters");
    fc_report_formula_counters(out, &contender->subject, comparison->sweep, contender->prediction);
    add_key(out, "places");
    fc_report_sources_places(out, contender->subject.loaded.program);
    add_key(out, "sources");
    fc_report_sources_write(out, &contender->subject);
    fc_text_add(out, "}");
    *script = formula.script;
    formula.script = NULL;
    fc_report_formula_free(&formula);
    return FC_OK;
}

/* ---- the document ---- */

static void add_arguments(fc_text *out, const fc_arguments *arguments)
{
    add_key(out, "arguments");
    fc_text_add(out, "[");
    for (int i = 0; i < arguments->n_rest; i++) {
        fc_text_add(out, "%s", i ? ", " : "");
        fc_quote_json(out, arguments->rest[i]);
    }
    fc_text_add(out, "]");
}

fc_status fc_report_data_write(fc_text *out, char **script, const fc_comparison *comparison,
                               const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    fc_text_add(out, "{\"forecost\": \"%s\"", FORECOST_VERSION);
    add_arguments(out, arguments);
    add_key(out, "machine");
    add_machine(out, comparison->contender[0].subject.machine);
    add_key(out, "programs");
    for (int i = 0; i < comparison->n && !status; i++) {
        fc_text_add(out, i ? ",\n" : "[");
        status = add_program(out, &script[i], comparison, &comparison->contender[i], report);
    }
    fc_text_add(out, "]");
    add_key(out, "comparison");
    if (comparison->n > 1)
        fc_comparison_print(out, comparison, 1, "json");
    else
        fc_text_add(out, "null");
    fc_text_add(out, "}\n");
    return status;
}
