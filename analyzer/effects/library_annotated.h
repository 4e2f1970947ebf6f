/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library_annotated.h  Cost annotations of functions that are defined elsewhere. They stand in a pragma directly
 * before the declaration, in an annotation file (--notes), which uses the declared parameter names, or in a file of
 * lines (--library):
 *
 *     # comment
 *     spmv(., n, nnz) cost(2*nnz, madd f64)   named arguments in order; '.': unused argument
 *     fft_(*n, .)     cost(5e-9*n*log2(n))    *n: the argument is the address of a number that is read, as in Fortran
 *     log_line        ignore
 *
 * cost_annotation.h has the grammar of the text after the name. Such a line takes precedence over the table
 * (library.h). The function's symbol holds it in the model. */
#ifndef FC_LIBRARY_ANNOTATED_H
#define FC_LIBRARY_ANNOTATED_H

#include "analyzer/model/annotations/cost_annotation.h"
#include "analyzer/symbolic/symbolic.h"

/** Stores the lines of the file for functions that the program calls; *n_unused counts the others. FC_E_INPUT with the
 * position: unreadable, malformed, a name that is not an argument, or a function annotated twice or defined by the
 * program. After an error the program is unusable. */
fc_status fc_library_annotated_read(int *n_unused, fc_program *program, const char *path, fc_report *report);
/** Checks the annotations of declared functions from pragmas and annotation files. FC_E_INPUT at the declaration:
 * malformed text, or a name that is not a parameter. */
fc_status fc_library_annotated_check(const fc_program *program, fc_report *report);
/** The cost annotation of the called function; NULL: none. */
const char *fc_library_annotated_of(const fc_node *call);
/** According to the annotation, the argument (counted from 1) is the address of a number that is read. */
bool fc_library_annotated_is_by_address(const fc_node *call, int argument);
/** The parsed text of a line. */
FC_GIVE fc_cost_annotation fc_library_annotated_text(const char *line);
/** Calls visit for each argument that the annotation names. is_by_address: for its target. */
void fc_library_annotated_visit_arguments(const fc_node *call,
                                          void (*visit)(void *data, const fc_node *argument, bool is_by_address),
                                          void *data);
/** What becomes of the arguments that an annotation names. */
typedef struct fc_library_arguments {
    void (*visit)(void *data, const fc_node *argument, bool is_by_address); /* NULL: not called */
    const fc_sym *(*value)(void *data, const fc_node *argument); /* of an argument or its target; NULL: no values */
    void *data;
} fc_library_arguments;
/** *out: the value of the annotation's expression; NULL: not closed. False: the call lacks an argument that it names.
 */
bool fc_library_annotated_evaluate(const fc_sym **out, fc_algebra *algebra, const fc_node *call,
                                   const fc_library_arguments *arguments);

#endif
