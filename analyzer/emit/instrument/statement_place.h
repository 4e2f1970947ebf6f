/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file statement_place.h  Finds the start and end of a statement in preprocessed text, for insertions around it. */
#ifndef FC_STATEMENT_PLACE_H
#define FC_STATEMENT_PLACE_H

#include "analyzer/model/program.h"

/** The start of a statement: before parentheses around an expression statement, and before the pragmas of a loop. */
long fc_statement_start(const char *text, const fc_node *statement);
/** The end, after the semicolon if it ends with one; -1 if that is not found. */
long fc_statement_end(const char *text, size_t length, const fc_node *statement);
/** The text of a condition stands for itself, between parentheses or beside an operator. */
bool fc_statement_has_operand(const char *text, size_t length, const fc_node *condition);

#endif
