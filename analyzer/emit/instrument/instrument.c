/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/instrument.h"
#include "analyzer/emit/instrument/countable.h"
#include "analyzer/emit/instrument/counted_sites.h"
#include "analyzer/emit/instrument/statement_place.h"
#include "analyzer/model/annotations/annotation_file.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/gather_pointer.h"
#include "support/messages/analysis.h"
#include "support/messages/messages.h"

#include <stdlib.h>
#include <string.h>

#define MARK "forecost_block_begin"

/* The computational block begins after the pragma, or at the labeled statement. */
static void mark_block(fc_instrumenter *at, const fc_procedure *procedure, const fc_procedure *twin)
{
    if (!procedure->init_end)
        return;
    if (fc_annotation_file_made(procedure->init_end)) {
        /* The init_end annotation is in a separate file: the block begins at the annotated statement. */
        const fc_node *statement = fc_annotation_file_block_start(twin->body, procedure->init_end->span.line);
        if (statement)
            fc_counted_site_precede(at, statement, MARK "()");
        else
            fc_counted_site_fail(at, twin->body,
                                 "the preprocessed source has no statement where its initialization block ends");
        at->marks++;
        return;
    }
    const fc_node *end = twin->init_end;
    if (!end || end->kind != procedure->init_end->kind)
        fc_counted_site_fail(at, twin->body, "its initialization block does not end as in the analyzed source");
    else if (end->kind == FC_LABEL)
        fc_counted_site_precede(at, end->child[0], MARK "()");
    else if (fc_counted_site_has_place(at, end))
        fc_edits_open(&at->edits, end->span.begin, fc_copy_string(MARK "();\n"));
    at->marks++;
}

/* True if a case of the switch around is wanted: the cases share one counter of the switch's executions. */
static bool wants_case(const fc_node *node, const void *data)
{
    const fc_instrumenter *at = data;
    if (node->kind == FC_SWITCH || node->kind >= FC_INTEGER)
        return false;
    return (fc_countable_is_case(node) && at->wanted[node->id]) || fc_node_any_child(node, wants_case, at);
}

/* ---- timers ---- */

/* "struct forecost_frame f; ... *f_at = forecost_timer_enter(...);": the clean-up attribute stops the timer on every
 * exit from the scope. */
static FC_GIVE char *timer_text(fc_instrumenter *at, const fc_node *node, const char *before)
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

