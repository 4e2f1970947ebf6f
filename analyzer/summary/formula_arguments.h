/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_arguments.h  Arguments of MPI calls in a symbolic run: their values, and their values after the call.
 */
#ifndef FC_FORMULA_ARGUMENTS_H
#define FC_FORMULA_ARGUMENTS_H

#include "analyzer/summary/formula_run.h"

/** The nth argument (from 0) of that role; NULL: there is none. */
const fc_node *fc_run_argument(const fc_cost *cost, char role, int nth);
/** x of &x; NULL: another expression, or NULL. */
const fc_node *fc_run_addressed(const fc_node *address);
/** What the address points to has the value from here on; NULL: an unknown one. address NULL: nothing is done. */
void fc_run_write(fc_run *run, const fc_node *address, const fc_sym *value);
void fc_run_write_element(fc_run *run, const fc_node *array, int i, const fc_sym *value);
/** NULL: not known. */
const fc_sym *fc_run_read_element(fc_run *run, const fc_node *array, int i);

/** Bytes of an element of the datatype; NULL: not closed. */
const fc_sym *fc_run_datatype_bytes(const fc_run *run, const fc_node *type);
/** Ranks of a communicator; NULL: not known. */
const fc_sym *fc_run_communicator_size(const fc_run *run, const fc_node *comm);
/** A call that makes a derived datatype: its handle is known by its bytes from here on (MPI 3.1, section 4.1). */
void fc_run_make_datatype(fc_run *run, const fc_cost *cost);

#endif
