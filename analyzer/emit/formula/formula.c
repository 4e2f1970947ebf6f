/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula.h"

#include "analyzer/emit/formula/formula_view.h"
#include "support/messages/analysis.h"
#include "support/messages/report.h"

#include <string.h>

fc_status fc_formula_check_module(fc_report *report)
{
    if (!strstr(fc_formula_javascript, "FC_MODULE = \"\""))
        return FC_OK;
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                   "Install clang, lld and wasi-libc and build Forecost again, or use another format.",
                   FC_MSG_NO_WASM_MODULE);
}

static fc_status print(fc_text *out, fc_formula_view *view, fc_report *report)
{
    if (view->notation == FC_NOTATION_PYTHON) {
        fc_formula_view *in_c = NULL;
        fc_status status = fc_formula_view_create(&in_c, view->formula, FC_NOTATION_C, view->options, report);
        if (!status)
            fc_formula_print_python(out, view, in_c);
        fc_formula_view_free(in_c);
        return status;
    }
    if (view->notation == FC_NOTATION_TEXT)
        fc_formula_print_text(out, view);
    else if (view->notation == FC_NOTATION_LATEX)
        fc_formula_print_latex(out, view);
    else
        fc_formula_print_source(out, view);
    return FC_OK;
}

fc_status fc_formula_print(fc_text *out, const fc_formula *formula, fc_notation notation,
                           const fc_formula_options *options, fc_report *report)
{
    fc_formula_view *view = NULL;
    fc_status status = FC_OK;
    if (fc_formula_is_program(notation) && !options->machine)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Specify a machine with -m.",
                       FC_MSG_FORMULA_PROGRAM_NEEDS_MACHINE);
    if (fc_formula_is_program(notation) && formula->n_probes > 0 && !options->probe)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Give the application's arguments after `--`, and the ranks with -n.",
                       FC_MSG_FORMULA_NEEDS_ARGUMENTS);
    if (notation == FC_NOTATION_JAVASCRIPT)
        status = fc_formula_check_module(report);
    if (!status)
        status = fc_formula_view_create(&view, formula, notation, options, report);
    if (!status)
        status = print(out, view, report);
    fc_formula_view_free(view);
    return status;
}

fc_status fc_formula_print_script(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                  fc_report *report)
{
    fc_formula_view *view = NULL;
    fc_status status = fc_formula_view_create(&view, formula, FC_NOTATION_JAVASCRIPT, options, report);
    if (!status)
        fc_formula_print_function(out, view);
    fc_formula_view_free(view);
    return status;
}
