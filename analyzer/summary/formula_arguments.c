/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_arguments.h"

#include <stdlib.h>
#include <string.h>

const fc_node *fc_run_argument(const fc_cost *cost, char role, int nth)
{
    for (int i = 0; cost->operation->arguments[i]; i++)
        if (cost->operation->arguments[i] == role && nth-- == 0)
            return i + 1 < cost->node->n_children ? cost->node->child[i + 1] : NULL;
    return NULL;
}

const fc_node *fc_run_addressed(const fc_node *address)
{
    bool is_address = address && address->kind == FC_UNARY && address->op == FC_OP_ADDRESS;
    return is_address ? address->child[0] : NULL;
}

void fc_run_write(fc_run *run, const fc_node *address, const fc_sym *value)
{
    char *key = NULL;
    bool is_array;
    if (address && fc_run_target(run, &key, &is_array, address))
        fc_state_bind(run->state, key, value);
    free(key);
}

void fc_run_write_element(fc_run *run, const fc_node *array, int i, const fc_sym *value)
{
    char *key = NULL;
    bool is_array;
    if (array && fc_run_target(run, &key, &is_array, array)) {
        char *element = fc_format("%s[%d]", key, i);
        fc_state_bind(run->state, element, value);
        free(element);
    }
    free(key);
}

const fc_sym *fc_run_read_element(fc_run *run, const fc_node *array, int i)
{
    char *key = NULL;
    bool is_array;
    const fc_sym *value = NULL;
    if (array && fc_run_target(run, &key, &is_array, array)) {
        char *element = fc_format("%s[%d]", key, i);
        fc_state_lookup(run->state, element, &value);
        free(element);
    }
    free(key);
    return value;
}

const fc_sym *fc_run_communicator_size(const fc_run *run, const fc_node *comm)
{
    comm = fc_node_without_casts(comm);
    if (!comm || (comm->kind == FC_HANDLE && strcmp(comm->text, "MPI_COMM_NULL") == 0))
        return NULL;
    if (comm->kind == FC_HANDLE)
        return strcmp(comm->text, "MPI_COMM_SELF") == 0
                   ? fc_sym_integer(run->analysis->algebra, 1)
                   : fc_sym_variable(run->analysis->algebra, "p", "p", "p", FC_FACT_POSITIVE);
    fc_view view = {
        .control = run->analysis->control, .algebra = run->analysis->algebra, .root = comm, .state = run->state};
    char *key = NULL;
    const fc_sym *size = NULL;
    if (fc_value_key(&key, &view, comm))
        fc_state_lookup(run->state, key, &size);
    free(key);
    return size;
}
