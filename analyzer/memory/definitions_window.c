/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions by one-sided accesses: from the origin's buffer to a window's memory, and back (MPI 3.1, chapter 11).
 *
 * The window of an access is not followed: it may access all windows of integers. Their memory is static if each such
 * access has a small, constant number of integers and a predefined operation; otherwise it is dynamic. */
#include "analyzer/memory/definitions_collector.h"

#include <string.h>

static const fc_node *argument_of(const fc_node *call, const char *arguments, char role, int nth)
{
    for (int i = 0; arguments[i] && i + 1 < call->n_children; i++)
        if (arguments[i] == role && nth-- == 0)
            return call->child[i + 1];
    return NULL;
}

/* The type of the address's target. */
static const fc_type *element_of(const fc_node *address)
{
    const fc_type *type = fc_node_without_casts(address)->type;
    return type ? type->of : NULL;
}

static bool is_of_integers(const fc_node *address)
{
    const fc_type *of = element_of(address);
    return of && of->kind == FC_TYPE_INTEGER;
}

int fc_definitions_brought_from(const fc_cells *cells, const fc_node *address)
{
    const fc_type *of = element_of(address);
    int cell = fc_cells_of_target(cells, fc_node_without_casts(address));
    return cell >= 0 && of && of->kind == FC_TYPE_POINTER ? fc_cells_pointee(cells, cell) : cell;
}

static const fc_mpi_operation *operation_of(const fc_node *call)
{
    return fc_mpi_operation_find(fc_call_target(call)->name);
}

/* The memory of the window that the call creates, or the address where MPI stores its address; NULL: it creates none.
 */
static const fc_node *base_of(const fc_node *call)
{
    const char *arguments = operation_of(call)->arguments;
    const fc_node *base = argument_of(call, arguments, FC_ARG_EXPOSED, 0);
    return base ? base : argument_of(call, arguments, FC_ARG_NEW_MEMORY, 0);
}

int fc_definitions_window_memory(const fc_cells *cells, const fc_node *call)
{
    const fc_node *base = base_of(call);
    return base ? fc_definitions_brought_from(cells, base) : -1;
}

/* The window's memory holds integers. */
static bool holds_numbers(const fc_node *base)
{
    const fc_type *of = element_of(base);
    of = of && of->kind == FC_TYPE_POINTER ? of->of : of;
    return of && of->kind == FC_TYPE_INTEGER;
}

static bool is_few(const fc_node *call, const fc_mpi_operation *operation)
{
    for (int i = 0; operation->arguments[i]; i++) {
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        bool counts = argument && operation->arguments[i] == FC_ARG_COUNT;
        if (counts && !(argument->kind == FC_INTEGER && argument->value >= 0 && argument->value <= FC_MOST_NUMBERS))
            return false;
    }
    return true;
}

static bool is_combined_here(const fc_node *call, const fc_mpi_operation *operation)
{
    const char *names = " MPI_MAX MPI_MIN MPI_SUM MPI_PROD MPI_LAND MPI_BAND MPI_LOR MPI_BOR MPI_REPLACE MPI_NO_OP ";
    const fc_node *op = argument_of(call, operation->arguments, FC_ARG_OP, 0);
    return !op || (op->kind == FC_HANDLE && strstr(names, op->text));
}

static bool touches_numbers(const fc_node *call, const fc_mpi_operation *operation)
{
    const fc_node *in = argument_of(call, operation->arguments, FC_ARG_BUFFER, 0),
                  *out = argument_of(call, operation->arguments, FC_ARG_RECEIVED, 0);
    return (in && is_of_integers(in)) || (out && is_of_integers(out));
}

void fc_definitions_collect_window(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation)
{
    bool touches = base_of(call) || touches_numbers(call, operation);
    const fc_node *out = argument_of(call, operation->arguments, FC_ARG_RECEIVED, 0);
    if (out && !is_of_integers(out))
        fc_definitions_lose(c, out, call);
    if (!touches)
        return;
    c->one_sided = fc_grow(c->one_sided, &c->one_sided_capacity, c->n_one_sided + 1, sizeof *c->one_sided);
    c->one_sided[c->n_one_sided++] = call;
}

