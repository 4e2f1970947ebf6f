/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/counted_sites.h"
#include "analyzer/emit/instrument/branch_prediction.h"
#include "analyzer/emit/instrument/countable.h"
#include "analyzer/emit/instrument/statement_place.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/gather_pointer.h"
#include "analyzer/model/properties/irregular_flow.h"
#include "comm_interface/operations.h"
#include "support/messages/analysis.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define VALUE "forecost_value"
#define CALL "__attribute__((cleanup(forecost_call_leave))) struct forecost_call"

/* ---- insertions ---- */

/* The index of a unit's counter in the vector of all counters. */
static int place_of(const fc_instrumenter *at, int counter)
{
    return at->out->n_counters + counter;
}

static char *counter_text(const fc_instrumenter *at, const char *before, int counter, const char *after)
{
    return fc_format("%s" FC_COUNTER_ARRAY "[%d]%s", before, at->index, counter, after);
}

void fc_counted_site_fail(fc_instrumenter *at, const fc_node *node, const char *what)
{
    if (!at->status)
        at->status = fc_fail(at->report, FC_E_INPUT, fc_program_place(at->unit->parsed, node->span),
                             FC_COUNTED_ANALYZE_AGAIN, FC_MSG_CANNOT_BE_COUNTED, fc_node_kind_text(node->kind), what);
}

bool fc_counted_site_has_place(fc_instrumenter *at, const fc_node *twin)
{
    bool good =
        twin->span.begin >= 0 && twin->span.begin <= twin->span.end && (size_t)twin->span.end <= at->unit->length;
    if (!good)
        fc_counted_site_fail(at, twin, "it has no place in the preprocessed source");
    return good;
}

/* "if (expression, 0) ; else statement": needs no closing brace, and a following "else" still binds to its own "if". */
void fc_counted_site_precede(fc_instrumenter *at, const fc_node *twin, const char *expression)
{
    if (!fc_counted_site_has_place(at, twin))
        return;
    const char *text = at->unit->text;
    long start = fc_statement_start(text, twin);
    bool is_label_at_end = twin->kind == FC_EMPTY && text[start] != ';';
    bool is_own_line = start != twin->span.begin && text[start] != '(';
    /* True if an insertion would extend the preceding word: do{ */
    const char *before = start > 0 && (isalnum((unsigned char)text[start - 1]) || text[start - 1] == '_') ? " " : "";
    char *inserted = is_label_at_end ? fc_format("%s%s; ", before, expression)
                                     : fc_format("%sif (%s, 0) ; else%c", before, expression, is_own_line ? '\n' : ' ');
    fc_edits_open(&at->edits, start, inserted);
}

void fc_counted_site_count(fc_instrumenter *at, const fc_node *twin, int counter)
{
    char *expression = counter_text(at, "", counter, "++");
    fc_counted_site_precede(at, twin, expression);
    free(expression);
}

/* Inserts text before and after the node. */
static void put_around(fc_instrumenter *at, const fc_node *twin, FC_TAKE char *before, FC_TAKE char *after)
{
    if (!fc_counted_site_has_place(at, twin)) {
        free(before);
        free(after);
        return;
    }
    fc_edits_open(&at->edits, twin->span.begin, before);
    fc_edits_close(&at->edits, twin->span.end, after);
}

/* Counts an operand's evaluations; only its truth is used. */
static void count_operand(fc_instrumenter *at, const fc_node *twin, int counter)
{
    put_around(at, twin, counter_text(at, "(", counter, "++, ("), fc_copy_string("))"));
}

/* Counts how often the condition is true (holds), or false. Returns the counter's index. */
static int count_outcome(fc_instrumenter *at, const fc_node *twin, bool holds)
{
    int counter = at->counters++;
    char *after = holds ? counter_text(at, ") && ++", counter, ")") : counter_text(at, ") || (", counter, "++, 0))");
    put_around(at, twin, fc_copy_string("(("), after);
    return place_of(at, counter);
}

/* ---- sites ---- */

/* A body is counted as a candidate of calls through a pointer; if no pointer may hold it, as a recursive procedure. */
static bool is_recursive(const fc_instrumenter *at, const fc_node *body)
{
    const fc_program *program = at->request->program;
    for (int i = 0; i < program->n_procedures; i++)
        if (program->procedure[i]->body == body)
            return !fc_indirect_calls_may_target(at->calls, program->procedure[i]);
    return false;
}

