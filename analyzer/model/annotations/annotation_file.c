/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/annotations/annotation_file.h"
#include "analyzer/model/annotations/cost_annotation.h"
#include "analyzer/model/properties/goto_loops.h"
#include "support/messages/analysis.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 1 << 16
};

#define FORM                                                                                                           \
    "Write FILE:LINE, FILE:LINE:COLUMN or a procedure's name, then trip(NUMBER), probability(NUMBER), init_end, "      \
    "param(PLACE), data, cost(EXPRESSION) or ignore. A procedure takes only cost and ignore."

/* A word of the grammar, and the statements that it may annotate. */
typedef struct word {
    const char *text;
    const char *what; /* kind of the annotated statement, for messages */
    bool (*fits)(const fc_node *node);
    double most;   /* upper bound of its number, which is >= 0; NAN: it takes no number */
    bool is_cost;  /* may annotate a procedure too */
    bool has_text; /* takes a text in parentheses, which a later pass parses */
} word;

/* One parsed annotation. */
typedef struct note {
    const word *word;
    char *path;       /* the path as written, possibly only its end */
    int line, column; /* column 0: not given */
    char *procedure;  /* procedure name, given in place of a path; NULL: a path is given */
    char *text;       /* "(...)"; NULL: none */
    double number;
    fc_place place; /* position in the annotation file */
} note;

typedef struct noting {
    fc_program *program;
    fc_report *report;
    note note;
    fc_text applied; /* all applied annotations, resolved; the program's key depends on them */
} noting;

/* ---- words ---- */

static bool is_loop(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || fc_goto_loops_is_head(node);
}

static bool is_if(const fc_node *node)
{
    return node->kind == FC_IF;
}

static const fc_node *root_of(const fc_node *node)
{
    while (node->parent)
        node = node->parent;
    return node;
}

/* Another statement may be inserted before this one. */
static bool may_follow(const fc_node *node)
{
    return node->kind != FC_DECLARE && node->kind != FC_PRAGMA && node->kind != FC_CASE && node->kind != FC_DEFAULT;
}

static bool is_no_pragma(const fc_node *node)
{
    return node->kind != FC_PRAGMA && node->kind != FC_CASE && node->kind != FC_DEFAULT;
}

/* The first statement of a block that begins on the line and fits. */
static const fc_node *first_on_line(const fc_node *tree, int line, bool (*fits)(const fc_node *node))
{
    for (int i = 0; i < tree->n_children; i++) {
        const fc_node *child = tree->child[i];
        if (!child || child->kind >= FC_INTEGER)
            continue;
        if (child->span.line == line && tree->kind == FC_BLOCK && fits(child))
            return child;
        const fc_node *inside = first_on_line(child, line, fits);
        if (inside)
            return inside;
    }
    return NULL;
}

static bool is_block_start(const fc_node *node)
{
    return node == fc_annotation_file_block_start(root_of(node), node->span.line);
}

/* Declarations included. */
static bool is_first_on_line(const fc_node *node)
{
    return node == first_on_line(root_of(node), node->span.line, is_no_pragma);
}

static const word words[] = {{"trip", "loop", is_loop, 9007199254740992.0, false, false},
                             {"probability", "if", is_if, 1, false, false},
                             {"init_end", "statement of a block", is_block_start, NAN, false, false},
                             {"param", "statement", is_first_on_line, NAN, false, true},
                             {"data", "statement", is_first_on_line, NAN, false, false},
                             {"cost", "statement of a block", is_block_start, NAN, true, true},
                             {"ignore", "statement of a block", is_block_start, NAN, true, false}};

static const word *find_word(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0)
            return &words[i];
    return NULL;
}

/* ---- one line ---- */

static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \t\r");
}

static fc_status refuse_form(noting *n, const char *line, const char *at, const char *what)
{
    fc_place place = {n->note.place.file, n->note.place.line, (int)(at - line) + 1};
    return fc_fail(n->report, FC_E_INPUT, place, FORM, FC_MSG_ANNOTATION_LINE, what);
}

/* Parses the number that follows the last ':' before `end` and moves `end` to that colon; 0: none. */
static int take_last_number(const char *begin, const char **end)
{
    const char *digit = *end;
    while (digit > begin && isdigit((unsigned char)digit[-1]))
        digit--;
    if (digit == *end || digit <= begin || digit[-1] != ':')
        return 0;
    long value = strtol(digit, NULL, 10);
    if (value < 1 || value > INT_MAX)
        return 0;
    *end = digit - 1;
    return (int)value;
}

