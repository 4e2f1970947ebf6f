/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/cost_program.h"

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/effects/external.h"
#include "analyzer/emit/cost_program/emitter.h"
#include "analyzer/emit/cost_program/last_message.h"
#include "analyzer/emit/cost_program/tables.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/openmp.h"
#include "analyzer/model/properties/goto_loops.h"
#include "analyzer/regions/operations.h"
#include "runtime/core/forecost.h"
#include "support/messages/analysis.h"
#include "support/messages/report.h"
#include "support/quote.h"

#include <stdlib.h>
#include <string.h>

enum {
    MANY_COUNTERS = 1000 /* of a program whose expressions over counters are printed as texts (postfix.c) */
};

static bool emit_closed(fc_emitter *e, const fc_cost *cost)
{
    const fc_node *root = cost->kind == FC_COST_TOUCH ? cost->toucher->node : cost->node;
    fc_view view = {.control = e->analysis->control, .algebra = e->analysis->algebra, .root = root};
    fc_terms terms = {0};
    bool closed = e->around.n_run > 0 ? fc_collapse_within(&terms, &e->around, cost, &view)
                                      : fc_collapse(&terms, e->analysis, cost, &view);
    if (closed)
        fc_emitter_terms(e, &terms);
    fc_terms_free(&terms);
    return closed;
}

/* ---- branches ---- */

static void emit_branch(fc_emitter *e, const fc_cost *branch)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "if (");
    fc_residual_expression(&e->residual, branch->node->child[0]);
    fc_text_add(e->residual.out, ")");
    fc_emitter_open(e);
    fc_emitter_emit(e, branch->child[0]);
    fc_emitter_close(e);
    if (branch->child[1]->n_children == 0)
        return;
    fc_emitter_line(e, "else {");
    e->residual.indent++;
    fc_emitter_emit(e, branch->child[1]);
    fc_emitter_close(e);
}

static void emit_arms(fc_emitter *e, const fc_cost *share)
{
    for (int i = 0; i < 2; i++) {
        if (share->child[i]->n_children == 0)
            continue;
        if (i == 1)
            fc_emitter_between_arms(e, share);
        char *times = fc_format(i ? "1 - fc_counted(r, %d)" : "fc_counted(r, %d)", share->counter);
        times = fc_emitter_round_mean(e, share, times, i == 1);
        fc_emitter_repeated(e, share->child[i], times);
        free(times);
    }
}

static void emit_share(fc_emitter *e, const fc_cost *share)
{
    fc_emitter_open_counted(e);
    if (share->share) {
        fc_emitter_after_jumps(e, share);
    } else {
        fc_emitter_before_arms(e, share);
        emit_arms(e, share);
        fc_emitter_after_arms(e, share);
    }
    fc_emitter_close_counted(e);
}

static void emit_case(fc_emitter *e, const fc_cost *chosen, bool executable)
{
    const fc_node *node = chosen->node;
    if (!executable) {
        char *times = fc_emitter_round_mean(e, chosen, fc_format("fc_counted(r, %d)", chosen->counter), false);
        fc_emitter_repeated(e, chosen->child[0], times);
        free(times);
        return;
    }
    fc_residual_indent(&e->residual);
    if (node->kind == FC_DEFAULT) {
        fc_text_add(e->residual.out, "default:");
    } else {
        fc_text_add(e->residual.out, "case ");
        fc_residual_expression(&e->residual, node->child[0]);
        if (node->n_children > 2 && node->child[2]) {
            fc_text_add(e->residual.out, " ... ");
            fc_residual_expression(&e->residual, node->child[2]);
        }
        fc_text_add(e->residual.out, ":");
    }
    fc_emitter_open(e);
    fc_emitter_emit(e, chosen->child[0]);
    fc_emitter_close(e);
}

static void emit_switch(fc_emitter *e, const fc_cost *cost)
{
    bool executable = cost->value_kept;
    if (executable) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "switch (");
        fc_residual_expression(&e->residual, cost->node->child[0]);
        fc_text_add(e->residual.out, ")");
        fc_emitter_open(e);
    }
    int counted_in_breakable = e->counted_in_breakable;
    if (executable)
        e->counted_in_breakable = 0;
    else
        fc_emitter_open_counted(e);
    for (int i = 0; i < cost->n_children; i++)
        emit_case(e, cost->child[i], executable);
    if (!executable)
        fc_emitter_close_counted(e);
    e->counted_in_breakable = counted_in_breakable;
    if (executable)
        fc_emitter_close(e);
}

/* ---- calls and jumps ---- */

