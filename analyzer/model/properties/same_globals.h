/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file same_globals.h  Globals of one name that the files of a program declare with different types: several symbols
 * for one object. By sorting, n log n in the symbols. */
#ifndef FC_SAME_GLOBALS_H
#define FC_SAME_GLOBALS_H

#include "analyzer/model/program.h"

/** Visits pairs of such globals, so that each of a name is in one with another one; in the order of the names. */
void fc_same_globals_visit(const fc_program *program, void (*visit)(void *data, const fc_symbol *a, const fc_symbol *b),
                           void *data);
/** Both are pointers to one record, which one of the files does not define (C17 6.2.7). */
bool fc_same_globals_are_compatible(const fc_symbol *a, const fc_symbol *b);

#endif
