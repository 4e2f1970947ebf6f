/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/cost_tree.h"

#include "analyzer/passes/definitions.h"
#include "analyzer/passes/library.h"
#include "analyzer/passes/loops.h"
#include "analyzer/passes/operations.h"
#include "analyzer/passes/streams.h"
#include "runtime/evaluate/forecost.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    fc_analysis *analysis;
    const fc_procedure *procedure;
    fc_report *report;
    fc_status status;
    int n_skips; /* jumps so far over costs behind them */
} builder;

static fc_cost *new_cost(fc_cost_node_kind kind, const fc_node *node)
{
    fc_cost *cost = fc_allocate(1, sizeof *cost);
    cost->kind = kind;
    cost->node = node;
    cost->site = cost->counter = -1;
    return cost;
}

static fc_cost *append(fc_cost *parent, fc_cost *child)
{
    parent->child = realloc(parent->child, (size_t)(parent->n_children + 1) * sizeof *parent->child);
    if (!parent->child)
        abort();
    return parent->child[parent->n_children++] = child;
}

void fc_cost_free(fc_cost *cost)
{
    for (int i = 0; cost && i < cost->n_children; i++)
        fc_cost_free(cost->child[i]);
    if (cost)
        free(cost->child);
    free(cost);
}

void fc_cost_walk(const fc_cost *cost, void (*visit)(void *data, const fc_cost *cost), void *data)
{
    visit(data, cost);
    for (int i = 0; i < cost->n_children; i++)
        fc_cost_walk(cost->child[i], visit, data);
}

const fc_node *fc_cost_outermost_loop(const fc_node *node)
{
    const fc_node *loop = NULL, *top = node;
    for (const fc_node *up = node; up; up = up->parent) {
        loop = fc_node_is_loop(up) ? up : loop;
        top = up;
    }
    return loop ? loop : top;
}

/* ---- regions ---- */

static fc_region_model *new_region(builder *b, const fc_node *node)
{
    fc_analysis *analysis = b->analysis;
    fc_region_model *region = fc_allocate(1, sizeof *region);
    region->id = (int)analysis->n_regions;
    region->procedure = b->procedure;
    region->span = node->span;
    analysis->region =
        fc_grow(analysis->region, &analysis->region_capacity, analysis->n_regions + 1, sizeof *analysis->region);
    return analysis->region[analysis->n_regions++] = region;
}

/* A sequence's one region: the operations of all its statements outside inner loops and branches. */
static fc_region_model *region_of(builder *b, fc_cost *sequence, const fc_node *node)
{
    if (sequence->region)
        return sequence->region;
    fc_cost *cost = append(sequence, new_cost(FC_COST_REGION, node));
    cost->region = new_region(b, node);
    return sequence->region = cost->region;
}

static void warn(builder *b, fc_span span, const char *text)
{
    fc_analysis *analysis = b->analysis;
    fc_place place = fc_program_place(analysis->program, span);
    analysis->warning =
        fc_grow(analysis->warning, &analysis->warning_capacity, analysis->n_warnings + 1, sizeof *analysis->warning);
    analysis->warning[analysis->n_warnings++] = fc_format("%s:%d:%d: %s", place.file, place.line, place.column, text);
}

/* One line a library function, at its first call. */
static void warn_once(builder *b, fc_span span, const char *function)
{
    char *text = fc_format("%s: a library function of unknown cost, counted as an empty call", function);
    bool known = false;
    for (size_t i = 0; i < b->analysis->n_warnings; i++)
        known |= strstr(b->analysis->warning[i], text) != NULL;
    if (!known)
        warn(b, span, text);
    free(text);
}

/* ---- calls ---- */

static int add_site(fc_site_model **list, size_t *n, size_t *capacity, fc_site_model site)
{
    *list = fc_grow(*list, capacity, *n + 1, sizeof **list);
    (*list)[*n] = site;
    return (int)(*n)++;
}

static int new_site(builder *b, const fc_node *node, const char *operation)
{
    fc_analysis *a = b->analysis;
    return add_site(&a->site, &a->n_sites, &a->site_capacity, (fc_site_model){node, b->procedure, operation, NULL});
}

