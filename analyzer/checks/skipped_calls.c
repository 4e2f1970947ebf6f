/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/checks/skipped_calls.h"

#include "analyzer/model/node_search.h"
#include "comm_interface/operations.h"

#include <stdlib.h>

enum {
    MOST_CALLS = 8 /* of an arm */
};

/* A call of the arm that is not taken. */
typedef struct skipped {
    int operation, line;
} skipped;

typedef struct arm {
    skipped call[MOST_CALLS];
    int n;
} arm;

static void list_calls(const fc_node *node, void *data)
{
    arm *of = data;
    /* The number of a message or collective call in the table of operations. */
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const fc_mpi_operation *found =
        target && !target->definition && target->name ? fc_mpi_operation_find(target->name) : NULL;
    bool communicates = found && (found->kind == FC_MPI_POINT_TO_POINT || found->kind == FC_MPI_COLLECTIVE);
    int operation = communicates ? (int)(found - fc_mpi_operations) : -1;
    if (operation >= 0 && of->n < MOST_CALLS)
        of->call[of->n++] = (skipped){operation, node->span.line};
    fc_node_each_child(node, list_calls, of);
}

/* Inserts the checks at the begin of an arm, which is made if there is none. */
static void insert(fc_program *program, const fc_check_types *types, fc_node *branch, int into, const arm *of)
{
    for (int i = of->n - 1; i >= 0; i--) {
        bool has_arm = branch->n_children > into && branch->child[into];
        fc_node *first = has_arm ? branch->child[into] : NULL, *call;
        if (first && first->kind == FC_BLOCK)
            first = first->n_children ? first->child[0] : NULL;
        if (first) {
            call = fc_check_call_insert(program, types, "MPI_Check_skipped", first);
        } else if (has_arm) {
            call = fc_check_call_append(program, types, "MPI_Check_skipped", branch->child[into]);
        } else {
            branch->n_children = into; /* an absent arm is NULL or no child at all */
            call = fc_check_call_append(program, types, "MPI_Check_skipped", branch);
        }
        call->span = branch->child[0]->span;
        fc_check_call_put_integer(program, call, types->integer, of->call[i].operation);
        fc_check_call_put_integer(program, call, types->integer, of->call[i].line);
    }
}

void fc_skipped_calls_insert(fc_program *program, const fc_check_types *types)
{
    fc_node **branch = fc_allocate((size_t)program->n_nodes + 1, sizeof(fc_node *));
    int n = 0;
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_IF)
            branch[n++] = program->node[i];
    for (int i = 0; i < n; i++) {
        arm arms[3] = {0};
        for (int k = 1; k < branch[i]->n_children && k < 3; k++)
            if (branch[i]->child[k])
                list_calls(branch[i]->child[k], &arms[k]);
        insert(program, types, branch[i], 1, &arms[2]);
        insert(program, types, branch[i], 2, &arms[1]);
    }
    free(branch);
}
