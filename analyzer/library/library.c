/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/library/library.h"

#include "analyzer/library/cost_expression.h"
#include "analyzer/memory/definitions.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

/* The function that a compiler builtin stands for (__builtin_memcpy and the like), or the name itself. */
static const char *plain_name(const char *name)
{
    static const char prefix[] = "__builtin_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
}

int fc_library_allocated_argument(const char *name)
{
    static const struct {
        const char *name;
        int argument;
    } list[] = {{"malloc", 1},  {"calloc", 1},        {"valloc", 1},        {"alloca", 1},
                {"realloc", 2}, {"aligned_alloc", 2}, {"posix_memalign", 3}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(plain_name(name), list[i].name) == 0)
            return list[i].argument;
    return 0;
}

/* Vector intrinsics such as _mm256_add_pd count as one instruction, of the class and type in their name, whatever the
 * number of lanes. Intrinsics that build vectors (set, shuffle, cast) are free, as they mostly stand before a loop. */
static const fc_library_operation *find_intrinsic(const char *name)
{
    static const struct {
        const char *word;
        fc_library_operation of[3]; /* of doubles, of floats, of integers */
    } table[] = {
#define INTRINSIC(word, class, times)                                                                                  \
    {                                                                                                                  \
        word,                                                                                                          \
        {                                                                                                              \
            {"_mm", FC_OP_CLASS_##class, FC_F64, times}, {"_mm", FC_OP_CLASS_##class, FC_F32, times},                  \
                {"_mm", FC_OP_CLASS_##class, FC_I32, times},                                                           \
        }                                                                                                              \
    }
        INTRINSIC("_fm", MADD, 1),    INTRINSIC("_fnm", MADD, 1),    INTRINSIC("_mul", MULTIPLY, 1),
        INTRINSIC("_div", DIVIDE, 1), INTRINSIC("_sqrt", SQRT, 1),   INTRINSIC("_add", ADD, 1),
        INTRINSIC("_sub", ADD, 1),    INTRINSIC("_hadd", ADD, 1),    INTRINSIC("_max", LARGER, 1),
        INTRINSIC("_min", LARGER, 1), INTRINSIC("_cmp", COMPARE, 1), INTRINSIC("_", BIT, 0)};
#undef INTRINSIC
    const char *at = strncmp(name, "_mm", 3) == 0 ? strchr(name + 3, '_') : NULL, *last = strrchr(name, '_');
    if (!at)
        return NULL;
    bool is_double = strcmp(last, "_pd") == 0 || strcmp(last, "_sd") == 0;
    bool is_float = strcmp(last, "_ps") == 0 || strcmp(last, "_ss") == 0;
    size_t i = 0;
    while (strncmp(at, table[i].word, strlen(table[i].word)) != 0)
        i++;
    return &table[i].of[is_double ? 0 : is_float ? 1 : 2];
}

const fc_library_operation *fc_library_operation_find(const char *name)
{
    static const fc_library_operation instruction = {"__builtin_", FC_OP_CLASS_BIT, FC_I32, 1};
    const char *plain = plain_name(name);
    for (const fc_library_operation *at = fc_library_operations; at->name; at++)
        if (strcmp(plain, at->name) == 0)
            return at;
    const fc_library_operation *intrinsic = find_intrinsic(name);
    if (intrinsic)
        return intrinsic;
    bool is_instruction = plain != name && strncmp(plain, "__", 2) != 0 /* __builtin___memcpy_chk */ &&
                          !fc_library_find(name).form && !fc_library_allocated_argument(name);
    return is_instruction ? &instruction : NULL;
}

/* ---- names ---- */

/* name[0 .. length) is a type's letter followed by the form's name; idamax and the like have an i before. */
static bool take_letter(fc_library_match *match, const char *name, size_t length)
{
    if (length > 1 && name[0] == 'i' && strncmp(name + 2, "amax", 4) == 0)
        name++, length--;
    const char *letter = length > 1 ? strchr("sdcz", name[0]) : NULL;
    if (!letter || !*letter || strlen(match->form->name) != length - 1 ||
        memcmp(name + 1, match->form->name, length - 1) != 0)
        return false;
    match->numeric = *letter == 's' || *letter == 'c' ? FC_F32 : FC_F64;
    match->is_complex = *letter == 'c' || *letter == 'z';
    return true;
}

static bool take_name(fc_library_match *match, const char *name)
{
    bool is_blas = strncmp(name, "cblas_", 6) == 0, is_lapack = strncmp(name, "LAPACKE_", 8) == 0;
    size_t length = strlen(name);
    match->first = 1;
    match->numeric = FC_U64;
    if (match->form->family == FC_LIBRARY_C)
        return strcmp(name, match->form->name) == 0;
    if (is_blas || is_lapack) {
        size_t prefix = is_blas ? 6 : 8;
        match->first += match->form->family == FC_LIBRARY_MATRIX;
        return take_letter(match, name + prefix, length - prefix);
    }
    match->is_by_address = true;
    return length > 1 && name[length - 1] == '_' && take_letter(match, name, length - 1);
}

fc_library_match fc_library_find(const char *name)
{
    for (const fc_library_form *form = fc_library_forms; form->name; form++) {
        fc_library_match match = {.form = form};
        if (take_name(&match, plain_name(name)))
            return match;
    }
    return (fc_library_match){0};
}

/* ---- arguments ---- */

/* The argument with that letter; NULL: the call has too few arguments. */
static const fc_node *argument_of(const fc_library_match *match, const fc_node *call, char letter)
{
    const char *at = strchr(match->form->arguments, letter);
    int index = at ? match->first + (int)(at - match->form->arguments) : call->n_children;
    return index < call->n_children ? call->child[index] : NULL;
}

bool fc_library_writes(const fc_node *call, int argument)
{
    const fc_symbol *target = fc_call_target(call);
    fc_library_match match = {0};
    if (target && !target->definition)
        match = fc_library_find(target->name);
    const fc_type *type = fc_node_without_casts(call->child[argument])->type;
    bool is_number = type && type->of && type->of->kind == FC_TYPE_INTEGER;
    if (!match.form || match.form->family == FC_LIBRARY_C || !is_number)
        return true;
    int at = argument - match.first;
    return at >= 0 && at < (int)strlen(match.form->arguments) && match.form->arguments[at] == 'O';
}

/* An option argument selects one of the letters, or a number low ... high of cblas.h: 1; another value: 0. -1: missing,
 * or not constant. */
static int selects(const fc_library_match *match, const fc_node *call, char letter, const char *letters,
                   const int numbers[2])
{
    const fc_node *argument = argument_of(match, call, letter);
    argument = fc_node_without_casts(argument);
    if (argument && argument->kind == FC_STRING && argument->text[0])
        return strchr(letters, argument->text[0]) != NULL;
    if (!argument || argument->kind != FC_INTEGER)
        return -1;
    bool is_letter = argument->value > 0 && argument->value < 128 && strchr(letters, (int)argument->value);
    return is_letter || (argument->value >= numbers[0] && argument->value <= numbers[1]);
}

/* Arguments that select the alternative trip count `right`. */
static const struct selected {
    char letter;
    const char *letters;
    int numbers[2];
} selected[] = {{'S', "Rr", {142, 142}}, {'J', "Vv", {0, -1}}};

/* NULL: the form has a single trip count. */
static const struct selected *selector_of(const fc_library_form *form)
{
    for (size_t i = 0; i < sizeof selected / sizeof *selected; i++)
        if (strchr(form->arguments, selected[i].letter))
            return &selected[i];
    return NULL;
}

/* A row-major matrix is the transpose of a column-major one, which swaps the factors of a product. */
static bool is_transposed(const fc_library_match *match, const fc_node *call)
{
    static const int transposed[2] = {112, 113}, by_rows = 101;
    const fc_node *order = match->first == 2 ? fc_node_without_casts(call->child[1]) : NULL;
    bool is_by_rows = order && order->kind == FC_INTEGER && order->value == by_rows;
    bool has_second = strchr(match->form->arguments, 'U') != NULL;
    int found = selects(match, call, is_by_rows && has_second ? 'U' : 'T', "TtCc", transposed);
    return found >= 0 && (is_by_rows && !has_second ? !found : found);
}

/* The cost does not depend on this argument's value. */
static bool is_unread(const fc_library_match *match, const fc_node *call, char letter)
{
    const struct selected *by = selector_of(match->form);
    if (by && letter == by->letter)
        return selects(match, call, letter, by->letters, by->numbers) >= 0;
    return strchr(".OTU", letter) != NULL;
}

void fc_library_visit_arguments(const fc_node *call,
                                void (*visit)(void *data, const fc_node *argument, bool is_by_address), void *data)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    for (const char *letter = match.form ? match.form->arguments : ""; *letter; letter++) {
        const fc_node *argument = is_unread(&match, call, *letter) ? NULL : argument_of(&match, call, *letter);
        if (argument)
            visit(data, argument, match.is_by_address);
    }
}

const fc_node *fc_library_pointed(fc_node *made, const fc_node **child, const fc_node *argument)
{
    const fc_node *bare = fc_node_without_casts(argument);
    if (bare->kind == FC_UNARY && bare->op == FC_OP_ADDRESS)
        return bare->child[0];
    *child = bare;
    *made = (fc_node){.kind = FC_UNARY,
                      .op = FC_OP_DEREFERENCE,
                      .type = bare->type ? bare->type->of : NULL,
                      .child = (fc_node **)child,
                      .n_children = 1};
    return made->type ? made : NULL;
}

typedef struct checking {
    const fc_control *control;
    bool is_known;
} checking;

static void check_argument(void *data, const fc_node *argument, bool is_by_address)
{
    checking *t = data;
    fc_node made;
    const fc_node *child, *value = is_by_address ? fc_library_pointed(&made, &child, argument) : argument;
    t->is_known &= value && fc_control_is_static(t->control, value);
}

bool fc_library_is_static(const fc_control *control, const fc_node *call)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    checking t = {control, match.form != NULL};
    for (const char *letter = match.form ? match.form->arguments : ""; *letter; letter++)
        t.is_known &= is_unread(&match, call, *letter) || argument_of(&match, call, *letter);
    if (t.is_known)
        fc_library_visit_arguments(call, check_argument, &t);
    return t.is_known;
}