static int new_counter(builder *b, const fc_node *node, const char *operation, const fc_node *condition)
{
    fc_analysis *a = b->analysis;
    const fc_symbol *symbol = condition ? fc_control_escaped(a->control, condition) : NULL;
    fc_site_model site = {node, b->procedure, operation, symbol ? symbol->name : NULL};
    return add_site(&a->counter, &a->n_counters, &a->counter_capacity, site);
}

static void unsupported(builder *b, fc_span span, const char *what, const char *why)
{
    if (b->status == FC_OK)
        b->status = fc_fail(b->report, FC_E_INPUT, fc_program_place(b->analysis->program, span),
                            "Leave it out of the part to predict, or keep to what `forecost analyze` covers.",
                            "%s is not supported%s%s", what, why ? ": " : "", why ? why : "");
}

static void build_mpi(builder *b, fc_cost *sequence, const fc_node *call, const fc_mpi_operation *operation)
{
    if (operation->kind == FC_MPI_UNSUPPORTED) {
        unsupported(b, call->span, operation->name, operation->note);
        return;
    }
    b->analysis->n_mpi_calls++;
    fc_cost *cost = append(sequence, new_cost(FC_COST_MPI, call));
    cost->operation = operation;
    cost->site = new_site(b, call, operation->name);
    cost->value_kept = fc_control_needs_value(b->analysis->control, call);
}

static bool is_costed_library(const char *name)
{
    fc_operation operation;
    fc_numeric numeric;
    return fc_operations_of_function(name, &operation, &numeric);
}

static void build_copy(builder *b, fc_cost *sequence, const fc_node *call, const char *name)
{
    fc_cost *cost = append(sequence, new_cost(FC_COST_COPY, call));
    cost->region = new_region(b, call);
    fc_library_describe(cost->region, name);
}

static void build_call(builder *b, fc_cost *sequence, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (!target) {
        warn(b, call->span, "call through a pointer: what it calls is not known; counted as an empty call");
        return;
    }
    if (target->definition && fc_operations_inlined(call))
        return; /* counted in the region */
    if (target->definition) {
        fc_cost *cost = append(sequence, new_cost(FC_COST_CALL, call));
        cost->callee = target->definition;
        cost->value_kept = fc_control_needs_value(b->analysis->control, call);
    } else if (fc_control_is_stop(target->name)) {
        append(sequence, new_cost(FC_COST_JUMP, call));
    } else if (operation) {
        build_mpi(b, sequence, call, operation);
    } else if (strncmp(target->name, "MPI_", 4) == 0) {
        unsupported(b, call->span, target->name, "it is not in the table of MPI operations");
    } else if (fc_library_bytes_argument(target->name) &&
               fc_control_executable(b->analysis->control, call->child[fc_library_bytes_argument(target->name)])) {
        build_copy(b, sequence, call, target->name);
    } else if (fc_control_is_allocation(target->name)) {
        fc_cost *cost = append(sequence, new_cost(FC_COST_ALLOCATE, call));
        cost->site = new_site(b, call, target->name);
        cost->value_kept = fc_control_needs_value(b->analysis->control, call);
    } else if (!is_costed_library(target->name) && !fc_call_first_output(call) &&
               !fc_control_is_pure_function(target->name) && strcmp(target->name, "free") != 0) {
        warn_once(b, call->span, target->name);
    }
}

static void build_calls(builder *b, fc_cost *sequence, const fc_node *node);

/* Data decides the arm, and it ends the program: on a run that ends well it is never taken. */
static void drop_end(fc_cost *arm)
{
    if (arm->n_children == 0 || arm->child[arm->n_children - 1]->kind != FC_COST_JUMP)
        return;
    while (arm->n_children > 0)
        fc_cost_free(arm->child[--arm->n_children]);
}

/* Calls in the arms of c ? a : b, and on the right of && and ||, run only where that is evaluated. A share of && or ||
 * is that of its right side. */
