/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_arguments.h"

#include <stdlib.h>

const fc_node *fc_run_argument(const fc_cost *cost, char role, int nth)
{
    for (int i = 0; cost->operation->arguments[i]; i++)
        if (cost->operation->arguments[i] == role && nth-- == 0)
            return i + 1 < cost->node->n_children ? cost->node->child[i + 1] : NULL;
    return NULL;
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