static bool is_printed(const fc_emitter *e, const fc_cost *cost)
{
    if (cost->value_kept)
        return false;
    if (cost->kind != FC_COST_MPI)
        return true;
    const char *name = cost->operation->name;
    bool frames =
        strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0 || strcmp(name, "MPI_Finalize") == 0;
    return frames || fc_control_in_slice(e->analysis->control, cost->node);
}

static bool is_told_by_counters(const fc_emitter *e, const fc_cost *cost)
{
    for (int i = 1; cost->kind == FC_COST_MPI && i < cost->node->n_children; i++)
        if (e->analysis->number_counter[cost->node->child[i]->id] >= 0)
            return true;
    return false;
}

static void emit_call(fc_emitter *e, const fc_cost *cost)
{
    if (!is_printed(e, cost))
        return;
    bool counted = is_told_by_counters(e, cost);
    fc_hoist *hoist = fc_hoist_begin_call(e, cost);
    if (counted)
        fc_emitter_open_counted(e);
    fc_residual_indent(&e->residual);
    fc_residual_call(&e->residual, cost);
    fc_text_add(e->residual.out, "; /* line %d */\n", cost->node->span.line);
    fc_hoist_end(e, hoist);
    if (counted)
        fc_emitter_close_counted(e);
}

/* Records the size of the object that an executed call allocates. */
static void emit_made(fc_emitter *e, const fc_cost *cost)
{
    int object = e->analysis->object[cost->node->id];
    fc_view view = {.control = e->analysis->control, .algebra = e->analysis->algebra, .root = cost->node};
    const fc_sym *bytes = object >= 0 ? fc_object_sizes_allocated(e->analysis, &view, cost->node) : NULL;
    if (!bytes)
        return;
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "G->fc_extent[%d] = ", object);
    fc_sym_print(e->residual.out, bytes, FC_NOTATION_C);
    fc_text_add(e->residual.out, ";\n");
}

/* The pointer is read before the call, which may change it. */
static void emit_pointer_call(fc_emitter *e, const fc_cost *cost)
{
    int id = cost->node->id;
    fc_residual_indent(&e->residual);
    fc_emitter_open(e);
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "const void *fc_callee_%d = (const void *)", id);
    fc_residual_expression(&e->residual, fc_call_pointer(cost->node));
    fc_text_add(e->residual.out, ";\n");
    for (int i = 0; i < cost->n_children; i++) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "%sif (fc_callee_%d == (const void *)", i ? "else " : "", id);
        fc_control_print_procedure(e->residual.out, e->analysis->control, cost->child[i]->callee->symbol);
        fc_text_add(e->residual.out, ")");
        fc_emitter_open(e);
        fc_emitter_emit(e, cost->child[i]);
        fc_emitter_close(e);
    }
    fc_emitter_close(e);
}

static bool is_main(const fc_procedure *procedure)
{
    return strcmp(procedure->symbol->name, "main") == 0;
}

/* fc_stop(r, "exit", "text before it", file, line), or another such function. */
static void emit_end(fc_emitter *e, const fc_node *node, const char *function, const char *what)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "%s(r, ", function);
    fc_quote_c(e->residual.out, what, strlen(what));
    fc_text_add(e->residual.out, ", ");
    fc_last_message_print(e->residual.out, node);
    fc_emitter_place(e, node);
    fc_text_add(e->residual.out, ");\n");
}

/* Before a successful end of the program. */
static void emit_success(fc_emitter *e, const fc_node *node, const char *before_init, const char *what)
{
    emit_end(e, node, "fc_stop_before_init", before_init);
    if (fc_control_chosen_by_inputs(e->analysis->control, node))
        emit_end(e, node, "fc_end_by_inputs", what);
}

static void emit_return(fc_emitter *e, const fc_node *node)
{
    const fc_node *value = node->n_children > 0 ? node->child[0] : NULL;
    const fc_control *control = e->analysis->control;
    bool failure = is_main(e->procedure) && value && value->kind == FC_INTEGER && value->value != 0;
    if (failure) {
        char *what = fc_format("main returns %ld", value->value);
        emit_end(e, node, "fc_stop", what);
        free(what);
        return;
    }
    if (is_main(e->procedure) && node->parent != e->procedure->body)
        emit_success(e, node, "main's return before MPI_Init", "main's return");
    if (value && fc_control_result_in_slice(control, e->procedure) && fc_control_is_static(control, value)) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "G->fc_result_%d = ", e->procedure->symbol->id);
        fc_residual_expression(&e->residual, value);
        fc_text_add(e->residual.out, ";\n");
    }
    fc_emitter_end_probes(e, node);
    fc_emitter_line(e, "return fc_now(r) - fc_start;");
}

