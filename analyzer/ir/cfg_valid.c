/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/cfg.h"

static bool reaches_all(const fc_graph *graph, int root, fc_graph_direction direction)
{
    fc_graph_search search;
    fc_graph_search_create(&search, graph, root, direction);
    bool good = search.n == graph->n;
    fc_graph_search_free(&search);
    return good;
}

static bool instructions_are_valid(const fc_cfg *cfg)
{
    int at = 0, n_positions = 0;
    for (int i = 0; i < fc_cfg_n_blocks(cfg); i++) {
        const fc_cfg_block *block = &cfg->block[i];
        if (block->first != at || (block->decision && cfg->instruction[at + block->n - 1] != block->decision))
            return false;
        at += block->n;
        for (int k = block->first; k < at; k++)
            if (cfg->block_of_position[k] != i || fc_cfg_position(cfg, cfg->instruction[k]) != k)
                return false;
    }
    for (int i = 0; i < cfg->n_ids; i++)
        n_positions += cfg->position[i] != FC_GRAPH_NONE;
    return at == cfg->n_instructions && n_positions == at;
}

/* The operands of an operator in the same block precede it. */
static bool operands_are_valid(const fc_cfg *cfg, int position)
{
    const fc_node *node = cfg->instruction[position];
    for (int i = 0; i < node->n_children; i++) {
        const fc_node *child = node->child[i];
        bool is_operand = child && child->kind >= FC_INTEGER;
        if (is_operand && fc_cfg_block_of(cfg, child) == cfg->block_of_position[position] &&
            fc_cfg_position(cfg, child) >= position)
            return false;
    }
    return true;
}

/* Outgoing edges by kind. */
typedef struct kinds {
    int n[FC_CFG_ENDLESS + 1];
    int total;
} kinds;

bool fc_cfg_is_valid(const fc_cfg *cfg)
{
    int exit = fc_cfg_n_blocks(cfg) - 1;
    bool good = fc_graph_is_valid(&cfg->graph) && instructions_are_valid(cfg) &&
                reaches_all(&cfg->graph, 0, FC_GRAPH_FORWARD) && reaches_all(&cfg->graph, exit, FC_GRAPH_BACKWARD);
    for (int i = 0; i < cfg->n_instructions && good; i++)
        good = operands_are_valid(cfg, i);
    for (int i = 0; i < exit && good; i++) {
        /* Two-way branch, switch, dispatch of computed gotos, or one way on. */
        kinds found = {0};
        for (int k = cfg->graph.out_first[i]; k < cfg->graph.out_first[i + 1]; k++) {
            found.n[cfg->edge[cfg->graph.out[k]].kind]++;
            found.total++;
        }
        int real = found.total - found.n[FC_CFG_ENDLESS];
        if (found.n[FC_CFG_ENDLESS] > 1)
            good = false;
        else if (!cfg->block[i].decision)
            good =
                real == found.n[FC_CFG_COMPUTED] || (real == 1 && found.n[FC_CFG_ALWAYS] + found.n[FC_CFG_STOP] == 1);
        else {
            bool is_branch = real == 2 && found.n[FC_CFG_TRUE] == 1 && found.n[FC_CFG_FALSE] == 1;
            good = is_branch || (real > 0 && real == found.n[FC_CFG_CASE]);
        }
    }
    return good && cfg->graph.in_first[1] == 0 && cfg->graph.out_first[exit] == cfg->graph.n_edges &&
           cfg->block[exit].n == 0;
}