/* A loop whose end is not found in the text is not timed separately. */
static void time_loop(fc_instrumenter *at, fc_node_pair pair)
{
    if (!fc_counted_site_has_place(at, pair.twin))
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

/* True if the twin's line is within the node's lines: multi-line macros shift tokens. */
static bool lines_agree(const fc_node *node, const fc_node *twin)
{
    int last = node->span.end_line > node->span.line ? node->span.end_line : node->span.line;
    return twin->span.line >= node->span.line && twin->span.line <= last;
}

/* The index of the execution count of the case's switch; entries: by index in the list. */
static int entries_of_switch(const fc_countable_list *nodes, const int *entries, const fc_node *node)
{
    const fc_node *owner = fc_countable_switch(node);
    for (size_t i = 0; i < nodes->n; i++)
        if (nodes->node[i] == owner)
            return entries[i];
    return -1;
}

static void instrument_lists(fc_instrumenter *at, const fc_countable_list *nodes, const fc_countable_list *twins)
{
    int *entries = fc_allocate(nodes->n, sizeof *entries);
    for (size_t i = 0; i < nodes->n && !at->status; i++) {
        fc_node_pair pair = {nodes->node[i], twins->node[i]};
        if (pair.node->kind == FC_HANDLE)
            continue; /* the preprocessed text has the handle's definition instead of its name */
        if (pair.node->kind != pair.twin->kind || pair.node->op != pair.twin->op || !lines_agree(pair.node, pair.twin))
            fc_counted_site_fail(at, pair.twin, "the preprocessed source differs from the analyzed one here");
        if (!!at->status)
            break;
        if (at->timed[pair.node->id] && pair.node->kind == FC_CALL) {
            /* A call among expressions: its value is that of the statement expression. */
            if (fc_counted_site_has_place(at, pair.twin)) {
                fc_edits_open(&at->edits, pair.twin->span.begin, timer_text(at, pair.node, "({ "));
                fc_edits_close(&at->edits, pair.twin->span.end, fc_copy_string("; })"));
            }
        } else if (at->timed[pair.node->id])
            time_loop(at, pair);
        if (at->allocates[pair.node->id])
            fc_counted_site_record_memory(at, pair);
        if (at->opens[pair.node->id])
            fc_counted_site_copy_input(at, pair);
        if (pair.node->kind == FC_SWITCH && fc_node_any_child(pair.node, wants_case, at)) {
            entries[i] = fc_counted_site_executions(at, pair);
        } else if (pair.node->kind != FC_SWITCH && at->wanted[pair.node->id]) {
            bool is_case = fc_countable_is_case(pair.node);
            fc_counted_site_add(at, pair, is_case ? entries_of_switch(nodes, entries, pair.node) : -1);
        }
    }
    free(entries);
}

static void instrument_procedure(fc_instrumenter *at, const fc_procedure *procedure, const fc_procedure *twin)
{
    fc_countable_list nodes = {0}, twins = {0};
    fc_execution_counts_clear(at->executions, procedure);
    fc_countable_walk(&nodes, &at->called, procedure->body);
    fc_countable_walk(&twins, &at->called, twin->body);
    if (at->wanted[procedure->body->id])
        fc_counted_site_add_body(at, (fc_node_pair){procedure->body, twin->body}, procedure);
    if (at->timed[procedure->body->id]) {
        fc_node_pair pair = (fc_node_pair){procedure->body, twin->body};
        if (fc_counted_site_has_place(at, pair.twin))
            fc_edits_open(&at->edits, pair.twin->span.begin + 1, timer_text(at, pair.node, " "));
    }
    if (nodes.n == twins.n)
        instrument_lists(at, &nodes, &twins);
    else
        fc_counted_site_fail(at, twin->body,
                             "the preprocessed source has other loops and branches than the analyzed one");
    if (at->request->marks_block && !at->status)
        mark_block(at, procedure, twin);
    at->paired[procedure->id] = true;
    free(nodes.node);
    free(twins.node);
}

const fc_procedure *fc_instrument_match_procedure(const fc_program *program, const bool *paired,
                                                  const fc_procedure *twin)
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

/* The unit's text after the declarations of its counters. The first line stays first: compilers take the name of the
 * unit from it. */
static char *edited_text(fc_instrumenter *at)
{
    fc_text text = {0};
    if (at->unit->text[0] == '#' && strchr(at->unit->text, '\n'))
        fc_text_append(&text, at->unit->text, strcspn(at->unit->text, "\n") + 1);
    if (at->counters)
        fc_text_add(&text, "unsigned long " FC_COUNTER_ARRAY "[%d] " FC_COUNTER_SECTION ";\n", at->index, at->counters);
    if (at->timers)
        fc_timer_declarations_print(&text);
    if (at->n_timed_calls)
        fc_call_timer_declarations_print(&text);
    if (at->n_opened)
        fc_input_file_declarations_print(&text);
    if (at->n_sizes)
        fc_message_size_declarations_print(&text);
    if (at->n_extents)
        fc_object_size_declarations_print(&text);
    if (at->n_predictors)
        fc_branch_predictor_print(&text, at->n_predictors);
    if (at->recursions)
        fc_text_add(&text, "static inline void " FC_COUNTED_DEPTH "_leave(unsigned long **at) { --**at; }\n");
    if (at->numbers)
        fc_text_add(&text, "static long " FC_COUNTED_NUMBER ";\n");
    if (at->marks)
        fc_text_add(&text, "void " MARK "(void);\n");
    fc_edits_apply(&text, &at->edits, at->unit->text, at->unit->length);
    fc_edits_free(&at->edits);
    return fc_text_take(&text);
}

static void instrument_unit(fc_instrumenter *at)
{
    const fc_program *parsed = at->unit->parsed;
    at->counters = at->marks = at->numbers = at->recursions = at->timers = 0;
    at->n_timed_calls = at->n_opened = at->n_sizes = at->n_extents = at->n_predictors = 0;
    for (int i = 0; i < parsed->n_procedures && !at->status; i++) {
        const fc_procedure *procedure =
            fc_instrument_match_procedure(at->request->program, at->paired, parsed->procedure[i]);
        if (procedure)
            instrument_procedure(at, procedure, parsed->procedure[i]);
    }
    at->out->text[at->index] = edited_text(at);
    at->out->n_counters += at->counters;
}

/* ---- the request ---- */

static bool *wanted_nodes(const fc_instrument_request *request, fc_report *report)
{
    const fc_program *program = request->program;
    bool *wanted = fc_allocate((size_t)program->n_nodes, sizeof *wanted);
    for (int i = 0; i < program->n_nodes && request->counts_all; i++)
        wanted[i] = fc_countable_is(program->node[i]) && !fc_countable_size(program->node[i]);
    for (int i = 0; i < request->n_nodes; i++) {
        const fc_node *node = program->node[request->node_id[i]];
        if (!fc_countable_is(node) && !fc_countable_is_body(node) && !fc_countable_size(node) &&
            !fc_countable_is_bound(node) && !fc_gather_pointer_is(node) && node->kind != FC_CALL) {
            fc_fail(report, FC_E_INPUT, fc_program_place(program, node->span), NULL, FC_MSG_CONSTRUCT_CANNOT_BE_COUNTED,
                    fc_node_kind_text(node->kind));
            free(wanted);
            return NULL;
        }
        wanted[node->id] = true;
    }
    return wanted;
}

/* If object sizes are requested, all calls that allocate or free memory are recorded. */
static void find_allocations(fc_instrumenter *at)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "free"};
    const fc_program *program = at->request->program;
    bool is_asked = false;
    for (int i = 0; i < at->request->n_nodes; i++)
        is_asked |= fc_gather_pointer_is(program->node[at->request->node_id[i]]);
    if (!is_asked)
        return;
    fc_words functions = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fc_words_add(&functions, names[i]);
        fc_words_add(&at->called, names[i]);
    }
    for (int i = 0; i < program->n_nodes; i++)
        at->allocates[i] = program->node[i] && fc_countable_is_call_of(program->node[i], &functions) &&
                           !fc_call_target(program->node[i])->definition && program->node[i]->n_children > 1;
    fc_words_free(&functions);
}

