/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/library_annotated.h"

#include "analyzer/effects/cost_expression.h"
#include "analyzer/effects/library.h"
#include "support/messages/analysis.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 1 << 20
};
#define FORM                                                                                                           \
    "Write FUNCTION(ARGUMENT, ...), then cost(EXPRESSION), cost(EXPRESSION, OPERATION TYPE) or ignore. An argument "   \
    "is a name, *name or '.'."

/* ---- one line ---- */

static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \t");
}

static const char *skip_word(const char *at)
{
    if (isalpha((unsigned char)*at) || *at == '_')
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
    return at;
}

/* Reads one argument at *at and moves past it: a name of `length` bytes, 0 for '.'. False: malformed. */
static bool take_argument(const char **at, const char **name, size_t *length, bool *is_by_address)
{
    const char *from = skip_blank(*at);
    *is_by_address = *from == '*';
    *name = from = *is_by_address ? skip_blank(from + 1) : from;
    const char *to = *from == '.' && !*is_by_address ? from + 1 : skip_word(from);
    *length = *from == '.' ? 0 : (size_t)(to - from);
    *at = skip_blank(to);
    return to > from;
}

/* The number (from 1) of the argument with that name, or the argument of that number if `name` is NULL; 0: none. */
static int find_argument(bool *is_by_address, const char *line, const char *name, size_t length_or_number)
{
    const char *at = skip_word(line);
    bool goes_on = *at == '(';
    for (int i = 1; goes_on; i++) {
        const char *known;
        size_t n;
        at++;
        if (!take_argument(&at, &known, &n, is_by_address))
            return 0;
        if (name ? n == length_or_number && memcmp(known, name, n) == 0 : (size_t)i == length_or_number)
            return i;
        goes_on = *at == ',';
    }
    return 0;
}

/* The text after the name and its arguments; NULL, and *fault, if they are malformed. */
static const char *skip_head(const char *line, const char **fault)
{
    const char *at = skip_word(line);
    *fault = at > line ? NULL : "expected a function's name";
    bool goes_on = *at == '(' && at[1] != ')';
    if (*at == '(' && at[1] == ')')
        return at + 2;
    while (goes_on && !*fault) {
        const char *name;
        size_t length;
        bool is_by_address;
        at++;
        if (!take_argument(&at, &name, &length, &is_by_address) || (*at != ',' && *at != ')'))
            *fault = "expected a name, *name or '.', and a comma or a closing parenthesis";
        goes_on = *at == ',';
    }
    if (*fault)
        return at;
    return *at == ')' ? at + 1 : at;
}

bool fc_library_annotated_is_by_address(const fc_node *call, int argument)
{
    const char *line = fc_library_annotated_of(call);
    bool is_by_address = false;
    return line && find_argument(&is_by_address, line, NULL, (size_t)argument) && is_by_address;
}

fc_cost_annotation fc_library_annotated_text(const char *line)
{
    const char *fault;
    return fc_cost_annotation_read(skip_blank(skip_head(line, &fault)));
}

/* ---- a call ---- */

/* The annotations of functions that wait (POSIX.1-2017). */
static const char *known_line(const char *name)
{
    static const char *const known[] = {"sleep(seconds) cost(seconds)", "usleep(microseconds) cost(1e-6*microseconds)"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(known[i], name, strlen(name)) == 0 && known[i][strlen(name)] == '(')
            return known[i];
    return NULL;
}

const char *fc_library_annotated_of(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const char *line = target && !target->definition ? target->cost_line : NULL, *fault;
    if (!line && target && !target->definition)
        line = known_line(target->name);
    return line && fc_cost_annotation_is(skip_blank(skip_head(line, &fault))) && !fault ? line : NULL;
}

/* The value of a real constant: a literal, or constants with arithmetic. False: it is none. */
static bool fold(double *out, const fc_node *node)
{
    double a, b = 0;
    if (node->kind == FC_CAST && node->type->kind == FC_TYPE_REAL)
        return fold(out, node->child[0]);
    if (node->kind == FC_REAL || node->kind == FC_INTEGER) {
        *out = node->kind == FC_REAL ? node->real : (double)node->value;
        return true;
    }
    bool is_binary = node->kind == FC_BINARY, is_unary = node->kind == FC_UNARY && node->op == FC_OP_NEGATE;
    bool is_real = node->type && node->type->kind == FC_TYPE_REAL;
    if (!is_real || !(is_binary || is_unary) || !fold(&a, node->child[0]) || (is_binary && !fold(&b, node->child[1])))
        return false;
    *out = is_unary                     ? -a
           : node->op == FC_OP_ADD      ? a + b
           : node->op == FC_OP_SUBTRACT ? a - b
           : node->op == FC_OP_MULTIPLY ? a * b
           : node->op == FC_OP_DIVIDE   ? a / b
                                        : NAN;
    return isfinite(*out);
}

