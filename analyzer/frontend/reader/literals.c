/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Literals (C17 6.4.4, 6.4.5), read from their text; libclang's evaluation serves where the text is not available. */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/frontend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool fc_literals_evaluate(CXCursor cursor, long *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    if (!result)
        return false;
    bool is_integer = clang_EvalResult_getKind(result) == CXEval_Int;
    if (is_integer && clang_EvalResult_isUnsignedInt(result))
        *value = (long)clang_EvalResult_getAsUnsigned(result);
    else if (is_integer)
        *value = (long)clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return is_integer;
}

/* The preprocessing number (C17 6.4.8) at the literal's place; NULL if the text is not available. */
static const char *spelled_number(fc_reader *reader, int entry, size_t *length)
{
    fc_point at = fc_reader_spelled(reader, entry);
    if (!at.file || at.offset >= (long)at.file->length)
        return NULL;
    const char *from = at.file->text + at.offset, *to = from, *end = at.file->text + at.file->length;
    while (to < end && (isalnum((unsigned char)*to) || *to == '.' || *to == '_' ||
                        ((*to == '+' || *to == '-') && to > from && strchr("eEpP", to[-1]))))
        to++;
    *length = (size_t)(to - from);
    return from < to && (isdigit((unsigned char)*from) || *from == '.') ? from : NULL;
}

static char *copy_number(fc_reader *reader, int entry)
{
    size_t length;
    const char *text = spelled_number(reader, entry, &length);
    char *copy = text ? fc_allocate(length + 1, 1) : NULL;
    return copy ? memcpy(copy, text, length) : NULL;
}

static fc_node *read_integer(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor;
    fc_node *node = fc_reader_add(reader, FC_INTEGER, entry);
    size_t length;
    const char *text = spelled_number(reader, entry, &length); /* libclang terminates every text with a NUL */
    if (text && text[0] == '0' && (text[1] == 'b' || text[1] == 'B'))
        node->value = (long)strtoull(text + 2, NULL, 2);
    else if (text)
        node->value = (long)strtoull(text, NULL, 0);
    else if (!fc_literals_evaluate(cursor, &node->value))
        fc_reader_fail(reader, cursor, NULL, FC_MSG_VALUE_INTEGER_NOT_KNOWN);
    return node;
}

/* A number whose text is not available (pasted by the preprocessor), as libclang evaluates it. */
static char *evaluated_number(CXCursor cursor)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    if (!result)
        return NULL;
    bool is_real = clang_EvalResult_getKind(result) == CXEval_Float;
    char *text = is_real ? fc_format("%.17g", clang_EvalResult_getAsDouble(result)) : NULL;
    clang_EvalResult_dispose(result);
    return text;
}

static fc_node *read_real(fc_reader *reader, int entry)
{
    CXCursor cursor = fc_reader_entry(reader, entry)->cursor;
    fc_node *node = fc_reader_add(reader, FC_REAL, entry);
    char *text = copy_number(reader, entry);
    node->text = text ? text : evaluated_number(cursor);
    if (node->text)
        node->real = strtod_l(node->text, NULL, reader->c_locale);
    else
        fc_reader_fail(reader, cursor, NULL, FC_MSG_VALUE_NUMBER_NOT_KNOWN);
    return node;
}

/* Appends the byte of the escape sequence that follows a backslash; returns the place after it. */
static const char *take_escape(fc_text *out, const char *at)
{
    unsigned value = 0;
    static const char letters[] = "abfnrtv\\'\"?", bytes[] = "\a\b\f\n\r\t\v\\'\"?";
    const char *found = *at ? strchr(letters, *at) : NULL;
    int simple = found ? (unsigned char)bytes[found - letters] : -1;
    if (simple >= 0) {
        fc_text_append(out, &(char){(char)simple}, 1);
        return at + 1;
    }
    if (*at == 'x') {
        char *end;
        value = (unsigned)strtoul(at + 1, &end, 16);
        fc_text_append(out, &(char){(char)value}, 1);
        return end;
    }
    const char *start = at;
    while (*at >= '0' && *at <= '7' && at - start < 3)
        value = value * 8 + (unsigned)(*at++ - '0');
    fc_text_append(out, &(char){(char)value}, 1);
    return at > start ? at : at + (*at != '\0');
}

/* libclang spells a string literal as C source: a prefix, quotes, escapes. */
static fc_node *read_string(fc_reader *reader, int entry)
{
    fc_node *node = fc_reader_add(reader, FC_STRING, entry);
    CXString spelling = clang_getCursorSpelling(fc_reader_entry(reader, entry)->cursor);
    const char *at = strchr(clang_getCString(spelling), '"');
    fc_text bytes = {0};
    fc_text_append(&bytes, "", 0);
    for (at = at ? at + 1 : ""; *at && *at != '"';) {
        if (*at == '\\') {
            at = take_escape(&bytes, at + 1);
        } else {
            fc_text_append(&bytes, at++, 1);
        }
    }
    clang_disposeString(spelling);
    node->text_length = bytes.length;
    node->text = fc_text_take(&bytes);
    return node;
}

/* An imaginary literal -> __builtin_complex(0.0, value). */
static fc_node *read_imaginary(fc_reader *reader, int entry)
{
    fc_node *call = fc_reader_add(reader, FC_CALL, entry);
    const fc_type *type = fc_types_of_expression(reader, entry);
    fc_symbol *symbol = fc_symbols_builtin(reader, "__builtin_complex", type);
    fc_node *callee = fc_reader_add(reader, FC_NAME, entry);
    callee->symbol = symbol;
    callee->type = symbol ? symbol->type : NULL;
    fc_node_add_child(call, callee);
    char *text = copy_number(reader, entry);
    for (int i = 0; i < 2; i++) {
        fc_node *part = fc_reader_add(reader, FC_REAL, entry);
        fc_type real = {.kind = FC_TYPE_REAL, .bits = 64, .size = 8, .length = -1, .name = (char *)"double"};
        part->type = fc_program_add_type(reader->program, &real);
        part->real = i && text ? strtod_l(text, NULL, reader->c_locale) : 0;
        part->text = fc_format("%s", i ? "1.0" : "0.0");
        fc_node_add_child(call, part);
    }
    free(text);
    return call;
}

fc_node *fc_literals_read(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    fc_node *node;
    switch (at->kind) {
    case CXCursor_IntegerLiteral:
        node = read_integer(reader, entry);
        break;
    case CXCursor_FloatingLiteral:
        node = read_real(reader, entry);
        break;
    case CXCursor_CharacterLiteral:
        node = fc_reader_add(reader, FC_INTEGER, entry);
        if (!fc_literals_evaluate(at->cursor, &node->value))
            fc_reader_fail(reader, at->cursor, NULL, FC_MSG_VALUE_CHARACTER_NOT_KNOWN);
        break;
    case CXCursor_StringLiteral:
        node = read_string(reader, entry);
        break;
    default:
        node = read_imaginary(reader, entry);
        break;
    }
    node->type = fc_types_of_expression(reader, entry);
    return node;
}
