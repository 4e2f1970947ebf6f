/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument.h"
#include "analyzer/emit/countable.h"
#include "analyzer/emit/edits.h"
#include "analyzer/emit/statement_place.h"
#include "analyzer/model/notes.h"
#include "analyzer/model/pieces.h"
#include "analyzer/model/pointer_calls.h"

#include <stdlib.h>
#include <string.h>

#define MARK "forecost_block_begin"
#define NUMBER "forecost_number"
#define DEPTH "forecost_depth"
#define VALUE "forecost_value"
#define CALL "__attribute__((cleanup(forecost_call_leave))) struct forecost_call"
#define READ_AGAIN "Analyze the program again: its sources may have changed since the model was written."

/* One unit being instrumented. Nodes come in pairs: `node` of the analysed program, `twin` of the parsed text. */
typedef struct instrumenting {
    const fc_instrument_request *request;
    fc_instrumented *out;
    fc_report *report;
    fc_status status;
    const bool *wanted; /* by node id of the analysed program */
    bool *timed;        /* likewise */
    bool *done;         /* likewise: has a site */
    bool *paired;       /* by procedure id of the analysed program */
    fc_pointer_calls *calls;
    const fc_instrument_unit *unit;
    int index;    /* of the unit */
    int counters; /* of this unit so far */
    int marks;    /* likewise */
    int numbers;  /* likewise: arguments counted */
    int recursions;
    int timers;
    int n_timed_calls;        /* likewise */
    fc_words timed_functions; /* by name */
    const fc_node *block_of;  /* first piece of the cut block whose executions block_counter counts; NULL: none yet */
    int block_counter;
    fc_edits edits;
} instrumenting;

typedef struct node_pair {
    const fc_node *node, *twin;
} node_pair;

/* ---- insertions ---- */

static char *counter_text(const instrumenting *at, const char *before, int counter, const char *after)
{
    return fc_format("%s" FC_COUNTER_ARRAY "[%d]%s", before, at->index, counter, after);
}

static void fail_pair(instrumenting *at, const fc_node *node, const char *what)
{
    if (!at->status)
        at->status = fc_fail(at->report, FC_E_INPUT, fc_program_place(at->unit->parsed, node->span), READ_AGAIN,
                             "this %s cannot be counted: %s", fc_node_kind_text(node->kind), what);
}

/* Every token of preprocessed text has a place; a twin without one is refused. */
static bool has_place(instrumenting *at, const fc_node *twin)
{
    bool good =
        twin->span.begin >= 0 && twin->span.begin <= twin->span.end && (size_t)twin->span.end <= at->unit->length;
    if (!good)
        fail_pair(at, twin, "it has no place in the preprocessed source");
    return good;
}

/* Evaluates an expression before a statement: no brace is needed behind it, and the "else" that may follow still finds
 * its own "if". */
static void precede_statement(instrumenting *at, const fc_node *twin, const char *expression)
{
    if (!has_place(at, twin))
        return;
    const char *text = at->unit->text;
    long start = fc_statement_start(text, twin);
    bool is_label_at_end = twin->kind == FC_EMPTY && text[start] != ';';
    bool is_own_line = start != twin->span.begin && text[start] != '(';
    char *inserted = is_label_at_end ? fc_format("%s; ", expression)
                                     : fc_format("if (%s, 0) ; else%c", expression, is_own_line ? '\n' : ' ');
    fc_edits_open(&at->edits, start, inserted);
}

static void count_statement(instrumenting *at, const fc_node *twin, int counter)
{
    char *expression = counter_text(at, "", counter, "++");
    precede_statement(at, twin, expression);
    free(expression);
}

/* A note is not in the text: the block begins with the statement that it is about. */
static void mark_noted_block(instrumenting *at, const fc_node *note, const fc_procedure *twin)
{
    const fc_node *statement = fc_notes_block_start(twin->body, note->span.line);
    if (statement)
        precede_statement(at, statement, MARK "()");
    else
        fail_pair(at, twin->body, "the preprocessed source has no statement where its initialization block ends");
    at->marks++;
}

/* The computational block begins behind the pragma, or with the labelled statement. */
static void mark_block(instrumenting *at, const fc_procedure *procedure, const fc_procedure *twin)
{
    if (!procedure->init_end)
        return;
    if (fc_notes_made(procedure->init_end)) {
        mark_noted_block(at, procedure->init_end, twin);
        return;
    }
    const fc_node *end = twin->init_end;
    if (!end || end->kind != procedure->init_end->kind)
        fail_pair(at, twin->body, "its initialization block does not end as in the analysed source");
    else if (end->kind == FC_LABEL)
        precede_statement(at, end->child[0], MARK "()");
    else if (has_place(at, end))
        fc_edits_open(&at->edits, end->span.begin, fc_copy_string(MARK "();\n"));
    at->marks++;
}

