/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file analysis.h  The result of the passes: the input of the emitters.
 *
 * The first pass, control, computes binding times and the program slice. The cost tree has the symbolic cost of each
 * procedure, statement by statement. On demand, collapse gives a subtree as a list of terms with closed counts. */
#ifndef FC_ANALYSIS_H
#define FC_ANALYSIS_H

#include "analyzer/binding/control.h"
#include "analyzer/context/cost.h"
#include "analyzer/regions/region_model.h"

typedef struct fc_site_model {
    const fc_node *node; /* the call, the loop or the branch */
    const fc_procedure *procedure;
    const char *operation; /* "MPI_Bcast", "malloc", "loop", "branch", "case" */
    char *why;             /* of a counter: why the value is dynamic; NULL otherwise */
    bool is_reached; /* of a loop's counter: each profiled run left the loop by its bound, and so does a formula */
} fc_site_model;

typedef struct fc_analysis {
    const fc_program *program;
    fc_algebra *algebra;
    fc_control *control;
    fc_indirect_calls *pointer_calls;
    fc_cost **tree; /* by procedure id */
    bool *is_head;  /* by procedure id: of a recursion through pointers (recursion.h) */
    bool *reached;  /* by procedure id: reachable from main (all if there is no main), without calls replaced by cost
                       annotations */
    fc_region_model **region;
    size_t n_regions, region_capacity;
    fc_region_model **whole; /* by id: the innermost loops with several regions (regions/loop_parts.h) */
    size_t n_wholes, whole_capacity;
    fc_site_model *site;
    size_t n_sites, site_capacity;
    fc_site_model *counter; /* counts that a profile or an assumption must supply */
    size_t n_counters, counter_capacity;
    bool *subscript; /* by symbol id: the variable serves in subscripts only (subscript_variables.h) */
    int *object;     /* by node id: number of the object that the call allocates (object_sizes.h); -1: not needed */
    int n_objects;
    bool *reuses;        /* by node id: an allocation in a loop that frees it: touched first in front of the loop
                            (first_touches.h) */
    int *extent_counter; /* by node id: of the pointer of a gather whose object size is unknown; -1: none */
    int *number_counter; /* by node id: of an MPI call's argument that is dynamic and is an element count, element
                            counts per rank, or a datatype; -1: none */
    struct fc_volumes *volumes; /* regions/volumes.h; NULL until the passes have run */
    int n_loops, n_closed_loops, n_executed_loops, n_mpi_calls;
    int n_unsupported; /* MPI calls that the virtual ranks do not model */
    char **warning;    /* "file:line:column: text": assumed library costs and the like */
    size_t n_warnings, warning_capacity;
} fc_analysis;

/** Runs the passes. FC_E_INPUT with the position for a construct that the model does not cover (goto, an unsupported
 * MPI operation). */
fc_status fc_analysis_create(FC_GIVE fc_analysis **out, const fc_program *program, fc_report *report);
void fc_analysis_free(FC_TAKE fc_analysis *analysis);

#endif
