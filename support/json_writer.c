/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"

#include "support/number.h"
#include "support/quote.h"

fc_json_writer fc_json_writer_document(fc_text *out)
{
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, 2);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    return json;
}

/* Begins a line if one is wanted; false: none is. */
static bool begin_line(fc_json_writer *json)
{
    if (json->line == 0)
        return false;
    fc_text_add(json->out, "\n%*s", json->line - 1, "");
    json->line = 0;
    return true;
}

void fc_json_writer_item(fc_json_writer *json, const char *key)
{
    int depth = json->depth;
    if (depth > 0) {
        bool follows = json->level[depth - 1].has_items;
        if (json->line == 0 && json->level[depth - 1].indent >= 0)
            fc_json_writer_break(json, json->level[depth - 1].indent);
        if (follows)
            fc_text_append(json->out, ",", 1);
        if (!begin_line(json) && follows && !json->is_compact)
            fc_text_append(json->out, " ", 1);
        json->level[depth - 1].has_items = true;
    }
    if (key) {
        fc_quote_json(json->out, key);
        fc_text_append(json->out, ": ", json->is_compact ? 1 : 2);
    }
}

static void begin(fc_json_writer *json, const char *key, const char *brackets, int indent)
{
    fc_json_writer_item(json, key);
    fc_text_append(json->out, brackets, 1);
    json->level[json->depth].closing = brackets[1];
    json->level[json->depth].indent = indent;
    json->level[json->depth++].has_items = false;
}

void fc_json_writer_object(fc_json_writer *json, const char *key, int indent)
{
    begin(json, key, "{}", indent);
}

void fc_json_writer_array(fc_json_writer *json, const char *key, int indent)
{
    begin(json, key, "[]", indent);
}

void fc_json_writer_end(fc_json_writer *json)
{
    json->depth--;
    if (json->line == 0 && json->level[json->depth].indent >= 2)
        fc_json_writer_break(json, json->level[json->depth].indent - 2);
    begin_line(json);
    fc_text_append(json->out, &json->level[json->depth].closing, 1);
    if (json->depth == 0)
        fc_text_append(json->out, "\n", 1);
}

void fc_json_writer_break(fc_json_writer *json, int indent)
{
    json->line = indent + 1;
}

void fc_json_writer_string(fc_json_writer *json, const char *key, const char *value)
{
    fc_json_writer_item(json, key);
    if (value)
        fc_quote_json(json->out, value);
    else
        fc_text_append(json->out, "null", 4);
}

void fc_json_writer_number(fc_json_writer *json, const char *key, double value)
{
    fc_json_writer_item(json, key);
    fc_number_add(json->out, value);
}

void fc_json_writer_exact(fc_json_writer *json, const char *key, double value)
{
    fc_json_writer_item(json, key);
    fc_text_add(json->out, "%.17g", value);
}

void fc_json_writer_whole(fc_json_writer *json, const char *key, long long value)
{
    fc_json_writer_item(json, key);
    fc_text_add(json->out, "%lld", value);
}

void fc_json_writer_bool(fc_json_writer *json, const char *key, bool value)
{
    fc_json_writer_item(json, key);
    fc_text_add(json->out, "%s", value ? "true" : "false");
}
