/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file statement_place.h  Where a statement begins and ends in preprocessed text, for what is put around it. */
#ifndef FC_STATEMENT_PLACE_H
#define FC_STATEMENT_PLACE_H

#include "analyzer/model/program.h"

/** Where a statement begins: outside the parentheses around an expression statement, before the pragmas of a loop. */
long fc_statement_start(const char *text, const fc_node *statement);
/** Behind its semicolon, if it ends with one; -1 where that is not found. */
long fc_statement_end(const char *text, size_t length, const fc_node *statement);

#endif
