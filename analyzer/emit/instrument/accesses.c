/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/accesses.h"
#include "analyzer/effects/library.h"
#include "analyzer/emit/instrument/edits.h"
#include "analyzer/emit/instrument/loop_text.h"
#include "analyzer/emit/instrument/statement_place.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/operations.h"
#include "support/messages/analysis.h"

#include <stdlib.h>
#include <string.h>

#define READ_AGAIN "Analyze the program again: its sources may have changed since the model was written."

/* The state of the walk. */
typedef struct walking {
    const fc_accesses_request *request;
    fc_accesses *out;
    fc_report *report;
    fc_status status;
    bool *used;   /* by choice: it matches a region */
    bool *paired; /* by procedure id of the analyzed program */
    const fc_instrument_unit *unit;
    const fc_procedure *procedure; /* of the analyzed program */
    const char *file;
    const fc_node *loop; /* the region's loop; NULL: none */
    fc_edits edits;
    int region;     /* index in out->region; -1: accesses are not reported here */
    int block;      /* index in out->block; -1: the next expression begins a block */
    bool is_chosen; /* a choice matches this region or an enclosing one */
    bool is_within_split;
} walking;

/* ---- accesses ---- */

/* True for an lvalue in memory: an element, a dereference, or a member of either. */
static bool is_memory(const fc_node *node)
{
    if (node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE))
        return true;
    return node->kind == FC_MEMBER && (node->op == FC_OP_ARROW || is_memory(node->child[0]));
}

static bool is_bit_field(const walking *at, const fc_node *node)
{
    const fc_span *span = &node->symbol->span;
    bool is_here = span->begin >= 0 && span->begin < span->end && (size_t)span->end <= at->unit->length;
    return is_here && memchr(at->unit->text + span->begin, ':', (size_t)(span->end - span->begin));
}

/* True if the node declares or changes p of the access `p->x`, takes its address, or stores to a field x. */
static bool changes(const fc_node *node, const void *data)
{
    const fc_node *access = data;
    bool takes =
        node->kind == FC_ASSIGN || node->kind == FC_STEP || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS);
    const fc_node *target = node->kind == FC_DECLARE ? node : takes ? node->child[0] : NULL;
    return target && (target->symbol == access->child[0]->symbol || target->symbol == access->symbol);
}

/* True for `p->x` if the region's loop changes neither p nor any field x: compilers keep it in a register. */
static bool is_kept_in_register(const walking *at, const fc_node *node)
{
    const fc_node *base = node->kind == FC_MEMBER && node->op == FC_OP_ARROW ? node->child[0] : NULL;
    bool is_variable = base && base->kind == FC_NAME &&
                       (base->symbol->kind == FC_SYMBOL_LOCAL || base->symbol->kind == FC_SYMBOL_PARAMETER);
    return is_variable && at->loop && !fc_node_search_first(at->loop, changes, node);
}

/* True for a scalar or record that is loaded or stored. An array decays to an address. */
static bool is_access(const walking *at, const fc_node *node)
{
    if (!is_memory(node) || !node->type || (node->kind == FC_MEMBER && is_bit_field(at, node)) ||
        is_kept_in_register(at, node))
        return false;
    const fc_node *parent = node->parent;
    bool is_part = parent && parent->kind == FC_MEMBER && parent->op == FC_OP_DOT;
    bool is_address = parent && parent->kind == FC_UNARY && parent->op == FC_OP_ADDRESS;
    return !is_part && !is_address && node->type->size > 0 && node->type->kind != FC_TYPE_ARRAY &&
           node->type->kind != FC_TYPE_FUNCTION && node->type->kind != FC_TYPE_VOID;
}

static fc_access kind_of(const fc_node *node)
{
    const fc_node *parent = node->parent;
    if (parent && parent->kind == FC_STEP)
        return FC_UPDATE;
    if (parent && parent->kind == FC_ASSIGN && parent->child[0] == node)
        return parent->op == FC_OP_NONE ? FC_WRITE : FC_UPDATE;
    return FC_READ;
}

