/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the association that a _Generic selects (C17 6.5.1.1), which libclang does not report. The associations'
 * types are read from the text and compared with the controlling expression's type, both in a canonical spelling. */
#include "analyzer/frontend/reader/reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 64 /* associations; also words of a type */
};

/* A type as it is written. */
typedef struct written {
    const char *text;
    size_t length;
} written;

/* ---- the text ---- */

static const char *after_literal(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* The first character of `stops` that is in no nested bracket; NULL: there is none. */
static const char *find_stop(const char *at, const char *end, const char *stops)
{
    for (int depth = 0; at < end;) {
        if (depth == 0 && strchr(stops, *at))
            return at;
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        at = *at == '"' || *at == '\'' ? after_literal(at, end) : at + 1;
    }
    return NULL;
}

/* ---- types as words ---- */

static const char word_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";

/* False for any other word: a macro, a macro's parameter or a typedef, which libclang does not resolve here. Also false
 * for comments, arrays and function types. */
static bool has_type_words_only(const char *text)
{
    static const char *const known[] = {"void",   "char",     "short",    "int",     "long",     "float",
                                        "double", "signed",   "unsigned", "const",   "volatile", "_Bool",
                                        "bool",   "_Complex", "complex",  "default", "__int128"};
    for (size_t length; *text; text += length) {
        length = strspn(text, word_letters);
        bool found = length == 0 && !strchr("/([", *text);
        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = strlen(known[i]) == length && strncmp(known[i], text, length) == 0;
        if (!found)
            return false;
        length += length == 0;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_word(char *const *word, int n, const char *wanted)
{
    for (int i = 0; i < n; i++)
        if (strcmp(word[i], wanted) == 0)
            return true;
    return false;
}

/* True for an "int" that adds nothing: in "long int", "unsigned int", and the second one of "int int" ("signed int").
 */
static bool is_redundant(char *const *word, int n, int i)
{
    bool has_other = has_word(word, n, "long") || has_word(word, n, "short") || has_word(word, n, "unsigned");
    return strcmp(word[i], "int") == 0 && (has_other || (i > 0 && strcmp(word[i - 1], "int") == 0));
}

/* Expands the macros of <stdbool.h> and <complex.h>. */
static FC_GIVE char *plain_word(const char *text, size_t length)
{
    if (length == 4 && strncmp(text, "bool", length) == 0)
        return fc_copy_string("_Bool");
    if (length == 7 && strncmp(text, "complex", length) == 0)
        return fc_copy_string("_Complex");
    return fc_format("%.*s", (int)length, text);
}

/* Appends the words before a type's first '*' in alphabetical order; *left: the rest of the text. */
static void add_base(fc_text *out, const char *text, const char **left)
{
    char *word[MOST];
    int n = 0;
    while (*text && *text != '*' && n < MOST) {
        size_t length = strspn(text, word_letters);
        if (!isspace((unsigned char)*text) && *text != '\\')
            word[n++] = plain_word(text, length ? length : 1);
        text += length ? length : 1;
    }
    /* "signed" means "int", except in "signed char". */
    for (int i = 0; i < n && !has_word(word, n, "char"); i++)
        if (strcmp(word[i], "signed") == 0)
            memcpy(word[i], "int", sizeof "int");
    qsort(word, (size_t)n, sizeof *word, by_text);
    for (int i = 0; i < n; i++)
        if (!is_redundant(word, n, i))
            fc_text_add(out, "%s ", word[i]);
    for (int i = 0; i < n; i++)
        free(word[i]);
    *left = text;
}

/* The canonical spelling of a type: "const double *" and "double const*" give "const double *". */
static FC_GIVE char *canonical(const char *text)
{
    fc_text out = {0};
    fc_text_add(&out, "%s", "");
    add_base(&out, text, &text);
    for (; *text; text++)
        if (!isspace((unsigned char)*text) && *text != '\\')
            fc_text_append(&out, text, 1);
    return fc_text_take(&out);
}

/* The controlling expression's type after lvalue conversion: unqualified, arrays as pointers (C17 6.5.1.1 p2). An
 * enumeration gives its integer type (6.7.2.2 p4). */
static FC_GIVE char *controlling_type(fc_reader *reader, int entry)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(fc_reader_entry(reader, entry)->cursor));
    if (type.kind == CXType_Enum)
        type = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type));
    CXType element = clang_getArrayElementType(type);
    bool is_array = element.kind != CXType_Invalid;
    CXType own = is_array ? element : clang_getUnqualifiedType(type);
    CXString text = clang_getTypeSpelling(clang_getCanonicalType(own));
    char *whole = fc_format("%s%s", clang_getCString(text), is_array ? " *" : ""), *spelling = canonical(whole);
    free(whole);
    clang_disposeString(text);
    return spelling;
}

/* An association's type in canonical spelling; NULL: it contains a typedef or a macro. */
static FC_GIVE char *association_type(const written *type)
{
    char *text = fc_format("%.*s", (int)type->length, type->text);
    char *spelling = has_type_words_only(text) ? canonical(text) : NULL;
    free(text);
    return spelling;
}

/* ---- the choice ---- */

static int texts_of(fc_reader *reader, int entry, written *type)
{
    fc_point from = fc_reader_spelled(reader, entry);
    if (!from.file || from.offset < 0 || (size_t)from.offset >= from.file->length)
        return 0;
    /* "_Generic(control, type: expression, ...)" -> its types in order. */
    const char *at = from.file->text + from.offset;
    const char *end = from.file->text + from.file->length;
    static const char keyword[] = "_Generic";
    size_t length = sizeof keyword - 1;
    if ((size_t)(end - at) <= length || strncmp(at, keyword, length) != 0)
        return 0;
    at = find_stop(at + length, end, "(");
    at = at ? find_stop(at + 1, end, ",") : NULL;
    for (int n = 0; at && n < MOST;) {
        const char *colon = find_stop(at + 1, end, ":");
        if (!colon)
            return 0;
        type[n++] = (written){at + 1, (size_t)(colon - at - 1)};
        at = find_stop(colon + 1, end, ",)");
        if (at && *at == ')')
            return n;
    }
    return 0;
}

int fc_generic_selection_find(fc_reader *reader, int entry)
{
    int control = fc_reader_entry(reader, entry)->first, n = 0, found = -1, otherwise = -1;
    written type[MOST];
    char *wanted = controlling_type(reader, control);
    int n_types = strstr(wanted, "enum ") ? -1 : texts_of(reader, entry, type); /* may match as an integer too */
    for (int child = fc_reader_entry(reader, control)->next; child >= 0; child = fc_reader_entry(reader, child)->next) {
        if (!clang_isExpression(fc_reader_entry(reader, child)->kind))
            continue;
        char *own = n < n_types ? association_type(&type[n]) : NULL;
        if (!own)
            n_types = -1;
        else if (strcmp(own, wanted) == 0 && found < 0)
            found = child;
        else if (strcmp(own, "default ") == 0)
            otherwise = child;
        free(own);
        n++;
    }
    free(wanted);
    if (n != n_types)
        return -1;
    return found >= 0 ? found : otherwise;
}
