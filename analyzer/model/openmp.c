/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/openmp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    const char *text;
    size_t at;
    fc_openmp *out;
    fc_openmp_fault *fault;
} reading;

static const struct {
    const char *word;
    unsigned part;
} parts[] = {{"parallel", FC_OMP_PARALLEL},   {"for", FC_OMP_FOR},           {"sections", FC_OMP_SECTIONS},
             {"section", FC_OMP_SECTION},     {"single", FC_OMP_SINGLE},     {"master", FC_OMP_MASTER},
             {"masked", FC_OMP_MASTER},       {"critical", FC_OMP_CRITICAL}, {"atomic", FC_OMP_ATOMIC},
             {"barrier", FC_OMP_BARRIER},     {"task", FC_OMP_TASK},         {"taskwait", FC_OMP_TASKWAIT},
             {"taskgroup", FC_OMP_TASKGROUP}, {"taskloop", FC_OMP_TASKLOOP}, {"simd", FC_OMP_SIMD},
             {"taskyield", FC_OMP_NOTHING},   {"flush", FC_OMP_NOTHING},     {"threadprivate", FC_OMP_NOTHING},
             {"declare", FC_OMP_NOTHING}};

/* Clauses without effect on the time. */
static const char *const silent[] = {
    "private",     "firstprivate", "lastprivate", "shared",    "default",      "reduction",      "copyin",
    "copyprivate", "proc_bind",    "untied",      "mergeable", "in_reduction", "task_reduction", "allocate",
    "read",        "write",        "update",      "capture",   "compare",      "seq_cst",        "acq_rel",
    "release",     "acquire",      "relaxed",     "hint",      "simdlen",      "safelen",        "linear",
    "aligned",     "nontemporal",  "filter",      "affinity",  "detach",       "uniform",        "inbranch",
    "notinbranch", "order"};

static const struct {
    const char *word;
    fc_openmp_role role;
} roles[] = {{"num_threads", FC_OMP_NUM_THREADS},
             {"if", FC_OMP_IF},
             {"final", FC_OMP_FINAL},
             {"priority", FC_OMP_PRIORITY},
             {"grainsize", FC_OMP_GRAINSIZE},
             {"num_tasks", FC_OMP_NUM_TASKS},
             {"collapse", FC_OMP_COLLAPSE}};

static bool fail(reading *r, size_t at, const char *what, const char *word, size_t length)
{
    r->fault->at = at;
    snprintf(r->fault->what, sizeof r->fault->what, "%s%.*s", what, (int)length, word);
    return false;
}

static void skip_blank(reading *r)
{
    while (r->text[r->at] && (isspace((unsigned char)r->text[r->at]) || r->text[r->at] == ',' ||
                              (r->text[r->at] == '\\' && r->text[r->at + 1] == '\n')))
        r->at++;
}

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_')
        n++;
    return n;
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

/* The offset after the bracket that matches the one at `at`, or the end of the text. */
static size_t after_bracket(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        depth += strchr("([{", text[at]) != NULL;
        depth -= strchr(")]}", text[at]) != NULL;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/* The end of the list item that begins at `at`: the next comma outside brackets, or the end. */
static size_t item_end(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != ',')
        at = strchr("([{", text[at]) ? after_bracket(text, at) : at + 1;
    return at < end ? at : end;
}

static bool add(reading *r, fc_openmp_role role, size_t begin, size_t end)
{
    while (begin < end && isspace((unsigned char)r->text[begin]))
        begin++;
    while (end > begin && isspace((unsigned char)r->text[end - 1]))
        end--;
    if (begin == end)
        return fail(r, begin, "a clause lacks its expression", "", 0);
    if (r->out->n_expressions == FC_OMP_MAX_EXPRESSIONS)
        return fail(r, begin, "the directive has more than 32 expressions", "", 0);
    r->out->expression[r->out->n_expressions++] = (fc_openmp_expression){role, begin, end};
    return true;
}

/* The offset after the first ':' outside brackets; `from` if there is none. */
static size_t after_colon(const reading *r, size_t from, size_t end)
{
    for (size_t at = from; at < end;) {
        if (r->text[at] == ':')
            return at + 1;
        at = strchr("([{", r->text[at]) ? after_bracket(r->text, at) : at + 1;
    }
    return from;
}

