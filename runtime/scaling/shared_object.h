/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file shared_object.h  C text -> loaded shared object, by the host's C compiler. */
#ifndef FC_SHARED_OBJECT_H
#define FC_SHARED_OBJECT_H

#include "machine_properties/support/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fc_shared_object fc_shared_object;

/** What to build. */
typedef struct fc_shared_source {
    const char *text;
    size_t length;
    const char *name;     /* for messages and #line: the file the text came from */
    const char *compiler; /* NULL: "cc" */
    bool keep;            /* keep the result for the next run, under a key of text, headers, compiler and flags */
    bool is_users;        /* an error in the text is the user's (FC_E_INPUT), not ours (FC_E_BUG) */
} fc_shared_source;

/** Compiles with the runtime's headers (forecost.h, runtime_function.h, ...) and loads. Results are kept in
 *  $XDG_CACHE_HOME/forecost (~/.cache/forecost), a folder of the user's alone, for 30 days
 *  after their last use and up to 128 MiB in all; where that cannot be had, in a temporary
 * folder that is gone after loading. Runs at the same time do not disturb each other. FC_E_ENVIRONMENT: no compiler, no
 * place; FC_E_INPUT or FC_E_BUG: the text does not compile, with the compiler's first error, or uses a name that nobody
 * defines, with its place. */
fc_status fc_shared_object_load(FC_GIVE fc_shared_object **out, const fc_shared_source *source, fc_report *report);
/** NULL if the object itself does not define it. */
void *fc_shared_object_symbol(const fc_shared_object *object, const char *name);
void fc_shared_object_free(FC_TAKE fc_shared_object *object);

#endif
