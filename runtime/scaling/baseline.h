/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file baseline.h  What programs were predicted to cost at points, by place: what a later version is compared with.
 */
#ifndef FC_BASELINE_H
#define FC_BASELINE_H

#include "machine_properties/support/text.h"

#include <stdbool.h>

/** Name in words, key in files. */
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

/** By measure: seconds, messages, bytes; all finite and >= 0. */
typedef struct fc_baseline_cost {
    double of[FC_N_MEASURES];
} fc_baseline_cost;

/** A point is told from others by ranks, parameters and arguments. */
typedef struct fc_baseline_point {
    int ranks;
    char *parameters; /* "n=500, k=2"; "": none was set */
    char *arguments;  /* the application's own; "": none */
    fc_baseline_cost cost;
    char *fault;        /* why it has no cost; NULL: it has one */
    bool is_unmeasured; /* with a fault: nothing failed, but there is nothing to compare */
} fc_baseline_point;

/** What stands around a place and decides how often it runs: "for (i = 0; i < n; i++)", and the calls on the way. */
typedef struct fc_baseline_head {
    char *text;
    char *file; /* NULL: not kept */
    int line;
} fc_baseline_head;

/** What one function does in one way at one line. */
typedef struct fc_baseline_term {
    char *function, *operation; /* "compute", "MPI_Bcast", "malloc" */
    char *file;
    int line;
    char *source;             /* the statement there; a change of layout does not change it */
    char *formula;            /* "iterations * T_allreduce(p, 8)"; "": not known in closed form */
    fc_baseline_head *within; /* from the inside out, callers too */
    size_t n_within, within_capacity;
    fc_baseline_cost *cost; /* [n_points] */
} fc_baseline_term;

typedef struct fc_baseline_program {
    char *name;
    char *machine, *machine_key; /* its name; content key of all its costs */
    char *method, *compute_model;
    char *fault; /* why nothing of it could be predicted; NULL: it could, and there is at least one point */
    bool is_unmeasured;
    fc_baseline_point *point;
    size_t n_points, point_capacity;
    fc_baseline_term *term;
    size_t n_terms, term_capacity;
} fc_baseline_program;

typedef struct fc_baseline {
    fc_baseline_program *program; /* no two have the same name */
    size_t n_programs, program_capacity;
} fc_baseline;

/** Adds an empty one; valid until the next is added. */
fc_baseline_program *fc_baseline_add_program(fc_baseline *baseline, const char *name);
fc_baseline_point *fc_baseline_add_point(fc_baseline_program *program);
/** All points are there by then. */
fc_baseline_term *fc_baseline_add_term(fc_baseline_program *program);
fc_baseline_head *fc_baseline_add_head(fc_baseline_term *term, const char *text);
void fc_baseline_free(fc_baseline *baseline);

/** NULL: there is none. */
const fc_baseline_program *fc_baseline_find(const fc_baseline *baseline, const char *name);
/** The point of the same ranks, parameters and arguments; -1: there is none. */
long fc_baseline_find_point(const fc_baseline_program *program, const fc_baseline_point *like);
/** "p = 64, n=500, arguments 2000 50". */
FC_GIVE char *fc_baseline_label(const fc_baseline_point *point);

#endif
