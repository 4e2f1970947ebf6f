/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file baseline.h  A performance baseline: the predicted costs of programs at chosen points, split by place, for
 * comparison with later versions. */
#ifndef FC_BASELINE_H
#define FC_BASELINE_H

#include "support/text.h"

#include <stdbool.h>

/** Name for people, key in files. */
#define FC_MEASURE_LIST(X)                                                                                             \
    X(TIME, "time", "time_s")                                                                                          \
    X(MESSAGES, "messages", "messages")                                                                                \
    X(BYTES, "bytes", "bytes")
typedef enum fc_measure {
#define FC_MEASURE_ENUM(name, word, key) FC_MEASURE_##name,
    FC_MEASURE_LIST(FC_MEASURE_ENUM)
#undef FC_MEASURE_ENUM
    FC_N_MEASURES
} fc_measure;
const char *fc_measure_word(fc_measure measure);

/** One value a measure: seconds, messages, bytes; finite and >= 0. */
typedef struct fc_baseline_cost {
    double of[FC_N_MEASURES];
} fc_baseline_cost;

/** A point, identified by ranks, parameters and arguments. */
typedef struct fc_baseline_point {
    int ranks;
    char *parameters; /* "n=500, k=2"; "": none set */
    char *arguments;  /* arguments of the application; "": none */
    fc_baseline_cost cost;
    char *fault;        /* why the point has no cost; NULL: it has one */
    bool is_unmeasured; /* with a fault: there is no error, but no measurement to compare */
} fc_baseline_point;

/** A loop head or call around a place, which determines how often the place executes: "for (i = 0; i < n; i++)". */
typedef struct fc_baseline_head {
    char *text;
    char *file; /* NULL: not recorded */
    int line;
} fc_baseline_head;

/** The cost of one kind of operation of one function at one line. */
typedef struct fc_baseline_term {
    char *function, *operation; /* "compute", "MPI_Bcast", "malloc" */
    char *file;
    int line;
    char *source;             /* the statement there, independent of formatting */
    char *formula;            /* "iterations * T_allreduce(p, 8)"; "": no closed form */
    fc_baseline_head *within; /* enclosing loops and calls, innermost first, callers included */
    size_t n_within, within_capacity;
    fc_baseline_cost *cost; /* [n_points] */
} fc_baseline_term;

typedef struct fc_baseline_program {
    char *name;
    char *machine, *machine_key; /* name of the machine; content key of all its costs */
    char *method, *compute_model;
    char *fault; /* why the program has no prediction; NULL: there is at least one point */
    bool is_unmeasured;
    fc_baseline_point *point;
    size_t n_points, point_capacity;
    fc_baseline_term *term;
    size_t n_terms, term_capacity;
} fc_baseline_program;

typedef struct fc_baseline {
    fc_baseline_program *program; /* names are unique */
    size_t n_programs, program_capacity;
} fc_baseline;

/** Adds an empty program (point); the pointer is valid until the next one is added. */
fc_baseline_program *fc_baseline_add_program(fc_baseline *baseline, const char *name);
fc_baseline_point *fc_baseline_add_point(fc_baseline_program *program);
/** To be called after all points have been added. */
fc_baseline_term *fc_baseline_add_term(fc_baseline_program *program);
fc_baseline_head *fc_baseline_add_head(fc_baseline_term *term, const char *text);
void fc_baseline_free(fc_baseline *baseline);

/** The program with this name; NULL: there is none. */
const fc_baseline_program *fc_baseline_find(const fc_baseline *baseline, const char *name);
/** The index of the point with equal ranks, parameters and arguments; -1: there is none. */
long fc_baseline_find_point(const fc_baseline_program *program, const fc_baseline_point *like);
/** The printed name of a point: "p = 64, n=500, arguments 2000 50". */
FC_GIVE char *fc_baseline_label(const fc_baseline_point *point);

#endif
