/* SPDX-License-Identifier: Apache-2.0 */
/** @file coefficients.h  The coefficients of a machine that a cost program needs: plain numbers without pointers.
 *
 * All values are seconds, bytes or counts. machine.h fills this from the machine file; `forecost emit` prints it as C.
 * Costs follow [analyzer] section 2.2 (t_read, t_write, t(op, type)) and [machine] section 2.3 (load and store by
 * level). */
#ifndef FC_COEFFICIENTS_H
#define FC_COEFFICIENTS_H

#include <math.h>
#include <stdbool.h>

/** Result types with operation costs of their own. */
#define FC_NUMERIC_LIST(X) X(I32, "i32") X(U32, "u32") X(I64, "i64") X(U64, "u64") X(F32, "f32") X(F64, "f64")
typedef enum fc_numeric {
#define FC_NUMERIC_ENUM(name, text) FC_##name,
    FC_NUMERIC_LIST(FC_NUMERIC_ENUM)
#undef FC_NUMERIC_ENUM
    FC_N_NUMERICS
} fc_numeric;

/** Operation classes. MADD is a multiplication whose result is added (the compiler may fuse them). BIT and SHIFT exist
 *  for integer types only; CONVERT counts under its result type. From SQRT on, a class is one call of a library
 * function. TRUNCATE stands for floor, ceil, round and similar functions, LARGER for fmin and fmax, REMAINDER of a real
 * type for fmod. RANDOM is rand, PRINT a line of printf or, of type F64, a printed real of arbitrary digits; SCAN is an
 * fscanf of one number from a file, SORT one of qsort's n log2(n) steps. MISPREDICT is a mispredicted branch
 * (fc_core.mispredict_s, unless a cost of its own is given).
 *
 *  From PRODUCT on, a class belongs to a BLAS: one multiply-add (NORM, SUM: one element), with data in the first-level
 *  cache. The classes are gemm, gemm with its first matrix transposed, trsm, syrk, gemv, gemv transposed, ger, axpy,
 *  scal, dot, nrm2, asum. ..._EDGE is the additional time per element of trsm's solution or syrk's input; MATRIX_CALL
 * is the overhead of a level-3 call. */
/* clang-format off */
#define FC_OPERATION_LIST(X)                                                                                           \
    X(ADD, "add")                                                                                                      \
    X(MULTIPLY, "mul")                                                                                                 \
    X(DIVIDE, "div")                                                                                                   \
    X(REMAINDER, "rem")                                                                                                \
    X(MADD, "madd")                                                                                                    \
    X(COMPARE, "cmp")                                                                                                  \
    X(LOGIC, "logic")                                                                                                  \
    X(BIT, "bit")                                                                                                      \
    X(SHIFT, "shift")                                                                                                  \
    X(NEGATE, "neg")                                                                                                   \
    X(CONVERT, "conv")                                                                                                 \
    X(SQRT, "sqrt")                                                                                                    \
    X(EXP, "exp")                                                                                                      \
    X(LOG, "log")                                                                                                      \
    X(POW, "pow")                                                                                                      \
    X(SIN, "sin")                                                                                                      \
    X(TAN, "tan")                                                                                                      \
    X(ATAN, "atan")                                                                                                    \
    X(TANH, "tanh")                                                                                                    \
    X(CBRT, "cbrt")                                                                                                    \
    X(ERF, "erf")                                                                                                      \
    X(TRUNCATE, "trunc")                                                                                               \
    X(LARGER, "fmax")                                                                                                  \
    X(RANDOM, "rand")                                                                                                  \
    X(PRINT, "print")                                                                                                  \
    X(SCAN, "scan")                                                                                                    \
    X(SORT, "sort")                                                                                                    \
    X(MISPREDICT, "mispredict")                                                                                        \
    X(PRODUCT, "product")                                                                                              \
    X(PRODUCT_T, "product_t")                                                                                          \
    X(SOLVE, "solve")                                                                                                  \
    X(SOLVE_EDGE, "solve_edge")                                                                                        \
    X(RANK, "rank")                                                                                                    \
    X(RANK_EDGE, "rank_edge")                                                                                          \
    X(MATRIX_CALL, "matrix_call")                                                                                      \
    X(GEMV, "gemv")                                                                                                    \
    X(GEMV_T, "gemv_t")                                                                                                \
    X(GER, "ger")                                                                                                      \
    X(AXPY, "axpy")                                                                                                    \
    X(SCALE, "scal")                                                                                                   \
    X(DOT, "dot")                                                                                                      \
    X(NORM, "nrm2")                                                                                                    \
    X(SUM, "asum")
