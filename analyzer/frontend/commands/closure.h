/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file closure.h  Which parts of libraries a program takes: those that define a name somebody needs, as for a linker.
 *
 * Parts are numbered from 0 by the caller. The order of libraries is not looked at: the link went well. */
#ifndef FC_CLOSURE_H
#define FC_CLOSURE_H

#include "machine_properties/support/map.h"
#include "machine_properties/support/words.h"

#include <stdbool.h>

/** {0} is a program that needs nothing yet. */
typedef struct fc_closure {
    fc_map definer; /* name -> the first part that defines it, as number + 1 */
    fc_map defined; /* names that what is taken defines */
    fc_words needed;
    size_t next; /* of `needed` */
} fc_closure;

/** Part `number` of a library can be taken for these names. */
void fc_closure_offer(fc_closure *closure, size_t number, const fc_words *defined);
/** What is part of the program: it defines and needs these names. */
void fc_closure_take(fc_closure *closure, const fc_words *defined, const fc_words *needed);
void fc_closure_need(fc_closure *closure, const char *name);
/** The number of a part that is needed and not yet taken, once each; the caller takes it. False: the program is whole.
 */
bool fc_closure_next(size_t *number, fc_closure *closure);
void fc_closure_free(fc_closure *closure);

#endif