/* All accesses transfer only static values. */
static bool all_are_followed(const fc_collector *c)
{
    for (size_t i = 0; i < c->n_one_sided; i++) {
        const fc_mpi_operation *operation = operation_of(c->one_sided[i]);
        bool queried = strcmp(operation->name, "MPI_Win_shared_query") == 0;
        if (queried || (!base_of(c->one_sided[i]) &&
                        (!is_few(c->one_sided[i], operation) || !is_combined_here(c->one_sided[i], operation))))
            return false;
    }
    return true;
}

/* The access's origin buffer defines the window's memory; the window's memory defines the result buffer. */
static void connect(fc_collector *c, const fc_node *access, const fc_node *window, int memory)
{
    const char *arguments = operation_of(access)->arguments;
    const fc_node *in[] = {argument_of(access, arguments, FC_ARG_BUFFER, 0),
                           argument_of(access, arguments, FC_ARG_COMPARED, 0)};
    const fc_node *out = argument_of(access, arguments, FC_ARG_RECEIVED, 0);
    fc_definition brought = {.kind = FC_DEFINED_BY_MESSAGE, .cell = memory, .node = access};
    for (int i = 0; i < 2; i++) {
        brought.right = brought.place = in[i];
        brought.from = in[i] ? fc_definitions_brought_from(c->cells, in[i]) : -1;
        if (in[i] && is_of_integers(in[i]))
            fc_definitions_add(c, brought);
    }
    if (!out)
        return;
    brought.place = out;
    brought.right = base_of(window);
    brought.from = fc_definitions_brought_from(c->cells, brought.right);
    brought.cell = fc_cells_of_target(c->cells, out);
    fc_definitions_add(c, brought);
}

/* The memory of one window of numbers, and its accesses. */
static void match_window(fc_collector *c, const fc_node *window)
{
    const fc_node *base = base_of(window);
    int memory = fc_definitions_window_memory(c->cells, window);
    fc_definitions_add(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                          .cell = memory,
                                          .right = base,
                                          .from = memory,
                                          .place = base,
                                          .node = window});
    for (size_t i = 0; i < c->n_one_sided; i++)
        if (!base_of(c->one_sided[i]))
            connect(c, c->one_sided[i], window, memory);
}

/* Other accesses write dynamic values there. */
static void lose_memory(fc_collector *c, const fc_node *window)
{
    const fc_node *base = base_of(window);
    const fc_type *of = element_of(base);
    int memory = fc_definitions_window_memory(c->cells, window);
    bool reals = of && of->kind == FC_TYPE_POINTER && (of->of->kind == FC_TYPE_REAL || of->of->kind == FC_TYPE_COMPLEX);
    if (of && of->kind == FC_TYPE_POINTER)
        fc_definitions_lose_cell(c, reals ? fc_cells_of_reals(c->cells, memory) : memory, window);
    else
        fc_definitions_lose(c, base, window);
}

void fc_definitions_match_windows(fc_collector *c)
{
    bool followed = all_are_followed(c);
    size_t n_numbers = 0;
    for (size_t i = 0; i < c->n_one_sided; i++) {
        const fc_node *call = c->one_sided[i], *base = base_of(call);
        bool numbers = base && followed && holds_numbers(base);
        n_numbers += numbers;
        if (numbers)
            match_window(c, call);
        else if (base)
            lose_memory(c, call);
    }
    for (size_t i = 0; i < c->n_one_sided && n_numbers == 0; i++)
        if (!base_of(c->one_sided[i])) {
            const fc_node *access = c->one_sided[i];
            const fc_node *out = argument_of(access, operation_of(access)->arguments, FC_ARG_RECEIVED, 0);
            if (out)
                fc_definitions_lose(c, out, access);
        }
}