/* ---- operations ---- */

static bool is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_COMPLEX);
}

static void add_operation(fc_access_block *block, fc_operation operation, const fc_type *type)
{
    if (operation != FC_N_OPERATIONS && is_number(type))
        block->operation[operation][fc_operations_numeric(type)] += 1;
}

/* Adds the operation of this node, without its descendants. */
static void count_operation(fc_access_block *block, const fc_node *node)
{
    const fc_library_operation *library = node->kind == FC_CALL ? fc_library_operation_of(node) : NULL;
    if (node->kind == FC_BINARY && node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL)
        add_operation(block, FC_OP_CLASS_COMPARE, node->child[0]->type);
    else if (node->kind == FC_BINARY || node->kind == FC_UNARY || node->kind == FC_STEP)
        add_operation(block, fc_operations_class(node->op), node->type);
    else if (node->kind == FC_ASSIGN && node->op != FC_OP_NONE)
        add_operation(block, fc_operations_class(node->op), node->compute_type ? node->compute_type : node->type);
    else if (node->kind == FC_CAST && is_number(node->type) && node->type->kind != node->child[0]->type->kind)
        add_operation(block, FC_OP_CLASS_CONVERT, node->type);
    else if (library) {
        fc_library_cost cost[FC_LIBRARY_COSTS];
        for (int i = fc_library_costs(cost, library, node) - 1; i >= 0; i--)
            block->operation[cost[i].operation][cost[i].numeric] += cost[i].times;
    }
}

/* ---- the walk over expressions ---- */

static bool is_unevaluated(const fc_node *node)
{
    return node->kind == FC_SIZEOF || (node->kind == FC_DECLARE && node->symbol->kind == FC_SYMBOL_STATIC);
}

/* True if the node or a descendant is an access or an operation. */
static bool is_counted(const fc_node *node, const void *at)
{
    fc_access_block block = {0};
    static const fc_access_block nothing;
    count_operation(&block, node);
    return is_access(at, node) || memcmp(block.operation, nothing.operation, sizeof block.operation) != 0 ||
           (!is_unevaluated(node) && fc_node_any_child(node, is_counted, at));
}

static void fail_pair(walking *at, const fc_node *node, const char *what)
{
    if (!at->status)
        at->status = fc_fail(at->report, FC_E_INPUT, fc_program_place(at->unit->parsed, node->span), READ_AGAIN,
                             FC_MSG_ACCESSES_CANNOT_BE_REPORTED, fc_node_kind_text(node->kind), what);
}

static bool has_place(walking *at, const fc_node *node)
{
    bool good =
        node->span.begin >= 0 && node->span.begin < node->span.end && (size_t)node->span.end <= at->unit->length;
    if (!good)
        fail_pair(at, node, "it has no place in the preprocessed source");
    return good;
}

static void open_edit(walking *at, const fc_node *node, FC_TAKE char *before, FC_TAKE char *after)
{
    fc_edits_open(&at->edits, node->span.begin, before);
    fc_edits_close(&at->edits, node->span.end, after);
}

/* Begins a block with this expression and counts it here, unless a block is open. */
static void begin_block(walking *at, const fc_node *node)
{
    fc_accesses *out = at->out;
    if (at->block >= 0 || !has_place(at, node))
        return;
    out->block = fc_grow(out->block, &out->block_capacity, out->n_blocks + 1, sizeof *out->block);
    at->block = (int)out->n_blocks++;
    out->block[at->block].region = at->region;
    open_edit(at, node, fc_format("(forecost_block[%d]++, (", at->block), fc_copy_string("))"));
}

