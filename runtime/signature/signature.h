/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature.h  The application signature: what the regions of a program do with memory, and how often ([pmac]
 * section 2.2), as one run told it; and the caches of a machine that it was asked of.
 *
 * The struct is the file (signature_file.c): JSON of these names. Numbers are counts of all ranks together. */
#ifndef FC_SIGNATURE_H
#define FC_SIGNATURE_H

#include "machine_properties/machine.h"
#include "runtime/signature/cache.h"
#include "runtime/signature/recorder.h"

typedef struct fc_signature_operation {
    fc_operation operation;
    fc_numeric type;
    double count;
} fc_signature_operation;

/** Of an update the load and the store are one access here, two references. */
typedef struct fc_signature_access {
    int line, column;
    char *text; /* "a[i]" */
    fc_access access;
    int bytes;
    double count;    /* in the whole run */
    double recorded; /* of these, whose address was seen; strides and levels are of them */
    double *strides; /* [FC_N_STRIDES] */
    unsigned n_strides;
    double *served; /* [machine][FC_RECORD_LEVELS] by the level that served them; n_levels of the machine: memory */
    unsigned n_served;
} fc_signature_access;

/** The innermost loop around accesses, or a procedure's code outside of loops. */
typedef struct fc_signature_region {
    char *file, *function;
    int line, end_line;
    bool loop;
    double iterations; /* of the loop's body; of straight code 0 */
    fc_signature_operation *operations;
    unsigned n_operations;
    fc_signature_access *accesses;
    unsigned n_accesses;
} fc_signature_region;

/** The caches that were simulated, nearest first. */
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
    int sample; /* one reference of so many was recorded; 1: all were */
    fc_signature_machine *machines;
    unsigned n_machines;
    fc_signature_region *regions;
    unsigned n_regions;
} fc_signature;

enum {
    FC_SIGNATURE_FORMAT = 1
};

/** The caches of a machine. Ways that it does not tell are 8 in the first level and 16 beyond, or the most below that
 * divides the level (*is_assumed). FC_E_INPUT: it tells no caches, or none that can be; path: its file or name. */
fc_status fc_signature_shape(fc_cache_shape *out, bool *is_assumed, const fc_machine *machine, const char *path,
                             fc_report *report);
/** The machine whose caches are these, whatever its name; -1: none. */
int fc_signature_find_machine(const fc_signature *signature, const fc_cache_shape *shape);

/** Loads and stores: an update is both. */
double fc_signature_references(const fc_signature_access *access);
/** Of the references of a region, or of all regions (NULL). */
double fc_signature_region_references(const fc_signature *signature, const fc_signature_region *region);

/** FC_E_INPUT with file:line:column for what is no signature; where key is not NULL also for that of another program
 * or version. */
fc_status fc_signature_read(FC_GIVE fc_signature **out, const char *path, const char *key, fc_report *report);
fc_status fc_signature_write(const fc_signature *signature, const char *path, fc_report *report);
/** All its arrays and strings come from malloc. NULL allowed. */
void fc_signature_free(FC_TAKE fc_signature *signature);

#endif