/* A real constant as an exact decimal of 15 digits; NULL: the argument is none. */
static const fc_sym *constant_real(fc_algebra *algebra, const fc_node *argument)
{
    double value;
    const fc_sym *out = NULL;
    if (argument->type->kind != FC_TYPE_REAL || !fold(&value, argument))
        return NULL;
    char *text = fc_format("%.15g", fabs(value));
    fc_cost_expression_read(&out, algebra, text, (fc_cost_names){NULL, NULL});
    free(text);
    return out && value < 0 ? fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), out) : out;
}

/* The context in which an expression's names are resolved. */
typedef struct naming {
    fc_algebra *algebra;
    const fc_node *call;
    const char *line;
    const fc_library_arguments *arguments;
    int n_missing;
} naming;

static const fc_sym *take_name(void *data, const char *name, size_t length)
{
    naming *n = data;
    bool is_by_address;
    int at = find_argument(&is_by_address, n->line, name, length);
    const fc_node *argument = at > 0 && at < n->call->n_children ? n->call->child[at] : NULL, *child;
    fc_node made;
    const fc_sym *constant = argument && !is_by_address ? constant_real(n->algebra, argument) : NULL;
    if (constant)
        return constant;
    if (argument && n->arguments->visit)
        n->arguments->visit(n->arguments->data, argument, is_by_address);
    if (argument && is_by_address)
        argument = fc_library_pointed(&made, &child, argument);
    while (argument && argument->kind == FC_CAST && argument->child[0]->type->kind == FC_TYPE_INTEGER)
        argument = argument->child[0]; /* an integer passed as a real */
    n->n_missing += !argument;
    return argument && n->arguments->value ? n->arguments->value(n->arguments->data, argument) : NULL;
}

bool fc_library_annotated_evaluate(const fc_sym **out, fc_algebra *algebra, const fc_node *call,
                                   const fc_library_arguments *arguments)
{
    naming n = {.algebra = algebra, .call = call, .line = fc_library_annotated_of(call), .arguments = arguments};
    fc_cost_annotation annotation = fc_library_annotated_text(n.line);
    *out = NULL;
    if (annotation.expression)
        fc_cost_expression_read(out, algebra, annotation.expression, (fc_cost_names){take_name, &n});
    fc_cost_annotation_free(&annotation);
    return n.n_missing == 0;
}

void fc_library_annotated_visit_arguments(const fc_node *call,
                                          void (*visit)(void *data, const fc_node *argument, bool is_by_address),
                                          void *data)
{
    fc_algebra *algebra = fc_algebra_create();
    const fc_sym *value;
    fc_library_arguments arguments = {.visit = visit, .data = data};
    if (fc_library_annotated_of(call))
        fc_library_annotated_evaluate(&value, algebra, call, &arguments);
    fc_algebra_free(algebra);
}

/* ---- the file ---- */

typedef struct reading {
    fc_program *program;
    fc_report *report;
    fc_place place;
    const char *line;
    fc_text names; /* " f g ": the functions annotated so far */
    int n_unused;
} reading;

static fc_status refuse(reading *r, const char *at, const char *what)
{
    fc_place place = {r->place.file, r->place.line, (int)(at - r->line) + 1};
    return fc_fail(r->report, FC_E_INPUT, place, FORM, FC_MSG_LIBRARY_LINE, what);
}

typedef struct known_names {
    const char *line;
    fc_algebra *algebra;
    fc_text unknown;
} known_names;

static const fc_sym *check_name(void *data, const char *name, size_t length)
{
    known_names *known = data;
    bool is_by_address;
    if (!find_argument(&is_by_address, known->line, name, length) && !known->unknown.length)
        fc_text_append(&known->unknown, name, length);
    return fc_sym_integer(known->algebra, 1);
}

