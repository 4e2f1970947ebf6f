/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file openmp.h  The parser of "#pragma omp" directives (OpenMP 5.0, chapter 2). The front end passes it the source
 * text, all others the text of an FC_OPENMP node. Device constructs are not covered. */
#ifndef FC_MODEL_OPENMP_H
#define FC_MODEL_OPENMP_H

#include "analyzer/model/program.h"

/** The constructs of a directive: "parallel for simd" is FC_OMP_PARALLEL | FC_OMP_FOR | FC_OMP_SIMD. */
typedef enum fc_openmp_part {
    FC_OMP_PARALLEL = 1,
    FC_OMP_FOR = 2,
    FC_OMP_SECTIONS = 4,
    FC_OMP_SECTION = 8,
    FC_OMP_SINGLE = 16,
    FC_OMP_MASTER = 32, /* masked too */
    FC_OMP_CRITICAL = 64,
    FC_OMP_ATOMIC = 128,
    FC_OMP_BARRIER = 256,
    FC_OMP_TASK = 512,
    FC_OMP_TASKWAIT = 1024,
    FC_OMP_TASKGROUP = 2048,
    FC_OMP_TASKLOOP = 4096,
    FC_OMP_SIMD = 8192,
    FC_OMP_NOTHING = 16384 /* taskyield, flush, threadprivate, declare: not modeled */
} fc_openmp_part;

typedef enum fc_openmp_schedule {
    FC_OMP_STATIC, /* auto too */
    FC_OMP_DYNAMIC,
    FC_OMP_GUIDED,
    FC_OMP_RUNTIME
} fc_openmp_schedule;

/** The role of a clause's expression. */
typedef enum fc_openmp_role {
    FC_OMP_NUM_THREADS,
    FC_OMP_CHUNK,
    FC_OMP_IF,
    FC_OMP_FINAL,
    FC_OMP_PRIORITY,
    FC_OMP_GRAINSIZE,
    FC_OMP_NUM_TASKS,
    FC_OMP_COLLAPSE,
    FC_OMP_DEPEND_IN,
    FC_OMP_DEPEND_OUT, /* inout too */
    FC_OMP_DEPEND_MUTEX
} fc_openmp_role;

enum {
    FC_OMP_MAX_EXPRESSIONS = 32
};

/** [begin, end): offsets in the text. */
typedef struct fc_openmp_expression {
    fc_openmp_role role;
    size_t begin, end;
} fc_openmp_expression;

typedef struct fc_openmp {
    unsigned parts;
    fc_openmp_schedule schedule; /* FC_OMP_STATIC if not given */
    bool nowait, nogroup;
    char name[64];  /* of critical; "": none */
    char macro[64]; /* a macro in place of a clause, which is not expanded; "": none */
    fc_openmp_expression expression[FC_OMP_MAX_EXPRESSIONS]; /* in text order: child i of an FC_OPENMP node */
    int n_expressions;
} fc_openmp;

typedef struct fc_openmp_fault {
    char what[160];
    size_t at; /* offset in the text */
} fc_openmp_fault;

/** Parses the text after "omp". False: *fault holds the error, or the construct that is not covered. */
bool fc_openmp_read(fc_openmp *out, const char *text, fc_openmp_fault *fault);
/** The directive of an FC_OPENMP node of a valid program. */
fc_openmp fc_openmp_of(const fc_node *node);
/** The name of the directive in reports: "omp parallel for". Clauses are left out, and so is "simd" in a combined
 * directive. */
const char *fc_openmp_title(const fc_openmp *directive);
/** The structured block; NULL: none. */
const fc_node *fc_openmp_body(const fc_node *node);
/** The expression with that role; NULL: none. */
const fc_node *fc_openmp_expression_of(const fc_node *node, const fc_openmp *directive, fc_openmp_role role);
/** The number of nested loops that the directive shares as one, by collapse(n): >= 1; 0: n is no constant. */
long fc_openmp_joined_loops(const fc_node *node, const fc_openmp *directive);
/** The directive applies to a statement. */
bool fc_openmp_has_body(const fc_openmp *directive);
/** The program has an OpenMP directive. */
bool fc_openmp_is_used(const fc_program *program);
/** The program calls omp_set_num_threads. */
bool fc_openmp_sets_threads(const fc_program *program);
/** The first parallel region whose number of threads comes from the environment; NULL: none. */
const fc_node *fc_openmp_open_region(const fc_program *program);
/** A directive below the node, or in a procedure called from there, binds to a parallel region that encloses the node.
 * Its number of executions then matters. */
bool fc_openmp_binds_outside(const fc_program *program, const fc_node *node);

#endif
