/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file link_closure.h  Determines the archive members a program needs, as a linker does: those that define an
 * undefined symbol, transitively. Linear in the symbols. The order of libraries is ignored, because the link succeeded.
 *
 * The caller numbers the members (parts) from 0. */
#ifndef FC_LINK_CLOSURE_H
#define FC_LINK_CLOSURE_H

#include "support/map.h"
#include "support/words.h"

#include <stdbool.h>

/** {0}: no symbols needed yet. */
typedef struct fc_link_closure {
    fc_map definer; /* name -> the first part that defines it, as number + 1 */
    fc_map defined; /* names defined by the program and its taken parts */
    fc_words needed;
    size_t next; /* index in `needed` */
} fc_link_closure;

/** Registers part `number`, which defines these names. */
void fc_link_closure_register(fc_link_closure *closure, size_t number, const fc_words *defined);
/** Takes an object or part into the program: it defines and needs these names. */
void fc_link_closure_take(fc_link_closure *closure, const fc_words *defined, const fc_words *needed);
void fc_link_closure_need(fc_link_closure *closure, const char *name);
/** The next part that defines a needed, undefined name; the caller must take it. False: all names are resolved, or no
 * part defines them. */
bool fc_link_closure_next(size_t *number, fc_link_closure *closure);
void fc_link_closure_free(fc_link_closure *closure);

#endif
