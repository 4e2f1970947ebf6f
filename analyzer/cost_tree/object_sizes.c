/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/object_sizes.h"

#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/effects/library.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/gather_pointer.h"
#include "analyzer/regions/streams.h"

#include <stdlib.h>

enum {
    MAX_OBJECTS = 4, /* per pointer; beyond, its objects count as unknown */
    MAX_STEPS = 12,  /* length of a chain of definitions */
    MAX_VISITS = 256 /* values on all chains */
};

/* ---- objects ---- */

/* The allocation calls whose objects a pointer may point into; other: it may point elsewhere too. */
typedef struct objects {
    const fc_node *call[MAX_OBJECTS];
    int n;
    bool other;
    int visits;
} objects;

typedef struct search {
    objects *found;
    const fc_view *view;
    int steps;
} search;

static void follow(const search *at, const fc_node *pointer);
static const fc_node *maker(const fc_view *view, const fc_node *call, int steps);

static void follow_value(void *data, const fc_node *value)
{
    follow(data, value);
}

static void follow_call(const search *at, const fc_node *call)
{
    if (maker(at->view, call, at->steps)) {
        objects *found = at->found;
        for (int i = 0; i < found->n; i++)
            if (found->call[i] == call)
                return;
        if (found->n < MAX_OBJECTS)
            found->call[found->n++] = call;
        else
            found->other = true;
    } else
        at->found->other = true;
}

/* Follows a parameter to its argument if the view knows the caller, and otherwise a place to all values ever stored
 * there. */
static void follow_place(const search *at, const fc_node *place)
{
    const fc_node *argument = place->kind == FC_NAME ? fc_value_argument(at->view, place->symbol) : NULL;
    bool is_local = place->kind == FC_NAME && place->symbol->kind == FC_SYMBOL_LOCAL;
    const fc_view alone = {.control = at->view->control, .algebra = at->view->algebra};
    search next = {at->found, argument ? at->view->outer : is_local ? at->view : &alone, at->steps + 1};
    if (argument)
        follow(&next, argument);
    else if (place->type->kind != FC_TYPE_POINTER ||
             !fc_control_each_value(at->view->control, place, follow_value, &next))
        at->found->other = true;
}

static void follow(const search *at, const fc_node *pointer)
{
    pointer = fc_node_without_casts(pointer);
    at->found->other |= at->steps > MAX_STEPS || ++at->found->visits > MAX_VISITS;
    if (at->found->other)
        return;
    switch (pointer->kind) {
    case FC_NAME:
    case FC_MEMBER:
    case FC_INDEX:
        follow_place(at, pointer);
        break;
    case FC_CONDITIONAL:
        follow(at, pointer->child[1]);
        follow(at, pointer->child[2]);
        break;
    case FC_BINARY:
        follow(at, pointer->child[pointer->child[0]->type->kind == FC_TYPE_POINTER ? 0 : 1]);
        break;
    case FC_ASSIGN:
        follow(at, pointer->child[1]);
        break;
    case FC_UNARY:
        if (pointer->op == FC_OP_DEREFERENCE)
            follow_place(at, pointer);
        else if (pointer->op == FC_OP_ADDRESS && pointer->child[0]->kind == FC_INDEX)
            follow(at, pointer->child[0]->child[0]);
        else
            at->found->other = true;
        break;
    case FC_CALL:
        follow_call(at, pointer);
        break;
    default:
        at->found->other |= pointer->kind != FC_INTEGER; /* a null pointer has no object */
    }
}

static void follow_returned(const search *at, const fc_node *node)
{
    if (node->kind == FC_RETURN && node->n_children > 0 && node->child[0])
        follow(at, node->child[0]);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->kind != FC_RETURN)
            follow_returned(at, node->child[i]);
}

/* The allocation call that a call leads to: itself for malloc, or the only one whose result the called procedure
 * returns. NULL: none or several. */
static const fc_node *maker(const fc_view *view, const fc_node *call, int steps)
{
    const fc_symbol *target = fc_call_target(call);
    if (!target || !target->definition)
        return target && fc_library_allocated_argument(target->name) ? call : NULL;
    const fc_procedure *procedure = target->definition;
    const fc_view inside = {.control = view->control, .algebra = view->algebra, .root = procedure->body};
    objects made = {0};
    follow_returned(&(search){&made, &inside, steps + 1}, procedure->body);
    bool is_own = made.n == 1 && !made.other && fc_node_is_within(made.call[0], procedure->body);
    return is_own ? made.call[0] : NULL;
}

