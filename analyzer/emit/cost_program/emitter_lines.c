/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines, blocks and places of the cost program. */
#include "analyzer/emit/cost_program/emitter.h"

#include "support/quote.h"

#include <stdarg.h>
#include <string.h>

void fc_emitter_line(fc_emitter *e, const char *format, ...)
{
    fc_residual_indent(&e->residual);
    va_list args;
    va_start(args, format);
    fc_text_add_list(e->residual.out, format, args);
    va_end(args);
    fc_text_add(e->residual.out, "\n");
}

void fc_emitter_open(fc_emitter *e)
{
    fc_text_add(e->residual.out, " {\n");
    e->residual.indent++;
}

void fc_emitter_close(fc_emitter *e)
{
    e->residual.indent--;
    fc_emitter_line(e, "}");
}

void fc_emitter_open_counted(fc_emitter *e)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (FC_ON_COUNTER(r))");
    fc_emitter_open(e);
    e->counted++;
    e->counted_in_loop++;
    e->counted_in_breakable++;
}

void fc_emitter_close_counted(fc_emitter *e)
{
    e->counted--;
    e->counted_in_loop--;
    e->counted_in_breakable--;
    fc_emitter_close(e);
}

void fc_emitter_place(fc_emitter *e, const fc_node *node)
{
    fc_place place = fc_program_place(e->analysis->program, node->span);
    fc_quote_c(e->residual.out, place.file, strlen(place.file));
    fc_text_add(e->residual.out, ", %d", place.line);
}

void fc_emitter_step(fc_emitter *e, const fc_node *node)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "fc_step(r, ");
    fc_emitter_place(e, node);
    fc_text_add(e->residual.out, ");\n");
}