/* Parses FILE:LINE or FILE:LINE:COLUMN up to `end`. */
static bool take_place(note *out, const char *begin, const char *end)
{
    int last = take_last_number(begin, &end);
    int before = last ? take_last_number(begin, &end) : 0;
    out->line = before ? before : last;
    out->column = before ? last : 0;
    out->path = out->line ? fc_format("%.*s", (int)(end - begin), begin) : NULL;
    return out->line && end > begin;
}

/* Parses WORD, WORD(NUMBER) or WORD(TEXT) up to the end of the line. */
static fc_status take_word(noting *n, const char *line, const char *at)
{
    const char *number = at + strcspn(at, "( \t\r");
    n->note.word = find_word(at, (size_t)(number - at));
    if (!n->note.word)
        return refuse_form(n, line, at, "expected trip, probability, init_end, param, data, cost or ignore");
    const char *rest = skip_blank(number);
    if (n->note.word->has_text) {
        const char *close = strrchr(rest, ')');
        if (*rest != '(' || !close || *skip_blank(close + 1))
            return refuse_form(n, line, rest, "expected an expression in parentheses");
        n->note.text = fc_format("%.*s", (int)(close + 1 - rest), rest);
        return FC_OK;
    }
    if (!isnan(n->note.word->most)) {
        char *end = NULL;
        n->note.number = *rest == '(' ? strtod(rest + 1, &end) : NAN;
        const char *close = end ? skip_blank(end) : rest;
        if (!end || end == rest + 1 || *close != ')' || !(n->note.number >= 0 && n->note.number <= n->note.word->most))
            return refuse_form(n, line, rest,
                               n->note.word->most > 1 ? "expected a number >= 0 in parentheses"
                                                      : "expected a number from 0 to 1 in parentheses");
        rest = skip_blank(close + 1);
    }
    return *rest ? refuse_form(n, line, rest, "expected the end of the line") : FC_OK;
}

static fc_status take_line(noting *n, const char *line, const char *begin)
{
    const char *end = begin + strcspn(begin, " \t\r"), *tail = skip_blank(end);
    n->note.place.column = (int)(begin - line) + 1;
    bool is_place = take_place(&n->note, begin, end);
    bool is_name = !is_place && end > begin && !memchr(begin, ':', (size_t)(end - begin));
    if (!is_place && !is_name)
        return refuse_form(n, line, begin, "expected FILE:LINE, FILE:LINE:COLUMN or a procedure's name");
    if (is_name)
        n->note.procedure = fc_format("%.*s", (int)(end - begin), begin);
    fc_status status = take_word(n, line, tail);
    if (!status && is_name && !n->note.word->is_cost)
        return refuse_form(n, line, begin,
                           "expected FILE:LINE or FILE:LINE:COLUMN: only cost and ignore apply to procedures");
    return status;
}

/* ---- the statement ---- */

const fc_node *fc_annotation_file_block_start(const fc_node *tree, int line)
{
    return first_on_line(tree, line, may_follow);
}

bool fc_annotation_file_made(const fc_node *pragma)
{
    return pragma->kind == FC_PRAGMA && pragma->span.begin == pragma->span.end;
}

/* `path` ends with all components of `end`. */
static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), n = strlen(end);
    return n <= length && strcmp(path + length - n, end) == 0 && (n == length || path[length - n - 1] == '/');
}

static fc_status find_file(int *file, const noting *n)
{
    const fc_program *program = n->program;
    int found = -1;
    for (int i = 0; i < program->n_files; i++) {
        if (strcmp(program->file[i].path, n->note.path) == 0) {
            *file = i;
            return FC_OK;
        }
        if (!ends_with(program->file[i].path, n->note.path))
            continue;
        if (found >= 0)
            return fc_fail(n->report, FC_E_INPUT, n->note.place, "Write a longer part of the path.",
                           FC_MSG_PATH_AMBIGUOUS_END, n->note.path, program->file[found].path, program->file[i].path);
        found = i;
    }
    if (found < 0)
        return fc_fail(n->report, FC_E_INPUT, n->note.place, "Name a source or header of the program.",
                       FC_MSG_PROGRAM_NO_FILE, n->note.path);
    *file = found;
    return FC_OK;
}

