/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cells.h  Abstract memory locations (cells) and points-to sets by unification (Steensgaard, POPL 1996).
 *
 * A cell represents a variable, a record field (of all records of the type), a procedure's result, or the elements that
 * a pointer may reach. Cells that one pointer may reach are unified, but reals stay apart from other types: C accesses
 * no object by a type of the other kind (C17 6.5 p7). So a void pointer to integers in one call and to reals in another
 * does not make the integers dynamic. The elements of an array of arrays are one cell, as those of a plain array:
 * `m[2][3]`, `((int *)m)[k]`, memory that `malloc` returns to an `int (*m)[3]`. A cell is a small integer; -1: none. */
#ifndef FC_CELLS_H
#define FC_CELLS_H

#include "analyzer/model/properties/indirect_calls.h"

typedef struct fc_cells fc_cells;

/** A cast from a pointer to one record to a pointer to another; the first n_shared fields of both have the same types
 * and share their memory. */
typedef struct fc_recast {
    const fc_type *from, *to;
    int n_shared;
} fc_recast;
/** The node is such a cast, of records whose fields are known. A cast between a record and its first member, which have
 * one address (C17 6.7.2.1 p15), is none. */
bool fc_cells_recast(fc_recast *out, const fc_node *node);

/** A union of integers and integer arrays only: its members share one cell; all or none of them are in the slice. */
bool fc_cells_is_of_whole(const fc_type *type);

/** calls: possible targets of calls through pointers; not used after the return. */
FC_GIVE fc_cells *fc_cells_create(const fc_program *program, const fc_indirect_calls *calls);
void fc_cells_free(FC_TAKE fc_cells *cells);
int fc_cells_count(const fc_cells *cells);

/** The cell of the value of a variable, parameter or field; for a procedure, of its result. */
int fc_cells_of_symbol(const fc_cells *cells, const fc_symbol *symbol);
/** The cell of an lvalue (a name, an element, a member, a dereference); -1 for anything else. */
int fc_cells_of_place(const fc_cells *cells, const fc_node *lvalue);
/** The cell of the expression's target, without its reals; -1: no target, or unknown. */
int fc_cells_of_target(const fc_cells *cells, const fc_node *expression);
/** The number of elements of the named array that have cells of their own (scalar_replacement.h); 0: all share one.
 * And the cell of one of them. */
int fc_cells_n_elements(const fc_cells *cells, const fc_node *array);
int fc_cells_of_element(const fc_cells *cells, const fc_node *array, int at);
/** The parameter's target is apart from those of the arguments, whose content is only sent (sent_parameters.h). */
bool fc_cells_is_sent(const fc_cells *cells, const fc_symbol *parameter);
/** The procedure returns new memory, with a cell for each call (allocation_wrappers.h). */
bool fc_cells_allocates(const fc_cells *cells, const fc_procedure *procedure);
/** The place is in memory that the same call of its procedure has allocated. */
bool fc_cells_is_own(const fc_cells *cells, const fc_node *place);
/** The cell of the targets of a cell's values, without their reals; -1: none. */
int fc_cells_pointee(const fc_cells *cells, int cell);
/** The cell of the reals in the memory of `cell`. */
int fc_cells_of_reals(const fc_cells *cells, int cell);

#endif
