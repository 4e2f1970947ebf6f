/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file object_cache.h  Objects of generated C texts, kept in the cache folder from one command to the next.
 *
 * The key of an object covers the text, the flags, with -g the folder that the compiler runs in, and the compiler: its
 * file's path, size and date, and what it prints for -###, which names the version, the headers' folders and what a
 * wrapper adds. The texts include system headers and MPI's at most. */
#ifndef FC_OBJECT_CACHE_H
#define FC_OBJECT_CACHE_H

#include "support/words.h"

/** A cache for the objects of one compiler. */
typedef struct fc_object_cache {
    char *folder;   /* NULL: nothing is kept */
    char *compiler; /* what the keys cover of it */
} fc_object_cache;

/** `compiler`: its words. *out, which is empty before, stays so without a cache folder, or if the compiler does not
 * accept -###. FC_E_INTERRUPTED. */
fc_status fc_object_cache_open(fc_object_cache *out, const fc_words *compiler, fc_report *report);
/** Removes what has not been used for long, and frees. */
void fc_object_cache_close(fc_object_cache *cache);

/** Name of the object that `command`, which names no scratch file, makes in `directory` of the text in the file `path`.
 * NULL: it cannot be kept, because it is for the processor at hand (-march=native) and nodes may share the folder. */
FC_GIVE char *fc_object_cache_name(const fc_object_cache *cache, const fc_words *command, const char *directory,
                                   const char *path);
/** Writes the kept object into the file. False: there is none; also for a name of NULL. */
bool fc_object_cache_take(const fc_object_cache *cache, const char *name, const char *object);
/** Keeps the object of the file. A failure is ignored: the text is compiled again the next time. */
void fc_object_cache_keep(const fc_object_cache *cache, const char *name, const char *object);

#endif