static fc_counter_kind kind_of(const fc_instrumenter *at, const fc_node *node)
{
    if (fc_countable_is_body(node))
        return is_recursive(at, node) ? FC_COUNTER_RECURSION : FC_COUNTER_CALL;
    char size = fc_countable_size(node);
    if (size)
        return size == FC_ARG_COUNT    ? FC_COUNTER_NUMBER
               : size == FC_ARG_COUNTS ? FC_COUNTER_BLOCKS
                                       : FC_COUNTER_DATATYPE;
    if (fc_countable_is_bound(node))
        return FC_COUNTER_BOUND;
    if (node->kind == FC_NAME)
        return FC_COUNTER_EXTENT;
    if (node->kind == FC_IRREGULAR_REGION)
        return FC_COUNTER_PIECE;
    if (node->kind == FC_CALL)
        return FC_COUNTER_TIME;
    return fc_countable_is_loop(node)   ? FC_COUNTER_LOOP
           : fc_countable_is_case(node) ? FC_COUNTER_CASE
                                        : FC_COUNTER_BRANCH;
}

/* Registers the node's counters for the derivation of other counts. */
static void register_counts(fc_instrumenter *at, const fc_counter_site *site)
{
    switch (site->kind) {
    case FC_COUNTER_LOOP:
    case FC_COUNTER_BRANCH:
        fc_execution_counts_register(at->executions, site->node, site->entries, site->count);
        break;
    case FC_COUNTER_CASE:
    case FC_COUNTER_PIECE:
        fc_execution_counts_register(at->executions, site->node, FC_EXECUTION_COUNTS_UNKNOWN, site->count);
        break;
    case FC_COUNTER_CALL:
    case FC_COUNTER_RECURSION:
        fc_execution_counts_register(at->executions, site->node, site->count, FC_EXECUTION_COUNTS_UNKNOWN);
        break;
    default:
        break;
    }
}

/* entries and count: indices in the vector of all counters. */
static void add_site(fc_instrumenter *at, const fc_node *node, int entries, int count)
{
    fc_instrumented *out = at->out;
    out->site = fc_grow(out->site, &out->capacity, out->n_sites + 1, sizeof *out->site);
    fc_counter_site *site = &out->site[out->n_sites++];
    *site = (fc_counter_site){.node = node, .kind = kind_of(at, node), .entries = entries, .count = count};
    site->simulated = site->group = -1;
    at->done[node->id] = true;
    register_counts(at, site);
}

/* Adds a site with two counters of its own. Returns the first. */
static int add_own_site(fc_instrumenter *at, const fc_node *node)
{
    int first = at->counters;
    at->counters += 2;
    add_site(at, node, place_of(at, first), place_of(at, first + 1));
    return first;
}

int fc_counted_site_executions(fc_instrumenter *at, fc_node_pair pair)
{
    int place = fc_execution_counts_find(at->executions, pair.node);
    if (place != FC_EXECUTION_COUNTS_UNKNOWN)
        return place;
    place = place_of(at, at->counters);
    fc_counted_site_count(at, pair.twin, at->counters++);
    fc_execution_counts_register(at->executions, pair.node, place, FC_EXECUTION_COUNTS_UNKNOWN);
    return place;
}

/* The text of another argument of the enclosing call; "" if the call has none with this role. */
static FC_GIVE char *argument_text(fc_instrumenter *at, const fc_node *twin, char role)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(twin->parent)->name)->arguments;
    const char *found = strchr(arguments, role);
    const fc_node *argument = found ? twin->parent->child[1 + (found - arguments)] : NULL;
    if (!argument || !fc_counted_site_has_place(at, argument))
        return fc_copy_string("");
    return fc_format("%.*s", (int)(argument->span.end - argument->span.begin), at->unit->text + argument->span.begin);
}

static void instrument_blocks(fc_instrumenter *at, fc_node_pair pair)
{
    int slot = add_own_site(at, pair.node);
    char *communicator = argument_text(at, pair.twin, FC_ARG_COMM), *root = argument_text(at, pair.twin, FC_ARG_PEER);
    char *before = fc_format("); __auto_type forecost_comm = (%s); forecost_blocks(&", communicator);
    char *after = fc_format(", forecost_count, &forecost_comm, %s); forecost_count; })", *root ? root : "-1");
    put_around(at, pair.twin, fc_copy_string("({ __auto_type forecost_count = ("),
               counter_text(at, before, slot, after));
    free(communicator);
    free(root);
    free(before);
    free(after);
}

