/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cells.h  Abstract memory: which places of the program may be the same (unification, after Steensgaard).
 *
 * A cell stands for the value of a variable, of a record field (whatever the record), of a procedure's result, or of
 * all the elements a pointer may reach. Cells that one pointer may reach are one cell, except that real numbers stand
 * apart from everything else: C reads no object by a type of the other sort (C17 6.5 p7), so a void pointer that is
 * handed integers here and reals there makes no data of the integers. The elements of an array of arrays are one cell,
 * as those of a plain array of as many are: `m[2][3]`, `((int *)m)[k]`, what `malloc` gave an `int (*m)[3]`. Cells are
 * small integers; -1: no such cell. */
#ifndef FC_CELLS_H
#define FC_CELLS_H

#include "analyzer/model/properties/indirect_calls.h"

typedef struct fc_cells fc_cells;

/** A pointer to one record taken for a pointer to another; the first n_shared fields of both are alike, and one memory.
 */
typedef struct fc_recast {
    const fc_type *from, *to;
    int n_shared;
} fc_recast;
/** The node does that, with records whose fields are known. */
bool fc_cells_recast(fc_recast *out, const fc_node *node);

/** A union of whole numbers and arrays of such alone: its members are one memory, and the slice keeps all or none. */
bool fc_cells_is_of_whole(const fc_type *type);

/** calls: what calls through pointers may run; used only while this runs. */
FC_GIVE fc_cells *fc_cells_create(const fc_program *program, const fc_indirect_calls *calls);
void fc_cells_free(FC_TAKE fc_cells *cells);
int fc_cells_count(const fc_cells *cells);

/** The cell a variable, parameter or field holds its value in; for a procedure the cell of its result. */
int fc_cells_of_symbol(const fc_cells *cells, const fc_symbol *symbol);
/** The cell an lvalue names (a name, an element, a member, a dereference); -1 for anything else. */
int fc_cells_of_place(const fc_cells *cells, const fc_node *lvalue);
/** The cell of what the value of an expression points to, but for real numbers there; -1 if it points to nothing known.
 */
int fc_cells_of_target(const fc_cells *cells, const fc_node *expression);
/** How many elements are told apart of the array that is named (elements.h), each in a cell of its own; 0: all are one
 * cell. And the cell of one of them. */
int fc_cells_n_elements(const fc_cells *cells, const fc_node *array);
int fc_cells_of_element(const fc_cells *cells, const fc_node *array, int at);
/** What the procedure returns is fresh memory, of another cell at each call (allocation_wrappers.h). */
bool fc_cells_allocates(const fc_cells *cells, const fc_procedure *procedure);
/** The place lies in memory that the same call of its procedure has allocated: in nobody's who was there before. */
bool fc_cells_is_own(const fc_cells *cells, const fc_node *place);
/** What the values in a cell point to, but for real numbers there; -1: nothing. */
int fc_cells_pointee(const fc_cells *cells, int cell);
/** The cell of the real numbers in the memory of `cell`. */
int fc_cells_of_reals(const fc_cells *cells, int cell);

#endif