/* Counts an operand's evaluations; only its truth is used. */
static void count_operand(instrumenting *at, const fc_node *twin, int counter)
{
    if (!has_place(at, twin))
        return;
    fc_edits_open(&at->edits, twin->span.begin, counter_text(at, "(", counter, "++, ("));
    fc_edits_close(&at->edits, twin->span.end, fc_copy_string("))"));
}

/* Counts how often the condition is evaluated and how often it holds. */
static void count_condition(instrumenting *at, const fc_node *twin, int counter)
{
    if (!has_place(at, twin))
        return;
    fc_edits_open(&at->edits, twin->span.begin, counter_text(at, "((", counter, "++, ("));
    fc_edits_close(&at->edits, twin->span.end, counter_text(at, ")) && ++", counter + 1, ")"));
}

/* a of a ?: b: its value is used too. */
static void count_value(instrumenting *at, const fc_node *twin, int counter)
{
    if (!has_place(at, twin))
        return;
    fc_edits_open(&at->edits, twin->span.begin, fc_copy_string("({ __auto_type " VALUE " = ("));
    char *entries = counter_text(at, "); ", counter, "++; if (" VALUE ") ");
    char *closing = counter_text(at, entries, counter + 1, "++; " VALUE "; })");
    fc_edits_close(&at->edits, twin->span.end, closing);
    free(entries);
}

/* ---- sites ---- */

/* A body is counted as one of a pointer's candidates, or, where no pointer holds it, as one that calls itself. */
static bool is_recursive(const instrumenting *at, const fc_node *body)
{
    const fc_program *program = at->request->program;
    for (int i = 0; i < program->n_procedures; i++)
        if (program->procedure[i]->body == body)
            return !fc_pointer_calls_may_run(at->calls, program->procedure[i]);
    return false;
}

static fc_counter_kind kind_of(const instrumenting *at, const fc_node *node)
{
    if (fc_countable_is_body(node))
        return is_recursive(at, node) ? FC_COUNTER_RECURSION : FC_COUNTER_CALL;
    if (fc_countable_is_number(node))
        return FC_COUNTER_NUMBER;
    if (fc_countable_is_bound(node))
        return FC_COUNTER_BOUND;
    if (node->kind == FC_PIECE)
        return FC_COUNTER_PIECE;
    if (node->kind == FC_CALL)
        return FC_COUNTER_TIME;
    return fc_countable_is_loop(node)   ? FC_COUNTER_LOOP
           : fc_countable_is_case(node) ? FC_COUNTER_CASE
                                        : FC_COUNTER_BRANCH;
}

/* entries and count: places in this unit's array. */
static void add_site(instrumenting *at, const fc_node *node, int entries, int count)
{
    fc_instrumented *out = at->out;
    out->site = fc_grow(out->site, &out->capacity, out->n_sites + 1, sizeof *out->site);
    out->site[out->n_sites++] = (fc_counter_site){.node = node,
                                                  .kind = kind_of(at, node),
                                                  .entries = out->n_counters + entries,
                                                  .count = out->n_counters + count,
                                                  .group = -1};
    at->done[node->id] = true;
}

static void instrument_number(instrumenting *at, node_pair pair)
{
    int entries = at->counters;
    at->counters += 2;
    at->numbers++;
    add_site(at, pair.node, entries, entries + 1);
    if (!has_place(at, pair.twin))
        return;
    char *before = counter_text(at, "(", entries, "++, " NUMBER " = (");
    fc_edits_open(&at->edits, pair.twin->span.begin, before);
    fc_edits_close(&at->edits, pair.twin->span.end,
                   counter_text(at, "), ", entries + 1, " += (unsigned long)" NUMBER ", (int)" NUMBER ")"));
}

/* Costs something only where it ends the loop. */
static void instrument_bound(instrumenting *at, node_pair pair)
{
    int entries = at->counters;
    at->counters += 2;
    add_site(at, pair.node, entries, entries + 1);
    if (!has_place(at, pair.twin))
        return;
    count_statement(at, fc_countable_bound_loop(pair.twin), entries);
    fc_edits_open(&at->edits, pair.twin->span.begin, fc_copy_string("("));
    fc_edits_close(&at->edits, pair.twin->span.end, counter_text(at, " || (", entries + 1, "++, 0))"));
}

