/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula_requests.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/summary/formula_arguments.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_REQUESTS = 16
};

/* A call that completes requests may complete one of `made`. Without one, the cost program never charges the transfer
 * of a receive. */
static bool may_complete(const fc_run *run, const fc_node *made)
{
    const fc_cells *cells = fc_control_cells(run->analysis->control);
    const fc_program *program = run->analysis->program;
    int cell = made ? fc_cells_of_target(cells, made) : -1;
    bool may = cell < 0;
    for (int i = 0; i < program->n_nodes && !may; i++) {
        const fc_node *call = program->node[i];
        const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
        const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
        for (int k = 1; k < call->n_children && operation && operation->kind == FC_MPI_COMPLETION && !may; k++)
            may = fc_cells_of_target(cells, call->child[k]) == cell;
    }
    return may;
}

static const fc_node *requests_of(const fc_cost *cost)
{
    const fc_node *one = fc_run_argument(cost, FC_ARG_REQUEST, 0);
    return one ? one : fc_run_argument(cost, FC_ARG_REQUESTS, 0);
}

bool fc_run_post(fc_run *run, const fc_cost *cost, const fc_run_request *request)
{
    fc_fit fit = request->receives ? FC_FIT_POST_RECEIVE : FC_FIT_POST;
    const fc_sym *bytes = request->bytes;
    fc_run_transfer post = {fit, NULL, bytes, request->receives ? NULL : bytes},
                    single = {FC_FIT_SINGLE, NULL, bytes, NULL};
    if (!fc_run_add_message(run, cost, post, &request->partner))
        return false;
    return !request->receives || !may_complete(run, requests_of(cost)) ||
           fc_run_add_message(run, cost, single, &request->partner);
}

/* ---- persistent requests ---- */

/* The key of the i-th request behind an address, which may be an array's plus a constant; NULL: not known. */
static char *request_key(const fc_run *run, const fc_node *address, int i)
{
    char *key = NULL, *element = NULL;
    bool is_array;
    double offset = 0;
    if (address->kind == FC_BINARY && address->op == FC_OP_ADD) {
        const fc_sym *value = fc_run_value(run, address->child[1]);
        if (!value || !fc_sym_is_constant(value, &offset))
            return NULL;
        address = address->child[0];
    }
    if (!fc_run_target(run, &key, &is_array, address))
        return NULL;
    if (is_array)
        element = fc_format("%s[%d]", key, (int)offset + i);
    else if (offset == 0 && i == 0)
        element = fc_copy_string(key);
    free(key);
    return element;
}

/* One of them is made anew, it is not known which. */
static void forget_requests(fc_run *run, const fc_node *address)
{
    char *key = NULL;
    bool is_array;
    while (address->kind == FC_UNARY || address->kind == FC_INDEX || address->kind == FC_BINARY)
        address = address->child[0];
    if (fc_run_target(run, &key, &is_array, address))
        fc_state_forget(run->state, key);
    free(key);
}

static void bind_part(fc_run *run, const char *key, const char *name, const fc_sym *value)
{
    char *part = fc_format("%s.%s", key, name);
    fc_state_bind(run->state, part, value);
    free(part);
}

static const fc_sym *read_part(const fc_run *run, const char *key, const char *name)
{
    const fc_sym *value = NULL;
    char *part = fc_format("%s.%s", key, name);
    fc_state_lookup(run->state, part, &value);
    free(part);
    return value;
}

void fc_run_make_request(fc_run *run, const fc_cost *cost)
{
    char *key = request_key(run, fc_run_argument(cost, FC_ARG_REQUEST, 0), 0);
    fc_run_variants partner = {0};
    const bool receives = strcmp(cost->operation->name, "MPI_Recv_init") == 0;
    const bool is_partitioned = fc_run_argument(cost, FC_ARG_VALUE, 0);
    if (!key || is_partitioned || !fc_run_argument(cost, FC_ARG_TAG, 0)) {
        free(key);
        forget_requests(run, fc_run_argument(cost, FC_ARG_REQUEST, 0));
        return;
    }
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0);
    bool is_known = fc_run_find_partner(&partner, run, cost, 0, receives);
    bind_part(run, key, "receives", is_known ? fc_sym_integer(run->analysis->algebra, receives) : NULL);
    bind_part(run, key, "bytes", fc_run_bytes_of(run, cost, 0));
    for (int i = 0; i < FC_N_VARIANTS; i++) {
        char *name = fc_format("partner[%d]", i);
        bind_part(run, key, name, partner.times[i] ? partner.times[i] : zero);
        free(name);
    }
    free(key);
}

static bool read_request(fc_run_request *out, const fc_run *run, const char *key)
{
    const fc_sym *zero = fc_sym_integer(run->analysis->algebra, 0), *receives = read_part(run, key, "receives");
    double direction = 0;
    bool is_known = receives && fc_sym_is_constant(receives, &direction);
    *out = (fc_run_request){direction > 0, read_part(run, key, "bytes"), {{0}}};
    for (int i = 0; i < FC_N_VARIANTS && is_known; i++) {
        char *name = fc_format("partner[%d]", i);
        const fc_sym *times = read_part(run, key, name);
        out->partner.times[i] = times == zero ? NULL : times;
        is_known = times != NULL;
        free(name);
    }
    return is_known;
}

bool fc_run_start_requests(fc_run *run, const fc_cost *cost)
{
    const fc_node *number = fc_run_argument(cost, FC_ARG_VALUE, 0);
    const fc_sym *value = number ? fc_run_value(run, number) : NULL;
    double n = 1;
    if (number && !(value && fc_sym_is_constant(value, &n) && n <= MOST_REQUESTS))
        return fc_run_fail(run, cost->node, "the number of requests of this %s is not closed in the parameters",
                           cost->operation->name);
    bool done = true;
    for (int i = 0; i < (int)n && done; i++) {
        fc_run_request request;
        char *key = request_key(run, requests_of(cost), i);
        bool is_known = key && read_request(&request, run, key);
        free(key);
        done = is_known ? fc_run_post(run, cost, &request)
                        : fc_run_fail(run, cost->node, "what this %s starts is not closed in the parameters",
                                      cost->operation->name);
    }
    return done;
}