static void report_access(walking *at, const fc_node *node)
{
    fc_accesses *out = at->out;
    if (!has_place(at, node))
        return;
    int site = (int)out->n_sites++;
    out->site = fc_grow(out->site, &out->site_capacity, out->n_sites, sizeof *out->site);
    fc_text text = {0};
    fc_node_print(&text, node);
    out->site[site] = (fc_access_site){at->block,           node->span.line, node->span.column,
                                       fc_text_take(&text), kind_of(node),   node->type->size};
    bool is_tested = at->request->is_sampled && !at->is_within_split;
    open_edit(
        at, node, fc_copy_string("(*({ __auto_type forecost_p = &("),
        fc_format("); %sforecost_see(%d, forecost_p, sizeof *forecost_p, __alignof__(*forecost_p)); forecost_p; }))",
                  is_tested ? "if (forecost_recording || --forecost_left <= 0) " : "", site));
}

static void walk_expression(walking *at, const fc_node *node);

/* A conditionally evaluated operand is a separate block. */
static void walk_conditional(walking *at, const fc_node *node)
{
    int around = at->block;
    if (!is_counted(node, at))
        return;
    at->block = -1;
    begin_block(at, node);
    walk_expression(at, node);
    at->block = around;
}

/* Walks an expression within a block. Subscript arithmetic is counted too, although compilers strength-reduce it: the
 * analysis relates both through the number of accesses. */
static void walk_expression(walking *at, const fc_node *node)
{
    if (at->status || is_unevaluated(node))
        return;
    if (is_access(at, node))
        report_access(at, node);
    if (at->block >= 0)
        count_operation(&at->out->block[at->block], node);
    bool chooses =
        (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR)) || node->kind == FC_CONDITIONAL;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && chooses && i > 0)
            walk_conditional(at, node->child[i]);
        else if (node->child[i])
            walk_expression(at, node->child[i]);
}

/* Walks a full expression. Initializer lists cannot be wrapped, but their elements can. */
static void walk_full(const fc_node *node, void *data)
{
    walking *at = data;
    if (!node || at->region < 0 || at->status)
        return;
    if (node->kind == FC_LIST && node->op != FC_OP_LITERAL) {
        fc_node_each_child(node, walk_full, at);
    } else if (is_counted(node, at)) {
        begin_block(at, node);
        walk_expression(at, node);
    }
}

/* ---- regions ---- */

static bool ends_with(const char *path, const char *name)
{
    size_t n = strlen(path), m = strlen(name);
    return n >= m && strcmp(path + n - m, name) == 0 && (n == m || path[n - m - 1] == '/');
}

/* True if a choice names this region; marks such choices as used. */
static bool is_named(walking *at, int line, bool is_loop)
{
    bool named = at->request->n_choices == 0;
    for (int i = 0; i < at->request->n_choices; i++) {
        const fc_access_choice *choice = &at->request->choice[i];
        bool fits = is_loop ? choice->line == line && ends_with(at->file, choice->name)
                            : choice->line == 0 && strcmp(at->procedure->symbol->name, choice->name) == 0;
        at->used[i] |= fits;
        named |= fits;
    }
    return named;
}

/* Begins a region; returns the previous state for end_region(). */
static walking begin_region(walking *at, const fc_node *node, bool is_loop)
{
    walking before = *at;
    fc_accesses *out = at->out;
    at->loop = is_loop ? node : NULL;
    at->is_chosen |= is_named(at, node->span.line, is_loop);
    at->region = at->block = -1;
    if (!at->is_chosen)
        return before;
    out->region = fc_grow(out->region, &out->region_capacity, out->n_regions + 1, sizeof *out->region);
    at->region = (int)out->n_regions++;
    out->region[at->region] = (fc_access_region){.procedure = at->procedure,
                                                 .file = at->file,
                                                 .line = node->span.line,
                                                 .end_line = node->span.end_line,
                                                 .is_loop = is_loop};
    return before;
}

static void end_region(walking *at, const walking *before)
{
    at->region = before->region;
    at->loop = before->loop;
    at->is_chosen = before->is_chosen;
    at->is_within_split = before->is_within_split;
    at->block = -1;
}

/* ---- loops ---- */

static void walk_statement(walking *at, const fc_node *node);

