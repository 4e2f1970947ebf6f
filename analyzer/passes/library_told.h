/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library_told.h  Costs of functions that are defined elsewhere, told by a person: by a pragma right before the
 * declaration, by a note, whose names are those of the declaration's parameters, or in a file beside the sources:
 *
 *     # comment
 *     spmv(., n, nnz) cost(2*nnz, madd f64)   named arguments, in their order; '.': one that nothing is told of
 *     fft_(*n, .)     cost(5e-9*n*log2(n))    *n: the argument is the address of a number that is read, as in Fortran
 *     log_line        ignore
 *
 * What stands behind the name is told_text.h's. Such a line goes before one of the table (library.h). The model keeps
 * it at the function's symbol. */
#ifndef FC_LIBRARY_TOLD_H
#define FC_LIBRARY_TOLD_H

#include "analyzer/model/told_text.h"
#include "analyzer/passes/values.h"

/** Keeps the lines of the file that are told of functions the program calls; how many there are besides goes to
 * *n_unused. FC_E_INPUT with the place in it: not readable, no such line, a name that is no argument, a function told
 * twice or defined by the program. The program is then of no use. */
fc_status fc_library_told_read(int *n_unused, fc_program *program, const char *path, fc_report *report);
/** What pragmas before declarations and notes tell of functions that are only declared. FC_E_INPUT with the place of
 * the declaration: no such text, or a name that is no parameter. */
fc_status fc_library_told_check(const fc_program *program, fc_report *report);
/** The line that tells what the call costs; NULL: none. */
const char *fc_library_told_of(const fc_node *call);
/** The call's line says that the argument (counted from 1) is the address of a number that is read. */
bool fc_library_told_reads(const fc_node *call, int argument);
/** What a line tells. */
FC_GIVE fc_told_text fc_library_told_text(const char *line);
/** Calls visit for each argument of the call that its line names. is_by_address: what it points to. */
void fc_library_told_arguments(const fc_node *call,
                               void (*visit)(void *data, const fc_node *argument, bool is_by_address), void *data);
/** All those arguments are there, and the slice can compute them. */
bool fc_library_told_is_known(const fc_control *control, const fc_node *call);
/** The expression of the call's line, seen from the view; NULL: not closed. */
const fc_sym *fc_library_told_value(const fc_view *view, const fc_node *call);

#endif