/* clang-format on */
typedef enum fc_operation {
#define FC_OPERATION_ENUM(name, text) FC_OP_CLASS_##name,
    FC_OPERATION_LIST(FC_OPERATION_ENUM)
#undef FC_OPERATION_ENUM
    FC_N_OPERATIONS
} fc_operation;

/** Whether the class is a library call or a part of one. */
static inline bool fc_is_function(fc_operation operation)
{
    return operation >= FC_OP_CLASS_SQRT;
}

/** Whether the class belongs to a BLAS. */
static inline bool fc_is_blas(fc_operation operation)
{
    return operation >= FC_OP_CLASS_PRODUCT;
}

/** Cost of one operation, without the surrounding loads, stores and loop. throughput_s holds for independent operations
 * as the calibrated compiler generates them (vectorized if it does). latency_s holds for a dependence chain such as
 *  `for (i) s = s op a[i]`. A chain of n operations costs n * latency_s - window_s. Seconds; < 0 (except window_s): not
 *  measured. */
typedef struct fc_operation_cost {
    double throughput_s;
    double scalar_s; /* throughput where the compiler cannot vectorize (data-dependent control flow in the loop) */
    double latency_s;
    double window_s; /* end of a chain that overlaps the code after the loop; < 0: additional cost of a chain */
    double error;    /* relative standard error */
} fc_operation_cost;

enum {
    FC_MAX_CURVE = 40,
    FC_MAX_SEGMENTS = 16,
    FC_MAX_ACTIVE = 8,
    FC_MAX_NEAR = 12,
    FC_MAX_FAR = 12,
    FC_N_CORE_TIMES = 3
};

/** Access patterns of a stream. */
#define FC_PATTERN_LIST(X) X(UNIT, "unit") X(STRIDED, "strided") X(RANDOM, "random")
typedef enum fc_pattern {
#define FC_PATTERN_ENUM(name, text) FC_PATTERN_##name,
    FC_PATTERN_LIST(FC_PATTERN_ENUM)
#undef FC_PATTERN_ENUM
    FC_N_PATTERNS
} fc_pattern;

/** Walks with measured access times ([pmac] section 2.1): the patterns, and fixed strides with their bytes from one
 * access to the next. UNIT is the time per line, scaled to 8 bytes (an eighth for lines of 64 bytes). STRIDED advances
 * by a page and a line. Strides below a line include core time. CHASE is a random read whose address depends on the
 * read before (pointer chase); it gives the latency of a single read. PAGE advances by a page: all lines fall into the
 * same sets of a cache whose ways are no longer, and agree in the bits by which loads are compared with stores. */
#define FC_WALK_LIST(X)                                                                                                \
    X(UNIT, "unit", 0)                                                                                                 \
    X(STRIDED, "strided", 0)                                                                                           \
    X(RANDOM, "random", 0)                                                                                             \
    X(STRIDE_8, "stride_8", 8)                                                                                         \
    X(STRIDE_16, "stride_16", 16)                                                                                      \
    X(STRIDE_32, "stride_32", 32)                                                                                      \
    X(STRIDE_128, "stride_128", 128)                                                                                   \
    X(STRIDE_512, "stride_512", 512)                                                                                   \
    X(CHASE, "chase", 0)                                                                                               \
    X(PAGE, "page", 0)
typedef enum fc_walk { /* the first FC_N_PATTERNS are the patterns */
#define FC_WALK_ENUM(name, text, bytes) FC_WALK_##name,
    FC_WALK_LIST(FC_WALK_ENUM)
#undef FC_WALK_ENUM
    FC_N_WALKS
} fc_walk;
/** Seconds per access as a function of the working set (bytes of lines touched between two uses of the same line):
 * points sorted by bytes, interpolated in log(bytes), constant beyond both ends. Read, write and update (read and write
 * of the same address) have one curve each. */
typedef struct fc_curve {
    int n;
    double bytes[FC_MAX_CURVE];
    double seconds[FC_MAX_CURVE]; /* an access of 8 bytes (UNIT) or of one element */
    double error[FC_MAX_CURVE];
} fc_curve;

/** The lower of the two points around a working set, and the share of the way to the next one in log(bytes); constant
 * beyond both ends. n >= 1 ascending bytes > 0. */
static inline int fc_place_bytes(const double *bytes, int n, double at, double *part)
{
    int low = 0, beyond = n;
    while (beyond - low > 1) {
        int middle = (low + beyond) / 2;
        if (bytes[middle] <= at)
            low = middle;
        else
            beyond = middle;
    }
    *part = low + 1 < n && at > bytes[low] ? log(at / bytes[low]) / log(bytes[low + 1] / bytes[low]) : 0;
    return low;
}

