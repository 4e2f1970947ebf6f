/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file mispredictions.h  Mispredicted branches on data, in innermost loops: the share that the branch predictor of a
 * profile missed (fc_branch_predictor_print). */
#ifndef FC_MISPREDICTIONS_H
#define FC_MISPREDICTIONS_H

#include "analyzer/context/cost.h"
#include "analyzer/model/program.h"

/** Adds them to the regions of the loop's conditions. Only branches that a profile counted (fc_program.mispredicted)
 * are charged, and only where the machine code has branches or, if that is unknown, where a way of the branch writes to
 * memory or calls: compilers make conditional moves of the others. */
void fc_mispredictions_add(const fc_program *program, const fc_cost *loop);

#endif