static void build_choice(builder *b, fc_cost *sequence, const fc_node *node)
{
    build_calls(b, sequence, node->child[0]);
    bool executable = fc_control_executable(b->analysis->control, node->child[0]);
    fc_cost *choice = new_cost(executable ? FC_COST_BRANCH : FC_COST_SHARE, node);
    fc_cost *yes = append(choice, new_cost(FC_COST_SEQUENCE, node->child[1]));
    fc_cost *no = append(choice, new_cost(FC_COST_SEQUENCE, node->child[node->n_children - 1]));
    build_calls(b, executable && node->op == FC_OP_OR ? no : yes, node->child[1]);
    if (node->kind == FC_CONDITIONAL)
        build_calls(b, no, node->child[2]);
    if (!executable) {
        drop_end(yes);
        drop_end(no);
    }
    if (yes->n_children + no->n_children == 0) {
        fc_cost_free(choice);
        return;
    }
    append(sequence, choice);
    if (!executable)
        choice->counter = new_counter(b, node, "branch", node->child[0]);
}

/* The calls of an expression, arguments before the call. */
static void build_calls(builder *b, fc_cost *sequence, const fc_node *node)
{
    bool choice =
        node->kind == FC_CONDITIONAL || (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR));
    if (choice) {
        build_choice(b, sequence, node);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            build_calls(b, sequence, node->child[i]);
    if (node->kind == FC_CALL)
        build_call(b, sequence, node);
}

static void build_expression(builder *b, fc_cost *sequence, const fc_node *expression)
{
    fc_operations_count(region_of(b, sequence, expression), expression);
    build_calls(b, sequence, expression);
}

/* ---- statements ---- */

static void build_statement(builder *b, fc_cost *sequence, const fc_node *node);

static fc_cost *build_body(builder *b, const fc_node *node)
{
    fc_cost *sequence = new_cost(FC_COST_SEQUENCE, node);
    if (node)
        build_statement(b, sequence, node);
    return sequence;
}

static bool has_kept_effect(const builder *b, const fc_node *node)
{
    bool effect = node->kind == FC_ASSIGN || node->kind == FC_STEP || node->kind == FC_DECLARE ||
                  (node->kind == FC_CALL && fc_call_first_output(node) > 0);
    if (effect && fc_control_kept(b->analysis->control, node))
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && has_kept_effect(b, node->child[i]))
            return true;
    return false;
}

/* The statement ends in a jump: what follows it runs only where it does not. */
static bool ends_in_jump(const fc_node *node)
{
    if (!node)
        return false;
    switch (node->kind) {
    case FC_RETURN:
    case FC_BREAK:
    case FC_CONTINUE:
        return true;
    case FC_BLOCK:
        return node->n_children > 0 && ends_in_jump(node->child[node->n_children - 1]);
    case FC_EVALUATE:
        return node->child[0]->kind == FC_CALL && fc_call_target(node->child[0]) &&
               fc_control_is_stop(fc_call_target(node->child[0])->name);
    case FC_IF:
        return ends_in_jump(node->child[1]) && ends_in_jump(node->n_children > 2 ? node->child[2] : NULL);
    default:
        return false;
    }
}

static bool is_arm_with_jump(const fc_node *node, const fc_node *child)
{
    return node->kind == FC_IF && child != node->child[0] && ends_in_jump(child);
}

/* Statements stand behind the jump, before its target, that run where it is not taken and are in no other arm of a
 * branch: if (a) { if (b) continue; x; } y. */
static bool jump_skips(const fc_node *jump)
{
    bool aside = true; /* what stands behind `below` in its block is dead, or in another arm */
    for (const fc_node *below = jump, *up = jump->parent; up; below = up, up = up->parent) {
        bool split = below->kind == FC_IF && up->parent && up->parent->kind == FC_SWITCH;
        if (up->kind == FC_BLOCK && (!aside || split) && below != up->child[up->n_children - 1])
            return true;
        bool target = fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK);
        if (target && jump->kind != FC_RETURN)
            return false;
        aside = is_arm_with_jump(up, below) || (up->kind == FC_BLOCK && ends_in_jump(below));
    }
    return false;
}

static bool data_decides(const builder *b, const fc_node *jump)
{
    for (const fc_node *up = jump->parent; up; up = up->parent) {
        if (up->kind == FC_IF && !fc_control_executable(b->analysis->control, up->child[0]))
            return true;
        if (jump->kind != FC_RETURN && (fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK)))
            return false;
    }
    return false;
}

