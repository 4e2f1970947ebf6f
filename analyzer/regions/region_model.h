/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file region_model.h  A region: operations and memory streams of code without communication (design, "region"). */
#ifndef FC_REGION_MODEL_H
#define FC_REGION_MODEL_H

#include "analyzer/binding/control.h"
#include "analyzer/model/program.h"
#include "analyzer/symbolic/symbolic.h"
#include "machine_properties/coefficients.h"

/** One array access of a region, described by fc_streams_describe(). */
typedef struct fc_access_stream {
    const fc_node *node; /* the element: FC_INDEX, FC_MEMBER or a dereference; NULL: a library call's stream */
    fc_access access;
    fc_pattern pattern;
    int element_bytes;
    double stride_bytes;    /* between iterations of the innermost loop; 0: symbolic or random */
    const fc_sym *stride;   /* the same [bytes], if it is no constant but the same for all iterations; NULL: another */
    double share;           /* fraction of the node's accesses that this stream stands for; 1: all */
    double starts;          /* new starts per entry of the innermost loop; 0: each entry continues at the last end */
    double waits;           /* fraction of iterations that depend on the loaded value (fc_stream); 0: none known */
    bool decided;           /* the dependence is a choice between two addresses */
    bool brings;            /* fetches new lines, while the rest finds lines of the enclosing loop (streams.h) */
    bool opens;             /* the new part of a sliding window, while the rest is reused */
    bool stands;            /* loop-invariant address: served from the first cache level */
    const fc_symbol *base;  /* the array: a variable or a field; NULL: unknown */
    const fc_node *record;  /* of a field: its FC_MEMBER node (address.h); NULL: a variable */
    const fc_sym *offset;   /* elements from base, over the loop variables; NULL: not closed */
    const fc_sym *unrolled; /* the offset in one iteration of an unrolled loop (unrolled_loops.h); NULL: the node's */
    const fc_sym *lag;      /* distance [elements] to the leading stream of the same array; NULL: it leads */
} fc_access_stream;

/** Operations and accesses of a communication-free region of the source, per execution (design, "region"). */
typedef struct fc_region_model {
    int id;
    const fc_procedure *procedure;
    const fc_node *node; /* the loop, the call, or the first of its expressions */
    fc_span span;
    int flags; /* FC_REGION_... of forecost.h */
    double operation[FC_N_OPERATIONS][FC_N_NUMERICS];
    double chain[FC_N_OPERATIONS][FC_N_NUMERICS];
    double reads[FC_N_NUMERICS], writes[FC_N_NUMERICS];
    double load_bytes, store_bytes; /* of reads and writes; a char has 1 */
    double unrolled; /* iterations of a fully unrolled innermost loop, which then has no LOOP flag; 0: not unrolled */
    double calls;
    bool is_annotated;         /* cost annotation: seconds, or the operations above */
    double seconds;            /* per execution, on every machine */
    double around;             /* independent instructions beside it, per execution (independent_work.h) */
    int inlined;               /* current inlining depth while operations are counted */
    const fc_control *control; /* borrowed; NULL: equal quotients are not looked for */
    const fc_node **quotient;  /* counted quotients and remainders of integers */
    size_t n_quotients, quotient_capacity;
    const fc_node *loop;     /* optimized code moves its invariant operations in front of it; NULL: no such loop */
    const fc_node **hoisted; /* these operations, which are not counted here */
    size_t n_hoisted, hoisted_capacity;
    const bool *subscript; /* by symbol id: the variable serves in subscripts only; borrowed; NULL: none does */
    fc_access_stream *stream;
    size_t n_streams, stream_capacity;
    const struct fc_region_model *whole; /* of an innermost loop with several parts, of which this region is one
                                            (loop_parts.h): all of them; NULL: the region is alone */
    double share; /* per execution of this region: of the work of whole->always, or of a branch: of that of all
                     branches. Of whole->always: of the work of the whole */
    int depth;    /* of a whole: loops around it, itself included */
    struct fc_region_model *always; /* of a whole: the parts that each iteration executes; its `whole` is this one */
    double skipped_real, skipped_loads,
        skipped_stores; /* of a whole: operations and bytes that branches may leave out of an iteration */
} fc_region_model;

/** Additions, multiplications and divisions of reals, as fc_code_loop counts them: a multiply-add is two. */
static inline double fc_region_model_real_operations(const fc_region_model *region)
{
    double n = 0;
    for (int t = FC_F32; t <= FC_F64; t++)
        n += region->operation[FC_OP_CLASS_ADD][t] + region->operation[FC_OP_CLASS_MULTIPLY][t] +
             region->operation[FC_OP_CLASS_DIVIDE][t] + 2 * region->operation[FC_OP_CLASS_MADD][t];
    return n;
}

/** Numbers of a term of the region: a working set for each stream, and after them the strides that are no constants.
 */
static inline size_t fc_region_model_n_sizes(const fc_region_model *region)
{
    size_t n = region->n_streams;
    for (size_t i = 0; i < region->n_streams; i++)
        n += region->stream[i].stride != NULL;
    return n;
}

/** The number that is the stream's stride; 0: its stride is a constant or unknown. */
static inline int fc_region_model_stride_at(const fc_region_model *region, size_t stream)
{
    size_t at = region->n_streams;
    for (size_t i = 0; i < stream; i++)
        at += region->stream[i].stride != NULL;
    return region->stream[stream].stride ? (int)at : 0;
}

#endif