/* A loop with this part cannot be duplicated: it contains a loop, label, return, goto or static variable. */
static bool forbids_copies(const fc_node *node, const void *unused)
{
    if (node->kind == FC_SIZEOF)
        return false;
    return fc_node_is_loop(node) || node->kind == FC_RETURN || node->kind == FC_GOTO || node->kind == FC_LABEL ||
           node->kind == FC_CASE || node->kind == FC_DEFAULT || is_unevaluated(node) ||
           fc_node_any_child(node, forbids_copies, unused);
}

static bool is_splittable(const walking *at, const fc_node *loop, fc_loop_text *parts)
{
    const char *text = at->unit->text;
    if (!at->request->is_sampled || at->region < 0 || loop->kind == FC_DO ||
        fc_node_any_child(loop, forbids_copies, NULL))
        return false;
    bool has_pragma = fc_statement_start(text, loop) != loop->span.begin;
    return !has_pragma && fc_loop_text_find(parts, text, at->unit->length, loop);
}

static void add_range(fc_text *out, walking *at, fc_text_range range, bool with_edits)
{
    if (with_edits)
        fc_edits_apply_part(out, &at->edits, at->unit->text, range.begin, range.end);
    else
        fc_text_append(out, at->unit->text + range.begin, (size_t)(range.end - range.begin));
}

static void add_copy(fc_text *out, walking *at, const fc_loop_text *parts, bool is_reported)
{
    bool is_endless = strspn(at->unit->text + parts->condition.begin, " \t\n") >=
                      (size_t)(parts->condition.end - parts->condition.begin);
    fc_text_add(out, is_reported ? "for (; (forecost_more = !forecost_recording) ? 0 : (" : "for (; (");
    if (is_endless)
        fc_text_add(out, "1");
    else
        add_range(out, at, parts->condition, is_reported);
    fc_text_add(out, "); ");
    add_range(out, at, parts->step, is_reported);
    fc_text_add(out, ") { forecost_n++; ");
    add_range(out, at, parts->body, is_reported);
    fc_text_add(out, " }\n");
}

/* The split loop's text. at->edits applies to the reported copy only. references: accesses per iteration. */
static FC_GIVE char *split_text(walking *at, const fc_loop_text *parts, size_t references)
{
    fc_text text = {0};
    fc_text_add(&text, "{ int forecost_more = !forecost_recording; unsigned long forecost_n = 0;\n");
    if (parts->init.end > parts->init.begin) {
        add_range(&text, at, parts->init, true);
        fc_text_add(&text, ";\n");
    }
    fc_text_add(&text, "if (!forecost_more) {\n");
    add_copy(&text, at, parts, true);
    fc_text_add(&text, "forecost_loop[%d][0] += forecost_n; forecost_loop[%d][1] += forecost_n; }\n", at->region,
                at->region);
    fc_text_add(&text, "if (forecost_more) { forecost_n = 0;\n");
    add_copy(&text, at, parts, false);
    fc_text_add(&text,
                "forecost_loop[%d][0] += forecost_n;\n"
                "if (!forecost_recording && (forecost_left -= forecost_n * %zu) <= 0) forecost_record(); } }\n",
                at->region, references);
    return fc_text_take(&text);
}

static void walk_parts(walking *at, const fc_node *loop)
{
    const fc_node *body = loop->child[loop->kind == FC_DO ? 0 : loop->n_children - 1];
    for (int i = loop->kind == FC_FOR; i < loop->n_children; i++)
        if (loop->child[i] && loop->child[i] != body) {
            at->block = -1;
            walk_full(loop->child[i], at);
        }
    at->block = -1;
    walk_statement(at, body);
}

/* A loop's init part belongs to the enclosing region. */
static void walk_init(walking *at, const walking *around, const fc_node *loop)
{
    int region = at->region;
    at->region = around->region;
    at->loop = around->loop;
    if (loop->kind == FC_FOR && loop->child[0])
        walk_statement(at, loop->child[0]);
    at->region = region;
    at->loop = loop;
}