/* ---- sizes ---- */

/* A request; marks: the analysis in which requested objects get numbers, or NULL. */
typedef struct request {
    const fc_analysis *analysis;
    fc_analysis *marks;
    int steps;
} request;

/* Both atoms are the object's bytes in C. In formulas "made" becomes 1 or 0 (fc_object_sizes_substitute), since a size
 * alone may be 0 for an existing object. */
static const fc_sym *atom(const fc_analysis *analysis, const char *name, int object)
{
    char *key = fc_format("%s%d", name, object), *in_c = fc_format("G->fc_extent[%d]", object);
    const fc_sym *value = fc_sym_variable(analysis->algebra, key, key, in_c, FC_FACT_NONNEGATIVE);
    free(in_c);
    free(key);
    return value;
}

const fc_sym *fc_object_sizes_atom(const fc_analysis *analysis, int object)
{
    return atom(analysis, "extent", object);
}

const fc_sym *fc_object_sizes_exist(const fc_analysis *analysis, const fc_sym *bytes)
{
    for (int i = 0; i < analysis->n_objects; i++)
        bytes =
            fc_sym_substitute(analysis->algebra, bytes, fc_object_sizes_atom(analysis, i), atom(analysis, "made", i));
    return fc_value_truth(analysis->algebra, bytes);
}

const fc_sym *fc_object_sizes_substitute(const fc_analysis *analysis, const fc_sym *value, int object,
                                         const fc_sym *bytes)
{
    fc_algebra *algebra = analysis->algebra;
    value = fc_sym_substitute(algebra, value, atom(analysis, "made", object), fc_sym_integer(algebra, bytes ? 1 : 0));
    return fc_sym_substitute(algebra, value, fc_object_sizes_atom(analysis, object),
                             bytes ? bytes : fc_sym_integer(algebra, 0));
}

/* The size is closed at the call, hence not dynamic. */
static bool is_closed(const fc_analysis *analysis, const fc_node *call)
{
    const fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = call};
    return fc_object_sizes_allocated(analysis, &view, call) != NULL;
}

static const fc_sym *bytes_of_target(const request *ask, const fc_view *view, const fc_node *pointer);

/* The number of elements of `size` bytes in the objects behind the pointer. */
static const fc_sym *elements_of_target(const request *ask, const fc_view *view, const fc_node *pointer, long size)
{
    const fc_sym *bytes = size > 0 ? bytes_of_target(ask, view, pointer) : NULL;
    return bytes ? fc_sym_multiply(view->algebra, bytes, fc_sym_rational(view->algebra, 1, size)) : NULL;
}

/* The number of instances of the place: rows, records. NULL: unknown. */
static const fc_sym *number_of(const request *ask, const fc_view *view, const fc_node *place)
{
    place = fc_node_without_casts(place);
    const fc_node *base = place->n_children > 0 ? place->child[0] : NULL;
    bool is_nested = base && base->type->kind == FC_TYPE_ARRAY;
    if (place->kind == FC_NAME)
        return fc_sym_integer(view->algebra, 1);
    if (place->kind == FC_MEMBER && place->op == FC_OP_DOT)
        return number_of(ask, view, base);
    if (place->kind == FC_MEMBER)
        return elements_of_target(ask, view, base, base->type->of->size);
    if (place->kind == FC_INDEX && is_nested) {
        const fc_sym *rows = base->type->length > 0 ? number_of(ask, view, base) : NULL;
        return rows ? fc_sym_multiply(view->algebra, rows, fc_sym_integer(view->algebra, base->type->length)) : NULL;
    }
    bool is_element = place->kind == FC_INDEX || (place->kind == FC_UNARY && place->op == FC_OP_DEREFERENCE);
    return is_element ? elements_of_target(ask, view, base, place->type->size) : NULL;
}