static void instrument_size(fc_instrumenter *at, fc_node_pair pair)
{
    char role = fc_countable_size(pair.node);
    at->n_sizes += role != FC_ARG_COUNT;
    if (role == FC_ARG_COUNT) {
        int entries = add_own_site(at, pair.node);
        at->numbers++;
        put_around(at, pair.twin, counter_text(at, "(", entries, "++, " FC_COUNTED_NUMBER " = ("),
                   counter_text(at, "), ", entries + 1,
                                " += (unsigned long)" FC_COUNTED_NUMBER ", (int)" FC_COUNTED_NUMBER ")"));
    } else if (role == FC_ARG_DATATYPE) {
        int slot = add_own_site(at, pair.node);
        put_around(at, pair.twin, fc_copy_string("({ __auto_type forecost_type = ("),
                   counter_text(at, "); forecost_datatype(&", slot, ", &forecost_type); forecost_type; })"));
    } else
        instrument_blocks(at, pair);
}

/* Stops the call's clocks during calls among its arguments. */
static void pause_below(fc_instrumenter *at, const fc_node *twin, int outer)
{
    for (int i = twin->kind == FC_CALL; i < twin->n_children; i++) {
        const fc_node *child = twin->child[i];
        if (child && child->kind == FC_CALL && fc_counted_site_has_place(at, child)) {
            fc_edits_open(&at->edits, child->span.begin,
                          fc_format("({ " CALL " forecost_pause = forecost_call_enter(0, &forecost_call_%d); ", outer));
            fc_edits_close(&at->edits, child->span.end, fc_copy_string("; })"));
        } else if (child) {
            pause_below(at, child, outer);
        }
    }
}

static void instrument_call(fc_instrumenter *at, fc_node_pair pair)
{
    int slot = add_own_site(at, pair.node);
    at->n_timed_calls++;
    if (!fc_counted_site_has_place(at, pair.twin))
        return;
    fc_edits_open(&at->edits, pair.twin->span.begin,
                  fc_format("({ " CALL " forecost_call_%d = forecost_call_enter(&" FC_COUNTER_ARRAY "[%d], 0); ", slot,
                            at->index, slot));
    fc_edits_close(&at->edits, pair.twin->span.end, fc_copy_string("; })"));
    pause_below(at, pair.twin, slot);
}

void fc_counted_site_copy_input(fc_instrumenter *at, fc_node_pair pair)
{
    at->n_opened++;
    put_around(at, pair.twin->child[1], fc_copy_string(FC_COUNTED_INPUT "("), fc_copy_string(")"));
}

/* free is recorded before the call, allocations after it, realloc both. */
void fc_counted_site_record_memory(fc_instrumenter *at, fc_node_pair pair)
{
    const char *name = fc_call_target(pair.node)->name;
    bool frees = strcmp(name, "free") == 0;
    at->n_extents++;
    if (frees || strcmp(name, "realloc") == 0)
        put_around(at, pair.twin->child[1], fc_copy_string("forecost_gone("), fc_copy_string(")"));
    if (!frees)
        put_around(at, pair.twin, fc_copy_string("forecost_made("), fc_copy_string(")"));
}

static void instrument_loop(fc_instrumenter *at, fc_node_pair pair)
{
    /* True if a loop with equal counts has counters, which are then this loop's too. */
    const int first = at->request->equal_loop ? at->request->equal_loop[pair.node->id] : -1;
    const int same = first < 0 ? -1 : at->equal_site[first];
    if (same >= 0)
        add_site(at, pair.node, at->out->site[same].entries, at->out->site[same].count);
    else if (first >= 0)
        at->equal_site[first] = (int)at->out->n_sites; /* that the loop now gets */
    if (same >= 0)
        return;
    const fc_node *twin = pair.twin;
    int body = twin->kind == FC_DO ? 0 : twin->n_children - 1;
    int entries = fc_counted_site_executions(at, pair), count = at->counters++;
    add_site(at, pair.node, entries, place_of(at, count));
    fc_counted_site_count(at, twin->child[body], count);
}

/* The predicted outcome of the condition, > 0: true; 0 if the condition may not complete. */
static int outcome_of(const fc_instrumenter *at, const fc_node *condition, const fc_node *first, const fc_node *second)
{
    return fc_execution_counts_completes(at->executions, condition)
               ? fc_branch_prediction_outcome(condition, first, second)
               : 0;
}

static bool is_loop(const fc_node *node, const void *data)
{
    (void)data;
    return fc_countable_is_loop(node);
}