static void find_called(fc_instrumenter *at)
{
    const fc_program *program = at->request->program;
    for (int i = 0; i < at->request->n_inputs; i++) {
        const fc_node *call = program->node[at->request->input_id[i]];
        if (!fc_countable_is_call_of(call, &at->called))
            fc_words_add(&at->called, fc_call_target(call)->name);
    }
    for (int i = 0; i < program->n_nodes; i++)
        if ((at->wanted[i] || at->timed[i]) && program->node[i]->kind == FC_CALL &&
            !fc_countable_size(program->node[i]) && !fc_countable_is_call_of(program->node[i], &at->called))
            fc_words_add(&at->called, fc_call_target(program->node[i])->name);
}

/* Reports a requested node without a site. */
static void check_complete(fc_instrumenter *at)
{
    const fc_instrument_request *request = at->request;
    for (int i = 0; i < request->n_nodes && !at->status; i++) {
        const fc_node *node = request->program->node[request->node_id[i]];
        if (!at->done[node->id])
            at->status =
                fc_fail(at->report, FC_E_INPUT, fc_program_place(request->program, node->span),
                        FC_COUNTED_ANALYZE_AGAIN, FC_MSG_NOT_PREPROCESSED_SOURCE, fc_node_kind_text(node->kind));
    }
}

static int final_place(const fc_instrumented *out, int place)
{
    return place < 0 ? out->n_counters + ~place : place;
}

/* Replaces ~k by the index of the k-th derived count, now that the number of counters is known. */
static void place_derived(fc_instrumented *out, fc_execution_counts *executions)
{
    out->derived = fc_execution_counts_take_derived(executions, &out->n_derived);
    for (size_t i = 0; i < out->n_derived; i++) {
        fc_derived_count *derived = &out->derived[i];
        derived->first = final_place(out, derived->first);
        derived->second = final_place(out, derived->second);
    }
    for (size_t i = 0; i < out->n_sites; i++) {
        out->site[i].entries = final_place(out, out->site[i].entries);
        out->site[i].count = final_place(out, out->site[i].count);
    }
}

fc_status fc_instrument(FC_GIVE fc_instrumented **out, const fc_instrument_request *request, fc_report *report)
{
    bool *wanted = wanted_nodes(request, report);
    if (!wanted)
        return FC_E_INPUT;
    fc_instrumented *made = fc_allocate(1, sizeof *made);
    fc_instrumenter at = {.request = request, .out = made, .report = report, .wanted = wanted};
    at.executions = fc_execution_counts_create(request->program);
    at.calls = fc_indirect_calls_find(request->program);
    at.allocates = fc_allocate((size_t)request->program->n_nodes, sizeof *at.allocates);
    at.timed = fc_allocate((size_t)request->program->n_nodes, sizeof *at.timed);
    for (int i = 0; i < request->n_timers; i++)
        at.timed[request->timer_id[i]] = true;
    find_allocations(&at);
    find_called(&at);
    int *counters = fc_allocate((size_t)request->n_units, sizeof *counters);
    at.done = fc_allocate((size_t)request->program->n_nodes, sizeof *at.done);
    at.opens = fc_allocate((size_t)request->program->n_nodes, sizeof *at.opens);
    for (int i = 0; i < request->n_inputs; i++)
        at.opens[request->input_id[i]] = true;
    at.equal_site = fc_allocate((size_t)request->program->n_nodes, sizeof *at.equal_site);
    for (int i = 0; i < request->program->n_nodes; i++)
        at.equal_site[i] = -1;
    at.paired = fc_allocate((size_t)request->program->n_procedures, sizeof *at.paired);
    made->n_units = request->n_units;
    made->text = fc_allocate((size_t)request->n_units, sizeof *made->text);
    for (at.index = 0; at.index < request->n_units && !at.status; at.index++) {
        at.unit = &request->unit[at.index];
        instrument_unit(&at);
        counters[at.index] = at.counters;
    }
    check_complete(&at);
    place_derived(made, at.executions);
    fc_text runtime = {0};
    fc_profile_runtime_print(&runtime, counters, request->n_units, request);
    made->runtime = fc_text_take(&runtime);
    if (at.status)
        fc_instrumented_free(made);
    else
        *out = made;
    free(at.done);
    free(at.timed);
    free(at.opens);
    free(at.allocates);
    free(at.equal_site);
    free(at.paired);
    fc_indirect_calls_free(at.calls);
    fc_execution_counts_free(at.executions);
    fc_words_free(&at.called);
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
    free(instrumented->derived);
    free(instrumented->timer);
    free(instrumented);
}