/* Calls among the arguments take their own time. */
static void pause_below(instrumenting *at, const fc_node *twin, int outer)
{
    for (int i = twin->kind == FC_CALL; i < twin->n_children; i++) {
        const fc_node *child = twin->child[i];
        if (child && child->kind == FC_CALL && has_place(at, child)) {
            fc_edits_open(&at->edits, child->span.begin,
                          fc_format("({ " CALL " forecost_pause = forecost_call_enter(0, &forecost_call_%d); ", outer));
            fc_edits_close(&at->edits, child->span.end, fc_copy_string("; })"));
        } else if (child) {
            pause_below(at, child, outer);
        }
    }
}

static void instrument_call(instrumenting *at, node_pair pair)
{
    int slot = at->counters;
    at->counters += 2;
    at->n_timed_calls++;
    add_site(at, pair.node, slot, slot + 1);
    if (!has_place(at, pair.twin))
        return;
    fc_edits_open(&at->edits, pair.twin->span.begin,
                  fc_format("({ " CALL " forecost_call_%d = forecost_call_enter(&" FC_COUNTER_ARRAY "[%d], 0); ", slot,
                            at->index, slot));
    fc_edits_close(&at->edits, pair.twin->span.end, fc_copy_string("; })"));
    pause_below(at, pair.twin, slot);
}

/* The place in this unit's array where the turns of a loop around the branch are counted, if each of them comes to it;
 * -1: nowhere. */
static int counted_turns(const instrumenting *at, const fc_node *branch)
{
    const fc_node *loop = fc_countable_turn(branch);
    for (size_t i = at->out->n_sites; loop && i-- > 0 && at->out->site[i].count >= at->out->n_counters;)
        if (at->out->site[i].node == loop)
            return at->out->site[i].count - at->out->n_counters;
    return -1;
}

static void instrument_if(instrumenting *at, node_pair pair)
{
    int entries = counted_turns(at, pair.node);
    if (entries < 0) {
        entries = at->counters++;
        count_statement(at, pair.twin, entries);
    }
    int count = at->counters++;
    add_site(at, pair.node, entries, count);
    count_statement(at, pair.twin->child[1], count);
}

static void instrument_plain(instrumenting *at, node_pair pair)
{
    const fc_node *twin = pair.twin;
    int entries = at->counters;
    at->counters += 2;
    add_site(at, pair.node, entries, entries + 1);
    if (fc_countable_is_loop(twin)) {
        count_statement(at, twin, entries);
        count_statement(at, twin->child[twin->kind == FC_DO ? 0 : twin->n_children - 1], entries + 1);
    } else if (twin->kind == FC_CONDITIONAL) {
        (twin->op == FC_OP_OR ? count_value : count_condition)(at, twin->child[0], entries);
    } else {
        count_operand(at, twin->child[0], entries);
        count_operand(at, twin->child[1], entries + 1);
    }
}

/* The depth falls however the procedure is left. */
static void instrument_recursion(instrumenting *at, node_pair pair)
{
    int entries = at->counters;
    at->counters += 2;
    at->recursions++;
    add_site(at, pair.node, entries, entries + 1);
    if (!has_place(at, pair.twin))
        return;
    fc_edits_open(&at->edits, pair.twin->span.begin + 1,
                  fc_format(" static unsigned long " DEPTH "; __attribute__((cleanup(" DEPTH "_leave))) unsigned long "
                            "*" DEPTH "_at = &" DEPTH "; " FC_COUNTER_ARRAY "[%d] += (*" DEPTH
                            "_at)++ == 0; " FC_COUNTER_ARRAY "[%d]++;",
                            at->index, entries, at->index, entries + 1));
}

static void instrument_body(instrumenting *at, node_pair pair, const fc_procedure *procedure)
{
    if (is_recursive(at, pair.node)) {
        instrument_recursion(at, pair);
        return;
    }
    int count = at->counters++;
    add_site(at, pair.node, count, count);
    at->out->site[at->out->n_sites - 1].group = fc_pointer_calls_group(at->calls, procedure);
    if (has_place(at, pair.twin))
        fc_edits_open(&at->edits, pair.twin->span.begin + 1, counter_text(at, " ", count, "++;"));
}