/* exit, abort and similar. exit(0) is a successful end; a dynamic exit code is assumed to be 0. */
static void emit_stop(fc_emitter *e, const fc_node *call)
{
    const fc_control *control = e->analysis->control;
    const char *name = fc_call_target(call)->name;
    const fc_node *code = strstr(name, "exit") && call->n_children > 1 ? call->child[1] : NULL;
    bool is_known = code && fc_control_is_static(control, code) && fc_control_needs_value(control, code);
    if (code && (!is_known || (code->kind == FC_INTEGER && code->value == 0))) {
        if (is_known)
            emit_success(e, call, "exit before MPI_Init", name);
        fc_emitter_line(e, "fc_leave(r);");
        return;
    }
    if (code && code->kind != FC_INTEGER) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "if (!(");
        fc_residual_expression(&e->residual, code);
        fc_text_add(e->residual.out, "))\n    ");
        fc_emitter_line(e, "fc_leave(r);");
    }
    emit_end(e, call, "fc_stop", name);
}

static void emit_jump(fc_emitter *e, const fc_cost *cost)
{
    const fc_node *node = cost->node;
    if (node->kind == FC_GOTO) {
        if (!cost->is_left) /* otherwise the code after it has a share */
            fc_emitter_line(e, "goto fc_label_%d;", node->symbol->id);
        return;
    }
    int counted = node->kind == FC_BREAK      ? e->counted_in_breakable
                  : node->kind == FC_CONTINUE ? e->counted_in_loop
                                              : e->counted;
    if (counted > 0)
        return;
    if (node->kind == FC_RETURN) {
        emit_return(e, node);
    } else if (node->kind == FC_CALL) {
        emit_stop(e, node);
    } else {
        fc_emitter_end_probes(e, node);
        fc_emitter_line(e, node->kind == FC_BREAK ? "break;" : "continue;");
    }
}

static void emit_threads(fc_emitter *e, const fc_node *call)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "fc_omp_set_num_threads(r, ");
    if (call->n_children > 1 && fc_control_is_static(e->analysis->control, call->child[1]))
        fc_residual_expression(&e->residual, call->child[1]);
    else
        fc_text_add(e->residual.out, "NAN");
    fc_text_add(e->residual.out, ");\n");
}

/* x = fc_parameter(r, 0, x) for each number; for one accessed through a pointer, only if that is not NULL. */
static void emit_given(fc_emitter *e, const fc_node *statement)
{
    fc_control_input *number = NULL;
    size_t n = fc_control_inputs(&number, e->analysis->control, statement);
    for (size_t i = 0; i < n; i++) {
        fc_residual_indent(&e->residual);
        fc_residual_named_parameter(&e->residual, number[i].place);
        fc_text_add(e->residual.out, " /* line %d */\n", statement->span.line);
    }
    free(number);
}

static void emit_node(fc_emitter *e, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        for (int i = 0; i < cost->n_children; i++)
            fc_emitter_emit(e, cost->child[i]);
        break;
    case FC_COST_REGION:
        if (!fc_operations_in_callers(e->procedure))
            emit_closed(e, cost);
        break;
    case FC_COST_LIBRARY:
    case FC_COST_ANNOTATED:
    case FC_COST_TOUCH:
        emit_closed(e, cost);
        break;
    case FC_COST_SLICE:
        if (!fc_emitter_split_node(e, cost))
            fc_residual_statement(&e->residual, cost->node);
        break;
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
        if (!emit_closed(e, cost))
            fc_emitter_loop(e, cost);
        break;
    case FC_COST_EXECUTED_LOOP:
        fc_emitter_loop(e, cost);
        break;
    case FC_COST_BRANCH:
        if (!fc_emitter_split_node(e, cost))
            emit_branch(e, cost);
        break;
    case FC_COST_SHARE:
        if (!emit_closed(e, cost))
            emit_share(e, cost);
        break;
    case FC_COST_SWITCH:
        emit_switch(e, cost);
        break;
    case FC_COST_MPI:
    case FC_COST_CALL:
    case FC_COST_ALLOCATE:
        emit_call(e, cost);
        emit_made(e, cost);
        break;
    case FC_COST_POINTER:
        emit_pointer_call(e, cost);
        break;
    case FC_COST_JUMP:
        emit_jump(e, cost);
        break;
    case FC_COST_LABEL:
        fc_emitter_line(e, "fc_label_%d: __attribute__((unused));", cost->node->symbol->id);
        if (fc_goto_loops_is_head(cost->node))
            fc_emitter_step(e, cost->node);
        break;
    case FC_COST_INPUT:
        emit_given(e, cost->node);
        break;
    case FC_COST_MARK:
        fc_emitter_line(e, "fc_block_begin(r);");
        break;
    case FC_COST_OPENMP:
        fc_emitter_directive(e, cost);
        break;
    case FC_COST_THREADS:
        emit_threads(e, cost->node);
        break;
    case FC_COST_CASE:
        break;
    }
}

