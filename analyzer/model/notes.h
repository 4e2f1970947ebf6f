/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file notes.h  Pragmas from a file beside the sources, for code one must not touch.
 *
 *     # comment
 *     solver.c:44 trip(100)            the loop that begins on that line: mean iterations an entry
 *     src/main.c:301:9 probability(0.3)  the if that begins at that line and column: the share that takes it
 *     main.c:60 init_end               the computational block begins with the statement there
 *     solver.c:88 cost(2e-9*n)         what the statement there costs, in seconds (cost_told.h)
 *     solver.c:95 ignore               the statement there costs nothing
 *     precondition cost(3*n, madd f64)   the same of a procedure's whole body, or of a function that is only declared
 *     main.c:20 param(n, argv[1])      the statement there sets a parameter of the formula (params.h)
 *
 * Each does what `#pragma forecost` of the same text right before that statement does. A file is named by as much of
 * the end of its path as tells it from the program's others. */
#ifndef FC_NOTES_H
#define FC_NOTES_H

#include "analyzer/model/program.h"

/** Puts the notes of the file at `path` into the program as FC_PRAGMA nodes, before any pass has seen it: ids change,
 * and so does the program's key. FC_E_INPUT with the place in the notes: not readable, no note, no such statement or
 * several, a number out of range, or what another note or a pragma tells already. The program is then of no use. */
fc_status fc_notes_apply(fc_program *program, const char *path, fc_report *report);
/** A pragma that a note put there: it stands nowhere in the source. */
bool fc_notes_made(const fc_node *pragma);
/** Where a note `init_end` for that line begins the computational block: the first statement of a block, no
 * declaration, that begins on that line. NULL: none. */
const fc_node *fc_notes_block_start(const fc_node *tree, int line);

#endif