/* Simulates the prediction of the branch whose site was added last. A branch around a loop is left out: the loop costs
 * more. So is one whose condition is not an operand of its own in the text: part of a macro, or of ({ ... }). */
static void predict_outcome(fc_instrumenter *at, fc_node_pair pair)
{
    for (int i = 1; i < pair.node->n_children; i++)
        if (pair.node->child[i] && fc_node_search_first(pair.node->child[i], is_loop, NULL))
            return;
    if (!fc_statement_has_operand(at->unit->text, at->unit->length, pair.twin->child[0]))
        return;
    const int slot = at->counters;
    at->counters += 2;
    at->out->site[at->out->n_sites - 1].simulated = place_of(at, slot);
    char *before = fc_format(", %d, (", at->n_predictors++);
    put_around(at, pair.twin->child[0], counter_text(at, "forecost_predict(&", slot, before),
               fc_copy_string(") != 0)"));
    free(before);
}

static void instrument_if(fc_instrumenter *at, fc_node_pair pair)
{
    fc_node *const *part = pair.node->child;
    int entries = fc_counted_site_executions(at, pair);
    if (outcome_of(at, part[0], part[1], part[2]) > 0) {
        int otherwise = count_outcome(at, pair.twin->child[0], false);
        add_site(at, pair.node, entries, fc_execution_counts_subtract(at->executions, entries, otherwise));
        if (part[2])
            fc_execution_counts_register(at->executions, part[2], otherwise, FC_EXECUTION_COUNTS_UNKNOWN);
    } else {
        int count = at->counters++;
        add_site(at, pair.node, entries, place_of(at, count));
        fc_counted_site_count(at, pair.twin->child[1], count);
    }
    predict_outcome(at, pair);
}

/* The index of the count of a ?:'s first arm, or of the right side of && or ||. */
static int count_second_operand(fc_instrumenter *at, fc_node_pair pair, int entries)
{
    fc_node *const *part = pair.node->child;
    bool is_choice = pair.node->kind == FC_CONDITIONAL, if_fails = !is_choice && pair.node->op == FC_OP_OR;
    int outcome = is_choice  ? outcome_of(at, part[0], part[1], part[2])
                  : if_fails ? -outcome_of(at, part[0], NULL, part[1])
                             : outcome_of(at, part[0], part[1], NULL);
    if (!outcome && pair.node->op == FC_OP_AND && fc_countable_bound_loop(pair.node))
        outcome = fc_execution_counts_completes(at->executions, part[0]); /* loops mostly continue */
    if (outcome > 0)
        return fc_execution_counts_subtract(at->executions, entries, count_outcome(at, pair.twin->child[0], if_fails));
    if (is_choice)
        return count_outcome(at, pair.twin->child[0], true);
    int count = at->counters++;
    count_operand(at, pair.twin->child[1], count);
    return place_of(at, count);
}

/* && or ||, or ?:. */
static void instrument_operator(fc_instrumenter *at, fc_node_pair pair)
{
    const fc_node *first = pair.twin->child[0];
    int place = fc_execution_counts_find(at->executions, pair.node);
    int own = place == FC_EXECUTION_COUNTS_UNKNOWN ? at->counters++ : -1, entries = own < 0 ? place : place_of(at, own);
    if (pair.twin->kind == FC_CONDITIONAL && pair.twin->op == FC_OP_OR) {
        int count = at->counters++;
        /* Counts for a ?: b how often a is evaluated (entries; -1: not counted) and is true. The value of a is used
         * too. */
        char *evaluated =
            own < 0 ? fc_copy_string("); if (" VALUE ") ") : counter_text(at, "); ", own, "++; if (" VALUE ") ");
        put_around(at, first, fc_copy_string("({ __auto_type " VALUE " = ("),
                   counter_text(at, evaluated, count, "++; " VALUE "; })"));
        free(evaluated);
        add_site(at, pair.node, entries, place_of(at, count));
        return;
    }
    if (own >= 0)
        count_operand(at, first, own);
    add_site(at, pair.node, entries, count_second_operand(at, pair, entries));
    predict_outcome(at, pair);
}