static void build_jump(builder *b, fc_cost *sequence, const fc_node *jump)
{
    fc_cost *cost = append(sequence, new_cost(FC_COST_JUMP, jump));
    cost->skips = jump_skips(jump);
    b->n_skips += cost->skips;
    if (cost->skips && data_decides(b, jump))
        warn(b, jump->span,
             "data decides this jump out of nested conditions: what stands behind it is counted in full");
}

/* Why the cost program cannot jump there; NULL: it can, forwards out of statements that kept values decide. */
static const char *goto_refusal(const builder *b, const fc_node *jump)
{
    const fc_control *control = b->analysis->control;
    const fc_node *label = fc_control_label(control, jump);
    if (!label || label->id < jump->id)
        return "it goes backwards: write a loop";
    for (const fc_node *up = jump->parent; up != label->parent; up = up->parent) {
        if (!up)
            return "it goes into a block";
        const fc_node *condition = up->kind == FC_IF || up->kind == FC_SWITCH ? up->child[0] : NULL;
        if (condition && !fc_control_executable(control, condition))
            return "data decides it";
        if (fc_node_is_loop(up) && fc_control_loop_depends_on_data(control, up))
            return "data decides how often its loop runs";
    }
    return NULL;
}

static void build_goto(builder *b, fc_cost *sequence, const fc_node *jump)
{
    const char *refusal = goto_refusal(b, jump);
    if (refusal)
        unsupported(b, jump->span, "goto", refusal);
    append(sequence, new_cost(FC_COST_JUMP, jump))->skips = true;
    b->n_skips++;
}

/* The program ends there: on a run that ends well it is never reached. */
static bool ends_program(const builder *b, const fc_node *node)
{
    if (!node)
        return false;
    if (node->kind == FC_BLOCK)
        return node->n_children > 0 && ends_program(b, node->child[node->n_children - 1]);
    if (node->kind == FC_RETURN && strcmp(b->procedure->symbol->name, "main") == 0)
        return node->n_children > 0 && node->child[0] && node->child[0]->kind == FC_INTEGER &&
               node->child[0]->value != 0;
    return node->kind == FC_EVALUATE && ends_in_jump(node);
}

static void build_block(builder *b, fc_cost *sequence, const fc_node *block, int first);

/* What stands behind a jump that may skip it is a region of its own. */
static void build_before_others(builder *b, fc_cost *sequence, const fc_node *node)
{
    int before = b->n_skips;
    build_statement(b, sequence, node);
    if (b->n_skips != before)
        sequence->region = NULL;
}

/* if (c) { ...; jump } rest  is  if (c) { ...; jump } else { rest }. */
static void build_rest(builder *b, fc_cost *sequence, const fc_node *block, int first)
{
    if (block)
        build_block(b, sequence, block, first);
}

static void find_cost(void *data, const fc_cost *cost)
{
    bool *found = data;
    bool container = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_REGION;
    *found |= container ? cost->region && !fc_region_is_empty(cost->region) : true;
}

/* A branch on data whose arms cost nothing (if (x > most) most = x) needs no counter: compilers make it a conditional
 * move. */
static void drop_costless_share(builder *b, fc_cost *sequence, fc_cost *share)
{
    bool costs = share->kind != FC_COST_SHARE || share != sequence->child[sequence->n_children - 1] ||
                 share->counter + 1 != (int)b->analysis->n_counters;
    for (int i = 0; i < 2 && !costs; i++)
        fc_cost_walk(share->child[i], find_cost, &costs);
    if (costs)
        return;
    b->analysis->n_counters--;
    sequence->n_children--;
    fc_cost_free(share);
}