/* The pointer without offsets within its object; a local with a single definition is replaced by its value. */
static const fc_node *origin_of(const fc_view *view, const fc_node *pointer)
{
    for (int i = 0; i < MAX_STEPS; i++) {
        pointer = fc_node_without_casts(pointer);
        const fc_node *before = pointer;
        if (pointer->kind == FC_BINARY)
            pointer = pointer->child[pointer->child[0]->type->kind == FC_TYPE_POINTER ? 0 : 1];
        else if (pointer->kind == FC_UNARY && pointer->op == FC_OP_ADDRESS && pointer->child[0]->kind == FC_INDEX)
            pointer = pointer->child[0]->child[0];
        else if (pointer->kind == FC_NAME && pointer->symbol->kind == FC_SYMBOL_LOCAL) {
            const fc_node *set = fc_control_only_definition(view->control, pointer->symbol);
            pointer = set && fc_node_without_casts(set)->kind != FC_CALL ? set : pointer;
        }
        if (pointer == before)
            break;
    }
    return pointer;
}

/* The bytes of all objects that the pointer points into over all iterations. */
static const fc_sym *bytes_of_target(const request *ask, const fc_view *view, const fc_node *pointer)
{
    const request next = {ask->analysis, ask->marks, ask->steps + 1};
    if (next.steps > MAX_STEPS)
        return NULL;
    const fc_node *origin = origin_of(view, pointer);
    const fc_node *argument = origin->kind == FC_NAME ? fc_value_argument(view, origin->symbol) : NULL;
    if (argument)
        return bytes_of_target(&next, view->outer, argument);
    if (origin->kind == FC_CONDITIONAL) {
        const fc_sym *yes = bytes_of_target(&next, view, origin->child[1]),
                     *no = bytes_of_target(&next, view, origin->child[2]);
        return yes && no ? fc_sym_maximum(view->algebra, yes, no) : NULL;
    }
    /* The size of the largest object that the pointer may point into. */
    objects found = {0};
    const fc_sym *most = NULL;
    follow(&(search){&found, view, 0}, origin);
    for (int i = 0; i < found.n && !found.other; i++) {
        /* The atom of the object's size. */
        const fc_node *call = found.call[i];
        int object = next.analysis->object[call->id];
        if (object < 0 && next.marks && is_closed(next.analysis, call))
            object = next.marks->object[call->id] = next.marks->n_objects++;
        const fc_sym *bytes =
            object < 0 ? fc_sym_integer(next.analysis->algebra, 0) : fc_object_sizes_atom(next.analysis, object);
        most = most ? fc_sym_maximum(view->algebra, most, bytes) : bytes;
    }
    const fc_sym *each = found.other ? NULL : most;
    const fc_sym *objects = each ? number_of(&next, view, origin) : NULL;
    return objects ? fc_sym_multiply(view->algebra, each, objects) : NULL;
}

/* The size of an array, also of variable length; NULL: not static. */
static const fc_sym *bytes_of_type(const fc_view *view, const fc_type *type)
{
    const fc_sym *elements = fc_sym_integer(view->algebra, 1);
    for (; elements && type->kind == FC_TYPE_ARRAY; type = type->of) {
        const fc_sym *length = type->length >= 0 ? fc_sym_integer(view->algebra, type->length)
                               : type->extent    ? fc_value(view, type->extent)
                                                 : NULL;
        elements = length ? fc_sym_multiply(view->algebra, elements, length) : NULL;
    }
    return elements && type->size > 0
               ? fc_sym_multiply(view->algebra, elements, fc_sym_integer(view->algebra, type->size))
               : NULL;
}

/* The size of an array that is a variable or a field, resolved through the known callers. */
static const fc_sym *bytes_of_array(const request *ask, const fc_view *view, const fc_node *array)
{
    const fc_node *argument = array->kind == FC_NAME ? fc_value_argument(view, array->symbol) : NULL;
    if (argument)
        return bytes_of_array(ask, view->outer, fc_node_without_casts(argument));
    bool is_variable = array->kind == FC_NAME && array->symbol->kind != FC_SYMBOL_PARAMETER;
    if (array->type->kind != FC_TYPE_ARRAY || (!is_variable && array->kind != FC_MEMBER))
        return NULL;
    const fc_sym *bytes = bytes_of_type(view, array->type), *arrays = bytes ? number_of(ask, view, array) : NULL;
    return arrays ? fc_sym_multiply(view->algebra, arrays, bytes) : NULL;
}

static const fc_sym *gathered_bytes(const request *ask, const fc_view *view, const fc_access_stream *stream)
{
    const fc_node *array = fc_node_without_casts(fc_streams_element(stream)->child[0]);
    while (array->kind == FC_INDEX && array->type->kind == FC_TYPE_ARRAY) /* a row of a nested array */
        array = fc_node_without_casts(array->child[0]);
    const fc_sym *bytes = bytes_of_array(ask, view, array);
    return bytes ? bytes : bytes_of_target(ask, view, array);
}