void fc_counted_site_add_body(fc_instrumenter *at, fc_node_pair pair, const fc_procedure *procedure)
{
    if (is_recursive(at, pair.node)) {
        /* The clean-up attribute decrements the depth on every exit from the procedure. */
        int entries = add_own_site(at, pair.node);
        at->recursions++;
        if (fc_counted_site_has_place(at, pair.twin))
            fc_edits_open(&at->edits, pair.twin->span.begin + 1,
                          fc_format(" static unsigned long " FC_COUNTED_DEPTH
                                    "; __attribute__((cleanup(" FC_COUNTED_DEPTH "_leave))) unsigned long "
                                    "*" FC_COUNTED_DEPTH "_at = &" FC_COUNTED_DEPTH "; " FC_COUNTER_ARRAY
                                    "[%d] += (*" FC_COUNTED_DEPTH "_at)++ == 0; " FC_COUNTER_ARRAY "[%d]++;",
                                    at->index, entries, at->index, entries + 1));
        return;
    }
    int count = at->counters++;
    add_site(at, pair.node, place_of(at, count), place_of(at, count));
    at->out->site[at->out->n_sites - 1].group = fc_indirect_calls_group(at->calls, procedure);
    if (fc_counted_site_has_place(at, pair.twin))
        fc_edits_open(&at->edits, pair.twin->span.begin + 1, counter_text(at, " ", count, "++;"));
}

/* True for a declaration that the front end added: its span is the block's, or that of a later name. */
static bool is_synthetic(const fc_node *block, int i)
{
    const fc_node *declaration = block->child[i], *next = i + 1 < block->n_children ? block->child[i + 1] : NULL;
    return declaration->kind == FC_DECLARE && next &&
           (declaration->span.begin <= block->span.begin || next->span.begin < declaration->span.begin);
}

/* Counts a piece at its first statement; before a declaration, as a separate statement. */
static void count_piece(fc_instrumenter *at, const fc_node *twin, int counter)
{
    /* The statement that the piece begins with. */
    const fc_node *block = twin->parent;
    int i = 0;
    while (block->child[i] != twin)
        i++;
    for (i++; is_synthetic(block, i); i++)
        ;
    const fc_node *start = block->child[i];
    if (start->kind == FC_DECLARE && fc_counted_site_has_place(at, start))
        fc_edits_open(&at->edits, start->span.begin, counter_text(at, "", counter, "++; "));
    else
        fc_counted_site_count(at, start, counter);
}

/* Executions of the enclosing block are counted at its first piece, even if only later pieces are wanted. */
static void instrument_piece(fc_instrumenter *at, fc_node_pair pair)
{
    const fc_node *first = fc_irregular_flow_first(pair.node);
    if (at->block_of != first) {
        at->block_of = first;
        at->block_counter = at->counters++;
        count_piece(at, fc_irregular_flow_first(pair.twin), at->block_counter);
    }
    int count = at->block_counter;
    if (pair.node != first) {
        count = at->counters++;
        count_piece(at, pair.twin, count);
    }
    add_site(at, pair.node, place_of(at, at->block_counter), place_of(at, count));
}

void fc_counted_site_add(fc_instrumenter *at, fc_node_pair pair, int switch_entries)
{
    if (fc_countable_size(pair.node))
        instrument_size(at, pair);
    else if (pair.node->kind == FC_NAME) {
        /* Records the pointer before the loop nest, which does not change it. */
        int slot = add_own_site(at, pair.node);
        char *before =
            fc_format("forecost_extent(&" FC_COUNTER_ARRAY "[%d], %s)", at->index, slot, pair.twin->symbol->name);
        at->n_extents++;
        fc_counted_site_precede(at, fc_gather_pointer_nest(pair.twin), before);
        free(before);
    } else if (fc_countable_is_bound(pair.node)) {
        /* Counts how often this comparison ends the loop: the counter costs time only then. */
        fc_node_pair loop = {fc_countable_bound_loop(pair.node), fc_countable_bound_loop(pair.twin)};
        int entries = fc_counted_site_executions(at, loop), count = at->counters++;
        add_site(at, pair.node, entries, place_of(at, count));
        put_around(at, pair.twin, fc_copy_string("("), counter_text(at, " || (", count, "++, 0))"));
    } else if (pair.node->kind == FC_CALL)
        instrument_call(at, pair);
    else if (pair.node->kind == FC_IRREGULAR_REGION)
        instrument_piece(at, pair);
    else if (fc_countable_is_case(pair.node)) {
        int count = at->counters++;
        add_site(at, pair.node, switch_entries, place_of(at, count));
        fc_counted_site_count(at, pair.twin->child[pair.twin->kind == FC_CASE ? 1 : 0], count);
    } else if (pair.node->kind == FC_IF)
        instrument_if(at, pair);
    else if (fc_countable_is_loop(pair.node))
        instrument_loop(at, pair);
    else
        instrument_operator(at, pair);
}
