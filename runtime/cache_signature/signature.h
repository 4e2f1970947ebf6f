/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature.h  The application signature: the memory accesses of a program's regions in one run ([pmac] section
 * 2.2), and the caches it was recorded with.
 *
 * The struct mirrors the file (signature_file.c): JSON with these names. Counts are sums over all ranks. */
#ifndef FC_SIGNATURE_H
#define FC_SIGNATURE_H

#include "machine_properties/machine.h"
#include "runtime/cache_signature/cache.h"
#include "runtime/cache_signature/recorder.h"

typedef struct fc_signature_operation {
    fc_operation operation;
    fc_numeric type;
    double count;
} fc_signature_operation;

/** An access expression. An update is one access with two references, load and store. */
typedef struct fc_signature_access {
    int line, column; /* column 0: all references of the library function `text` that is called at the line */
    char *text;       /* "a[i]" */
    fc_access access;
    int bytes;
    double count;    /* executions in the whole run */
    double recorded; /* executions whose address was recorded; strides and levels refer to them */
    double *strides; /* [FC_N_STRIDES] */
    unsigned n_strides;
    double *served; /* [machine][FC_RECORD_LEVELS] by serving level; index n_levels is memory */
    unsigned n_served;
} fc_signature_access;

/** The innermost loop around accesses, or the code of a procedure outside loops. */
typedef struct fc_signature_region {
    char *file, *function;
    int line, end_line;
    bool loop;
    double iterations; /* of the loop's body; 0 for straight-line code */
    fc_signature_operation *operations;
    unsigned n_operations;
    fc_signature_access *accesses;
    unsigned n_accesses;
} fc_signature_region;

/** The simulated caches, nearest first. */
typedef struct fc_signature_machine {
    char *name;
    double *bytes, *ways;
    unsigned n_bytes, n_ways;
    double line_bytes;
    fc_cache_policy policy;
} fc_signature_machine;

typedef struct fc_signature {
    char *forecost; /* version */
    int signature;  /* FC_SIGNATURE_FORMAT */
    char *program, *key, *command;
    int ranks;
    char **arguments; /* of the program */
    unsigned n_arguments;
    int sample; /* one reference in so many was recorded; 1: all */
    fc_signature_machine *machines;
    unsigned n_machines;
    fc_signature_region *regions;
    unsigned n_regions;
} fc_signature;

enum {
    FC_SIGNATURE_FORMAT = 1
};

/** The caches of a machine. Unspecified ways are assumed to be 8 in the first level and 16 in others, reduced to a
 * divisor of the number of lines (*is_assumed). FC_E_INPUT: the machine has no caches, or invalid ones; path: its file
 * or name. */
fc_status fc_signature_shape(fc_cache_shape *out, bool *is_assumed, const fc_machine *machine, const char *path,
                             fc_report *report);
/** The index of the machine with these caches, whatever its name; -1: none. */
int fc_signature_find_machine(const fc_signature *signature, const fc_cache_shape *shape);

/** The number of loads and stores; an update has both. */
double fc_signature_references(const fc_signature_access *access);
/** References of a region, or of all regions (NULL). */
double fc_signature_region_references(const fc_signature *signature, const fc_signature_region *region);

/** FC_E_INPUT with file:line:column for an invalid signature and, if key is not NULL, for that of another program or
 * version. */
fc_status fc_signature_read(FC_GIVE fc_signature **out, const char *path, const char *key, fc_report *report);
fc_status fc_signature_write(const fc_signature *signature, const char *path, fc_report *report);
/** Frees the signature; all its memory comes from malloc. NULL allowed. */
void fc_signature_free(FC_TAKE fc_signature *signature);

#endif