/* The error in a cost annotation, and its position in *at; NULL: none. */
static FC_GIVE char *find_fault(const char **at, const char *line)
{
    if (!fc_cost_annotation_is(*at))
        return fc_copy_string("expected cost(EXPRESSION) or ignore");
    fc_cost_annotation annotation = fc_cost_annotation_read(*at);
    known_names known = {.line = line, .algebra = fc_algebra_create()};
    const fc_sym *value;
    fc_cost_fault fault = {annotation.fault, 0};
    if (annotation.expression && !annotation.fault)
        fault =
            fc_cost_expression_read(&value, known.algebra, annotation.expression, (fc_cost_names){check_name, &known});
    char *what = NULL;
    if (fault.what) {
        what = fc_copy_string(fault.what);
        *at += annotation.fault ? 0 : strlen("cost(") + fault.at;
    } else if (known.unknown.length)
        what = fc_format("%s is not an argument of the function", known.unknown.bytes);
    fc_text_free(&known.unknown);
    fc_algebra_free(known.algebra);
    fc_cost_annotation_free(&annotation);
    return what;
}

fc_status fc_library_annotated_check(const fc_program *program, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < program->n_symbols && !status; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (!symbol->cost_line)
            continue;
        const char *fault = NULL, *at = skip_blank(skip_head(symbol->cost_line, &fault)), *annotation = at;
        char *what = fault ? fc_copy_string(fault) : find_fault(&at, symbol->cost_line);
        if (what)
            status = fc_fail(report, FC_E_INPUT, fc_program_place(program, symbol->span),
                             "Use the declared names of parameters that are numbers or pointers to integers.",
                             FC_MSG_LIBRARY_COST_INVALID, annotation, symbol->name, what);
        free(what);
    }
    return status;
}

/* The external function of that name; NULL: none. *is_defined: the program defines it. */
static fc_symbol *find_function(const fc_program *program, const char *name, bool *is_defined)
{
    fc_symbol *found = NULL;
    *is_defined = false;
    for (int i = 0; i < program->n_symbols; i++) {
        fc_symbol *symbol = program->symbol[i];
        if (symbol->kind != FC_SYMBOL_PROCEDURE || strcmp(symbol->name, name) != 0)
            continue;
        *is_defined |= symbol->definition != NULL;
        found = symbol->definition ? found : symbol;
    }
    return found;
}

static fc_status keep(reading *r, const char *line)
{
    char *name = fc_format("%.*s", (int)(skip_word(line) - line), line), *marked = fc_format(" %s ", name);
    bool is_defined;
    fc_symbol *symbol = find_function(r->program, name, &is_defined);
    bool is_again = (r->names.bytes && strstr(r->names.bytes, marked)) || (symbol && symbol->cost_line);
    fc_status status = FC_OK;
    if (is_again)
        status =
            fc_fail(r->report, FC_E_INPUT, r->place, "Remove one of the two.", FC_MSG_COST_ALREADY_SPECIFIED, name);
    else if (is_defined)
        status = fc_fail(r->report, FC_E_INPUT, r->place, "Use --notes with the line: NAME cost(EXPRESSION).",
                         FC_MSG_PROGRAM_ITSELF_DEFINES, name);
    else if (symbol)
        symbol->cost_line = fc_copy_string(line);
    else
        r->n_unused++;
    fc_text_add(&r->names, "%s", marked);
    free(name);
    free(marked);
    return status;
}

static fc_status take_line(reading *r, char *text)
{
    text[strcspn(text, "#\r")] = '\0';
    char *line = (char *)skip_blank(text);
    for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]); n--)
        line[n - 1] = '\0';
    if (!*line)
        return FC_OK;
    const char *fault, *at = skip_head(line, &fault);
    r->line = text;
    r->place.column = (int)(line - text) + 1;
    if (fault)
        return refuse(r, at, fault);
    at = skip_blank(at);
    char *what = find_fault(&at, line);
    fc_status status = what ? refuse(r, at, what) : keep(r, line);
    free(what);
    return status;
}

fc_status fc_library_annotated_read(int *n_unused, fc_program *program, const char *path, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, MOST_BYTES, report);
    reading r = {.program = program, .report = report, .place = {path, 0, 0}};
    if (!status && strlen(text) != length)
        status = fc_fail(report, FC_E_INPUT, r.place, FORM, FC_MSG_NOT_TEXT_FILE);
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        r.place.line++;
        status = take_line(&r, line);
        line = end ? end + 1 : NULL;
    }
    *n_unused = r.n_unused;
    fc_text_free(&r.names);
    free(text);
    return status;
}