/* The pointer of a gather whose object size a profile can count; NULL: none. */
static const fc_node *countable_name(const fc_access_stream *stream)
{
    const fc_node *element = fc_streams_element(stream);
    const fc_node *name = element->kind == FC_INDEX ? fc_node_without_casts(element->child[0]) : NULL;
    return name && fc_gather_pointer_is(name) ? name : NULL;
}

/* 0 before a profile supplies it. */
static const fc_sym *counted_atom(const fc_analysis *analysis, int counter)
{
    char *key = fc_format("extent of c%d", counter), *in_c = fc_format("fc_counted_object_size(r, %d)", counter);
    const fc_sym *bytes = fc_sym_variable(analysis->algebra, key, key, in_c, FC_FACT_NONNEGATIVE | FC_FACT_REAL);
    free(in_c);
    free(key);
    return bytes;
}

static const fc_sym *counted(const fc_analysis *analysis, const fc_access_stream *stream)
{
    const fc_node *name = countable_name(stream);
    int counter = name ? analysis->extent_counter[name->id] : -1;
    return counter >= 0 ? counted_atom(analysis, counter) : NULL;
}

const fc_sym *fc_object_sizes_without_profile(const fc_analysis *analysis, const fc_sym *bytes)
{
    const fc_sym *none = fc_sym_integer(analysis->algebra, 0);
    for (size_t i = 0; i < analysis->n_counters; i++)
        if (analysis->extent_counter[analysis->counter[i].node->id] == (int)i)
            bytes = fc_sym_substitute(analysis->algebra, bytes, counted_atom(analysis, (int)i), none);
    return bytes;
}

const fc_sym *fc_object_sizes_of_gather(const fc_analysis *analysis, const fc_view *view,
                                        const fc_access_stream *stream)
{
    const fc_sym *bytes = gathered_bytes(&(request){analysis, NULL, 0}, view, stream);
    return bytes && bytes != fc_sym_integer(analysis->algebra, 0) ? bytes : counted(analysis, stream);
}

/* Adds a counter if no caller determines the object size. */
static void count_extent(fc_analysis *analysis, const fc_region_model *region, const fc_access_stream *stream)
{
    const fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = region->node};
    const fc_node *name = countable_name(stream);
    if (!name || analysis->extent_counter[name->id] >= 0 || fc_object_sizes_of_gather(analysis, &view, stream))
        return;
    analysis->counter =
        fc_grow(analysis->counter, &analysis->counter_capacity, analysis->n_counters + 1, sizeof *analysis->counter);
    analysis->counter[analysis->n_counters] =
        (fc_site_model){name, region->procedure, "extent", fc_copy_string("the object size is dynamic"), false};
    analysis->extent_counter[name->id] = (int)analysis->n_counters++;
}

void fc_object_sizes_find(fc_analysis *analysis)
{
    for (size_t i = 0; i < analysis->n_regions; i++)
        for (size_t s = 0; s < analysis->region[i]->n_streams; s++) {
            const fc_access_stream *stream = &analysis->region[i]->stream[s];
            const fc_view view = {
                .control = analysis->control, .algebra = analysis->algebra, .root = analysis->region[i]->node};
            if (fc_streams_is_gather(stream, analysis->control))
                gathered_bytes(&(request){analysis, analysis, 0}, &view, stream);
        }
    for (size_t i = 0; i < analysis->n_regions && analysis->program->counts_extents; i++)
        for (size_t s = 0; s < analysis->region[i]->n_streams; s++)
            if (fc_streams_is_gather(&analysis->region[i]->stream[s], analysis->control))
                count_extent(analysis, analysis->region[i], &analysis->region[i]->stream[s]);
}

const fc_sym *fc_object_sizes_allocated(const fc_analysis *analysis, const fc_view *view, const fc_node *call)
{
    const fc_node *inner = maker(view, call, 0);
    if (!inner || inner == call)
        return inner ? fc_cost_counts_bytes(view, call) : NULL;
    const fc_view inside = {.control = view->control,
                            .algebra = view->algebra,
                            .root = fc_call_target(call)->definition->body,
                            .outer = view,
                            .call = call,
                            .state = view->state};
    return fc_object_sizes_allocated(analysis, &inside, inner);
}