/* Counts iterations before the body. */
static void count_loop(walking *at, const fc_node *loop)
{
    fc_loop_text parts;
    const char *text = at->unit->text;
    size_t length = at->unit->length;
    if (at->region < 0 || !has_place(at, loop))
        return;
    if (loop->kind == FC_DO)
        parts.body =
            (fc_text_range){loop->span.begin + (long)strlen("do"), fc_statement_end(text, length, loop->child[0])};
    else if (!fc_loop_text_find(&parts, text, length, loop))
        parts.body.end = -1;
    if (parts.body.end < 0) {
        fail_pair(at, loop, "its parts were not found in the preprocessed source");
        return;
    }
    fc_edits_open(&at->edits, parts.body.begin, fc_format(" { forecost_loop[%d][0]++; ", at->region));
    fc_edits_close(&at->edits, parts.body.end, fc_copy_string(" }"));
}

static void walk_loop(walking *at, const fc_node *loop)
{
    fc_loop_text parts;
    walking before = begin_region(at, loop, true);
    if (is_splittable(at, loop, &parts)) {
        fc_edits outside = at->edits;
        size_t sites = at->out->n_sites;
        at->edits = (fc_edits){0};
        walk_init(at, &before, loop);
        at->is_within_split = true;
        at->out->region[at->region].is_split = true;
        walk_parts(at, loop);
        char *text = split_text(at, &parts, at->out->n_sites - sites);
        fc_edits_free(&at->edits);
        at->edits = outside;
        fc_edits_replace(&at->edits, loop->span.begin, parts.body.end, text);
    } else {
        walk_init(at, &before, loop);
        count_loop(at, loop);
        walk_parts(at, loop);
    }
    end_region(at, &before);
}

/* ---- the walk over statements ---- */

static void walk_statement(walking *at, const fc_node *node)
{
    if (at->status || is_unevaluated(node))
        return;
    if (fc_node_is_loop(node))
        walk_loop(at, node);
    else if (node->kind == FC_IF || node->kind == FC_SWITCH) {
        walk_full(node->child[0], at);
        for (int i = 1; i < node->n_children; i++) {
            at->block = -1;
            if (node->child[i])
                walk_statement(at, node->child[i]);
        }
        at->block = -1;
    } else if (node->kind == FC_DECLARE || node->kind == FC_EVALUATE || node->kind == FC_RETURN) {
        if (node->n_children)
            walk_full(node->child[0], at);
    } else if (node->kind == FC_CASE || node->kind == FC_DEFAULT || node->kind == FC_LABEL) {
        at->block = -1;
        if (node->child[node->kind == FC_CASE])
            walk_statement(at, node->child[node->kind == FC_CASE]);
    } else if (node->kind == FC_BLOCK)
        for (int i = 0; i < node->n_children; i++)
            walk_statement(at, node->child[i]);
}

/* ---- the instrumented text ---- */

static const char declarations[] =
    "extern int forecost_recording; extern long forecost_left;\n"
    "extern unsigned long forecost_block[], forecost_loop[][2];\n"
    "void forecost_touch(int, const volatile void *, unsigned long); void forecost_record(void);\n";

/* Most accesses continue with the previous stride in the same cache line, which is still in the nearest level. They are
 * only counted; the others are reported. An object aligned to its size lies within one line. */
static const char counting[] =
    "struct forecost_place {\n    unsigned long next;\n    long stride;\n    unsigned long again;\n"
    "    struct { unsigned long line, used; } *where;\n};\n"
    "extern struct forecost_place forecost_places[];\nextern unsigned long forecost_clock;\n"
    "static inline __attribute__((always_inline, unused)) void\n"
    "forecost_see(int site, const volatile void *place, unsigned long bytes, unsigned long aligned)\n{\n"
    "    struct forecost_place *at = &forecost_places[site];\n    unsigned long address = (unsigned long)place;\n"
    "    if (address == at->next && at->where->line == address / %uul + 1 &&\n"
    "        ((bytes == aligned && bytes <= %uul) || address %% %uul + bytes <= %uul)) {\n"
    "        at->next = address + (unsigned long)at->stride;\n        at->again++;\n"
    "        at->where->used = forecost_clock;\n"
    "    } else {\n        forecost_touch(site, place, bytes);\n    }\n}\n";
