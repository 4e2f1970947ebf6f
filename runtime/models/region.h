/* SPDX-License-Identifier: Apache-2.0 */
/** @file region.h  A region as the compute models read it: operations, memory streams and machine code. */
#ifndef FC_REGION_H
#define FC_REGION_H

#include "coefficients.h"

#include <math.h>
#include <stddef.h>

/** One array access pattern of a region (design, "stream"). */
typedef struct fc_stream {
    fc_access access;
    fc_pattern pattern; /* UNIT: stride of one element; STRIDED: a larger one or symbolic; RANDOM: indirect */
    int element_bytes;
    double stride_bytes;  /* distance of consecutive accesses in the innermost loop; 0 where symbolic or random */
    double per_iteration; /* accesses per iteration of the region */
    double starts; /* jumps to an unrelated address per entry of the region's loop (each row or column of a block);
                      0: none known */
    double waits;  /* share of the iterations whose successor depends on the value read here, in series with
                      fc_region.chain. 1: it gives the next address or value; less: it decides a predicted branch */
    bool decided;  /* of such a read: it selects one of two addresses in each iteration, so that k iterations lead to
                      2^k addresses */
    int stride_at; /* the number after the working sets that is the stride [bytes], of one that is no constant; 0: none
                    */
} fc_stream;

enum {
    FC_REGION_LOOP = 1,              /* the body of an innermost loop; `entries` then counts the loop's entries */
    FC_REGION_BRANCHES = 2,          /* contains data-dependent control flow: not vectorized */
    FC_REGION_RECURRENCE = 4,        /* a reduction or recurrence carried by the loop: chain[] */
    FC_REGION_RECURRENCE_MEMORY = 8, /* the recurrence goes through memory (a[i] = f(a[i-1])) */
    FC_REGION_CALLS = 16,            /* calls a procedure or library function each iteration */
    FC_REGION_BRANCH = 32            /* a part of a loop that an iteration may leave out */
};

enum {
    FC_LOOP_INSTRUCTIONS = 3 /* of an iteration that does nothing: increment, comparison, branch */
};

typedef struct fc_count {
    fc_operation operation;
    fc_numeric numeric;
    double n;
} fc_count;

/** Properties of a region's loop in the compiler's machine code. iterations == 0: the code was not read, and the models
 * use the source alone. */
typedef struct fc_code {
    double iterations;        /* source iterations per iteration of the machine loop: vector lanes times unrolling */
    double lines;             /* 64-byte cache lines of loop code */
    int vector_bytes;         /* widest operand; 8 or less: scalar */
    double loads, stores;     /* bytes loaded and stored, as shares of those in the source (1: all) */
    double n_loads, n_stores; /* load and store instructions per source iteration */
    double lanes;             /* mean floating-point operations per arithmetic instruction; 0: no such instruction */
    double cycles;            /* core throughput per source iteration by a processor model; 0: unknown */
    double instructions;      /* all instructions per source iteration; 0: unknown */
} fc_code;

/** A piece of source without communication (design, "region"); all amounts are per execution of its body. Address
 * arithmetic and the loop counter are not counted as operations: loop_s and least_s of the machine cover them. A
 * loop-invariant address counts as a read if the loop may store to it; it is no stream then. */
typedef struct fc_region {
    const char *file;
    int line;
    const char *function;
    int flags;
    const fc_count *operation;
    int n_operations; /* all operations, including the recurrence's */
    const fc_count *chain;
    int n_chain;                 /* operations that one iteration adds to the longest loop-carried dependence chain */
    double reads[FC_N_NUMERICS]; /* all memory accesses by element type, without scalars in registers */
    double writes[FC_N_NUMERICS];
    const fc_stream *stream;
    int n_streams;
    double calls;
    fc_code code;
    double seconds; /* extra seconds per execution, by a cost annotation */
    double around;  /* independent instructions of other regions between two executions, which overlap gathers */
    const struct fc_region *loop;   /* operations, accesses and code of an iteration of the innermost loop that this
                                       region is a part of, all parts executed; NULL: it is alone */
    const struct fc_region *always; /* the same of the parts that each iteration executes */
    double share; /* per execution of this region: of the work of `always`, or of a branch: of that of all branches */
} fc_region;

/** Numbers of an execution: a working set for each stream, and after them the strides that are no constants. */
static inline int fc_region_n_sizes(const fc_region *region)
{
    int n = region->n_streams;
    for (int i = 0; i < region->n_streams; i++)
        n += region->stream[i].stride_at > 0;
    return n;
}

#endif