/* The cases of one switch share the counter of its executions; it is made at the switch when one of them is wanted. */
static bool wants_case(const instrumenting *at, const fc_node *node)
{
    if (fc_countable_is_case(node) && at->wanted[node->id])
        return true;
    for (int i = 0; i < node->n_children; i++) {
        const fc_node *child = node->child[i];
        if (child && child->kind != FC_SWITCH && child->kind < FC_INTEGER && wants_case(at, child))
            return true;
    }
    return false;
}

static void instrument_case(instrumenting *at, node_pair pair, int switch_counter)
{
    const fc_node *labelled = pair.twin->child[pair.twin->kind == FC_CASE ? 1 : 0];
    int count = at->counters++;
    add_site(at, pair.node, switch_counter, count);
    count_statement(at, labelled, count);
}

/* The statement that the piece begins with. */
static const fc_node *start_of_piece(const fc_node *piece)
{
    const fc_node *block = piece->parent;
    int i = 0;
    while (block->child[i] != piece)
        i++;
    return block->child[i + 1];
}

/* In front of a declaration or a directive stands a statement of its own. */
static void count_piece(instrumenting *at, const fc_node *twin, int counter)
{
    const fc_node *start = start_of_piece(twin);
    if (start->kind == FC_DECLARE && has_place(at, start))
        fc_edits_open(&at->edits, start->span.begin, counter_text(at, "", counter, "++; "));
    else
        count_statement(at, start, counter);
}

/* Executions of the block that the piece is of are counted at its first one, whichever of them are wanted. */
static void instrument_piece(instrumenting *at, node_pair pair)
{
    const fc_node *first = fc_pieces_first(pair.node);
    if (at->block_of != first) {
        at->block_of = first;
        at->block_counter = at->counters++;
        count_piece(at, fc_pieces_first(pair.twin), at->block_counter);
    }
    int count = at->block_counter;
    if (pair.node != first) {
        count = at->counters++;
        count_piece(at, pair.twin, count);
    }
    add_site(at, pair.node, at->block_counter, count);
}

/* ---- timers ---- */

/* "struct forecost_frame f; ... *f_at = forecost_timer_enter(...);": whatever way the scope is left, the clean-up tells
 * that it was. */
static FC_GIVE char *timer_text(instrumenting *at, const fc_node *node, const char *before)
{
    fc_instrumented *out = at->out;
    int first = at->counters;
    at->counters += FC_N_TIMER_SLOTS;
    at->timers++;
    out->timer = fc_grow(out->timer, &out->timer_capacity, out->n_timers + 1, sizeof *out->timer);
    out->timer[out->n_timers++] = (fc_timer_site){node, out->n_counters + first};
    return fc_format("%sstruct forecost_frame forecost_frame; __attribute__((cleanup(forecost_timer_leave))) struct "
                     "forecost_frame *forecost_frame_at = forecost_timer_enter(&forecost_frame, &" FC_COUNTER_ARRAY
                     "[%d]); ",
                     before, at->index, first);
}

static void time_body(instrumenting *at, node_pair pair)
{
    if (has_place(at, pair.twin))
        fc_edits_open(&at->edits, pair.twin->span.begin + 1, timer_text(at, pair.node, " "));
}

/* A loop whose end is not found in the text stays part of what is timed around it. */
static void time_loop(instrumenting *at, node_pair pair)
{
    if (!has_place(at, pair.twin))
        return;
    const char *text = at->unit->text;
    long start = fc_statement_start(text, pair.twin), end = fc_statement_end(text, at->unit->length, pair.twin);
    if (end < 0)
        return;
    fc_edits_open(&at->edits, start, timer_text(at, pair.node, "{ "));
    if (start != pair.twin->span.begin)
        fc_edits_open(&at->edits, start, fc_copy_string("\n"));
    fc_edits_close(&at->edits, end, fc_copy_string(" }"));
}

/* ---- the walk over both trees ---- */

/* The line a token of the twin stands on lies within the node: macros that span lines move tokens a little. */
static bool lines_agree(const fc_node *node, const fc_node *twin)
{
    int last = node->span.end_line > node->span.line ? node->span.end_line : node->span.line;
    return twin->span.line >= node->span.line && twin->span.line <= last;
}

static bool check_twin(instrumenting *at, node_pair pair)
{
    if (pair.node->kind != pair.twin->kind || pair.node->op != pair.twin->op || !lines_agree(pair.node, pair.twin))
        fail_pair(at, pair.twin, "the preprocessed source differs from the analysed one here");
    return !at->status;
}

