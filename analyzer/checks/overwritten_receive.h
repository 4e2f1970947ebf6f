/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file overwritten_receive.h  Receives in loops whose data each iteration overwrites, and only statements after the
 * loop read. */
#ifndef FC_OVERWRITTEN_RECEIVE_H
#define FC_OVERWRITTEN_RECEIVE_H

#include "analyzer/model/program.h"

/** The receive `call` stands in a loop that does not use its buffer, the local variable `object`, otherwise; some
 * statement after the loop reads it. False also if the variable's address escapes, or another statement writes it. */
bool fc_overwritten_receive_is(const fc_program *program, const fc_node *call, const fc_symbol *object);

#endif
