/* SPDX-License-Identifier: Apache-2.0 */
#include "support/quote.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- C ---- */

void fc_quote_c(fc_text *out, const char *bytes, size_t length)
{
    fc_text_add(out, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\' || c == '?' || c < 32 || c > 126)
            fc_text_add(out, "\\%03o", c);
        else
            fc_text_add(out, "%c", c);
    }
    fc_text_add(out, "\"");
}

void fc_quote_comment(fc_text *out, const char *text)
{
    for (char previous = 0; *text; previous = *text++) {
        bool ends = (previous == '*' && *text == '/') || (previous == '/' && *text == '*');
        bool is_plain = (unsigned char)*text >= ' ' && (unsigned char)*text < 127 && !strchr("\\\"'<?", *text);
        fc_text_add(out, "%c", is_plain && !ends ? *text : '_');
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool fc_quote_is_identifier(const char *name)
{
    static const char *const keywords[] = {
        "asm",    "auto",   "break",    "case",     "char",   "const",    "continue", "default",  "do",
        "double", "else",   "enum",     "extern",   "float",  "for",      "goto",     "if",       "inline",
        "int",    "long",   "register", "restrict", "return", "short",    "signed",   "sizeof",   "static",
        "struct", "switch", "typedef",  "typeof",   "union",  "unsigned", "void",     "volatile", "while"};
    bool is_reserved = name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
    if (!is_letter(name[0]) || is_reserved)
        return false;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(name, keywords[i]) == 0)
            return false;
    while (is_letter(*name) || is_digit(*name))
        name++;
    return !*name;
}

bool fc_quote_is_real_constant(const char *text)
{
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    const char *at = text + (is_hexadecimal ? 2 : 0);
    size_t before = strspn(at, digits), after = 0;
    at += before;
    if (*at == '.')
        at += 1 + (after = strspn(at + 1, digits));
    if (before + after == 0)
        return false;
    if (*at && strchr(is_hexadecimal ? "pP" : "eE", *at)) {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        size_t exponent = strspn(at, "0123456789");
        if (exponent == 0)
            return false;
        at += exponent;
    }
    static const char *const suffixes[] = {"", "f", "l", "q", "w", "f16", "f32", "f64", "f128", "f32x", "f64x"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcasecmp(at, suffixes[i]) == 0)
            return true;
    return false;
}

/* ---- UTF-8 ---- */

/* Bytes of the well-formed sequence here (RFC 3629), 0: none. */
static int utf8_length(const unsigned char *at)
{
    static const struct {
        unsigned char first, last, low, high;
        int length;
    } forms[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    if (*at < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (*at < forms[i].first || *at > forms[i].last || at[1] < forms[i].low || at[1] > forms[i].high)
            continue;
        for (int k = 2; k < forms[i].length; k++)
            if ((at[k] & 0xC0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

void fc_quote_utf8(fc_text *out, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int length = utf8_length(at);
        fc_text_append(out, length ? (const char *)at : "\xEF\xBF\xBD", length ? (size_t)length : 3);
        at += length ? length : 1;
    }
}

void fc_quote_json(fc_text *out, const char *text)
{
    fc_text_add(out, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int length = utf8_length(at);
        if (length == 0)
            fc_text_add(out, "\\ufffd");
        else if (*at == '"' || *at == '\\')
            fc_text_add(out, "\\%c", *at);
        else if (*at < 0x20)
            fc_text_add(out, "\\u%04x", *at);
        else
            fc_text_append(out, (const char *)at, (size_t)length);
        at += length ? length : 1;
    }
    fc_text_add(out, "\"");
}

/* ---- markup ---- */

void fc_quote_html(fc_text *out, const char *text, size_t length)
{
    static const struct {
        char plain;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    enum {
        N = sizeof entities / sizeof *entities
    };
    for (size_t i = 0; i < length; i++) {
        size_t k = 0;
        while (k < N && entities[k].plain != text[i])
            k++;
        if (k < N)
            fc_text_add(out, "%s", entities[k].entity);
        else if ((unsigned char)text[i] >= ' ' || text[i] == '\t')
            fc_text_append(out, text + i, 1);
    }
}

void fc_quote_xml(fc_text *out, const char *text)
{
    fc_text utf8 = {0};
    fc_quote_utf8(&utf8, text);
    for (const char *at = utf8.bytes ? utf8.bytes : ""; *at; at++)
        if (strchr("&<>\"'\n\t", *at))
            fc_text_add(out, "&#%d;", *at);
        else if ((unsigned char)*at < 0x20)
            fc_text_add(out, "&#xFFFD;");
        else
            fc_text_append(out, at, 1);
    fc_text_free(&utf8);
}

void fc_quote_xml_attribute(fc_text *out, const char *name, const char *value)
{
    fc_text_add(out, " %s=\"", name);
    fc_quote_xml(out, value);
    fc_text_add(out, "\"");
}

void fc_quote_markdown(fc_text *out, const char *text)
{
    fc_text utf8 = {0};
    fc_quote_utf8(&utf8, text);
    for (const char *at = utf8.bytes ? utf8.bytes : ""; *at; at++)
        if (isspace((unsigned char)*at) || iscntrl((unsigned char)*at))
            fc_text_add(out, " ");
        else if (ispunct((unsigned char)*at) && !strchr(",.:;=+-/%()", *at))
            fc_text_add(out, "&#%d;", *at);
        else
            fc_text_append(out, at, 1);
    fc_text_free(&utf8);
}

void fc_quote_latex(fc_text *out, const char *text)
{
    for (; *text; text++)
        if (strchr("_#%&${}", *text))
            fc_text_add(out, "\\%c", *text);
        else if (*text == '\\' || *text == '^' || *text == '~')
            fc_text_add(out, "\\text{\\%s{}}",
                        *text == '\\'  ? "textbackslash"
                        : *text == '^' ? "textasciicircum"
                                       : "textasciitilde");
        else
            fc_text_add(out, "%c", iscntrl((unsigned char)*text) ? '?' : *text);
}

/* ---- other tools ---- */

void fc_quote_shell(fc_text *out, const char *word)
{
    fc_text_add(out, "'");
    for (; *word; word++)
        fc_text_add(out, *word == '\'' ? "'\\''" : "%c", *word);
    fc_text_add(out, "'");
}

/* In a DOT string only the quote is escaped; a backslash would start an escape of labels. */
void fc_quote_dot(fc_text *out, const char *text)
{
    fc_text_add(out, "\"");
    for (; *text; text++)
        fc_text_add(out, *text == '"' || *text == '\\' ? "\\%c" : (unsigned char)*text < 0x20 ? " " : "%c", *text);
    fc_text_add(out, "\"");
}

/* In a gnuplot string in single quotes only the quote is doubled; a line end would end the command. */
void fc_quote_gnuplot(fc_text *out, const char *text)
{
    fc_text_add(out, "'");
    for (; *text; text++)
        fc_text_add(out, *text == '\'' ? "''" : (unsigned char)*text < 0x20 ? " " : "%c", *text);
    fc_text_add(out, "'");
}
