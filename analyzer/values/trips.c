/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/trips.h"

#include "analyzer/loops/loop_exits.h"

#include <string.h>

int fc_trips_loop_of(const fc_numbering *in, const fc_node *loop)
{
    const fc_loop_nest *nest = &in->ir.nest;
    for (int i = 0; i < nest->n_loops; i++)
        if (in->ir.cfg.block[nest->loop[i].header].statement == loop)
            return i;
    return FC_GRAPH_NONE;
}

/* The only edge that leaves the loop in a run that succeeds; FC_GRAPH_NONE: none, or *n_exits of them. */
static int only_exit(const fc_numbering *in, int loop, int *n_exits)
{
    const fc_graph *graph = &in->ir.cfg.graph;
    const fc_loop *l = &in->ir.nest.loop[loop];
    int found = FC_GRAPH_NONE;
    *n_exits = 0;
    for (int i = l->first; i < l->first + l->n_nodes; i++)
        for (int k = graph->out_first[in->ir.nest.node[i]]; k < graph->out_first[in->ir.nest.node[i] + 1]; k++) {
            int edge = graph->out[k];
            const fc_cfg *cfg = &in->ir.cfg;
            bool runs = cfg->edge[edge].kind != FC_CFG_STOP && cfg->edge[edge].kind != FC_CFG_ENDLESS;
            if (runs && !fc_loop_nest_holds(&in->ir.nest, loop, cfg->graph.edge[edge].to)) {
                found = graph->out[k];
                ++*n_exits;
            }
        }
    return *n_exits == 1 ? found : FC_GRAPH_NONE;
}

/* A function of this loop's iteration number: its induction, or a sum or element with one. */
static bool is_counted(fc_value_numbers *values, fc_numbering *in, int value, int loop)
{
    const fc_value_table *table = fc_value_numbers_table(values);
    const fc_numbered_value *v = fc_value_of(table, value);
    if (v->kind == FC_VALUE_INDUCTION)
        return v->number[0] == in->ir.nest.loop[loop].depth;
    int counted = 0, varying = 0;
    bool is_linear = v->kind == FC_VALUE_SUM || v->kind == FC_VALUE_ELEMENT;
    for (int i = 0; is_linear && i < v->n_operands; i++) {
        int operand = fc_value_operand(table, value, i);
        counted += is_counted(values, in, operand, loop);
        varying += fc_value_numbers_varies(values, in, operand, loop);
    }
    return counted == 1 && varying == 1;
}

int fc_trips_first_value(fc_value_numbers *values, const fc_numbering *in, int value)
{
    const fc_value_table *table = fc_value_numbers_table(values);
    const fc_numbered_value v = *fc_value_of(table, value);
    if (v.kind == FC_VALUE_INDUCTION)
        return fc_trips_first_value(values, in, fc_value_operand(table, value, 0));
    if (v.kind == FC_VALUE_ELEMENT)
        return fc_value_numbers_element(values, in, fc_trips_first_value(values, in, fc_value_operand(table, value, 0)),
                                        fc_trips_first_value(values, in, fc_value_operand(table, value, 1)),
                                        v.number[0]);
    if (v.kind != FC_VALUE_SUM)
        return value;
    int sum = fc_value_table_constant(fc_value_numbers_table(values), v.number[0]);
    for (int i = 0; i < v.n_operands; i++) {
        int operand = fc_trips_first_value(values, in, fc_value_operand(fc_value_numbers_table(values), value, i));
        sum = fc_value_numbers_sum(values, in, sum, operand,
                                   fc_value_numbers_table(values)->coefficient[v.first_operand + i], NULL);
    }
    return sum;
}

/* Which side counts; false: neither. */
static bool find_variable(fc_trip *out, fc_value_numbers *values, fc_numbering *in, int loop,
                          const fc_loop_comparison *test)
{
    const fc_node *side[2] = {test->left, test->right};
    int value[2];
    for (int i = 0; i < 2; i++)
        value[i] = side[i] ? fc_value_numbers_of(values, in, side[i])
                           : fc_value_table_constant(fc_value_numbers_table(values), 0);
    int at = is_counted(values, in, value[0], loop) ? 0 : 1;
    if (at == 1 && !is_counted(values, in, value[1], loop))
        return false;
    out->variable = value[at];
    out->bound = value[1 - at];
    out->bound_node = side[1 - at];
    out->relation = at == 0 ? test->relation : fc_operator_mirrored(test->relation);
    const fc_type *type = side[0]->type;
    out->is_unsigned = type && type->is_unsigned;
    return true;
}

fc_trip_failure fc_trips_of(fc_trip *out, fc_value_numbers *values, fc_numbering *in, const fc_node *node)
{
    const int loop = fc_trips_loop_of(in, node);
    int n_exits;
    if (loop == FC_GRAPH_NONE)
        return FC_TRIP_UNREACHED;
    const int edge = only_exit(in, loop, &n_exits);
    if (edge == FC_GRAPH_NONE || in->ir.nest.loop[loop].is_irreducible)
        return n_exits > 0 ? FC_TRIP_SEVERAL_EXITS : FC_TRIP_NO_CONDITION;
    const int block = in->ir.cfg.graph.edge[edge].from;
    const fc_node *condition = in->ir.cfg.block[block].decision;
    if (!condition || !fc_loop_exits_is_regular(&in->ir, loop, block))
        return FC_TRIP_NO_CONDITION;
    fc_trip trip = {.is_do = block != in->ir.nest.loop[loop].header, .condition = condition};
    const fc_loop_comparison test = fc_loop_exits_comparison(condition, in->ir.cfg.edge[edge].kind != FC_CFG_FALSE);
    if (test.relation == FC_OP_EQUAL || !find_variable(&trip, values, in, loop, &test))
        return FC_TRIP_NOT_COUNTED;
    if (fc_value_numbers_varies(values, in, trip.bound, loop))
        return FC_TRIP_VARYING_BOUND;
    bool is_down = trip.relation == FC_OP_GREATER || trip.relation == FC_OP_GREATER_EQUAL;
    int first = fc_trips_first_value(values, in, trip.variable), high = is_down ? first : trip.bound;
    trip.distance = fc_value_numbers_sum(values, in, high, is_down ? trip.bound : first, -1, NULL);
    *out = trip;
    return FC_TRIP_FOUND;
}

const char *fc_trips_failure_text(fc_trip_failure failure)
{
    static const char *const text[] = {
        [FC_TRIP_FOUND] = "counted",
        [FC_TRIP_UNREACHED] = "never repeats",
        [FC_TRIP_SEVERAL_EXITS] = "a dynamic condition or jump may end the loop early",
        [FC_TRIP_NO_CONDITION] = "no condition ends the loop",
        [FC_TRIP_NOT_COUNTED] =
            "the condition is no comparison with a variable that each iteration moves by a fixed step",
        [FC_TRIP_VARYING_BOUND] = "the loop changes its own bound",
    };
    return text[failure];
}