static fc_status refuse_place(const noting *n, int file)
{
    const char *what = n->note.word->what;
    /* The statement of the required kind that begins nearest to the line. */
    const fc_node *nearest = NULL;
    for (int i = 0; i < n->program->n_nodes; i++) {
        const fc_node *node = n->program->node[i];
        if (node->span.file == file && node->kind < FC_INTEGER && n->note.word->fits(node) &&
            (!nearest || abs(node->span.line - n->note.line) < abs(nearest->span.line - n->note.line)))
            nearest = node;
    }
    char *next = nearest ? fc_format("The nearest %s begins at %s:%d:%d.", what, n->note.path, nearest->span.line,
                                     nearest->span.column)
                         : fc_format("%s has no %s in its procedures.", n->note.path, what);
    fc_status status = fc_fail(n->report, FC_E_INPUT, n->note.place, next, FC_MSG_NOTHING_BEGINS_AT_PLACE, what,
                               n->note.path, n->note.line, n->note.column ? " in that column" : "");
    free(next);
    return status;
}

static bool is_meant(const noting *n, const fc_node *node, int file)
{
    return node->kind < FC_INTEGER && node->span.file == file && node->span.line == n->note.line &&
           (!n->note.column || node->span.column == n->note.column) && n->note.word->fits(node);
}

/* The ids of the annotated statements. There are several only if a header's procedure occurs in several units. */
static fc_status find_statements(int **id, size_t *n_ids, const noting *n, int file)
{
    size_t capacity = 0;
    for (int i = 0; i < n->program->n_nodes; i++) {
        const fc_node *node = n->program->node[i];
        if (!is_meant(n, node, file))
            continue;
        for (size_t k = 0; k < *n_ids; k++)
            if (root_of(n->program->node[(*id)[k]]) == root_of(node))
                return fc_fail(n->report, FC_E_INPUT, n->note.place,
                               "Write FILE:LINE:COLUMN. Statements of one macro expansion cannot be distinguished.",
                               FC_MSG_MORE_THAN_ONE_BEGINS, n->note.word->what, n->note.path, n->note.line);
        *id = fc_grow(*id, &capacity, *n_ids + 1, sizeof **id);
        (*id)[(*n_ids)++] = i;
    }
    return *n_ids ? FC_OK : refuse_place(n, file);
}

/* ---- the pragma ---- */

static fc_procedure *procedure_of(const fc_program *program, const fc_node *node)
{
    const fc_node *body = root_of(node);
    for (int i = 0; i < program->n_procedures; i++)
        if (program->procedure[i]->body == body)
            return program->procedure[i];
    return NULL;
}

/* The text of the pragma that is equivalent to the annotation. */
static FC_GIVE char *text_of(const note *note)
{
    if (note->word->is_cost || note->word->has_text)
        return fc_format("%s%s%s", note->procedure ? "procedure " : "", note->word->text, note->text ? note->text : "");
    return isnan(note->word->most) ? fc_copy_string(note->word->text)
                                   : fc_format("%s(%.17g)", note->word->text, note->number);
}

/* The pragma annotates the same property of the same object, statement or procedure. `cost` and `ignore` exclude each
 * other. */
static bool annotates_same(const fc_node *pragma, const note *note)
{
    const char *text = fc_cost_annotation_plain(pragma->text);
    if ((text > pragma->text) != (note->procedure != NULL))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((&words[i] == note->word || (words[i].is_cost && note->word->is_cost)) &&
            strncmp(text, words[i].text, strlen(words[i].text)) == 0)
            return true;
    return false;
}

/* A pragma directly before the statement that annotates the same property; NULL: none. */
static const fc_node *find_annotation(const fc_node *statement, const note *note)
{
    const fc_node *block = statement->parent;
    int at = 0;
    while (block && block->kind == FC_BLOCK && block->child[at] != statement)
        at++;
    for (at--; at >= 0 && block->child[at]->kind == FC_PRAGMA; at--)
        if (annotates_same(block->child[at], note))
            return block->child[at];
    return NULL;
}

static fc_status refuse_again(const noting *n)
{
    return fc_fail(n->report, FC_E_INPUT, n->note.place, "Remove one of the two.",
                   FC_MSG_ALREADY_SPECIFIED_ANOTHER_ANNOTATION_SOURCE, n->note.word->text);
}