/* switch_counter: by place in the lists; of the switch there. */
static int counter_of_switch(const fc_countable_list *nodes, const int *switch_counter, const fc_node *node)
{
    const fc_node *owner = fc_countable_switch(node);
    for (size_t i = 0; i < nodes->n; i++)
        if (nodes->node[i] == owner)
            return switch_counter[i];
    return -1;
}

static void instrument_lists(instrumenting *at, const fc_countable_list *nodes, const fc_countable_list *twins)
{
    int *switch_counter = fc_allocate(nodes->n, sizeof *switch_counter);
    for (size_t i = 0; i < nodes->n && !at->status; i++) {
        node_pair pair = {nodes->node[i], twins->node[i]};
        if (!check_twin(at, pair))
            break;
        if (at->timed[pair.node->id])
            time_loop(at, pair);
        if (pair.node->kind == FC_SWITCH && wants_case(at, pair.node->child[1])) {
            switch_counter[i] = at->counters++;
            count_statement(at, pair.twin, switch_counter[i]);
        } else if (pair.node->kind != FC_SWITCH && at->wanted[pair.node->id]) {
            if (fc_countable_is_number(pair.node))
                instrument_number(at, pair);
            else if (fc_countable_is_bound(pair.node))
                instrument_bound(at, pair);
            else if (pair.node->kind == FC_CALL)
                instrument_call(at, pair);
            else if (pair.node->kind == FC_PIECE)
                instrument_piece(at, pair);
            else if (fc_countable_is_case(pair.node))
                instrument_case(at, pair, counter_of_switch(nodes, switch_counter, pair.node));
            else if (pair.node->kind == FC_IF)
                instrument_if(at, pair);
            else
                instrument_plain(at, pair);
        }
    }
    free(switch_counter);
}

static void instrument_procedure(instrumenting *at, const fc_procedure *procedure, const fc_procedure *twin)
{
    fc_countable_list nodes = {0}, twins = {0};
    fc_countable_walk(&nodes, &at->timed_functions, procedure->body);
    fc_countable_walk(&twins, &at->timed_functions, twin->body);
    if (at->wanted[procedure->body->id])
        instrument_body(at, (node_pair){procedure->body, twin->body}, procedure);
    if (at->timed[procedure->body->id])
        time_body(at, (node_pair){procedure->body, twin->body});
    if (nodes.n == twins.n)
        instrument_lists(at, &nodes, &twins);
    else
        fail_pair(at, twin->body, "the preprocessed source has other loops and branches than the analysed one");
    if (at->request->marks_block && !at->status)
        mark_block(at, procedure, twin);
    at->paired[procedure->id] = true;
    free(nodes.node);
    free(twins.node);
}

const fc_procedure *fc_instrument_twin(const fc_program *program, const bool *paired, const fc_procedure *twin)
{
    const fc_procedure *found = NULL;
    for (int i = 0; i < program->n_procedures; i++) {
        const fc_procedure *candidate = program->procedure[i];
        if (strcmp(candidate->symbol->name, twin->symbol->name) != 0 ||
            candidate->symbol->is_static != twin->symbol->is_static ||
            candidate->body->span.line != twin->body->span.line)
            continue;
        if (!paired[i])
            return candidate;
        found = candidate->symbol->is_static ? found : candidate;
    }
    return found;
}

/* The unit's text, its counters declared in front. */
static char *edited_text(instrumenting *at)
{
    fc_text text = {0};
    if (at->counters)
        fc_text_add(&text, "unsigned long " FC_COUNTER_ARRAY "[%d];\n", at->index, at->counters);
    if (at->timers)
        fc_timer_declarations_print(&text);
    if (at->n_timed_calls)
        fc_call_timer_declarations_print(&text);
    if (at->recursions)
        fc_text_add(&text, "static inline void " DEPTH "_leave(unsigned long **at) { --**at; }\n");
    if (at->numbers)
        fc_text_add(&text, "static long " NUMBER ";\n");
    if (at->marks)
        fc_text_add(&text, "void " MARK "(void);\n");
    fc_edits_apply(&text, &at->edits, at->unit->text, at->unit->length);
    fc_edits_free(&at->edits);
    return fc_text_take(&text);
}