static const char reporting[] =
    "static inline __attribute__((always_inline, unused)) void\n"
    "forecost_see(int site, const volatile void *place, unsigned long bytes, unsigned long aligned)\n{\n"
    "    (void)aligned;\n    forecost_touch(site, place, bytes);\n}\n";

static FC_GIVE char *print_unit(walking *at)
{
    const fc_program *parsed = at->unit->parsed;
    for (int i = 0; i < parsed->n_procedures && !at->status; i++) {
        const fc_procedure *procedure =
            fc_instrument_match_procedure(at->request->program, at->paired, parsed->procedure[i]);
        if (procedure) {
            const fc_procedure *twin = parsed->procedure[i];
            at->procedure = procedure;
            at->file = at->request->program->file[procedure->body->span.file].path;
            at->paired[procedure->id] = true;
            walking before = begin_region(at, twin->body, false);
            walk_statement(at, twin->body);
            end_region(at, &before);
        }
    }
    fc_text text = {0};
    unsigned line = at->request->line_bytes;
    fc_text_add(&text, "%s%s", declarations, line > 0 ? "" : reporting);
    if (line > 0)
        fc_text_add(&text, counting, line, line, line, line);
    fc_edits_apply(&text, &at->edits, at->unit->text, at->unit->length);
    fc_edits_free(&at->edits);
    return fc_text_take(&text);
}

static void check_choices(walking *at)
{
    for (int i = 0; i < at->request->n_choices && !at->status; i++) {
        const fc_access_choice *choice = &at->request->choice[i];
        if (at->used[i])
            continue;
        at->status =
            choice->line
                ? fc_fail(at->report, FC_E_INPUT, (fc_place){choice->name, choice->line, 0},
                          "Specify the line of the loop's `for`, `while` or `do`.", FC_MSG_NO_LOOP_PROGRAM_BEGINS_HERE)
                : fc_fail(at->report, FC_E_INPUT, FC_NOWHERE, "Specify FILE:LINE of a loop, or a procedure.",
                          FC_MSG_PROGRAM_DEFINES_NO_PROCEDURE, choice->name);
    }
    if (!at->status && at->out->n_sites == 0)
        at->status = fc_fail(at->report, FC_E_INPUT, FC_NOWHERE, "Select other regions.",
                             FC_MSG_REGIONS_CONTAIN_NO_LOADS_STORES);
}

fc_status fc_accesses_print(FC_GIVE fc_accesses **out, const fc_accesses_request *request, fc_report *report)
{
    fc_accesses *made = fc_allocate(1, sizeof *made);
    walking at = {.request = request, .out = made, .report = report, .region = -1, .block = -1};
    at.used = fc_allocate((size_t)request->n_choices + 1, sizeof *at.used);
    at.paired = fc_allocate((size_t)request->program->n_procedures + 1, sizeof *at.paired);
    made->n_units = request->n_units;
    made->text = fc_allocate((size_t)request->n_units, sizeof *made->text);
    for (int i = 0; i < request->n_units && !at.status; i++) {
        at.unit = &request->unit[i];
        made->text[i] = print_unit(&at);
    }
    check_choices(&at);
    if (at.status)
        fc_accesses_free(made);
    else
        *out = made;
    free(at.used);
    free(at.paired);
    return at.status;
}

void fc_accesses_free(FC_TAKE fc_accesses *accesses)
{
    if (!accesses)
        return;
    for (int i = 0; i < accesses->n_units; i++)
        free(accesses->text[i]);
    for (size_t i = 0; i < accesses->n_sites; i++)
        free(accesses->site[i].text);
    free(accesses->text);
    free(accesses->region);
    free(accesses->block);
    free(accesses->site);
    free(accesses);
}