static bool read_schedule(reading *r, size_t begin, size_t end)
{
    static const char *const word[] = {[FC_OMP_STATIC] = "static",
                                       [FC_OMP_DYNAMIC] = "dynamic",
                                       [FC_OMP_GUIDED] = "guided",
                                       [FC_OMP_RUNTIME] = "runtime"};
    begin = after_colon(r, begin, end);
    while (begin < end && isspace((unsigned char)r->text[begin]))
        begin++;
    size_t length = word_length(r->text + begin), comma = item_end(r->text, begin, end);
    size_t kind = 0;
    while (kind < sizeof word / sizeof *word && !is_word(r->text + begin, length, word[kind]))
        kind++;
    bool is_auto = is_word(r->text + begin, length, "auto");
    if (kind == sizeof word / sizeof *word && !is_auto)
        return fail(r, begin, "unknown schedule: ", r->text + begin, length);
    r->out->schedule = is_auto ? FC_OMP_STATIC : (fc_openmp_schedule)kind;
    return comma == end || add(r, FC_OMP_CHUNK, comma + 1, end);
}

static bool read_depend(reading *r, size_t begin, size_t end)
{
    size_t list = after_colon(r, begin, end), length;
    while (begin < end && isspace((unsigned char)r->text[begin]))
        begin++;
    length = word_length(r->text + begin);
    const char *type = r->text + begin;
    bool in = is_word(type, length, "in"), mutex = is_word(type, length, "mutexinoutset");
    if (list == begin || (!in && !mutex && !is_word(type, length, "out") && !is_word(type, length, "inout")))
        return fail(r, begin, "this kind of dependence is not covered: ", type, length);
    while (list < end) {
        size_t comma = item_end(r->text, list, end);
        if (!add(r, in ? FC_OMP_DEPEND_IN : mutex ? FC_OMP_DEPEND_MUTEX : FC_OMP_DEPEND_OUT, list, comma))
            return false;
        list = comma + 1;
    }
    return true;
}

static bool is_silent(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (is_word(word, length, silent[i]))
            return true;
    return false;
}

/* A macro in place of a clause, such as HYPRE_SMP_SCHEDULE or PROC_BIND(spread): directives are read before macro
 * expansion. */
static bool take_macro(reading *r, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (islower((unsigned char)word[i]))
            return false;
    snprintf(r->out->macro, sizeof r->out->macro, "%.*s", (int)length, word);
    return true;
}

/* Reads the clause `word`; its brackets hold [begin, end). */
static bool read_clause(reading *r, const char *word, size_t length, size_t begin, size_t end)
{
    if (is_word(word, length, "nowait"))
        return r->out->nowait = true;
    if (is_word(word, length, "nogroup"))
        return r->out->nogroup = true;
    if (is_word(word, length, "schedule"))
        return read_schedule(r, begin, end);
    if (is_word(word, length, "depend"))
        return read_depend(r, begin, end);
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (is_word(word, length, roles[i].word))
            return add(r, roles[i].role, after_colon(r, begin, end), end);
    if (is_silent(word, length) || take_macro(r, word, length))
        return true;
    return fail(r, (size_t)(word - r->text), "this clause is not covered: ", word, length);
}

/* Reads the words of the directive itself. */
static bool read_parts(reading *r)
{
    for (bool first = true;; first = false) {
        skip_blank(r);
        const char *word = r->text + r->at;
        size_t length = word_length(word), i = 0;
        while (i < sizeof parts / sizeof *parts && !is_word(word, length, parts[i].word))
            i++;
        bool is_part = i < sizeof parts / sizeof *parts && !(r->out->parts & FC_OMP_NOTHING);
        if (!is_part && first)
            return fail(r, r->at, length ? "this OpenMP directive is not covered: " : "an OpenMP directive is missing",
                        word, length);
        if (!is_part)
            return true;
        r->out->parts |= parts[i].part;
        r->at += length;
    }
}

static void read_name(reading *r)
{
    skip_blank(r);
    if (!(r->out->parts & FC_OMP_CRITICAL) || r->text[r->at] != '(')
        return;
    size_t end = after_bracket(r->text, r->at);
    snprintf(r->out->name, sizeof r->out->name, "%.*s", (int)(end - r->at - 2), r->text + r->at + 1);
    r->at = end;
}

bool fc_openmp_read(fc_openmp *out, const char *text, fc_openmp_fault *fault)
{
    reading r = {.text = text, .out = out, .fault = fault};
    *out = (fc_openmp){0};
    if (!read_parts(&r))
        return false;
    if (out->parts & FC_OMP_NOTHING)
        return true;
    read_name(&r);
    for (skip_blank(&r); text[r.at]; skip_blank(&r)) {
        size_t at = r.at, length = word_length(text + at);
        if (length == 0)
            return fail(&r, at, "not an OpenMP clause: ", text + at, 1);
        r.at += length;
        while (isspace((unsigned char)text[r.at]))
            r.at++;
        size_t begin = r.at, end = r.at;
        if (text[r.at] == '(') {
            r.at = after_bracket(text, r.at);
            begin++;
            end = r.at - 1;
            if (text[end] != ')')
                return fail(&r, at, "missing closing bracket after ", text + at, length);
        }
        if (!read_clause(&r, text + at, length, begin, end))
            return false;
    }
    bool waits_for_some = (out->parts & FC_OMP_TASKWAIT) && out->n_expressions > 0;
    return !waits_for_some || fail(&r, 0, "taskwait with dependences is not covered", "", 0);
}