static void build_if(builder *b, fc_cost *sequence, const fc_node *node, const fc_node *block, int rest)
{
    const fc_node *condition = node->child[0], *then = node->child[1];
    const fc_node *other = node->n_children > 2 ? node->child[2] : NULL;
    build_expression(b, sequence, condition);
    bool executable = fc_control_executable(b->analysis->control, condition);
    if (!executable && (ends_program(b, then) || ends_program(b, other))) {
        const fc_node *taken = ends_program(b, then) ? other : then;
        if (taken)
            build_statement(b, sequence, taken);
        build_rest(b, sequence, block, rest);
        return;
    }
    fc_cost *branch = append(sequence, new_cost(executable ? FC_COST_BRANCH : FC_COST_SHARE, node));
    if (!executable)
        branch->counter = new_counter(b, node, "branch", condition);
    fc_cost *yes = append(branch, build_body(b, then));
    fc_cost *no = append(branch, build_body(b, other));
    if (ends_in_jump(then) && block)
        build_rest(b, no, block, rest);
    else if (ends_in_jump(other) && block)
        build_rest(b, yes, block, rest);
    else
        build_rest(b, sequence, block, rest);
    drop_costless_share(b, sequence, branch);
}

static void build_block(builder *b, fc_cost *sequence, const fc_node *block, int first)
{
    for (int i = first; i < block->n_children; i++) {
        const fc_node *node = block->child[i];
        if (node->kind == FC_IF &&
            (ends_in_jump(node->child[1]) || ends_in_jump(node->n_children > 2 ? node->child[2] : NULL))) {
            build_if(b, sequence, node, block, i + 1);
            return;
        }
        build_before_others(b, sequence, node);
    }
}

static void loop_inside(void *data, const fc_cost *cost)
{
    bool *found = data;
    *found |= cost->kind == FC_COST_LOOP || cost->kind == FC_COST_COUNTED || cost->kind == FC_COST_EXECUTED;
    if (cost->kind == FC_COST_CALL && cost->callee->body)
        for (int i = 0; i < cost->callee->body->n_children; i++)
            *found |= fc_node_is_loop(cost->callee->body->child[i]);
}

static void mark_branches(void *data, const fc_cost *cost)
{
    fc_cost *loop = data;
    if (!loop->region)
        return;
    if (cost->kind == FC_COST_SHARE || cost->kind == FC_COST_SWITCH)
        loop->region->flags |= FC_REGION_BRANCHES;
    if (cost->kind == FC_COST_CALL || (cost->region && cost->region->calls > 0))
        loop->region->flags |= FC_REGION_CALLS;
}

/* Streams of a sequence's region and of everything below it that lies in no inner loop. */
static void describe_regions(builder *b, fc_cost *cost, const fc_cost *loop)
{
    fc_view view = {b->analysis->control, b->analysis->algebra, fc_cost_outermost_loop(cost->node), NULL, NULL, NULL};
    if (cost->kind == FC_COST_REGION)
        fc_streams_describe(cost->region, &view, loop);
    for (int i = 0; i < cost->n_children; i++)
        if (cost->child[i]->kind != FC_COST_LOOP && cost->child[i]->kind != FC_COST_COUNTED &&
            cost->child[i]->kind != FC_COST_EXECUTED && cost->child[i]->node)
            describe_regions(b, cost->child[i], loop);
}

static void finish_loop(builder *b, fc_cost *loop)
{
    fc_cost *body = loop->child[0];
    fc_region_model *own = body->child[0]->region; /* that of the condition */
    bool inner = false;
    fc_cost_walk(body, loop_inside, &inner);
    loop->innermost = !inner;
    loop->region = own;
    describe_regions(b, body, loop);
    if (inner)
        return;
    own->flags |= FC_REGION_LOOP;
    fc_cost_walk(body, mark_branches, loop);
    fc_view view = {b->analysis->control, b->analysis->algebra, fc_cost_outermost_loop(loop->node), NULL, NULL, NULL};
    fc_streams_find_chain(own, &view, loop);
}

/* What a for loop does once; its kept effects are printed in the loop's head. */
static void build_start(builder *b, fc_cost *sequence, const fc_node *init)
{
    for (int i = 0; i < init->n_children; i++)
        if (init->kind == FC_BLOCK)
            build_start(b, sequence, init->child[i]);
        else if (init->child[i])
            build_expression(b, sequence, init->child[i]);
}

