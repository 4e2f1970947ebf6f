/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pieces.h  Blocks whose control flow no nesting of loops and branches tells: a goto goes into a block or back
 * over a declaration, a goto is computed, a case stands inside another statement (Duff's device).
 *
 * Such a block is cut into pieces: statements that run one after the other, as often as each other. Each begins with an
 * FC_PIECE, and a profiling run counts how often it ran each time the block was entered. */
#ifndef FC_PIECES_H
#define FC_PIECES_H

#include "analyzer/model/program.h"

/** What &&label is in the model: FC_LABEL_ADDRESS("label"), a function that nobody defines. */
#define FC_LABEL_ADDRESS "__label_address"

/** Puts an FC_PIECE where each piece begins; the first of a block, which runs once each time it is entered, tells in
 * `text` which jump made it so. Whole loops and branches that no such jump enters or leaves stay one
 * statement of a piece. A block holds all that its jumps go to: of a return that is the procedure's body. */
void fc_pieces_cut(fc_program *program);
/** The first FC_PIECE of the block that the piece belongs to. */
const fc_node *fc_pieces_first(const fc_node *piece);
/** Pieces begin below the node, or at it. */
bool fc_pieces_are_within(const fc_node *node);

#endif
