/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_run.h  The symbolic run that makes a formula: what its files share. */
#ifndef FC_FORMULA_RUN_H
#define FC_FORMULA_RUN_H

#include "analyzer/passes/formula.h"
#include "analyzer/passes/reuse_distance.h"
#include "analyzer/passes/values.h"

enum {
    FC_RUN_MAX_SUMS = 16
};

typedef struct fc_run {
    fc_formula *formula;
    const fc_analysis *analysis;
    fc_state *state;
    const fc_procedure *procedure; /* being run */
    const fc_sym *weight;          /* how often what comes next counts */
    fc_formula_sum sum[FC_RUN_MAX_SUMS];
    int n_sums;
    int depth;             /* of calls */
    fc_loop_frames around; /* the loops around, in the procedure */
    char **place;          /* by the formula's parameter: the key of the place that it is */
    size_t place_capacity;
    bool is_asked;  /* in an arm that is run where an argument is given */
    bool finalized; /* behind MPI_Finalize: costs are no longer part of the time */
    fc_report *report;
    fc_status status;
} fc_run;

/** Notes why no formula exists; the first reason stays. Returns false. */
bool fc_run_fail(fc_run *run, const fc_node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/** An expression's value in the run's state; NULL: not known. */
const fc_sym *fc_run_value(const fc_run *run, const fc_node *expression);
static inline fc_view fc_run_view(const fc_run *run, const fc_node *root)
{
    return (fc_view){.control = run->analysis->control,
                     .algebra = run->analysis->algebra,
                     .root = root,
                     .state = run->state};
}
/** The key of the place an address expression points to: x of &x, a[0] of an array; false: not known. */
bool fc_run_target(const fc_run *run, FC_GIVE char **key, bool *is_array, const fc_node *address);
/** A new term with the run's count and sums; NULL behind MPI_Finalize. */
fc_formula_term *fc_run_term(fc_run *run, const fc_node *node);
/** The atom of the named parameter that the key's place is. Two places of one name have no formula. */
const fc_sym *fc_run_parameter(fc_run *run, const char *key, const fc_type *type, const char *name,
                               const fc_node *node);

/** Adds the terms of what collapses; false: it does not. */
bool fc_run_closed(fc_run *run, const fc_cost *cost);
/** From here on an object (object_sizes.h) has that many bytes; NULL: not known. */
void fc_run_bind_object(fc_run *run, int object, const fc_sym *bytes);
/** What was made in the turns of a loop is known by their variable within it alone. */
void fc_run_forget_objects(fc_run *run, const fc_sym *variable);

/** A pointer to a procedure. */
bool fc_run_holds_procedures(const fc_type *type);
/** Which procedures a pointer expression holds: a variable for each, times the indicator of when it is that one; NULL:
 * not known. */
const fc_sym *fc_run_procedures(const fc_run *run, const fc_node *pointer);
/** Where it is this procedure that is held, as an indicator. */
const fc_sym *fc_run_share_of(const fc_run *run, const fc_sym *held, const fc_procedure *procedure);

/** The callee's parameters are the call's arguments. */
void fc_run_bind_arguments(fc_run *run, const fc_procedure *callee, const fc_node *call);
/** The variable, or the field, that a place ends in. */
const char *fc_run_name_of(const fc_node *place);
/** Globals that hold procedures begin with what they are initialised with. */
void fc_run_globals(fc_run *run);
/** The kept effects of a statement on the state. */
void fc_run_effects(fc_run *run, const fc_node *statement);
/** The return ends a run that fails: of another number than 0 from main, or of a number that all callers take for their
 * failure. */
bool fc_run_is_failure(const fc_run *run, const fc_node *jump);
/** The arm of a branch ends the program with a failure: the formula's domain is where it is not taken. */
bool fc_run_arm_stops(const fc_run *run, const fc_cost *arm);
/** A statement that goes by what a run is given is run as a whole: its time is a term; the numbers that arguments tell
 * are parameters, all else that it sets is unknown. */
bool fc_run_given(fc_run *run, const fc_cost *cost);
/** Behind a statement: what it leaves behind are parameters, be it arguments that told them or not. */
void fc_run_given_numbers(fc_run *run, const fc_cost *cost);
/** The program gives up where the condition is as told. */
void fc_run_stop(fc_run *run, const fc_node *condition, bool where);
/** One MPI call: its terms, what it writes, its result. */
bool fc_run_mpi(fc_run *run, const fc_cost *cost);

#endif