static void build_loop(builder *b, fc_cost *sequence, const fc_node *node)
{
    const fc_control *control = b->analysis->control;
    const fc_node *condition = node->kind == FC_WHILE ? node->child[0] : node->child[1];
    const fc_node *body = node->kind == FC_FOR     ? node->child[3]
                          : node->kind == FC_WHILE ? node->child[1]
                                                   : node->child[0];
    fc_cost *loop = new_cost(FC_COST_EXECUTED, node);
    b->analysis->n_loops++;
    if (node->kind == FC_FOR && node->child[0])
        build_start(b, sequence, node->child[0]);
    append(sequence, loop);
    bool canonical = fc_loops_recognise(loop, control);
    if (fc_control_loop_depends_on_data(control, node) || !condition) {
        loop->kind = FC_COST_COUNTED;
        loop->counter = new_counter(b, node, "loop", condition);
    } else if (canonical && !fc_control_leaves_early(control, node)) {
        loop->kind = FC_COST_LOOP;
    }
    fc_cost *inside = append(loop, new_cost(FC_COST_SEQUENCE, body));
    region_of(b, inside, node);
    if (condition)
        build_expression(b, inside, condition);
    build_statement(b, inside, body);
    if (node->kind == FC_FOR && node->child[2])
        build_expression(b, inside, node->child[2]);
    finish_loop(b, loop);
}

/* The statements of a switch, split at its labels. */
static void build_switch(builder *b, fc_cost *sequence, const fc_node *node)
{
    bool executable = fc_control_executable(b->analysis->control, node->child[0]);
    build_expression(b, sequence, node->child[0]);
    fc_cost *cases = append(sequence, new_cost(FC_COST_SWITCH, node));
    cases->value_kept = executable;
    const fc_node *body = node->child[1];
    fc_cost *current = NULL;
    for (int i = 0; i < body->n_children; i++) {
        const fc_node *statement = body->child[i];
        while (statement && (statement->kind == FC_CASE || statement->kind == FC_DEFAULT)) {
            current = append(cases, new_cost(FC_COST_CASE, statement));
            if (!executable)
                current->counter = new_counter(b, statement, "case", node->child[0]);
            append(current, new_cost(FC_COST_SEQUENCE, statement));
            statement = statement->child[statement->kind == FC_CASE ? 1 : 0];
        }
        if (current && statement)
            build_before_others(b, current->child[0], statement);
    }
}

static void build_mark(builder *b, fc_cost *sequence, const fc_node *node)
{
    if (node == b->procedure->init_end)
        append(sequence, new_cost(FC_COST_MARK, node));
}

static void build_simple(builder *b, fc_cost *sequence, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            build_expression(b, sequence, node->child[i]);
    bool declared = node->kind == FC_DECLARE && fc_control_kept_symbol(b->analysis->control, node->symbol);
    if (declared || has_kept_effect(b, node))
        append(sequence, new_cost(FC_COST_KEPT, node));
}

static void build_statement(builder *b, fc_cost *sequence, const fc_node *node)
{
    switch (node->kind) {
    case FC_BLOCK:
        build_block(b, sequence, node, 0);
        break;
    case FC_IF:
        build_if(b, sequence, node, NULL, 0);
        break;
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        build_loop(b, sequence, node);
        break;
    case FC_SWITCH:
        build_switch(b, sequence, node);
        break;
    case FC_RETURN:
    case FC_BREAK:
    case FC_CONTINUE:
        build_simple(b, sequence, node);
        build_jump(b, sequence, node);
        break;
    case FC_GOTO:
        build_goto(b, sequence, node);
        break;
    case FC_LABEL:
        if (node == b->procedure->init_end)
            build_mark(b, sequence, node);
        append(sequence, new_cost(FC_COST_LABEL, node));
        sequence->region = NULL;
        build_statement(b, sequence, node->child[0]);
        break;
    case FC_PRAGMA:
        build_mark(b, sequence, node);
        break;
    case FC_CASE:
    case FC_DEFAULT:
        unsupported(b, node->span, "a case label inside another statement", NULL);
        break;
    default:
        build_simple(b, sequence, node);
    }
}

fc_status fc_cost_tree_build(fc_analysis *analysis, const fc_procedure *procedure, fc_report *report)
{
    builder b = {analysis, procedure, report, FC_OK, 0};
    fc_cost *tree = build_body(&b, procedure->body);
    describe_regions(&b, tree, NULL);
    analysis->tree[procedure->id] = tree;
    return b.status;
}
