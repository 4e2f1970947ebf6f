/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/library_cost.h"

#include "analyzer/effects/cost_expression.h"
#include "runtime/core/forecost.h"

#include <string.h>

/* ---- binding times ---- */

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

bool fc_library_cost_is_static(const fc_control *control, const fc_node *call)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    checking t = {control, match.form != NULL};
    for (const char *letter = match.form ? match.form->arguments : ""; *letter; letter++)
        t.is_known &= fc_library_ignores(&match, call, *letter) || fc_library_argument(&match, call, *letter);
    if (t.is_known)
        fc_library_visit_arguments(call, check_argument, &t);
    return t.is_known;
}

bool fc_library_cost_annotated_is_static(const fc_control *control, const fc_node *call)
{
    fc_algebra *algebra = fc_algebra_create();
    const fc_sym *value;
    checking t = {control, true};
    fc_library_arguments arguments = {.visit = check_argument, .data = &t};
    bool is_complete = fc_library_annotated_evaluate(&value, algebra, call, &arguments);
    fc_algebra_free(algebra);
    return t.is_known && is_complete;
}

/* ---- operations and streams ---- */

/* A row-major matrix is the transpose of a column-major one, which swaps the factors of a product. */
static bool is_transposed(const fc_library_match *match, const fc_node *call)
{
    static const int transposed[2] = {112, 113}, by_rows = 101;
    const fc_node *order = match->first == 2 ? fc_node_without_casts(call->child[1]) : NULL;
    bool is_by_rows = order && order->kind == FC_INTEGER && order->value == by_rows;
    bool has_second = strchr(match->form->arguments, 'U') != NULL;
    int found = fc_library_selects(match, call, is_by_rows && has_second ? 'U' : 'T', "TtCc", transposed);
    return found >= 0 && (is_by_rows && !has_second ? !found : found);
}

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

void fc_library_cost_describe(fc_region_model *region, const fc_node *call, int part)
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

/* ---- counts ---- */

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
    const fc_node *argument = fc_library_argument(n->match, n->call, *name), *child;
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
    const fc_library_selector *by = fc_library_selector_of(match->form);
    int known = fc_library_selects(match, call, by->letter, by->letters, by->numbers);
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

const fc_sym *fc_library_cost_trips(const fc_view *view, const fc_node *call, int part)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    const struct fc_library_part *from = &match.form->part[part];
    const fc_sym *trips = expression_of(view, call, from->trips);
    if (!trips || !from->right)
        return trips;
    const fc_sym *right = expression_of(view, call, from->right), *other = is_other(view, call, &match);
    return right && other ? fc_sym_choose(view->algebra, other, right, trips) : NULL;
}

const fc_sym *fc_library_cost_bytes(const fc_view *view, const fc_node *call, int part)
{
    fc_library_match match = fc_library_find(fc_call_target(call)->name);
    return expression_of(view, call, match.form->part[part].bytes);
}

static const fc_sym *value_in_view(void *data, const fc_node *argument)
{
    return fc_value(data, argument);
}

const fc_sym *fc_library_cost_annotated_value(const fc_view *view, const fc_node *call)
{
    const fc_sym *value;
    fc_library_arguments arguments = {.value = value_in_view, .data = (void *)view};
    fc_library_annotated_evaluate(&value, view->algebra, call, &arguments);
    return value;
}
