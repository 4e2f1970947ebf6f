/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula.h"

#include "analyzer/emit/formula/formula_view.h"

static void print(fc_text *out, fc_formula_view *view)
{
    if (view->notation == FC_NOTATION_TEXT)
        fc_formula_print_text(out, view);
    else if (view->notation == FC_NOTATION_LATEX)
        fc_formula_print_latex(out, view);
    else
        fc_formula_print_source(out, view);
}

fc_status fc_formula_print(fc_text *out, const fc_formula *formula, fc_notation notation,
                           const fc_formula_options *options, fc_report *report)
{
    fc_formula_view *view = NULL;
    if (fc_formula_is_program(notation) && !options->machine)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Specify a machine with -m.",
                       "a formula as a program needs a machine");
    fc_status status = fc_formula_view_create(&view, formula, notation, options, report);
    if (!status)
        print(out, view);
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