/** Interpolates a curve: working set [bytes > 0] -> seconds per access; 0 for a curve without points. */
static inline double fc_curve_at(const fc_curve *curve, double bytes)
{
    if (curve->n <= 0)
        return 0;
    double part;
    int i = fc_place_bytes(curve->bytes, curve->n, bytes, &part);
    return part == 0 ? curve->seconds[i] : curve->seconds[i] + part * (curve->seconds[i + 1] - curve->seconds[i]);
}

/** Seconds of two activities that overlap: (a^q + b^q)^(1/q), with a, b >= 0 and q > 0. Their sum for q = 1, nearly
 * the longer one for large q, and more than the sum below 1. */
static inline double fc_overlap_norm(double a_s, double b_s, double q)
{
    double high = fmax(a_s, b_s), low = fmin(a_s, b_s);
    if (q == 1)
        return a_s + b_s;
    return low <= 1e-3 * high ? high : high * pow(1 + pow(low / high, q), 1 / q);
}

typedef enum fc_access {
    FC_READ,
    FC_WRITE,
    FC_UPDATE,
    FC_N_ACCESSES
} fc_access;

/** Interference of two streams: the additional time of an access when the same loop has a stream with a larger working
 * set. The streams compete for prefetchers and fill buffers. The time is negative where the streams overlap better than
 * modeled. Seconds per 8 bytes of the nearer stream, bilinear in the logarithms of both working sets: constant above
 * the last one, fading to 0 within a factor of 2 below the first. It is linear in pace_s, the core's seconds per 8
 * bytes of the nearer stream. It is constant below the first pace_s and proportional to its inverse beyond the last.
 * All three axes ascend. n_near == 0: not measured, nothing is added. */
typedef struct fc_interference {
    int n_near, n_far;
    double near_bytes[FC_MAX_NEAR];
    double far_bytes[FC_MAX_FAR];
    double pace_s[FC_N_CORE_TIMES];
    double extra_s[FC_MAX_FAR][FC_MAX_NEAR][FC_N_CORE_TIMES];
} fc_interference;

/** How a loop's computation and its streams overlap, by the largest working set of its streams: exponents q > 0 of
 * (core^q + memory^q)^(1/q), and r > 0 of memory = (sum_i stream_i^r)^(1/r). Data of a near level may arrive while the
 * loop computes, data of a far one may not; below 1 both together take more than their sum. Bytes ascend; between two
 * points 1/q and 1/r are linear in log(bytes), and they are constant beyond both ends. n == 0: not measured,
 * fc_memory.overlap and stream_overlap apply. */
typedef struct fc_overlaps {
    int n;
    double bytes[FC_MAX_FAR];
    double exponent[FC_MAX_FAR];
    double stream_exponent[FC_MAX_FAR];
} fc_overlaps;

typedef struct fc_memory {
    int n_active;              /* levels: numbers of concurrently busy cores with curves; 0: not measured */
    int active[FC_MAX_ACTIVE]; /* of each level, ascending; the first is 1 */
    fc_curve curve[FC_MAX_ACTIVE][FC_N_WALKS][FC_N_ACCESSES];
    fc_interference beside[FC_MAX_ACTIVE][FC_N_ACCESSES]; /* by the access of the nearer stream */
    fc_overlaps overlaps[FC_MAX_ACTIVE];
    double overlap;         /* q >= 1 of (core^q + memory^q)^(1/q) over all sizes: large is perfect overlap, 1 none */
    double stream_overlap;  /* r >= 1 of memory = (sum_i stream_i^r)^(1/r) over the streams of a loop, of all sizes */
    double first_touch_s;   /* per byte of fresh memory, on its first write, in addition to a plain write */
    double allocate_s;      /* a malloc and its free */
    double window;          /* instructions in flight during a random read (reorder-buffer depth); 0: not measured */
    double model_error;     /* relative standard error of the model on memory-bound loops; 0: not known */
    double scattered_error; /* the same for streams without unit stride; at most model_error: not known */
} fc_memory;

static inline double fc_overlaps_at(const fc_overlaps *of, const double *exponent, double bytes)
{
    double part;
    int i = fc_place_bytes(of->bytes, of->n, bytes, &part);
    return part == 0 ? exponent[i] : 1 / ((1 - part) / exponent[i] + part / exponent[i + 1]);
}

/** Exponent of the overlap of computation and memory at a level, for a loop whose largest working set has so many bytes
 * (fc_overlaps). */
static inline double fc_overlap_exponent(const fc_memory *memory, int level, double bytes)
{
    const fc_overlaps *of = &memory->overlaps[level];
    return of->n > 0 ? fc_overlaps_at(of, of->exponent, bytes) : memory->overlap;
}