static fc_status put_pragma(noting *n, fc_node *statement)
{
    fc_procedure *procedure = procedure_of(n->program, statement);
    bool ends_init = strcmp(n->note.word->text, "init_end") == 0;
    bool is_duplicate = n->note.word->fits != is_first_on_line && find_annotation(statement, &n->note);
    if (is_duplicate || (ends_init && procedure && procedure->init_end))
        return refuse_again(n);
    fc_node *pragma = fc_program_insert(n->program, FC_PRAGMA, statement);
    pragma->text = text_of(&n->note);
    if (ends_init && procedure)
        procedure->init_end = pragma;
    fc_text_add(&n->applied, "\n%d:%d:%d %s", pragma->span.file, pragma->span.line, pragma->span.column, pragma->text);
    return FC_OK;
}

/* Annotates functions that are only declared, at their symbols. *n_found counts them. */
static fc_status apply_to_declared(noting *n, int *n_found)
{
    for (int i = 0; i < n->program->n_symbols; i++) {
        fc_symbol *symbol = n->program->symbol[i];
        if (symbol->kind != FC_SYMBOL_PROCEDURE || symbol->definition || strcmp(symbol->name, n->note.procedure) != 0)
            continue;
        if (symbol->cost_line)
            return refuse_again(n);
        char *text = text_of(&n->note);
        symbol->cost_line = fc_cost_annotation_line(symbol, fc_cost_annotation_plain(text));
        free(text);
        fc_text_add(&n->applied, "\n%s", symbol->cost_line);
        (*n_found)++;
    }
    return FC_OK;
}

/* Annotates a procedure before the first statement of each body of that name (several for static procedures). */
static fc_status apply_to_procedure(noting *n)
{
    int n_found = 0;
    fc_status status = FC_OK;
    for (int i = 0; i < n->program->n_procedures && !status; i++) {
        const fc_procedure *procedure = n->program->procedure[i];
        if (strcmp(procedure->symbol->name, n->note.procedure) != 0 || procedure->body->n_children == 0)
            continue;
        n_found++;
        /* The first statement of a body that is not a pragma. */
        const fc_node *body = procedure->body;
        int at = 0;
        while (at + 1 < body->n_children && body->child[at]->kind == FC_PRAGMA)
            at++;
        status = put_pragma(n, body->child[at]);
    }
    if (!status && n_found == 0)
        status = apply_to_declared(n, &n_found);
    if (!status && n_found == 0)
        status = fc_fail(n->report, FC_E_INPUT, n->note.place, "Name a procedure that the sources define or call.",
                         FC_MSG_PROGRAM_NO_PROCEDURE, n->note.procedure);
    return status;
}

static fc_status apply(noting *n)
{
    int file = -1;
    int *id = NULL;
    size_t n_ids = 0;
    fc_status status = find_file(&file, n);
    if (!status)
        status = find_statements(&id, &n_ids, n, file);
    for (size_t i = n_ids; i-- > 0 && !status;) /* last first: an insertion changes later ids */
        status = put_pragma(n, n->program->node[id[i]]);
    free(id);
    return status;
}

/* ---- the file ---- */

/* A profile identifies nodes by id, so a profile made without these annotations must not match this program. */
static void renew_key(fc_program *program, const fc_text *applied)
{
    char *text = fc_format("%s%s", program->key, applied->bytes ? applied->bytes : "");
    if (applied->length)
        fc_content_key(program->key, text, strlen(text));
    free(text);
}

fc_status fc_annotation_file_apply(fc_program *program, const char *path, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, MOST_BYTES, report);
    if (status)
        return status;
    noting n = {.program = program, .report = report, .note.place = {path, 0, 0}};
    if (strlen(text) != length)
        status = fc_fail(report, FC_E_INPUT, n.note.place, FORM, FC_MSG_NOT_TEXT_FILE);
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        n.note.place.line++;
        line[strcspn(line, "#")] = '\0';
        const char *begin = skip_blank(line);
        status = *begin ? take_line(&n, line, begin) : FC_OK;
        if (!status && *begin)
            status = n.note.procedure ? apply_to_procedure(&n) : apply(&n);
        free(n.note.path);
        free(n.note.procedure);
        free(n.note.text);
        n.note.path = n.note.procedure = n.note.text = NULL;
        line = end ? end + 1 : NULL;
    }
    renew_key(program, &n.applied);
    fc_text_free(&n.applied);
    free(text);
    return status;
}
