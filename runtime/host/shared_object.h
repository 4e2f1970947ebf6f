/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file shared_object.h  Compiles C text to a shared object with the host's C compiler.
 *
 * The process that asks for an object reads its tables only (object_image.h). Its code runs in a child process that
 * opens the object there. */
#ifndef FC_SHARED_OBJECT_H
#define FC_SHARED_OBJECT_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/** Compiles with the runtime's headers (forecost.h, runtime_function.h, ...). Objects are cached in
 * $XDG_CACHE_HOME/forecost (~/.cache/forecost), a folder private to the user, for 30 days after their last use and up
 * to 128 MiB in all; a damaged one is compiled again. Without such a folder a temporary one is used and removed. The
 * object itself is a sealed copy in memory. Concurrent runs are safe.
 *
 * FC_E_ENVIRONMENT: no compiler, no folder, or no memory. FC_E_INPUT or FC_E_BUG: the text does not compile, with the
 * compiler's first error, or uses an undefined symbol, with its place. */
fc_status fc_shared_object_load(FC_GIVE fc_shared_object **out, const fc_shared_source *source, fc_report *report);
/** Address of a symbol in the object's image: data can be read, functions cannot be called. NULL if the object itself
 * does not define it. */
void *fc_shared_object_symbol(const fc_shared_object *object, const char *name);
/** Whether the bytes at the address are of the object's image. A byte of 0 follows the image. */
bool fc_shared_object_holds(const fc_shared_object *object, const void *address, size_t size);
/** What a process needs to open the object, also in a sandbox. */
int fc_shared_object_descriptor(const fc_shared_object *object);
/** Loads the object into this process, which can then run its functions. False: the system refuses. */
bool fc_shared_object_open(fc_shared_object *object);
/** The load address, in the process that opened it. */
uintptr_t fc_shared_object_base(const fc_shared_object *object);
/** There: the address that corresponds to one in the image; any other address is returned unchanged. */
uintptr_t fc_shared_object_here(const fc_shared_object *object, uintptr_t address);
/** A text of the object that another process gives by its address, whatever that address is; `base`: where that process
 * says that it has loaded the object. NULL: the address is neither in the image nor in that object. */
const char *fc_shared_object_text(const fc_shared_object *object, uintptr_t base, const char *text);
void fc_shared_object_free(FC_TAKE fc_shared_object *object);

#endif