/** The same for the overlap of streams. */
static inline double fc_stream_exponent(const fc_memory *memory, int level, double bytes)
{
    const fc_overlaps *of = &memory->overlaps[level];
    return of->n > 0 ? fc_overlaps_at(of, of->stream_exponent, bytes) : memory->stream_overlap;
}

/** The highest level that was measured with at most so many busy cores; 0 if there is none. cores >= 1. */
static inline int fc_memory_level(const fc_memory *memory, int cores)
{
    int level = 0;
    while (level + 1 < memory->n_active && memory->active[level + 1] <= cores)
        level++;
    return level;
}

/** Constants of the models that depend on the machine or its software: name, assumed value, least and greatest value.
 *  PAGE_BYTES: of memory; the walk STRIDED advances by a page and a line.
 *  SHORT_TRIPS, LONG_TRIPS: trip counts of an innermost loop, up to which its exit is predicted, and from which on it
 * is not. RUN_BYTES: length of a run of consecutive lines from which on the prefetcher is effective. NEAR_FACTOR: an
 * access is served by the first cache level while it takes at most so many times the least time of its curve.
 *  VECTOR_SHARE: an element of a vectorized loop takes at most this share of a scalar one: halfway between one and two
 *    elements at a time.
 *  CHAIN_SHARE: the compiler reorders dependence chains if their latency is below this share of a scalar iteration.
 *  SENDER_SHARE: the sender of a message waits for the receiver if it takes at least this share of the transfer; an
 *    eager one makes at most one of two copies.
 *  FILE_CALL_S, FILE_BANDWIDTH: a call of MPI-IO, and bytes per second of a rank, where MPI-IO was not measured. */
#define FC_CONSTANT_LIST(X)                                                                                            \
    X(PAGE_BYTES, "page_bytes", 4096, 64, 1e12)                                                                        \
    X(SHORT_TRIPS, "short_trips", 24, 1, 1e6)                                                                          \
    X(LONG_TRIPS, "long_trips", 48, 1, 1e6)                                                                            \
    X(RUN_BYTES, "run_bytes", 8192, 1, 1e12)                                                                           \
    X(NEAR_FACTOR, "near_factor", 1.25, 1, 100)                                                                        \
    X(VECTOR_SHARE, "vector_share", 0.75, 0.01, 1)                                                                     \
    X(CHAIN_SHARE, "chain_share", 0.9, 0.01, 1)                                                                        \
    X(SENDER_SHARE, "sender_share", 0.75, 0.01, 1)                                                                     \
    X(FILE_CALL_S, "file_call_s", 1e-4, 1e-15, 1e6)                                                                    \
    X(FILE_BANDWIDTH, "file_bandwidth", 5e8, 1, 1e15)
typedef enum fc_constant {
#define FC_CONSTANT_ENUM(name, text, assumed, least, most) FC_CONSTANT_##name,
    FC_CONSTANT_LIST(FC_CONSTANT_ENUM)
#undef FC_CONSTANT_ENUM
    FC_N_CONSTANTS
} fc_constant;

/** Values by fc_constant; 0: not known, the assumed value applies. */
typedef struct fc_constants {
    double value[FC_N_CONSTANTS];
} fc_constants;

static inline double fc_constant_of(const fc_constants *constants, fc_constant constant)
{
    static const double assumed[] = {
#define FC_CONSTANT_ASSUMED(name, text, assumed, least, most) assumed,
        FC_CONSTANT_LIST(FC_CONSTANT_ASSUMED)
#undef FC_CONSTANT_ASSUMED
    };
    return constants->value[constant] > 0 ? constants->value[constant] : assumed[constant];
}

typedef struct fc_core {
    fc_operation_cost operation[FC_N_OPERATIONS][FC_N_NUMERICS];
    double read_s[FC_N_NUMERICS]; /* a load from the first-level cache, throughput, as compiled; loads and stores
                                     overlap */
    double write_s[FC_N_NUMERICS];
    double scalar_read_s[FC_N_NUMERICS];
    double scalar_write_s[FC_N_NUMERICS];
    double forward_s; /* store-to-load forwarding in a dependence chain through memory */
    double
        least_s[FC_N_NUMERICS]; /* minimum time of an iteration that processes one element of this type, as compiled */
    double loop_s;        /* one iteration of an empty loop that is not optimized away: minimum of a scalar loop */
    double line_s;        /* additional time per iteration for each further 64-byte line that the loop's code spans */
    double loop_entry_s;  /* entry and exit of an innermost loop of independent iterations: LONG_TRIPS or more */
    double short_entry_s; /* the same for at most SHORT_TRIPS, whose exit is predicted; < 0: not measured */
    double mispredict_s;  /* a mispredicted branch */
    double call_s;        /* a call and return */
    double issue_s;       /* an integer operation at full issue width: lower bound of integer work */
    double instruction_s; /* an instruction of any kind: lower bound of all code, as the issue width or an in-order
                             pipeline sets it; 0: not known */
    double model_error;   /* relative standard error of the compute model on first-level loops that its costs were not
                             fitted to; 0: not known */
} fc_core;

