/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/emitter.h"

#include "analyzer/passes/cost_tree.h"
#include "analyzer/passes/operations.h"
#include "runtime/evaluate/forecost.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fc_emitter_line(fc_emitter *e, const char *format, ...)
{
    fc_kept_indent(&e->kept);
    va_list args;
    va_start(args, format);
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fc_text_add(e->kept.out, "%s\n", text);
}

void fc_emitter_open(fc_emitter *e)
{
    fc_text_add(e->kept.out, " {\n");
    e->kept.indent++;
}

void fc_emitter_close(fc_emitter *e)
{
    e->kept.indent--;
    fc_emitter_line(e, "}");
}

void fc_emitter_open_counted(fc_emitter *e)
{
    fc_kept_indent(&e->kept);
    fc_text_add(e->kept.out, "for (FC_ON_COUNTER(r))");
    fc_emitter_open(e);
    e->counted++;
    e->around_jump++;
    e->around_break++;
}

void fc_emitter_close_counted(fc_emitter *e)
{
    e->counted--;
    e->around_jump--;
    e->around_break--;
    fc_emitter_close(e);
}

void fc_emitter_place(fc_emitter *e, const fc_node *node)
{
    fc_place place = fc_program_place(e->analysis->program, node->span);
    fc_kept_string(e->kept.out, place.file, strlen(place.file));
    fc_text_add(e->kept.out, ", %d", place.line);
}

static void mark_counted(void *data, const fc_sym *variable)
{
    bool *counted = data;
    *counted |= fc_sym_key(variable)[0] == 'c';
}

static void note_origin(fc_emitter *e, const fc_term *term)
{
    bool counted = e->counted > 0;
    fc_sym_variables(term->iterations, mark_counted, &counted);
    unsigned char origin = term->region->is_told ? FC_ORIGIN_ANNOTATED
                           : counted             ? FC_ORIGIN_PROFILED
                           : e->executed         ? FC_ORIGIN_EXECUTED
                                                 : FC_ORIGIN_CLOSED;
    unsigned char *known = &e->origin[term->region->id];
    *known = origin > *known ? origin : *known;
}

static void print_working_sets(fc_emitter *e, const fc_term *term)
{
    if (term->region->n_streams == 0) {
        fc_text_add(e->kept.out, "NULL");
        return;
    }
    fc_text_add(e->kept.out, "(double[]){");
    for (size_t i = 0; i < term->region->n_streams; i++) {
        fc_text_add(e->kept.out, i ? ", " : "");
        if (term->working_set[i])
            fc_sym_print(e->kept.out, term->working_set[i], FC_NOTATION_C);
        else
            fc_text_add(e->kept.out, "INFINITY");
    }
    fc_text_add(e->kept.out, "}");
}

/* A loop that is run turn by turn is entered with its first turn. */
static void print_entries(fc_emitter *e, const fc_term *term)
{
    if (e->turning && e->turning->region == term->region)
        fc_text_add(e->kept.out, "fc_turns_%d == 1", e->turning->node->id);
    else
        fc_sym_print(e->kept.out, term->entries, FC_NOTATION_C);
}

/* Where it is made at all. */
static void emit_object(fc_emitter *e, const fc_term *term)
{
    fc_text *out = e->kept.out;
    if (!fc_sym_is_constant(term->iterations, NULL)) {
        fc_text_add(out, "if (");
        fc_sym_print(out, term->iterations, FC_NOTATION_C);
        fc_text_add(out, " > 0)\n");
        fc_kept_indent(&e->kept);
        fc_text_add(out, "    ");
    }
    fc_text_add(out, "G->fc_extent[%d] = ", term->object);
    fc_sym_print(out, term->bytes, FC_NOTATION_C);
    fc_text_add(out, ";\n");
}

static void emit_term(fc_emitter *e, const fc_term *term)
{
    fc_text *out = e->kept.out;
    fc_kept_indent(&e->kept);
    if (term->object >= 0) {
        emit_object(e, term);
        return;
    }
    if (!term->region) {
        fc_text_add(out, "fc_memory_allocate(r, %d, ", term->cost->site);
        fc_sym_print(out, term->bytes, FC_NOTATION_C);
        fc_text_add(out, ", ");
        fc_sym_print(out, term->iterations, FC_NOTATION_C);
        fc_text_add(out, ");\n");
        return;
    }
    note_origin(e, term);
    fc_text_add(out, "fc_compute(r, %d, ", term->region->id);
    print_entries(e, term);
    fc_text_add(out, ", ");
    fc_sym_print(out, term->iterations, FC_NOTATION_C);
    fc_text_add(out, ", ");
    print_working_sets(e, term);
    fc_text_add(out, "); /* line %d */\n", term->region->span.line);
}

void fc_emitter_terms(fc_emitter *e, const fc_terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        if (!terms->term[i].region || !fc_region_is_empty(terms->term[i].region))
            emit_term(e, &terms->term[i]);
}

void fc_emitter_repeated(fc_emitter *e, const fc_cost *body, const char *times)
{
    fc_kept_indent(&e->kept);
    fc_text_add(e->kept.out, "for (FC_REPEAT(r, %s))", times);
    fc_emitter_open(e);
    fc_emitter_emit(e, body);
    fc_emitter_close(e);
}

void fc_emitter_step(fc_emitter *e, const fc_node *node)
{
    fc_kept_indent(&e->kept);
    fc_text_add(e->kept.out, "fc_step(r, ");
    fc_emitter_place(e, node);
    fc_text_add(e->kept.out, ");\n");
}