/* ---- costs ---- */

static int width_of(const fc_library_match *match)
{
    return (match->numeric == FC_F32 ? 4 : 8) * (match->is_complex ? 2 : 1);
}

/* is_counted: the region's operations do not include its access to the first cache level. */
static void add_stream(fc_region_model *region, const fc_library_match *match, fc_access access, bool is_counted)
{
    int width = width_of(match);
    region->stream = fc_grow(region->stream, &region->stream_capacity, region->n_streams + 1, sizeof *region->stream);
    region->stream[region->n_streams++] = (fc_access_stream){
        .access = access, .pattern = FC_PATTERN_UNIT, .element_bytes = width, .stride_bytes = width, .share = 1};
    if (!is_counted)
        return;
    (access == FC_READ ? region->reads : region->writes)[match->numeric] += match->is_complex ? 2 : 1;
    *(access == FC_READ ? &region->load_bytes : &region->store_bytes) += width;
}

/* Real operations of a complex one: four for a multiply-add, two for elementwise operations. */
static int real_operations(const fc_library_match *match, fc_operation operation)
{
    bool is_single = operation == FC_OP_CLASS_MATRIX_CALL;
    bool goes_through = (!fc_is_blas(operation) && operation != FC_OP_CLASS_MADD) || operation == FC_OP_CLASS_NORM ||
                        operation == FC_OP_CLASS_SUM;
    return !match->is_complex || is_single ? 1 : goes_through ? 2 : 4;
}