/** Terms of runtime functions (terms.h): p ranks, m bytes, T(m) the time of a transfer, K = ceil(log2 p) steps. Each
 * has a name and its formula for people. The first six are those of [analyzer] table 1 and of every machine file. */
#define FC_TERM_LIST(X)                                                                                                \
    X(ONE, "")                                                                                                         \
    X(LOG, "log2 p")                                                                                                   \
    X(RANKS, "(p-1)")                                                                                                  \
    X(BYTES, "m")                                                                                                      \
    X(BYTES_LOG, "m log2 p")                                                                                           \
    X(BYTES_RANKS, "m (p-1)")                                                                                          \
    X(BYTES_LOG_LOG, "m (log2 p)^2")                                                                                   \
    X(TREE, "K T(m)")                                                                                                  \
    X(RING, "(p-1) T(m)")                                                                                              \
    X(DOUBLING, "(T(m) + T(2m) + ... K steps)")                                                                        \
    X(HALVING, "(T(m/2) + T(m/4) + ... K steps)")                                                                      \
    X(SPLIT_RING, "(p-1) T(m/p)")                                                                                      \
    X(HALF_BLOCKS, "K T(m p/2)")                                                                                       \
    X(REMAINDER, "T(m) if p is no power of 2")
typedef enum fc_time_term {
#define FC_TERM_ENUM(name, text) FC_TERM_##name,
    FC_TERM_LIST(FC_TERM_ENUM)
#undef FC_TERM_ENUM
    FC_N_TERMS
} fc_time_term;
enum {
    FC_N_PLAIN_TERMS = FC_TERM_BYTES_LOG_LOG + 1 /* without T */
};

/** A segment of a communication runtime function: t = sum_k c[k] * term_k(p, m) for m in a range of bytes
 * (terms.h). */
typedef struct fc_segment {
    double low_bytes, high_bytes;
    double c[FC_N_TERMS];
    double error; /* relative, of the fit */
} fc_segment;

typedef struct fc_runtime_function {
    int n_segments; /* 0: not calibrated */
    fc_segment segment[FC_MAX_SEGMENTS];
    double low_ranks, high_ranks; /* calibrated range */
    bool by_total;                /* segments are ranges of m p instead of m: algorithms chosen by the total size */
    bool falls;                   /* times fall where a segment begins, as an exact clock measured them */
} fc_runtime_function;

/** Fitted operations; comm_interface/ derives the others from them. m: bytes that a rank contributes, as each entry of
 * comm_interface's table defines. SINGLE is half a ping-pong, POSTED half a ping-pong of Isends (if not measured, as
 * SINGLE), SEND the sender's overhead, POST an Isend, POST_RECEIVE an Irecv (if not measured, as POST), COMPLETE the
 * completion of an Irecv whose message has arrived since (if not measured: 0). RECEIVE is a receive whose message has
 * already arrived, BCAST_ELSEWHERE a broadcast whose root is not
 * rank 0. COMM_DUP is the cost of a new communicator for its ranks, COMM_SPLIT the
 * preceding cost of a split of p ranks. FILE_OPEN is a call of MPI-IO that moves no data; FILE_READ and FILE_WRITE move
 * m bytes on each of p ranks at the same time. */