static void instrument_unit(instrumenting *at)
{
    const fc_program *parsed = at->unit->parsed;
    at->counters = at->marks = at->numbers = at->recursions = at->timers = at->n_timed_calls = 0;
    for (int i = 0; i < parsed->n_procedures && !at->status; i++) {
        const fc_procedure *procedure = fc_instrument_twin(at->request->program, at->paired, parsed->procedure[i]);
        if (procedure)
            instrument_procedure(at, procedure, parsed->procedure[i]);
    }
    at->out->text[at->index] = edited_text(at);
    at->out->n_counters += at->counters;
}

/* ---- the whole ---- */

static bool *wanted_nodes(const fc_instrument_request *request, fc_report *report)
{
    const fc_program *program = request->program;
    bool *wanted = fc_allocate((size_t)program->n_nodes, sizeof *wanted);
    for (int i = 0; i < program->n_nodes && request->counts_all; i++)
        wanted[i] = fc_countable_is(program->node[i]) && !fc_countable_is_number(program->node[i]);
    for (int i = 0; i < request->n_nodes; i++) {
        const fc_node *node = program->node[request->node_id[i]];
        if (!fc_countable_is(node) && !fc_countable_is_body(node) && !fc_countable_is_number(node) &&
            !fc_countable_is_bound(node) && node->kind != FC_CALL) {
            fc_fail(report, FC_E_INPUT, fc_program_place(program, node->span), NULL, "a %s has no count",
                    fc_node_kind_text(node->kind));
            free(wanted);
            return NULL;
        }
        wanted[node->id] = true;
    }
    return wanted;
}

static void find_timed_functions(instrumenting *at)
{
    const fc_program *program = at->request->program;
    for (int i = 0; i < program->n_nodes; i++)
        if (at->wanted[i] && program->node[i]->kind == FC_CALL && !fc_countable_is_number(program->node[i]) &&
            !fc_countable_is_call_of(program->node[i], &at->timed_functions))
            fc_words_add(&at->timed_functions, fc_call_target(program->node[i])->name);
}

/* Each node that was asked for has a site; of all the others, those in constant expressions have none. */
static void check_complete(instrumenting *at)
{
    const fc_instrument_request *request = at->request;
    for (int i = 0; i < request->n_nodes && !at->status; i++) {
        const fc_node *node = request->program->node[request->node_id[i]];
        if (!at->done[node->id])
            at->status = fc_fail(at->report, FC_E_INPUT, fc_program_place(request->program, node->span), READ_AGAIN,
                                 "this %s is not in the preprocessed source", fc_node_kind_text(node->kind));
    }
}

fc_status fc_instrument(FC_GIVE fc_instrumented **out, const fc_instrument_request *request, fc_report *report)
{
    bool *wanted = wanted_nodes(request, report);
    if (!wanted)
        return FC_E_INPUT;
    fc_instrumented *made = fc_allocate(1, sizeof *made);
    instrumenting at = {.request = request, .out = made, .report = report, .wanted = wanted};
    at.calls = fc_pointer_calls_find(request->program);
    find_timed_functions(&at);
    int *counters = fc_allocate((size_t)request->n_units, sizeof *counters);
    at.done = fc_allocate((size_t)request->program->n_nodes, sizeof *at.done);
    at.timed = fc_allocate((size_t)request->program->n_nodes, sizeof *at.timed);
    for (int i = 0; i < request->n_timers; i++)
        at.timed[request->timer_id[i]] = true;
    at.paired = fc_allocate((size_t)request->program->n_procedures, sizeof *at.paired);
    made->n_units = request->n_units;
    made->text = fc_allocate((size_t)request->n_units, sizeof *made->text);
    for (at.index = 0; at.index < request->n_units && !at.status; at.index++) {
        at.unit = &request->unit[at.index];
        instrument_unit(&at);
        counters[at.index] = at.counters;
    }
    check_complete(&at);
    fc_text runtime = {0};
    fc_profile_runtime_print(&runtime, counters, request->n_units, request->n_timers > 0);
    made->runtime = fc_text_take(&runtime);
    if (at.status)
        fc_instrumented_free(made);
    else
        *out = made;
    free(at.done);
    free(at.timed);
    free(at.paired);
    fc_pointer_calls_free(at.calls);
    fc_words_free(&at.timed_functions);
    free(counters);
    free(wanted);
    return at.status;
}

void fc_instrumented_free(FC_TAKE fc_instrumented *instrumented)
{
    if (!instrumented)
        return;
    for (int i = 0; i < instrumented->n_units; i++)
        free(instrumented->text[i]);
    free(instrumented->text);
    free(instrumented->runtime);
    free(instrumented->site);
    free(instrumented->timer);
    free(instrumented);
}
