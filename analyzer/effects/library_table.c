/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library functions and their costs. A new function needs one more row.
 *
 * Scalar functions count as operations of the enclosing region, as often as the last column says. `forecost calibrate`
 * measures the cost of an operation (machine_properties/benchmarks/core.c). A function without a measured class of its
 * own is approximated by a multiple of the nearest one. */
#include "analyzer/effects/library.h"

#define REAL(name, operation, times)                                                                                   \
    {name, FC_OP_CLASS_##operation, FC_F64, times}, {name "f", FC_OP_CLASS_##operation, FC_F32, times},                \
    {                                                                                                                  \
        name "l", FC_OP_CLASS_##operation, FC_F64, times                                                               \
    }
#define WHOLE(name, operation)                                                                                         \
    {                                                                                                                  \
        name, FC_OP_CLASS_##operation, FC_I32, 1                                                                       \
    }
#define LINES(name, times)                                                                                             \
    {                                                                                                                  \
        name, FC_OP_CLASS_PRINT, FC_I32, times                                                                         \
    }

const fc_library_operation fc_library_operations[] = {
    REAL("fabs", NEGATE, 1),
    REAL("copysign", BIT, 2),
    REAL("fma", MADD, 1),
    REAL("sqrt", SQRT, 1),
    REAL("hypot", SQRT, 2),
    REAL("cbrt", CBRT, 1),
    REAL("exp", EXP, 1),
    REAL("exp2", EXP, 1),
    REAL("exp10", EXP, 2),
    REAL("expm1", EXP, 2),
    REAL("log", LOG, 1),
    REAL("log2", LOG, 1),
    REAL("log10", LOG, 2),
    REAL("log1p", LOG, 2),
    REAL("pow", POW, 1),
    REAL("sin", SIN, 1),
    REAL("cos", SIN, 1),
    REAL("sincos", SIN, 2),
    REAL("tan", TAN, 1),
    REAL("asin", ATAN, 1),
    REAL("acos", ATAN, 1),
    REAL("atan", ATAN, 1),
    REAL("atan2", ATAN, 2),
    REAL("sinh", TANH, 1),
    REAL("cosh", TANH, 1),
    REAL("tanh", TANH, 1),
    REAL("asinh", LOG, 2),
    REAL("acosh", LOG, 2),
    REAL("atanh", LOG, 2),
    REAL("erf", ERF, 1),
    REAL("erfc", ERF, 1),
    REAL("tgamma", POW, 2),
    REAL("lgamma", LOG, 3),
    REAL("floor", TRUNCATE, 1),
    REAL("ceil", TRUNCATE, 1),
    REAL("trunc", TRUNCATE, 1),
    REAL("round", TRUNCATE, 1),
    REAL("rint", TRUNCATE, 1),
    REAL("nearbyint", TRUNCATE, 1),
    REAL("lround", TRUNCATE, 1),
    REAL("lrint", TRUNCATE, 1),
    REAL("modf", TRUNCATE, 1),
    REAL("fmin", LARGER, 1),
    REAL("fmax", LARGER, 1),
    REAL("fmod", REMAINDER, 1),
    REAL("remainder", REMAINDER, 1),
    REAL("fdim", LARGER, 1),
    REAL("llround", TRUNCATE, 1),
    REAL("llrint", TRUNCATE, 1),
    REAL("logb", TRUNCATE, 2),
    REAL("ilogb", TRUNCATE, 2),
    REAL("frexp", TRUNCATE, 2),
    REAL("ldexp", TRUNCATE, 3),
    REAL("scalbn", TRUNCATE, 3),
    REAL("nextafter", TRUNCATE, 3),
    REAL("isnan", COMPARE, 1),
    REAL("isinf", COMPARE, 1),
    REAL("j0", SIN, 1),
    REAL("j1", SIN, 1),
    REAL("y0", SIN, 1),
    REAL("y1", SIN, 1),
    REAL("jn", SIN, 8),
    REAL("yn", SIN, 8),
    /* complex functions, by the real functions that they call */
    REAL("creal", NEGATE, 0),
    REAL("cimag", NEGATE, 0),
    REAL("conj", NEGATE, 1),
    REAL("cproj", COMPARE, 2),
    REAL("cabs", SQRT, 2),
    REAL("carg", ATAN, 2),
    REAL("csqrt", SQRT, 3),
    REAL("cexp", SIN, 3),
    REAL("clog", LOG, 4),
    REAL("cpow", POW, 4),
    REAL("csin", SIN, 4),
    REAL("ccos", SIN, 4),
    REAL("ctan", SIN, 5),
    REAL("csinh", SIN, 4),
    REAL("ccosh", SIN, 4),
    REAL("ctanh", SIN, 5),
    REAL("casin", LOG, 12),
    REAL("cacos", LOG, 10),
    REAL("catan", LOG, 5),
    REAL("casinh", LOG, 12),
    REAL("cacosh", LOG, 12),
    REAL("catanh", LOG, 8),
    {"abs", FC_OP_CLASS_NEGATE, FC_I32, 1},
    {"labs", FC_OP_CLASS_NEGATE, FC_I64, 1},
    {"llabs", FC_OP_CLASS_NEGATE, FC_I64, 1},
    WHOLE("rand", RANDOM),
    WHOLE("random", RANDOM),
    /* without a lock: 15 ns a number of rand, 3.7 of rand_r, 4.9 to 5.8 of the others (EPYC, glibc 2.36) */
    {"rand_r", FC_OP_CLASS_RANDOM, FC_I32, 0.25},
    {"drand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    {"erand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    {"lrand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    {"nrand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    {"mrand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    {"jrand48", FC_OP_CLASS_RANDOM, FC_I32, 0.35},
    WHOLE("seed48", RANDOM),
    /* glibc fills 31 words and discards ten times as many numbers (stdlib/random_r.c, srandom_r) */
    {"srand", FC_OP_CLASS_RANDOM, FC_I32, 31 + 310},
    {"srandom", FC_OP_CLASS_RANDOM, FC_I32, 31 + 310},
    WHOLE("srand48", RANDOM),
    WHOLE("printf", PRINT),
    WHOLE("fprintf", PRINT),
    WHOLE("warn", PRINT),
    WHOLE("warnx", PRINT),
    WHOLE("sprintf", PRINT),
    WHOLE("snprintf", PRINT),
    /* read without a system call */
    {"time", FC_OP_CLASS_RANDOM, FC_I32, 2},
    {"gettimeofday", FC_OP_CLASS_RANDOM, FC_I32, 8},
    {"clock_gettime", FC_OP_CLASS_RANDOM, FC_I32, 8},
    {"clock_getres", FC_OP_CLASS_RANDOM, FC_I32, 2},
    {"sched_getcpu", FC_OP_CLASS_RANDOM, FC_I32, 2},
    {"getpagesize", FC_OP_CLASS_RANDOM, FC_I32, 1},
    {"difftime", FC_OP_CLASS_ADD, FC_F64, 1},
    WHOLE("perror", PRINT),
    WHOLE("vprintf", PRINT),
    WHOLE("vfprintf", PRINT),
    WHOLE("vsprintf", PRINT),
    WHOLE("vsnprintf", PRINT),
    /* costs in lines of printf, for lines of a few numbers, files in the page cache, and system calls of Linux 6 */
    LINES("puts", 0.1),
    LINES("fputs", 0.1),
    LINES("putchar", 0.02),
    LINES("fputc", 0.02),
    LINES("putc", 0.02),
    LINES("fgetc", 0.02),
    LINES("getc", 0.02),
    LINES("getchar", 0.02),
    LINES("fgets", 0.1),
    WHOLE("scanf", SCAN),
    WHOLE("fscanf", SCAN),
    WHOLE("sscanf", SCAN),
    LINES("strtol", 0.07),
    LINES("strtoll", 0.07),
    LINES("strtoul", 0.07),
    LINES("strtoull", 0.07),
    LINES("atof", 0.3),
    LINES("strtod", 0.4),
    LINES("strtof", 0.4),
    LINES("fopen", 8),
    LINES("fclose", 6),
    LINES("fflush", 5),
    LINES("fseek", 1),
    LINES("rewind", 1),
    LINES("ftell", 0.03),
    LINES("feof", 0.02),
    LINES("ferror", 0.02),
    LINES("getenv", 0.1),
    LINES("setenv", 0.2),
    LINES("putenv", 0.2),
    LINES("strdup", 0.1),
    LINES("strerror", 0.1),
    LINES("setbuf", 0.02),
    LINES("setvbuf", 0.02),
    LINES("signal", 1),
    LINES("getpid", 0.7),
    LINES("getppid", 0.8),
    LINES("getuid", 0.6),
    LINES("geteuid", 0.6),
    LINES("getgid", 0.6),
    LINES("getegid", 0.6),
    LINES("uname", 1),
    LINES("isatty", 1.2),
    LINES("fileno", 0.02),
    LINES("getcwd", 2),
    LINES("getrlimit", 2),
    LINES("sched_getaffinity", 1.4),
    LINES("clock", 3),
    LINES("times", 3),
    LINES("getrusage", 3),
    LINES("gethostname", 1),
    LINES("access", 4),
    LINES("stat", 5),
    LINES("remove", 6),
    LINES("unlink", 6),
    LINES("localtime", 8),
    LINES("gmtime", 1),
    LINES("ctime", 10),
    LINES("strftime", 2),
    {0},
};

/* ---- functions whose cost depends on their arguments ---- */

/* One pass over vectors: `n` times `operation` per element, with the given numbers of streams. */
#define VECTOR(name, arguments, operation, n, reads, writes, bytes)                                                    \
    {                                                                                                                  \
        name, arguments, {{"n", 0, FC_OP_CLASS_##operation, n, reads, writes, bytes, 0}, {0}}, FC_LIBRARY_VECTOR       \
    }
#define CALLS(n)                                                                                                       \
    {                                                                                                                  \
        n, 0, FC_OP_CLASS_MATRIX_CALL, 1, 0, 0, "0", 0                                                                 \
    }
/* A matrix that is read once, while vectors stay in cache. */
#define MATRIX(name, arguments, elements, operation, transposed, n, writes, bytes)                                     \
    {                                                                                                                  \
        name, arguments,                                                                                               \
            {{elements, 0, FC_OP_CLASS_##operation, n, 1, writes, bytes, FC_OP_CLASS_##transposed}, CALLS("1")},       \
            FC_LIBRARY_MATRIX                                                                                          \
    }
/* Blocked matrix products: multiply-adds run at the library's throughput, and each matrix is read from the level that
 * holds all of them. */
#define TRAFFIC(elements)                                                                                              \
    {                                                                                                                  \
        elements, 0, 0, 0, 1, 0, "w*(" elements ")", 0                                                                 \
    }
#define PRODUCT(name, arguments, madds, right, traffic, calls)                                                         \
    {                                                                                                                  \
        name, arguments,                                                                                               \
            {{madds, right, FC_OP_CLASS_PRODUCT, 1, 0, 0, "0", FC_OP_CLASS_PRODUCT_T},                                 \
             TRAFFIC(traffic),                                                                                         \
             CALLS(calls)},                                                                                            \
            FC_LIBRARY_MATRIX                                                                                          \
    }
/* The same with a triangular matrix; each element of the solution, or of the updating matrix, takes additional time. */
#define TRIANGLE(name, arguments, operation, madds, right, edge, traffic)                                              \
    {                                                                                                                  \
        name, arguments,                                                                                               \
            {{madds, right, FC_OP_CLASS_##operation, 1, 0, 0, "0", 0},                                                 \
             {edge, 0, FC_OP_CLASS_##operation##_EDGE, 1, 0, 0, "0", 0},                                               \
             TRAFFIC(traffic),                                                                                         \
             CALLS("1")},                                                                                              \
            FC_LIBRARY_MATRIX                                                                                          \
    }
/* LAPACK's blocked algorithms: half of the operations in one function, half in another. */
#define HALVES(name, arguments, one, other, half, traffic, calls)                                                      \
    {                                                                                                                  \
        name, arguments,                                                                                               \
            {{half, 0, FC_OP_CLASS_##one, 1, 0, 0, "0", 0},                                                            \
             {half, 0, FC_OP_CLASS_##other, 1, 0, 0, "0", 0},                                                          \
             TRAFFIC(traffic),                                                                                         \
             CALLS(calls)},                                                                                            \
            FC_LIBRARY_MATRIX                                                                                          \
    }
/* Eigenvalues of a symmetric matrix [LAPACK Users' Guide, 3rd ed., section 3.4.3]. Half of the reduction to tridiagonal
 * form consists of matrix-vector products. Eigenvectors add the rotations, 3 n^3, and the back transformation. */
#define EIGENVALUES(name, arguments)                                                                                   \
    {                                                                                                                  \
        name, arguments,                                                                                               \
            {{"n*n*n/3", 0, FC_OP_CLASS_GEMV, 1, 1, 0, "n*n*w", 0},                                                    \
             {"n*n*n/3", "n*n*n", FC_OP_CLASS_PRODUCT, 1, 0, 0, "0", 0},                                               \
             {"0", "3*n*n*n", FC_OP_CLASS_AXPY, 1, 0, 0, "0", 0},                                                      \
             CALLS("4*n")},                                                                                            \
            FC_LIBRARY_MATRIX                                                                                          \
    }

/* Operation counts as in [Blackford et al. 2002, LAPACK Working Note 41, appendix C], without lower-order terms. */
const fc_library_form fc_library_forms[] = {
    {"memcpy", "..b", {{"b/8", 0, 0, 0, 1, 1, "2*b", 0}, {0}}, FC_LIBRARY_C},
    {"memmove", "..b", {{"b/8", 0, 0, 0, 1, 1, "2*b", 0}, {0}}, FC_LIBRARY_C},
    {"memset", "..b", {{"b/8", 0, 0, 0, 0, 1, "b", 0}, {0}}, FC_LIBRARY_C},
    {"memcmp", "..b", {{"b/8", 0, FC_OP_CLASS_COMPARE, 1, 2, 0, "2*b", 0}, {0}}, FC_LIBRARY_C},
    {"memchr", "..b", {{"b/8", 0, FC_OP_CLASS_COMPARE, 1, 1, 0, "b", 0}, {0}}, FC_LIBRARY_C},
    {"bzero", ".b", {{"b/8", 0, 0, 0, 0, 1, "b", 0}, {0}}, FC_LIBRARY_C},
    {"bcopy", "..b", {{"b/8", 0, 0, 0, 1, 1, "2*b", 0}, {0}}, FC_LIBRARY_C},
    {"fread", ".sn.", {{"s*n/8", 0, 0, 0, 1, 1, "2*s*n", 0}, {0}}, FC_LIBRARY_C}, /* from the page cache */
    {"fwrite", ".sn.", {{"s*n/8", 0, 0, 0, 1, 1, "2*s*n", 0}, {0}}, FC_LIBRARY_C},
    {"qsort",
     ".ns.",
     {{"n*log2(n + 1)", 0, FC_OP_CLASS_SORT, 1, 0, 0, "0", 0}, {"n*s/8*log2(n + 1)", 0, 0, 0, 1, 1, "2*n*s", 0}},
     FC_LIBRARY_C},
    {"bsearch", "..n..", {{"log2(n + 1)", 0, FC_OP_CLASS_SORT, 1, 0, 0, "0", 0}, {0}}, FC_LIBRARY_C},
    /* level 1 */
    VECTOR("axpy", "n", AXPY, 1, 2, 1, "2*n*w"),
    VECTOR("dot", "n", DOT, 1, 2, 0, "2*n*w"),
    VECTOR("dotu", "n", DOT, 1, 2, 0, "2*n*w"),
    VECTOR("dotc", "n", DOT, 1, 2, 0, "2*n*w"),
    VECTOR("scal", "n", SCALE, 1, 1, 1, "n*w"),
    VECTOR("copy", "n", ADD, 0, 1, 1, "2*n*w"),
    VECTOR("swap", "n", ADD, 0, 2, 2, "2*n*w"),
    VECTOR("nrm2", "n", NORM, 1, 1, 0, "n*w"),
    VECTOR("asum", "n", SUM, 1, 1, 0, "n*w"),
    VECTOR("rot", "n", AXPY, 2, 2, 2, "2*n*w"),
    VECTOR("amax", "n", SUM, 1, 1, 0, "n*w"),
    /* level 2 */
    MATRIX("gemv", "Tmn", "m*n", GEMV, GEMV_T, 1, 0, "m*n*w"),
    MATRIX("ger", "mn", "m*n", GER, GER, 1, 1, "m*n*w"),
    MATRIX("symv", ".n", "n*n/2", GEMV, GEMV, 2, 0, "n*n*w/2"),
    MATRIX("trmv", ".T.n", "n*n/2", GEMV, GEMV_T, 1, 0, "n*n*w/2"),
    MATRIX("trsv", ".T.n", "n*n/2", GEMV, GEMV_T, 1, 0, "n*n*w/2"),
    MATRIX("syr", ".n", "n*n/2", GER, GER, 1, 1, "n*n*w/2"),
    MATRIX("syr2", ".n", "n*n/2", GER, GER, 2, 1, "n*n*w/2"),
    /* level 3 */
    PRODUCT("gemm", "TUmnk", "m*n*k", 0, "m*k + k*n + 2*m*n", "1"),
    PRODUCT("symm", "S.mn", "m*m*n", "m*n*n", "m*m + 3*m*n", "1"),
    PRODUCT("trmm", "S...mn", "m*m*n/2", "m*n*n/2", "m*m/2 + 2*m*n", "1"),
    TRIANGLE("trsm", "S...mn", SOLVE, "m*m*n/2", "m*n*n/2", "m*n", "m*m/2 + 2*m*n"),
    TRIANGLE("syrk", "..nk", RANK, "n*n*k/2", 0, "n*k", "n*k + n*n"),
    TRIANGLE("syr2k", "..nk", RANK, "n*n*k", 0, "2*n*k", "2*n*k + n*n"),
    /* LAPACK */
    PRODUCT("getrf", "mn..OO", "max(m, n)*min(m, n)*min(m, n)/2 - min(m, n)*min(m, n)*min(m, n)/6", 0, "2*m*n",
            "2*min(m, n)"),
    TRIANGLE("getrs", ".nr.....O", SOLVE, "n*n*r", 0, "2*n*r", "n*n + 2*n*r"),
    PRODUCT("getri", "n.....O", "2*n*n*n/3", 0, "4*n*n", "2*n"),
    PRODUCT("gesv", "nr..O..O", "n*n*n/3 + n*n*r", 0, "3*n*n + 2*n*r", "2*n"),
    HALVES("potrf", ".n..O", SOLVE, RANK, "n*n*n/12", "n*n", "n"), /* dpotrf2: dtrsm, dsyrk */
    TRIANGLE("potrs", ".nr....O", SOLVE, "n*n*r", 0, "2*n*r", "n*n + 2*n*r"),
    PRODUCT("potri", ".n..O", "n*n*n/3", 0, "2*n*n", "n"),
    PRODUCT("posv", ".nr....O", "n*n*n/6 + n*n*r", 0, "2*n*n + 2*n*r", "n"),
    TRIANGLE("trtrs", "...nr....O", SOLVE, "n*n*r/2", 0, "n*r", "n*n/2 + 2*n*r"),
    /* dlarfb: dgemm of a transposed matrix, dgemm */
    HALVES("geqrf", "mn.....O", PRODUCT, PRODUCT_T, "max(m, n)*min(m, n)*min(m, n)/2 - min(m, n)*min(m, n)*min(m, n)/6",
           "2*m*n", "2*min(m, n)"),
    HALVES("orgqr", "mnk.....O", PRODUCT, PRODUCT_T, "m*n*k - (m + n)*k*k/2 + k*k*k/3", "2*m*n", "2*k"),
    PRODUCT("ormqr", "S.mnk.......O", "2*m*n*k - n*k*k", "2*m*n*k - m*k*k", "2*m*n + m*k", "2*k"),
    EIGENVALUES("syev", "J.n.....O"),
    EIGENVALUES("heev", "J.n......O"),
    {0},
};
