/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file unrolled_loops.h  Loops of few iterations that the compiler unrolled completely (machine_code.h): their code
 * is straight code of the loop around them.
 *
 * `for (k = -1; k <= 1; k++) sum += u[i + k];` costs what the three additions cost that stand for it in the machine
 * code: an access for each k, whose address only i moves. */
#ifndef FC_UNROLLED_LOOPS_H
#define FC_UNROLLED_LOOPS_H

#include "analyzer/context/cost.h"
#include "analyzer/context/values.h"
#include "analyzer/regions/region_model.h"

/** The iterations of a completely unrolled loop; 0: of another loop, and of what is none. */
static inline double fc_unrolled_loops_trips(const fc_cost *cost)
{
    return fc_cost_is_loop(cost) && cost->region ? cost->region->unrolled : 0;
}

/** Whether the compiler completely unrolled the loop, an innermost one with described streams: its region is then no
 * loop's, but straight code. view: from the outermost enclosing loop. */
bool fc_unrolled_loops_find(const fc_cost *loop, const fc_program *program, const fc_view *view);
/** Makes the unrolled loops in an innermost one part of it. Of those in no branch and with no calls, operations and
 * streams move to the loop's own region, whose streams are not described yet. Others keep theirs (loop_parts.h), and so
 * do all if the region had more than 64 streams. */
void fc_unrolled_loops_join(const fc_cost *loop, const fc_view *view);

#endif