#define FC_FIT_LIST(X)                                                                                                 \
    X(SINGLE, "single")                                                                                                \
    X(POSTED, "posted")                                                                                                \
    X(SEND, "send")                                                                                                    \
    X(POST, "post")                                                                                                    \
    X(POST_RECEIVE, "post_receive")                                                                                    \
    X(COMPLETE, "complete")                                                                                            \
    X(RECEIVE, "receive")                                                                                              \
    X(SENDRECV, "sendrecv")                                                                                            \
    X(BARRIER, "barrier")                                                                                              \
    X(BCAST, "bcast")                                                                                                  \
    X(BCAST_ELSEWHERE, "bcast_elsewhere")                                                                              \
    X(REDUCE, "reduce")                                                                                                \
    X(ALLREDUCE, "allreduce")                                                                                          \
    X(GATHER, "gather")                                                                                                \
    X(GATHERV, "gatherv")                                                                                              \
    X(SCATTER, "scatter")                                                                                              \
    X(SCATTERV, "scatterv")                                                                                            \
    X(ALLGATHER, "allgather")                                                                                          \
    X(ALLGATHERV, "allgatherv")                                                                                        \
    X(ALLTOALL, "alltoall")                                                                                            \
    X(ALLTOALLV, "alltoallv")                                                                                          \
    X(REDUCE_SCATTER, "reduce_scatter")                                                                                \
    X(SCAN, "scan")                                                                                                    \
    X(COMM_DUP, "comm_dup")                                                                                            \
    X(COMM_SPLIT, "comm_split")                                                                                        \
    X(FILE_OPEN, "file_open")                                                                                          \
    X(FILE_READ, "file_read")                                                                                          \
    X(FILE_WRITE, "file_write")
typedef enum fc_fit {
#define FC_FIT_ENUM(name, text) FC_FIT_##name,
    FC_FIT_LIST(FC_FIT_ENUM)
#undef FC_FIT_ENUM
    FC_N_FITS
} fc_fit;

/** Variants V of runtime functions ([analyzer], table 1), by the placement of the ranks: INTRA all on one node, INTER
 * each on its own node, ANY otherwise and for machines without measured variants. ANY replaces a missing variant. */
#define FC_VARIANT_LIST(X) X(ANY, "any") X(INTRA, "intra") X(INTER, "inter")
typedef enum fc_variant {
#define FC_VARIANT_ENUM(name, text) FC_VARIANT_##name,
    FC_VARIANT_LIST(FC_VARIANT_ENUM)
#undef FC_VARIANT_ENUM
    FC_N_VARIANTS
} fc_variant;

/** Interconnect topology (routes: runtime/models/network.h). */
#define FC_TOPOLOGY_LIST(X)                                                                                            \
    X(FLAT, "flat")                                                                                                    \
    X(HIERARCHICAL, "hierarchical")                                                                                    \
    X(FAT_TREE, "fat_tree")                                                                                            \
    X(TORUS, "torus")                                                                                                  \
    X(MESH, "mesh")                                                                                                    \
    X(DRAGONFLY, "dragonfly")                                                                                          \
    X(ABSTRACT, "abstract")
typedef enum fc_topology {
#define FC_TOPOLOGY_ENUM(name, text) FC_TOPOLOGY_##name,
    FC_TOPOLOGY_LIST(FC_TOPOLOGY_ENUM)
#undef FC_TOPOLOGY_ENUM
    FC_N_TOPOLOGIES
} fc_topology;

/** Model of collectives: fitted runtime functions, or an MPI library's algorithms over single messages
 * (collective_choice.h has the libraries' versions). SMPI, SMPI_OMPI: the algorithms of SimGrid SMPI's selectors mpich
 * and ompi. */
#define FC_COLLECTIVES_LIST(X)                                                                                         \
    X(FITTED, "fitted")                                                                                                \
    X(OPENMPI, "openmpi") X(MPICH, "mpich") X(SMPI, "smpi") X(MPICH4, "mpich4") X(SMPI_OMPI, "smpi_ompi")
typedef enum fc_collectives {
#define FC_COLLECTIVES_ENUM(name, text) FC_COLLECTIVES_##name,
    FC_COLLECTIVES_LIST(FC_COLLECTIVES_ENUM)
#undef FC_COLLECTIVES_ENUM
    FC_N_COLLECTIVES
} fc_collectives;

/** Algorithms of collectives; machine_algorithms.c lists those of each operation. CHOSEN: by the library's rules. */
#define FC_ALGORITHM_LIST(X)                                                                                           \
    X(CHOSEN, "chosen")                                                                                                \
    X(LINEAR, "linear")                                                                                                \
    X(CHAIN, "chain")                                                                                                  \
    X(BINARY, "binary tree")                                                                                           \
    X(SPLIT_BINARY, "split binary tree")                                                                               \
    X(BINOMIAL, "binomial tree")                                                                                       \
    X(KNOMIAL, "4-nomial tree")                                                                                        \
    X(SCATTER_DOUBLING, "scatter, recursive doubling")                                                                 \
    X(SCATTER_RING, "scatter, ring")                                                                                   \
    X(DOUBLING, "recursive doubling")                                                                                  \
    X(RING, "ring")                                                                                                    \
    X(BRUCK, "Bruck")                                                                                                  \
    X(NEIGHBOR, "neighbour exchange")                                                                                  \
    X(PAIRWISE, "pairwise")                                                                                            \
    X(HALVING, "recursive halving")                                                                                    \
    X(RABENSEIFNER, "Rabenseifner")                                                                                    \
    X(TWO_COLLECTIVES, "two collectives in turn")                                                                      \
    X(LINEAR_BY_FOUR, "linear, four at a time")                                                                        \
    X(BINOMIAL_NEAREST, "binomial tree, nearest first")
