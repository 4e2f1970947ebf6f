/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file object_image.h  A shared object as data: its segments at their relative addresses, relocated, in memory that
 * cannot be executed. A process can thus read an object's tables without loading it. Every address is checked. */
#ifndef FC_OBJECT_IMAGE_H
#define FC_OBJECT_IMAGE_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fc_object_image {
    char *memory; /* a byte of 0 follows */
    size_t size;
    char *missing; /* the first symbol that no object of this process defines; NULL: none */
    uint64_t symbols, n_symbols, names;
} fc_object_image;

/** The image of an ELF object of this machine's kind, from its bytes. False: it is damaged, or not supported. */
bool fc_object_image_make(FC_GIVE fc_object_image *out, const char *bytes, size_t length);
void fc_object_image_free(fc_object_image *image);
/** Whether the bytes at the address lie in the image. */
bool fc_object_image_holds(const fc_object_image *image, const void *address, size_t size);
/** Address of a symbol that the object defines; NULL: none. Its size is not checked. */
void *fc_object_image_symbol(const fc_object_image *image, const char *name);

#endif