void fc_library_describe(fc_region_model *region, const fc_node *call, int part)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    const struct fc_library_part *from = &match.form->part[part];
    fc_operation operation = from->turned && is_transposed(&match, call) ? from->turned : from->operation;
    bool is_loop = from->n == 0 || !fc_is_blas(operation);
    if (from->n > 0)
        region->operation[operation][match.numeric] += from->n * real_operations(&match, operation);
    for (int i = 0; i < from->writes; i++)
        add_stream(region, &match, FC_WRITE, is_loop);
    for (int i = 0; i < from->reads; i++)
        add_stream(region, &match, FC_READ, is_loop);
    if (region->n_streams > 0 && is_loop)
        region->flags |= FC_REGION_LOOP;
}

typedef struct naming {
    const fc_view *view;
    const fc_node *call;
    const fc_library_match *match;
} naming;

static const fc_sym *value_of_letter(void *data, const char *name, size_t length)
{
    const naming *n = data;
    if (length == 1 && *name == 'w')
        return fc_sym_integer(n->view->algebra, width_of(n->match));
    fc_node made;
    const fc_node *argument = argument_of(n->match, n->call, *name), *child;
    if (argument && n->match->is_by_address)
        argument = fc_library_pointed(&made, &child, argument);
    return argument ? fc_value(n->view, argument) : NULL;
}

static const fc_sym *expression_of(const fc_view *view, const fc_node *call, const char *text)
{
    const fc_sym *value = NULL;
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    naming n = {view, call, &match};
    fc_cost_expression_read(&value, view->algebra, text, (fc_cost_names){value_of_letter, &n});
    return value;
}

/* 1 if the alternative trip count applies, 0 otherwise. */
static const fc_sym *is_other(const fc_view *view, const fc_node *call, const fc_library_match *match)
{
    const struct selected *by = selector_of(match->form);
    int known = selects(match, call, by->letter, by->letters, by->numbers);
    if (known >= 0)
        return fc_sym_integer(view->algebra, known);
    naming n = {view, call, match};
    const fc_sym *value = value_of_letter(&n, &by->letter, 1), *sum = fc_sym_integer(view->algebra, 0);
    const int codes[] = {by->letters[0], by->letters[1], by->numbers[1]};
    for (int i = 0; i < 3 && value; i++)
        sum = fc_sym_add(view->algebra, sum,
                         fc_sym_is_zero(view->algebra, fc_sym_subtract(view->algebra, value,
                                                                       fc_sym_integer(view->algebra, codes[i]))));
    return value ? sum : NULL;
}

const fc_sym *fc_library_trips(const fc_view *view, const fc_node *call, int part)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    const struct fc_library_part *from = &match.form->part[part];
    const fc_sym *trips = expression_of(view, call, from->turns);
    if (!trips || !from->right)
        return trips;
    const fc_sym *right = expression_of(view, call, from->right), *other = is_other(view, call, &match);
    return right && other ? fc_sym_choose(view->algebra, other, right, trips) : NULL;
}

const fc_sym *fc_library_bytes(const fc_view *view, const fc_node *call, int part)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    return expression_of(view, call, match.form->part[part].bytes);
}
