/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the calls of a collective on different ranks: whose send buffers reach whose receive buffers. */
#include "analyzer/memory/definitions_collector.h"

#include <string.h>

static bool is_in_place(const fc_node *argument)
{
    return argument->kind == FC_HANDLE && strcmp(argument->text, "MPI_IN_PLACE") == 0;
}

/* A rank that only sends or only receives passes no second buffer. */
/* A reduction of integers by a predefined operation. */
static bool brings_numbers(const fc_collector *c, const fc_node *call, const fc_mpi_operation *operation)
{
    const char *names = " MPI_MAX MPI_MIN MPI_SUM MPI_PROD MPI_LAND MPI_BAND MPI_LOR MPI_BOR ";
    bool well = fc_mpi_transfers_payload(operation);
    for (int i = 0; well && operation->arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        char role = operation->arguments[i];
        if (role == FC_ARG_BUFFER || role == FC_ARG_RECEIVED)
            well = (fc_definitions_is_array_of_integers(argument) &&
                    !fc_mod_ref_splits_records(&c->out->reach, argument)) ||
                   is_in_place(argument) || fc_node_is_null(argument);
        if (role == FC_ARG_OP)
            well = argument->kind == FC_HANDLE && strstr(names, argument->text);
    }
    return well;
}

static const fc_node *received_of(const fc_node *call)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    return call->child[1 + (strchr(arguments, FC_ARG_RECEIVED) - arguments)];
}

static const fc_node *sent_of(const fc_node *call)
{
    return is_in_place(call->child[1]) ? received_of(call) : call->child[1];
}

/* The receiver's buffer gets the sender's; `at` is one of the two calls, which the slice then needs. */
static void link(fc_collector *c, const fc_node *receiver, const fc_node *sender, const fc_node *at)
{
    fc_definitions_add(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                          .cell = fc_cells_of_target(c->cells, received_of(receiver)),
                                          .right = sent_of(sender),
                                          .from = fc_definitions_brought_from(c->cells, sent_of(sender)),
                                          .place = received_of(at),
                                          .node = at});
}

/* The root and the other ranks use different calls: one has the send buffer, the other the receive buffer. */
static bool stand_apart(const fc_node *receiver, const fc_node *sender)
{
    const fc_node *received = received_of(sender);
    return fc_call_target(receiver) == fc_call_target(sender) && !fc_node_is_null(sender->child[1]) &&
           (fc_node_is_null(received) || is_in_place(received) || fc_node_is_null(receiver->child[1]));
}

bool fc_definitions_collect_collective(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation)
{
    if (!brings_numbers(c, call, operation))
        return false;
    c->collective = fc_grow(c->collective, &c->collective_capacity, c->n_collectives + 1, sizeof(fc_node *));
    c->collective[c->n_collectives++] = call;
    if (!fc_node_is_null(call->child[1]))
        link(c, call, call, call);
    return true;
}

void fc_definitions_match_collectives(fc_collector *c)
{
    for (size_t i = 0; i < c->n_collectives; i++)
        for (size_t j = 0; j < c->n_collectives; j++)
            if (i != j && stand_apart(c->collective[i], c->collective[j])) {
                link(c, c->collective[i], c->collective[j], c->collective[i]);
                link(c, c->collective[i], c->collective[j], c->collective[j]);
            }
}
