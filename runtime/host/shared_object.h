/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file shared_object.h  Compiles C text to a shared object with the host's C compiler, and loads it. */
#ifndef FC_SHARED_OBJECT_H
#define FC_SHARED_OBJECT_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fc_shared_object fc_shared_object;

/** The source and how to build it. */
typedef struct fc_shared_source {
    const char *text;
    size_t length;
    const char *name;     /* for messages and #line: the file the text comes from */
    const char *compiler; /* NULL: "cc" */
    bool keep;     /* cache the object, under a key of text, headers, compiler and its version, flags, and Forecost's
                      version */
    bool is_users; /* errors in the text are the user's (FC_E_INPUT), not ours (FC_E_BUG) */
} fc_shared_source;

/** Compiles with the runtime's headers (forecost.h, runtime_function.h, ...) and loads. Objects are cached in
 * $XDG_CACHE_HOME/forecost (~/.cache/forecost), a folder private to the user, for 30 days after their last use and up
 * to 128 MiB in all; a damaged one is compiled again. Without such a folder a temporary one is used and removed after
 * loading. Concurrent runs are safe.
 *
 * FC_E_ENVIRONMENT: no compiler, or no folder. FC_E_INPUT or FC_E_BUG: the text does not compile, with the compiler's
 * first error, or uses an undefined symbol, with its place. */
fc_status fc_shared_object_load(FC_GIVE fc_shared_object **out, const fc_shared_source *source, fc_report *report);
/** The symbol's address; NULL if the object itself does not define it. */
void *fc_shared_object_symbol(const fc_shared_object *object, const char *name);
void fc_shared_object_free(FC_TAKE fc_shared_object *object);

#endif