typedef enum fc_algorithm {
#define FC_ALGORITHM_ENUM(name, text) FC_ALGORITHM_##name,
    FC_ALGORITHM_LIST(FC_ALGORITHM_ENUM)
#undef FC_ALGORITHM_ENUM
    FC_N_ALGORITHMS
} fc_algorithm;

/** Rank placement: consecutive ranks fill a node, or ranks are distributed cyclically over the nodes. */
#define FC_DISTRIBUTION_LIST(X) X(BLOCK, "block") X(CYCLIC, "cyclic")
typedef enum fc_distribution {
#define FC_DISTRIBUTION_ENUM(name, text) FC_DISTRIBUTION_##name,
    FC_DISTRIBUTION_LIST(FC_DISTRIBUTION_ENUM)
#undef FC_DISTRIBUTION_ENUM
    FC_N_DISTRIBUTIONS
} fc_distribution;

/** Contention of messages on a link: none; equal shares; or shares proportional to the inverse of the routes'
 * latencies, as TCP flows get (runtime/models/fair_share.h). */
#define FC_CONTENTION_LIST(X) X(NONE, "none") X(FAIR, "fair") X(ROUND_TRIP, "round_trip")
typedef enum fc_contention {
#define FC_CONTENTION_ENUM(name, text) FC_CONTENTION_##name,
    FC_CONTENTION_LIST(FC_CONTENTION_ENUM)
#undef FC_CONTENTION_ENUM
    FC_N_CONTENTIONS
} fc_contention;

/** Routes of tori and dragonflies where network.h leaves a choice: as described there, or as SimGrid 3.32 takes them:
 * half-way around a ring of a torus backward to coordinate 0; within a group of a dragonfly, after a link of a
 * chassis, on as if from the first chassis. */
#define FC_ROUTING_LIST(X) X(MINIMAL, "minimal") X(SIMGRID, "simgrid")
typedef enum fc_routing {
#define FC_ROUTING_ENUM(name, text) FC_ROUTING_##name,
    FC_ROUTING_LIST(FC_ROUTING_ENUM)
#undef FC_ROUTING_ENUM
    FC_N_ROUTINGS
} fc_routing;

enum {
    FC_MAX_LEVELS = 6,
    FC_MAX_LATENCY_STEPS = 16,
    FC_MAX_ABSTRACT_NODES = 64,
    FC_MAX_DISTANCES = 16
};

/** Links of one kind, full duplex. bandwidth [B/s]: 0: no limit. */
typedef struct fc_link {
    double latency_s, bandwidth;
} fc_link;

/** Nodes whose messages to and from all others share a link. Bit i of nodes: node i. bandwidth [B/s], each way. */
typedef struct fc_node_group {
    unsigned long long nodes;
    double bandwidth;
} fc_node_group;

/** A network without a topology. pair[i][j]: the class of the distance from node i to node j, an index of `distance`,
 * which has the latency of the whole route and the bandwidth of a message that shares no link. Groups may be nested. */
typedef struct fc_abstract_network {
    int n_nodes, n_distances, n_groups;
    unsigned char pair[FC_MAX_ABSTRACT_NODES][FC_MAX_ABSTRACT_NODES];
    fc_link distance[FC_MAX_DISTANCES];
    fc_node_group group[FC_MAX_ABSTRACT_NODES];
} fc_abstract_network;

/** A network of endpoints: nodes; cores for the hierarchical model. shape, link and up by level or dimension:
 *  flat          link[0]: a node's link to the one switch; any number of nodes
 *  hierarchical  shape[l]: units (l = 0: cores) in a unit of level l; link[l].latency_s: of a whole message between
 * two units that level l connects; link[l].bandwidth: of a unit's link to level l fat_tree      shape[l]: children
 * of a switch of level l + 1; up[l]: parents of a node or switch of level l; link[l]: between level l and the next
 *  torus, mesh   shape[d]: nodes along dimension d; link[d]
 *  dragonfly     shape: groups, routers per group, nodes per router; link: node to router, within a group, between
 * groups; or shape: groups, chassis per group, blades per chassis, nodes per blade; link: node to blade, in a
 * chassis, between chassis, between groups
 *  abstract      link[0]: a node's link; the rest in `abstract`
 *
 * factor[i] multiplies the latency of messages of factor_from[i] bytes or more (ascending, the first 0;
 * none: 1). acknowledgements: bytes per message byte that return from the receiver to the sender and share its
 * links; 0: none. measured: the two endpoints between which `communication` was measured. */