void fc_emitter_emit(fc_emitter *e, const fc_cost *cost)
{
    fc_open_probe own = {.around = e->open_probe, .cost = cost, .probe = fc_emitter_probe(e, cost)};
    fc_emitter_numbers(e, cost);
    if (own.probe < 0) {
        emit_node(e, cost);
        fc_emitter_sizes(e, cost);
        return;
    }
    fc_hoist *hoist = e->hoist;
    e->hoist = NULL;
    e->open_probe = &own;
    fc_emitter_line(e, "fc_probe_begin(r, %d);", own.probe);
    emit_node(e, cost);
    fc_emitter_line(e, "fc_probe_end(r, %d);", own.probe);
    e->open_probe = own.around;
    e->hoist = hoist;
}

/* ---- procedures ---- */

/* With the parameters' own names, which the lengths of rows refer to. */
static void print_parameters(fc_text *out, fc_emitter *e, const fc_procedure *procedure)
{
    fc_text_add(out, "(fc_rank *r");
    for (int i = 0; i < procedure->n_parameters; i++) {
        fc_text name = {0};
        fc_control_print_name(&name, e->analysis->control, procedure->parameter[i]);
        fc_text_add(out, ", ");
        fc_residual_type(out, &e->residual, procedure->parameter[i]->type, name.bytes);
        fc_text_free(&name);
    }
    fc_text_add(out, ")");
}

static void print_heading(fc_emitter *e, const fc_procedure *procedure)
{
    fc_text_add(e->residual.out, "double ");
    fc_control_print_procedure(e->residual.out, e->analysis->control, procedure->symbol);
    print_parameters(e->residual.out, e, procedure);
}

/* fc_value_<n>(r, ...): calls a procedure and returns what it left as its result, since the calls of one expression may
 * be evaluated in any order. */
static void emit_value(fc_emitter *e, const fc_procedure *procedure)
{
    fc_text *out = e->residual.out, heading = {0};
    fc_text_add(&heading, "fc_value_%d", procedure->symbol->id);
    print_parameters(&heading, e, procedure);
    fc_text_add(out, "static inline ");
    fc_residual_type(out, &e->residual, procedure->symbol->type->of, heading.bytes);
    fc_text_add(out, "\n{\n    ");
    fc_control_print_procedure(out, e->analysis->control, procedure->symbol);
    fc_text_add(out, "(r");
    for (int i = 0; i < procedure->n_parameters; i++) {
        fc_text_add(out, ", ");
        fc_control_print_name(out, e->analysis->control, procedure->parameter[i]);
    }
    fc_text_add(out, ");\n    return ((struct fc_globals *)fc_globals(r))->fc_result_%d;\n}\n", procedure->symbol->id);
    fc_text_free(&heading);
}

static void emit_procedure(fc_emitter *e, const fc_procedure *procedure)
{
    e->procedure = procedure;
    e->open_probe = NULL;
    fc_place place = fc_program_place(e->analysis->program, procedure->symbol->span);
    fc_text_add(e->residual.out, "\n/* ");
    fc_quote_comment(e->residual.out, place.file);
    fc_text_add(e->residual.out, ":%d */\n", place.line);
    print_heading(e, procedure);
    fc_text_add(e->residual.out, "\n{\n");
    e->residual.indent = 1;
    fc_emitter_line(e, "struct fc_globals *G = fc_globals(r);");
    if (fc_control_allocates(e->analysis->control, e->procedure))
        fc_emitter_line(e, "const char fc_keeps = G->fc_keeps;");
    fc_emitter_line(e, "double fc_start = fc_now(r);");
    fc_emitter_line(e, "(void)G;");
    for (int i = 0; i < procedure->n_parameters; i++) {
        fc_text name = {0};
        fc_control_print_name(&name, e->analysis->control, procedure->parameter[i]);
        fc_emitter_line(e, "(void)%s;", name.bytes);
        fc_text_free(&name);
    }
    fc_emitter_step(e, procedure->body);
    fc_emitter_emit(e, e->analysis->tree[procedure->id]);
    fc_emitter_line(e, "return fc_now(r) - fc_start;");
    fc_text_add(e->residual.out, "}\n");
}

