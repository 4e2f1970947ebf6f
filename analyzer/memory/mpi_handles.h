/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file mpi_handles.h  The possible objects of MPI handles: the datatypes and communicators that reach a variable.
 *
 * Messages on different communicators never match (MPI 3.1, section 6.4.2), and the types of a receive match those sent
 * (section 3.3.1). Hence a message of reals or characters carries no integers. Ranks may make one communicator together
 * at different places, such as in the branches of an if. Two calls therefore make different ones only if every rank
 * that runs one also runs the other. A fixed-point iteration over the definitions. */
#ifndef FC_MPI_HANDLES_H
#define FC_MPI_HANDLES_H

#include "analyzer/memory/cells.h"

struct fc_definitions;

/** A bit set of objects; 0: none known. */
typedef unsigned long long fc_mpi_object_set;

enum {
    FC_MOST_COMMUNICATORS = 59
};

typedef struct fc_mpi_handles {
    const fc_cells *cells;                      /* borrowed */
    fc_mpi_object_set *set;                     /* by cell: possible objects of the handle there */
    const fc_node *made[FC_MOST_COMMUNICATORS]; /* the calls that make communicators */
    fc_mpi_object_set
        same[FC_MOST_COMMUNICATORS]; /* by call: calls that may make the same communicator, itself included */
    int n_made;                      /* at the limit, nothing is known */
} fc_mpi_handles;

/** Computes the sets from all definitions of handles. The cells and the nodes of the definitions must outlive `out`. */
void fc_mpi_handles_find(FC_GIVE fc_mpi_handles *out, const struct fc_definitions *definitions,
                         const fc_program *program, const fc_cells *cells);
void fc_mpi_handles_free(fc_mpi_handles *objects);

/** The possible objects of an expression's value. */
fc_mpi_object_set fc_mpi_handles_of(const fc_mpi_handles *objects, const fc_node *expression);
/** The object of a predefined name. */
fc_mpi_object_set fc_mpi_handles_predefined(const char *name);
/** The communicator has the ranks of MPI_COMM_WORLD: the set has only it and its duplicates, or no call makes a
 * communicator of other ranks. */
bool fc_mpi_handles_span_world(const fc_mpi_handles *objects, fc_mpi_object_set communicator);
/** The datatype is of real numbers only. */
bool fc_mpi_handles_are_reals(fc_mpi_object_set datatype);
/** The datatype is of characters only. */
bool fc_mpi_handles_are_characters(fc_mpi_object_set datatype);
/** The communicators may be the same. */
bool fc_mpi_handles_may_match(const fc_mpi_handles *objects, fc_mpi_object_set a, fc_mpi_object_set b);

#endif