typedef struct fc_network {
    fc_topology model;
    fc_routing routing;
    fc_contention contention; /* this and acknowledgements: method ranks only */
    double acknowledgements;
    fc_distribution dealing;
    int n_levels;
    int shape[FC_MAX_LEVELS];
    int up[FC_MAX_LEVELS];
    fc_link link[FC_MAX_LEVELS];
    bool has_inside; /* `inside` holds latency and bandwidth within a node; otherwise measured values apply */
    fc_link inside;
    int n_factors;
    double factor_from[FC_MAX_LATENCY_STEPS], factor[FC_MAX_LATENCY_STEPS];
    int measured[2];
    double model_error; /* relative standard error of communication beside the fits; 0: not measured */
    fc_abstract_network abstract;
} fc_network;

/** OpenMP overheads: fork and join of a parallel region; a barrier within a region; taking a chunk of a dynamic or
 * guided schedule; entering and leaving an uncontended critical section; creating and scheduling a task. */
#define FC_OVERHEAD_LIST(X)                                                                                            \
    X(REGION, "region") X(BARRIER, "barrier") X(CHUNK, "chunk") X(CRITICAL, "critical") X(TASK, "task")
typedef enum fc_overhead_kind {
#define FC_OVERHEAD_ENUM(name, text) FC_OVERHEAD_##name,
    FC_OVERHEAD_LIST(FC_OVERHEAD_ENUM)
#undef FC_OVERHEAD_ENUM
    FC_N_OVERHEADS
} fc_overhead_kind;

/** Seconds of a thread per construct: with one thread, and with fc_openmp_costs.threads. Linear in between; regions and
 * barriers are extrapolated beyond. */
typedef struct fc_overhead {
    double alone_s, all_s;
} fc_overhead;

/** threads < 2: not measured. */
typedef struct fc_openmp_costs {
    int threads;
    fc_overhead overhead[FC_N_OVERHEADS];
} fc_openmp_costs;

/** Classes of model discrepancy of the compute model `memory`: errors of the model itself, common to all regions of a
 * class.
 *  code       functional units, with machine code that was read
 *  irregular  the same, with real divisions or roots, or indirect accesses: their costs depend on values and on earlier
 *             stores
 *  source     functional units, from the source alone: vectorization, code alignment and calls of memcpy are unknown
 *  chain      a dependence chain
 *  call       calls of functions
 *  memory     streams beyond the first cache level
 *  fitted     factors from timed runs, at another size */
#define FC_DISCREPANCY_LIST(X)                                                                                         \
    X(CODE, "code")                                                                                                    \
    X(IRREGULAR, "irregular")                                                                                          \
    X(SOURCE, "source") X(CHAIN, "chain") X(CALL, "call") X(MEMORY, "memory") X(FITTED, "fitted")
typedef enum fc_discrepancy {
#define FC_DISCREPANCY_ENUM(name, text) FC_DISCREPANCY_##name,
    FC_DISCREPANCY_LIST(FC_DISCREPANCY_ENUM)
#undef FC_DISCREPANCY_ENUM
    FC_N_DISCREPANCIES
} fc_discrepancy;

typedef struct fc_coefficients {
    char name[64];
    int cores; /* per node; further ranks are placed on further nodes */
    double line_bytes;
    fc_core core;
    int busy_cores; /* active cores of the node when `busy` was measured; 0: not measured, `core` always applies */
    fc_core busy;   /* costs while that many cores run the same code (shared units of hardware threads, lower clock) */
    fc_memory memory;
    fc_runtime_function communication[FC_N_VARIANTS][FC_N_FITS];
    /* for p that is not a power of two; without segments `communication` applies */
    fc_runtime_function non_power_of_two[FC_N_VARIANTS][FC_N_FITS];
    /* for powers of two p <= its high_ranks; without segments `communication` applies */
    fc_runtime_function few[FC_N_VARIANTS][FC_N_FITS];
    double eager_bytes; /* messages of so many bytes and more leave once they are received; 0: not measured */
    fc_network network;
    fc_collectives collectives;
    fc_algorithm algorithm[FC_N_FITS]; /* of collectives modeled by algorithms: overrides the library's choice */
    fc_openmp_costs threads;
    /* relative standard errors of the compute model on this machine, on kernels that no cost was fitted to; 0: not
       measured, a general one applies */
    double discrepancy[FC_N_DISCREPANCIES];
    fc_constants constants;
} fc_coefficients;

#endif
