/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/unsupported.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "comm_interface/operations.h"
#include "support/messages/analysis.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_PLACES = 4,
    SHOWN_FUNCTIONS = 12
};

typedef struct findings {
    const fc_node **call; /* in preorder */
    size_t n, capacity;
} findings;

static const char *refused_name(const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (!target || target->definition || strncmp(target->name, "MPI_", 4) != 0)
        return NULL;
    const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
    return operation ? NULL : target->name;
}

static void collect(const fc_node *node, void *data)
{
    findings *found = data;
    if (refused_name(node)) {
        found->call = fc_grow(found->call, &found->capacity, found->n + 1, sizeof *found->call);
        found->call[found->n++] = node;
    }
    fc_node_each_child(node, collect, found);
}

static bool is_first_of_name(const findings *found, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(refused_name(found->call[k]), refused_name(found->call[i])) == 0)
            return false;
    return true;
}

static const char *reason_of(const char *name)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(name);
    return operation ? operation->note : "it is not in the table of MPI operations";
}

/* For example "MPI_Put: the reason (a.c:7, a.c:9 and 3 more)". */
static void describe(fc_text *out, const fc_program *program, const findings *found, size_t first)
{
    const char *name = refused_name(found->call[first]);
    int n = 0;
    fc_text_add(out, "\n  %s: %s (", name, reason_of(name));
    for (size_t i = first; i < found->n; i++) {
        if (strcmp(refused_name(found->call[i]), name) != 0 || ++n > SHOWN_PLACES)
            continue;
        fc_place place = fc_program_place(program, found->call[i]->span);
        fc_text_add(out, n > 1 ? ", " : "");
        fc_text_add_place(out, place.file, place.line);
    }
    if (n > SHOWN_PLACES)
        fc_text_add(out, " and %d more", n - SHOWN_PLACES);
    fc_text_add(out, ")");
}

static fc_status report_all(const fc_program *program, const findings *found, fc_report *report)
{
    const char *name = refused_name(found->call[0]);
    fc_text text = {0};
    int n = 0;
    if (found->n > 1)
        fc_text_add(&text, "\n%zu MPI calls are not supported:", found->n);
    for (size_t i = 0; i < found->n && found->n > 1; i++)
        if (is_first_of_name(found, i) && ++n <= SHOWN_FUNCTIONS)
            describe(&text, program, found, i);
    if (n > SHOWN_FUNCTIONS)
        fc_text_add(&text, "\n  and %d more MPI functions", n - SHOWN_FUNCTIONS);
    fc_status status = fc_fail(report, FC_E_INPUT, fc_program_place(program, found->call[0]->span),
                               "Exclude them from the predicted part; `forecost mpi` lists the supported operations.",
                               FC_MSG_MPI_CALL_NOT_SUPPORTED, name, reason_of(name), text.bytes ? text.bytes : "");
    fc_text_free(&text);
    return status;
}

fc_status fc_unsupported_check(const fc_program *program, const bool *reachable, fc_report *report)
{
    findings found = {0};
    for (int i = 0; i < program->n_procedures; i++)
        if (reachable[i])
            collect(program->procedure[i]->body, &found);
    fc_status status = found.n ? report_all(program, &found, report) : FC_OK;
    free(found.call);
    return status;
}