fc_openmp fc_openmp_of(const fc_node *node)
{
    fc_openmp directive;
    fc_openmp_fault fault;
    fc_openmp_read(&directive, node->text, &fault);
    return directive;
}

const char *fc_openmp_title(const fc_openmp *directive)
{
    static const struct {
        unsigned all;
        const char *title;
    } of[] = {{FC_OMP_PARALLEL | FC_OMP_FOR, "omp parallel for"},
              {FC_OMP_PARALLEL | FC_OMP_SECTIONS, "omp parallel sections"},
              {FC_OMP_PARALLEL, "omp parallel"},
              {FC_OMP_FOR, "omp for"},
              {FC_OMP_SECTIONS, "omp sections"},
              {FC_OMP_SINGLE, "omp single"},
              {FC_OMP_TASKLOOP, "omp taskloop"},
              {FC_OMP_MASTER, "omp master"},
              {FC_OMP_CRITICAL, "omp critical"},
              {FC_OMP_BARRIER, "omp barrier"},
              {FC_OMP_TASK, "omp task"},
              {FC_OMP_TASKWAIT, "omp taskwait"},
              {FC_OMP_TASKGROUP, "omp taskgroup"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if ((directive->parts & of[i].all) == of[i].all)
            return of[i].title;
    return "omp";
}

const fc_node *fc_openmp_body(const fc_node *node)
{
    return node->child[node->n_children - 1];
}

const fc_node *fc_openmp_expression_of(const fc_node *node, const fc_openmp *directive, fc_openmp_role role)
{
    for (int i = 0; i < directive->n_expressions; i++)
        if (directive->expression[i].role == role)
            return node->child[i];
    return NULL;
}

long fc_openmp_joined_loops(const fc_node *node, const fc_openmp *directive)
{
    const fc_node *n = fc_openmp_expression_of(node, directive, FC_OMP_COLLAPSE);
    if (n && n->kind != FC_INTEGER)
        return 0;
    return n && n->value > 1 ? n->value : 1;
}

bool fc_openmp_has_body(const fc_openmp *directive)
{
    return !(directive->parts & (FC_OMP_BARRIER | FC_OMP_TASKWAIT | FC_OMP_NOTHING));
}

/* A directive below binds to the enclosing team: worksharing, synchronization or tasks. visited: by procedure id; each
 * procedure is searched once. */
static bool binds(const fc_node *node, bool *visited)
{
    const unsigned alone = FC_OMP_ATOMIC | FC_OMP_SIMD | FC_OMP_NOTHING;
    unsigned parts = node->kind == FC_OPENMP ? fc_openmp_of(node).parts : 0;
    if (parts & FC_OMP_PARALLEL)
        return false;
    if (parts & ~alone)
        return true;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const fc_procedure *called = target ? target->definition : NULL;
    if (called && !visited[called->id]) {
        visited[called->id] = true;
        if (binds(called->body, visited))
            return true;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && binds(node->child[i], visited))
            return true;
    return false;
}

bool fc_openmp_binds_outside(const fc_program *program, const fc_node *node)
{
    bool *visited = fc_allocate((size_t)program->n_procedures, sizeof *visited), found = binds(node, visited);
    free(visited);
    return found;
}

bool fc_openmp_is_used(const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_OPENMP)
            return true;
    return false;
}

bool fc_openmp_sets_threads(const fc_program *program)
{
    bool sets = false;
    for (int i = 0; i < program->n_nodes && !sets; i++) {
        const fc_node *node = program->node[i];
        const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
        sets = target && !target->definition && strcmp(target->name, "omp_set_num_threads") == 0;
    }
    return sets;
}

const fc_node *fc_openmp_open_region(const fc_program *program)
{
    const fc_node *found = NULL;
    for (int i = 0; i < program->n_nodes && !found; i++) {
        const fc_node *node = program->node[i];
        fc_openmp of = {0};
        if (node->kind == FC_OPENMP)
            of = fc_openmp_of(node);
        if ((of.parts & FC_OMP_PARALLEL) && !fc_openmp_expression_of(node, &of, FC_OMP_NUM_THREADS))
            found = node;
    }
    return fc_openmp_sets_threads(program) ? NULL : found;
}
