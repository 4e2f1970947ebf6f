/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/library.h"

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
    } list[] = {{"malloc", 1},        {"calloc", 1},         {"valloc", 1},   {"alloca", 1},    {"realloc", 2},
                {"aligned_alloc", 2}, {"posix_memalign", 3}, {"memalign", 2}, {"_mm_malloc", 1}};
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

const fc_library_operation *fc_library_operation_of(const fc_node *call)
{
    static const fc_library_operation square[] = {{"pow", FC_OP_CLASS_MULTIPLY, FC_F64, 1},
                                                  {"powf", FC_OP_CLASS_MULTIPLY, FC_F32, 1}};
    const fc_symbol *target = fc_call_target(call);
    const fc_node *exponent = call->n_children == 3 ? fc_node_without_casts(call->child[2]) : NULL;
    if (!target || target->definition)
        return NULL;
    bool is_two = exponent && ((exponent->kind == FC_INTEGER && exponent->value == 2) ||
                               (exponent->kind == FC_REAL && exponent->real == 2));
    for (size_t i = 0; i < sizeof square / sizeof *square && is_two; i++)
        if (strcmp(plain_name(target->name), square[i].name) == 0)
            return &square[i];
    return fc_library_operation_find(target->name);
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

const fc_node *fc_library_argument(const fc_library_match *match, const fc_node *call, char letter)
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

int fc_library_selects(const fc_library_match *match, const fc_node *call, char letter, const char *letters,
                       const int numbers[2])
{
    const fc_node *argument = fc_library_argument(match, call, letter);
    argument = fc_node_without_casts(argument);
    if (argument && argument->kind == FC_STRING && argument->text[0])
        return strchr(letters, argument->text[0]) != NULL;
    if (!argument || argument->kind != FC_INTEGER)
        return -1;
    bool is_letter = argument->value > 0 && argument->value < 128 && strchr(letters, (int)argument->value);
    return is_letter || (argument->value >= numbers[0] && argument->value <= numbers[1]);
}

const fc_library_selector *fc_library_selector_of(const fc_library_form *form)
{
    static const fc_library_selector selected[] = {{'S', "Rr", {142, 142}}, {'J', "Vv", {0, -1}}};
    for (size_t i = 0; i < sizeof selected / sizeof *selected; i++)
        if (strchr(form->arguments, selected[i].letter))
            return &selected[i];
    return NULL;
}

bool fc_library_ignores(const fc_library_match *match, const fc_node *call, char letter)
{
    const fc_library_selector *by = fc_library_selector_of(match->form);
    if (by && letter == by->letter)
        return fc_library_selects(match, call, letter, by->letters, by->numbers) >= 0;
    return strchr(".OTU", letter) != NULL;
}

void fc_library_visit_arguments(const fc_node *call,
                                void (*visit)(void *data, const fc_node *argument, bool is_by_address), void *data)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    for (const char *letter = match.form ? match.form->arguments : ""; *letter; letter++) {
        const fc_node *argument =
            fc_library_ignores(&match, call, *letter) ? NULL : fc_library_argument(&match, call, *letter);
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