/* int fc_compare_<n>(r, a, b): wraps a procedure of the program as the comparator of a qsort in the slice. */
static void emit_comparators(fc_emitter *e)
{
    const fc_program *program = e->analysis->program;
    bool *done = fc_allocate((size_t)program->n_procedures, sizeof *done);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool is_kept = node->kind == FC_CALL && fc_control_in_slice(e->analysis->control, node);
        const fc_procedure *comparator = is_kept ? fc_external_comparator(node) : NULL;
        if (!comparator || done[comparator->id])
            continue;
        int id = comparator->symbol->id;
        fc_text_add(e->residual.out,
                    "static int fc_compare_%d(fc_rank *r, const void *a, const void *b)\n"
                    "{\n    return fc_value_%d(r, (void *)a, (void *)b);\n}\n",
                    id, id);
        done[comparator->id] = true;
    }
    free(done);
}

static void emit_entry(fc_emitter *e, const fc_procedure *start)
{
    fc_text_add(e->residual.out,
                "\nstatic double fc_main(fc_rank *r, int argc, char **argv)\n{\n"
                "    (void)argc;\n    (void)argv;\n%s    return cost_main(r%s);\n}\n",
                fc_control_changes_arguments(e->analysis->control) ? "    argv = fc_own_arguments(r, argc, argv);\n"
                                                                   : "",
                start->n_parameters >= 2   ? ", argc, argv"
                : start->n_parameters == 1 ? ", argc"
                                           : "");
}

static int *number_sites(const fc_analysis *analysis)
{
    int *site = fc_allocate((size_t)analysis->program->n_nodes, sizeof *site);
    for (int i = 0; i < analysis->program->n_nodes; i++)
        site[i] = -1;
    for (size_t i = 0; i < analysis->n_sites; i++)
        site[analysis->site[i].node->id] = (int)i;
    return site;
}

static fc_status check_constants(const fc_program *program, const char *text, fc_report *report)
{
    const fc_node *constant = fc_emitter_undeclared_constant(program, text);
    if (!constant)
        return FC_OK;
    return fc_fail(report, FC_E_INPUT, fc_program_place(program, constant->span),
                   "Use another constant here; if the source already does, analyze it again.", FC_MSG_NOT_SUPPORTED,
                   constant->text);
}

static fc_status write_program(fc_text *out, const fc_analysis *analysis, const fc_formula *formula, fc_report *report)
{
    const fc_program *program = analysis->program;
    const fc_procedure *start = fc_program_find(program, "main");
    if (!start)
        return fc_fail(report, FC_E_INPUT, (fc_place){program->n_files ? program->file[0].path : NULL, 0, 0},
                       "Pass the file with main too: forecost analyze main.c other.c",
                       FC_MSG_PROGRAM_NO_PROCEDURE_MAIN);
    fc_text body = {0};
    int *site = number_sites(analysis);
    fc_emitter e = {
        .residual = {.analysis = analysis, .out = &body, .site = site}, .analysis = analysis, .formula = formula};
    e.is_large = analysis->n_counters > MANY_COUNTERS;
    e.origin = fc_allocate(analysis->n_regions, 1);
    e.alike = fc_allocate((size_t)program->n_procedures, 1);
    fc_emitter_find_communication(&e);
    fc_tables_declare(&e.residual);
    for (int i = 0; i < program->n_procedures; i++)
        if (analysis->tree[i]) {
            print_heading(&e, program->procedure[i]);
            fc_text_add(&body, ";\n");
            if (fc_control_result_in_slice(analysis->control, program->procedure[i]))
                emit_value(&e, program->procedure[i]);
        }
    emit_comparators(&e);
    for (int i = 0; i < program->n_procedures; i++)
        if (analysis->tree[i])
            emit_procedure(&e, program->procedure[i]);
    emit_entry(&e, start);
    fc_tables_write(&e.residual, e.origin, formula ? formula->n_numbers : 0);
    fc_status status = check_constants(program, body.bytes, report);
    if (status == FC_OK)
        fc_text_append(out, body.bytes, body.length);
    fc_text_free(&body);
    free(site);
    free(e.origin);
    free(e.alike);
    free(e.meets);
    fc_loop_frames_free(&e.around);
    fc_words_free(&e.residual.parameters);
    return status;
}

fc_status fc_cost_program_write(fc_text *out, const fc_analysis *analysis, fc_report *report)
{
    return write_program(out, analysis, NULL, report);
}

fc_status fc_cost_program_write_probed(fc_text *out, const fc_formula *formula, fc_report *report)
{
    return write_program(out, formula->analysis, formula, report);
}
