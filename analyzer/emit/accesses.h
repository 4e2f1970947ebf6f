/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file accesses.h  The program's preprocessed source with its loads and stores reported ([pmac] section 2.2).
 *
 * An access is an element, what a pointer points to, or a member of either: `a[i]`, `*p`, `p->x`, `a[i].x`; variables
 * of their own count as registers, so does `p->x` that the loop only reads while it leaves p alone, and what library
 * functions touch is not seen, nor are bit fields. Each is wrapped where it stands in
 * the text, whatever macro it came from:
 *
 *    a[i]   ->   (*({ __auto_type forecost_p = &(a[i]);
 *                     forecost_see(7, forecost_p, sizeof *forecost_p, __alignof__(*forecost_p)); forecost_p; }))
 *
 * A region is the innermost loop around an access, or the procedure where there is none. A block is a run of
 * expressions that are executed equally often; it is counted where its first one stands, and tells how often its
 * accesses and operations happen.
 *
 * For a sample an innermost loop becomes two, the reported one up to the end of a burst, then the loop as it was:
 *
 *    { init; if (recording) for (; burst ended ? 0 : (condition); step) reported body
 *            if (burst ended, or not recording) for (; condition; step) body }
 *
 * so that the rest of the program runs as its compiler makes it. Loops with jumps out of them but `break`, labels, or
 * pragmas, and loops around others, stay one; their accesses ask each time. */
#ifndef FC_ACCESSES_H
#define FC_ACCESSES_H

#include "analyzer/emit/instrument.h"
#include "machine_properties/coefficients.h"

/** A region is in the signature if it is, or lies in, what one of these says: a procedure (line 0), or a loop by file
 * and line. */
typedef struct fc_access_choice {
    const char *name; /* procedure or file */
    int line;
} fc_access_choice;

typedef struct fc_accesses_request {
    const fc_program *program;
    const fc_instrument_unit *unit;
    int n_units;
    const fc_access_choice *choice; /* none: all regions */
    int n_choices;
    bool is_sampled;
    unsigned
        line_bytes; /* of the nearest cache, where the program counts what goes on in its lines; 0: all is reported */
} fc_accesses_request;

typedef struct fc_access_region {
    const fc_procedure *procedure; /* of the analysed program */
    const char *file;
    int line, end_line;
    bool is_loop;  /* else the procedure's straight code; a loop has counters of iterations by the region's index */
    bool is_split; /* its blocks are counted while references are recorded only */
} fc_access_region;

typedef struct fc_access_block {
    int region;
    double operation[FC_N_OPERATIONS][FC_N_NUMERICS]; /* of one execution */
} fc_access_block;

typedef struct fc_access_site {
    int block;
    int line, column; /* in the region's file */
    char *text;       /* "a[i]" */
    fc_access access;
    long bytes;
} fc_access_site;

typedef struct fc_accesses {
    char **text; /* by unit: still preprocessed C; calls what runtime/signature/recorder.h declares */
    int n_units;
    fc_access_region *region;
    size_t n_regions, region_capacity;
    fc_access_block *block;
    size_t n_blocks, block_capacity;
    fc_access_site *site;
    size_t n_sites, site_capacity;
} fc_accesses;

/** FC_E_INPUT: a choice fits nothing (and what there is), nothing is accessed, or text and program do not pair. */
fc_status fc_accesses_print(FC_GIVE fc_accesses **out, const fc_accesses_request *request, fc_report *report);
void fc_accesses_free(FC_TAKE fc_accesses *accesses);

#endif
