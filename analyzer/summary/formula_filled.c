/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_filled.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

#include <stdlib.h>
#include <string.h>

/* ---- arrays that a loop fills ---- */

/* The array of an element; NULL: not known. */
static FC_GIVE char *array_of(const fc_run *run, const fc_node *element)
{
    const fc_node *base = fc_node_without_casts(element->child[0]);
    char *key = NULL, *array = NULL;
    if (fc_run_key(run, &key, base))
        array = fc_state_array(run->state, key, base->type->kind == FC_TYPE_POINTER);
    free(key);
    return array;
}

/* A statement of the loop that sets an element of the array. */
static bool sets_element(const fc_run *run, const fc_definition *definition, const fc_node *loop, const char *array)
{
    const fc_node *node = definition->node;
    bool is_statement = node && (node->kind == FC_ASSIGN || node->kind == FC_STEP) && node->parent &&
                        node->parent->kind == FC_EVALUATE && node->child[0]->kind == FC_INDEX;
    char *own = is_statement && fc_node_is_within(node, loop) ? array_of(run, node->child[0]) : NULL;
    bool is = own && strcmp(own, array) == 0;
    free(own);
    return is;
}

/* The loop's statements are all that sets elements of what the element lies in. */
static bool fills(const fc_run *run, const fc_node *loop, const fc_node *element, const char *array)
{
    const fc_definitions *all = fc_control_definitions(run->analysis->control);
    int cell = fc_cells_of_place(fc_control_cells(run->analysis->control), element);
    bool is = cell >= 0;
    for (size_t i = is ? all->first[cell] : 0; is && i < all->first[cell + 1]; i++)
        is = sets_element(run, &all->definition[i], loop, array);
    return is;
}

/* The array's number; -1: it is none of them. */
static int number_of(const fc_filling *filling, const char *array)
{
    int i = filling->n - 1;
    while (i >= 0 && strcmp(filling->array[i], array) != 0)
        i--;
    return i;
}

static void find_arrays(fc_filling *out, const fc_run *run, const fc_node *node)
{
    bool sets = (node->kind == FC_ASSIGN || node->kind == FC_STEP) && node->child[0]->kind == FC_INDEX &&
                fc_control_in_slice(run->analysis->control, node);
    char *array = sets ? array_of(run, node->child[0]) : NULL;
    if (array && out->n < FC_FILLING_ARRAYS && number_of(out, array) < 0 &&
        fills(run, out->loop, node->child[0], array))
        out->array[out->n++] = array;
    else
        free(array);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            find_arrays(out, run, node->child[i]);
}

static bool is_jump(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_CONTINUE || node->kind == FC_GOTO;
}

void fc_filling_begin(fc_filling *out, fc_run *run, const fc_node *loop, const fc_loop_range *range)
{
    *out = (fc_filling){.outer = run->filling, .loop = loop, .variable = range->variable};
    /* Each iteration runs to the end of the body, and the loop to its end. */
    if (!fc_node_search_first(loop, is_jump, NULL) && !fc_control_leaves_early(run->analysis->control, loop))
        find_arrays(out, run, loop);
    run->filling = out;
}

/* ---- elements ---- */

/* How far the index is from the loop's variable; NULL: this differs between iterations. */
static const fc_sym *shift_of(const fc_run *run, const fc_sym *index, const fc_sym *variable)
{
    const fc_sym *shift = index ? fc_sym_subtract(run->analysis->algebra, index, variable) : NULL;
    return shift && !fc_sym_depends(shift, variable) ? shift : NULL;
}

static void lose(fc_filling *first, const char *array)
{
    for (fc_filling *at = first; at; at = at->outer)
        if (number_of(at, array) >= 0)
            at->is_lost[number_of(at, array)] = true;
}

void fc_filling_lose(fc_run *run, const fc_node *element)
{
    char *array = element->kind == FC_INDEX && run->filling ? array_of(run, element) : NULL;
    if (array)
        lose(run->filling, array);
    free(array);
}

/* All assignments of an iteration set the same element. */
bool fc_filling_assign(fc_run *run, const fc_node *assignment, const fc_sym *value)
{
    const fc_node *element = assignment->child[0];
    fc_filling *filling = run->filling;
    if (!filling || element->kind != FC_INDEX)
        return false;
    char *array = array_of(run, element);
    int number = array && fc_node_is_within(assignment, filling->loop) ? number_of(filling, array) : -1;
    const fc_sym *index = number >= 0 ? fc_run_value(run, element->child[1]) : NULL;
    const fc_sym *shift = shift_of(run, index, filling->variable);
    bool is_own = shift && (!filling->shift[number] || filling->shift[number] == shift);
    if (is_own) {
        filling->shift[number] = shift;
        fc_state_set_element(run->state, array, index, value);
    }
    if (array)
        lose(is_own ? filling->outer : filling, array);
    free(array);
    return is_own;
}

static void note(fc_run *run, const fc_node *loop, FC_TAKE char *array)
{
    for (size_t i = 0; i < run->n_filled; i++)
        if (run->filled[i].loop == loop && strcmp(run->filled[i].array, array) == 0) {
            free(array);
            return;
        }
    run->filled = fc_grow(run->filled, &run->filled_capacity, run->n_filled + 1, sizeof *run->filled);
    run->filled[run->n_filled++] = (fc_run_filled){loop, array};
}

/* The element of the iteration `variable` becomes those of all iterations. */
static void fill(fc_run *run, const fc_filling *filling, int number, const fc_loop_range *range)
{
    fc_algebra *algebra = run->analysis->algebra;
    const char *array = filling->array[number];
    const fc_sym *value = filling->is_lost[number] ? NULL : fc_state_own_element(run->state, array);
    const fc_sym *shift = shift_of(run, fc_state_own_index(run->state, array), range->variable);
    fc_state_set_element(run->state, array, NULL, NULL);
    if (!value || !shift)
        return;
    const fc_sym *at = fc_sym_subtract(algebra, fc_state_index(algebra), shift);
    const fc_sym_range elements = {range->variable, fc_sym_add(algebra, range->low, shift),
                                   fc_sym_add(algebra, range->high, shift)};
    fc_state_fill(run->state, array, &elements, fc_sym_substitute(algebra, value, range->variable, at));
}

void fc_filling_end(fc_filling *filling, fc_run *run, const fc_loop_range *range)
{
    run->filling = filling->outer;
    for (size_t i = 0; i < run->n_filled; i++)
        fc_state_forget_varying(run->state, run->filled[i].array, range->variable);
    for (int i = 0; i < filling->n; i++) {
        fill(run, filling, i, range);
        note(run, filling->loop, filling->array[i]);
    }
}

void fc_filling_forget(fc_run *run, const fc_node *root)
{
    const fc_control *control = run->analysis->control;
    for (size_t i = 0; i < run->n_filled; i++) {
        const fc_node *loop = run->filled[i].loop;
        const fc_procedure *owner = fc_control_owner(control, loop);
        if (fc_node_is_within(loop, root) ||
            (owner && fc_definitions_calls(fc_control_definitions(control), root, owner)))
            fc_state_fill(run->state, run->filled[i].array, &(fc_sym_range){0}, NULL);
    }
}
