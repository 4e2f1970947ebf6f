/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file closure.h  Determines the archive members a program needs, as a linker does: those that define an undefined
 * symbol, transitively. Linear in the symbols. The order of libraries is ignored, because the link succeeded.
 *
 * The caller numbers the members (parts) from 0. */
#ifndef FC_CLOSURE_H
#define FC_CLOSURE_H

#include "machine_properties/support/map.h"
#include "machine_properties/support/words.h"

#include <stdbool.h>

/** {0}: no symbols needed yet. */
typedef struct fc_closure {
    fc_map definer; /* name -> the first part that defines it, as number + 1 */
    fc_map defined; /* names defined by the program and its taken parts */
    fc_words needed;
    size_t next; /* index in `needed` */
} fc_closure;

/** Registers part `number`, which defines these names. */
void fc_closure_offer(fc_closure *closure, size_t number, const fc_words *defined);
/** Takes an object or part into the program: it defines and needs these names. */
void fc_closure_take(fc_closure *closure, const fc_words *defined, const fc_words *needed);
void fc_closure_need(fc_closure *closure, const char *name);
/** The next part that defines a needed, undefined name; the caller must take it. False: all names are resolved, or no
 * part defines them. */
bool fc_closure_next(size_t *number, fc_closure *closure);
void fc_closure_free(fc_closure *closure);

#endif
