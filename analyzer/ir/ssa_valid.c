/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/ssa.h"

/* The value of the variable is defined before the position in the block. */
static bool reaches(const fc_ssa *ssa, const fc_dominance *dominance, int value, int block, int position)
{
    if (value < 0 || value >= ssa->n_values)
        return false;
    const fc_ssa_value *v = &ssa->value[value];
    if (!v->node || v->block != block)
        return fc_dominance_holds(dominance, v->block, block);
    return fc_cfg_position(ssa->cfg, v->node) < position;
}

static bool phi_is_valid(const fc_ssa *ssa, const fc_dominance *dominance, int phi)
{
    const fc_graph *graph = &ssa->cfg->graph;
    const fc_ssa_value *value = &ssa->value[phi];
    int block = value->block, n = graph->in_first[block + 1] - graph->in_first[block];
    for (int i = 0; i < n; i++) {
        int operand = ssa->operand[value->first_operand + i];
        int from = graph->edge[graph->in[graph->in_first[block] + i]].from;
        if (!reaches(ssa, dominance, operand, from, ssa->cfg->n_instructions) ||
            ssa->value[operand].variable != value->variable)
            return false;
    }
    return n > 1;
}

static bool is_operand(const fc_ssa *ssa, int phi, int value)
{
    const fc_graph *graph = &ssa->cfg->graph;
    int block = ssa->value[phi].block, n = graph->in_first[block + 1] - graph->in_first[block];
    bool found = false;
    for (int i = 0; i < n && !found; i++)
        found = ssa->operand[ssa->value[phi].first_operand + i] == value;
    return found;
}

/* Each chain holds uses of its value; together, as many as there are. */
static bool chains_are_valid(const fc_ssa *ssa)
{
    int n_reads = 0;
    for (int i = 0; i < ssa->cfg->n_instructions; i++)
        n_reads += ssa->read[i] != FC_GRAPH_NONE;
    for (int v = 0; v < ssa->n_values; v++)
        for (int i = ssa->use_first[v]; i < ssa->use_first[v + 1]; i++) {
            const fc_ssa_use *use = &ssa->use[i];
            if (use->name ? fc_ssa_value_read(ssa, use->name) != v : !is_operand(ssa, use->phi, v))
                return false;
        }
    return ssa->use_first[ssa->n_values] == n_reads + ssa->n_operands;
}

bool fc_ssa_is_valid(const fc_ssa *ssa, const fc_dominance *dominance)
{
    bool good = true;
    for (int i = 0; i < ssa->n_values && good; i++) {
        const fc_ssa_value *value = &ssa->value[i];
        if (value->variable < 0 || value->variable >= ssa->n_variables)
            good = false;
        else if (value->kind == FC_SSA_DEFINITION)
            good =
                fc_ssa_value_defined(ssa, value->node) == i && fc_cfg_block_of(ssa->cfg, value->node) == value->block;
        else if (value->kind == FC_SSA_UNSEEN)
            good = fc_cfg_block_of(ssa->cfg, value->node) == value->block;
        else
            good = !value->node && (value->kind == FC_SSA_PHI ? phi_is_valid(ssa, dominance, i) : value->block == 0);
    }
    for (int i = 0; i < ssa->cfg->n_instructions && good; i++) {
        const fc_node *node = ssa->cfg->instruction[i];
        int read = ssa->read[i], defined = ssa->defined[i];
        if (defined != FC_GRAPH_NONE && ssa->value[defined].node != node)
            good = false;
        else if (read == FC_GRAPH_NONE)
            good = true;
        else
            good = reaches(ssa, dominance, read, ssa->cfg->block_of_position[i], i) && node->kind == FC_NAME &&
                   node->symbol == ssa->variable[ssa->value[read].variable];
    }
    for (int v = 1; v < ssa->n_variables && good; v++)
        good = ssa->variable[v - 1]->id < ssa->variable[v]->id;
    return good && chains_are_valid(ssa);
}
