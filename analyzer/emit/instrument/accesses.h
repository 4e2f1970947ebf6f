/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file accesses.h  Instruments the preprocessed source to report its loads and stores ([pmac] section 2.2).
 *
 * An access is an element, a dereference, or a member of either: `a[i]`, `*p`, `p->x`, `a[i].x`. Scalar variables count
 * as registers. So does a loop-invariant `p->x` that the loop only reads. Accesses by library functions and to bit
 * fields are not reported. Each access is wrapped in the text:
 *
 *    a[i]   ->   (*({ __auto_type forecost_p = &(a[i]);
 *                     forecost_see(7, forecost_p, sizeof *forecost_p, __alignof__(*forecost_p)); forecost_p; }))
 *
 * A region is the innermost loop around an access, or the procedure if there is none. A block is a sequence of
 * expressions with equal execution counts. It is counted at its first expression, which gives the counts of its
 * accesses and operations.
 *
 * With burst sampling an innermost loop is split: the reported copy runs until the burst ends, then the original:
 *
 *    { init; if (recording) for (; burst ended ? 0 : (condition); step) reported body
 *            if (burst ended, or not recording) for (; condition; step) body }
 *
 * The unreported copy is optimized as usual. `do` loops, and loops that contain loops, labels, pragmas, or jumps other
 * than `break` and `continue` are not split; their accesses test the sampling state each time. */
#ifndef FC_ACCESSES_H
#define FC_ACCESSES_H

#include "analyzer/emit/instrument/instrument.h"
#include "machine_properties/coefficients.h"

/** Selects a region and all regions within: a procedure (line 0), or a loop by file and line. */
typedef struct fc_access_choice {
    const char *name; /* procedure or file */
    int line;
} fc_access_choice;

typedef struct fc_accesses_request {
    const fc_program *program;
    const fc_instrument_unit *unit;
    int n_units;
    const fc_access_choice *choice; /* n_choices = 0: all regions */
    int n_choices;
    bool is_sampled;
    unsigned line_bytes; /* of the nearest cache: repeated accesses to a line are counted in place; 0: all reported */
} fc_accesses_request;

typedef struct fc_access_region {
    const fc_procedure *procedure; /* of the analyzed program */
    const char *file;
    int line, end_line;
    bool is_loop;  /* else a procedure's code outside of loops; a loop has iteration counters by the region's index */
    bool is_split; /* its blocks are counted only while references are recorded */
} fc_access_region;

typedef struct fc_access_block {
    int region;
    double operation[FC_N_OPERATIONS][FC_N_NUMERICS]; /* per execution */
} fc_access_block;

typedef struct fc_access_site {
    int block;
    int line, column; /* in the region's file */
    char *text;       /* "a[i]" */
    fc_access access;
    long bytes;
} fc_access_site;

typedef struct fc_accesses {
    char **text; /* by unit: preprocessed C that calls the functions of runtime/cache_signature/recorder.h */
    int n_units;
    fc_access_region *region;
    size_t n_regions, region_capacity;
    fc_access_block *block;
    size_t n_blocks, block_capacity;
    fc_access_site *site;
    size_t n_sites, site_capacity;
} fc_accesses;

/** FC_E_INPUT: a choice matches no region, the regions contain no access, or text and program do not match. */
fc_status fc_accesses_print(FC_GIVE fc_accesses **out, const fc_accesses_request *request, fc_report *report);
void fc_accesses_free(FC_TAKE fc_accesses *accesses);

#endif
