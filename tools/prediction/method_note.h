/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file method_note.h  Whether method sum, the standard one, misses that ranks wait for each other. */
#ifndef FC_METHOD_NOTE_H
#define FC_METHOD_NOTE_H

#include "tools/prediction/subject.h"

/** Where nobody chose a method: predicts one point, the most ranks of at most 64 with at most a million calls and
 * executed turns, by method ranks too, and writes a note to the arguments' errors if its time is another by more than a
 * twentieth. prediction: of the sweep's points. A point that method ranks cannot predict is passed over. */
void fc_method_note(fc_subject *subject, const fc_sweep *sweep, const fc_prediction *prediction,
                    const fc_arguments *arguments);

#endif
