/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file annotation_file.h  Annotations in a file beside the sources, for code that cannot be edited.
 *
 *     # comment
 *     solver.c:44 trip(100)            the loop that begins on that line: mean iterations per entry
 *     src/main.c:301:9 probability(0.3)  the if that begins at that line and column: probability that it is taken
 *     main.c:60 init_end               the computational block begins with the statement there
 *     solver.c:88 cost(2e-9*n)         cost of the statement there, in seconds (cost_annotated.h)
 *     solver.c:95 ignore               the statement there costs nothing
 *     precondition cost(3*n, madd f64)   cost of a procedure's whole body, or of a function that is only declared
 *     main.c:20 param(n, argv[1])      the statement there sets a parameter of the formula (parameter_annotation.h)
 *
 * Each line is equivalent to `#pragma forecost` with the same text directly before the statement. The shortest
 * unambiguous end of a path names a file. */
#ifndef FC_ANNOTATION_FILE_H
#define FC_ANNOTATION_FILE_H

#include "analyzer/model/program.h"

/** Inserts the annotations of the file at `path` into the program as FC_PRAGMA nodes, before any pass reads it. Node
 * ids and the program's key change. FC_E_INPUT with the position in the file: unreadable file, malformed line, missing
 * or ambiguous statement, number out of range, or duplicate annotation. After an error the program is unusable. */
fc_status fc_annotation_file_apply(fc_program *program, const char *path, fc_report *report);
/** The pragma comes from an annotation file: its source span is empty. */
bool fc_annotation_file_made(const fc_node *pragma);
/** The first statement on that line where `init_end` can begin the computational block: a statement of a block that is
 * neither a declaration nor a pragma. NULL: none. */
const fc_node *fc_annotation_file_block_start(const fc_node *tree, int line);

#endif
