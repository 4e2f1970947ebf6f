/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ir_procedure.h  The intermediate representation of one procedure, all parts checked, and its text. */
#ifndef IR_PROCEDURE_H
#define IR_PROCEDURE_H

#include "analyzer/ir/control_dependence.h"
#include "analyzer/ir/loop_nest.h"
#include "analyzer/ir/ssa.h"
#include "testsuite/unit/frontend_sources.h"

typedef struct ir_procedure {
    fc_cfg cfg;
    fc_dominance dominance, postdominance;
    fc_loop_nest nest;
    fc_control_dependence dependence;
    fc_ssa ssa;
} ir_procedure;

/** exit and abort stop; setjmp returns twice. */
static inline fc_cfg_call ir_classify(void *data, const fc_node *call)
{
    (void)data;
    const fc_symbol *target = fc_call_target(call);
    const char *name = target ? target->name : "";
    if (strcmp(name, "exit") == 0 || strcmp(name, "abort") == 0)
        return FC_CFG_STOPS;
    return strstr(name, "setjmp") ? FC_CFG_RETURNS_TWICE : FC_CFG_RETURNS;
}

/** Fails the test if a part is not valid. The cfg stays where it is: the SSA form refers to it. */
static inline void ir_procedure_open(ir_procedure *ir, const fc_procedure *procedure)
{
    static const fc_cfg_calls calls = {ir_classify, NULL};
    fc_cfg_create(&ir->cfg, procedure, &calls);
    const fc_graph *graph = &ir->cfg.graph;
    const char *name = procedure->symbol->name;
    if (!fc_cfg_is_valid(&ir->cfg))
        fail_msg("the control-flow graph of %s is not valid", name);
    fc_dominance_create(&ir->dominance, graph, 0, FC_GRAPH_FORWARD);
    fc_dominance_create(&ir->postdominance, graph, graph->n - 1, FC_GRAPH_BACKWARD);
    if (!fc_dominance_is_valid(&ir->dominance, graph) || !fc_dominance_is_valid(&ir->postdominance, graph))
        fail_msg("the dominators of %s are not valid", name);
    fc_loop_nest_create(&ir->nest, graph, 0);
    if (!fc_loop_nest_is_valid(&ir->nest, graph, 0))
        fail_msg("the loop nest of %s is not valid", name);
    fc_control_dependence_create(&ir->dependence, graph, &ir->postdominance);
    if (!fc_control_dependence_is_valid(&ir->dependence, graph, &ir->postdominance))
        fail_msg("the control dependence of %s is not valid", name);
    fc_ssa_create(&ir->ssa, &ir->cfg, &ir->dominance, NULL);
    if (!fc_ssa_is_valid(&ir->ssa, &ir->dominance))
        fail_msg("the SSA form of %s is not valid", name);
}

static inline void ir_procedure_close(ir_procedure *ir)
{
    fc_ssa_free(&ir->ssa);
    fc_control_dependence_free(&ir->dependence);
    fc_loop_nest_free(&ir->nest);
    fc_dominance_free(&ir->postdominance);
    fc_dominance_free(&ir->dominance);
    fc_cfg_free(&ir->cfg);
}

/* The operator that uses the node stands in the same block, so that its text includes the node's. */
static inline bool ir_is_part(const fc_cfg *cfg, const fc_node *node)
{
    const fc_node *parent = node->parent;
    return parent && fc_cfg_block_of(cfg, parent) != FC_GRAPH_NONE &&
           fc_cfg_block_of(cfg, parent) == fc_cfg_block_of(cfg, node) && parent->kind != FC_OPENMP;
}

static inline void ir_print_instruction(fc_text *out, const fc_node *node)
{
    if (node->kind >= FC_INTEGER)
        fc_node_print(out, node);
    else if (node->kind == FC_DECLARE)
        fc_text_add(out, "%s:", node->symbol->name);
    else
        fc_text_add(out, "%s", fc_node_kind_text(node->kind));
    if (node->kind < FC_INTEGER && node->kind != FC_OPENMP && node->n_children > 0 && node->child[0]) {
        fc_text_add(out, " ");
        fc_node_print(out, node->child[0]);
    }
}

/** A line for each block: number, instructions, and the targets of its edges, marked T (true), F (false), C (case), G
 * (computed goto), ! (stop), ~ (endless). For example "1[i < n] T2 F3". */
static inline void ir_print(fc_text *out, const fc_cfg *cfg)
{
    static const char *const mark[] = {"", "T", "F", "C", "G", "!", "~"};
    for (int b = 0; b < fc_cfg_n_blocks(cfg); b++) {
        const fc_cfg_block *block = &cfg->block[b];
        const char *separator = "";
        fc_text_add(out, "%d[", b);
        for (int i = block->first; i < block->first + block->n; i++) {
            if (ir_is_part(cfg, cfg->instruction[i]))
                continue;
            fc_text_add(out, "%s", separator);
            ir_print_instruction(out, cfg->instruction[i]);
            separator = "; ";
        }
        fc_text_add(out, "]");
        for (int i = cfg->graph.out_first[b]; i < cfg->graph.out_first[b + 1]; i++) {
            int edge = cfg->graph.out[i];
            fc_text_add(out, " %s%d", mark[cfg->edge[edge].kind], cfg->graph.edge[edge].to);
        }
        fc_text_add(out, "\n");
    }
}

#endif
