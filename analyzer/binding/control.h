/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control.h  Binding-time analysis and the program slice (design, section 4.3; Jones, Gomard and Sestoft 1993).
 *
 * A value is static if the cost program can compute it: pure operations on literals, argv, and MPI's size and rank,
 * through variables all of whose definitions are static. Memory is represented by abstract cells (cells.h). Elements of
 * large arrays of reals are in the initial dynamic set. The slice holds the static code that loop bounds, conditions,
 * MPI arguments, allocation sizes and calls through pointers need. All other code becomes cost. */
#ifndef FC_CONTROL_H
#define FC_CONTROL_H

#include "analyzer/loops/procedure_loops.h"
#include "analyzer/model/properties/indirect_calls.h"
#include "analyzer/points_to/points_to.h"

typedef struct fc_control fc_control;

/** calls: possible targets of calls through pointers; must outlive the result. */
FC_GIVE fc_control *fc_control_create(const fc_program *program, const fc_indirect_calls *calls);
/** Only its locations, definitions and initial dynamic set: nothing else is dynamic, and the slice is empty. */
FC_GIVE fc_control *fc_control_create_initial(const fc_program *program, const fc_indirect_calls *calls);
void fc_control_free(FC_TAKE fc_control *control);
/** The definitions and cells that the slice was computed from; owned by the control. */
const struct fc_definitions *fc_control_definitions(const fc_control *control);
const struct fc_cells *fc_control_cells(const fc_control *control);
fc_points_to *fc_control_points(const fc_control *control);
/** The cell is in the initial dynamic set: its definitions may not be all. */
bool fc_control_starts_dynamic(const fc_control *control, int cell);
/** Likewise for the part of the cell in these objects: false if the cell is in the set only because other objects hold
 * records that are accessed as numbers. */
bool fc_control_is_obscure(const fc_control *control, int cell, fc_objects objects);

/** The cost program can compute the expression's value. */
bool fc_control_is_static(const fc_control *control, const fc_node *expression);
/** The value is static, or a sum or product of integer parameters that the procedure does not change (polyvariance):
 * each static call passes its own value, each dynamic call passes 0. For allocation sizes. */
bool fc_control_is_static_by_call(const fc_control *control, const fc_node *value);
/** The call goes through a static pointer, so that the cost program calls the same procedure as the program. */
bool fc_control_callee_is_static(const fc_control *control, const fc_node *call);
/** The assignment, step, declaration or call (by its node) is part of the slice and printed in the cost program. */
bool fc_control_in_slice(const fc_control *control, const fc_node *node);
/** The slice reads the expression's value: it is printed in a statement or condition of the slice. */
bool fc_control_needs_value(const fc_control *control, const fc_node *expression);
/** The variable, parameter or field is declared in the cost program. */
bool fc_control_symbol_in_slice(const fc_control *control, const fc_symbol *symbol);
/** The procedure's result is used by the slice. */
bool fc_control_result_in_slice(const fc_control *control, const fc_procedure *procedure);
/** The cost program has the place's value: the place is declared there with all of its definitions. */
bool fc_control_has_value(const fc_control *control, const fc_node *place);
/** The target of the pointer value is in the slice: an array, or a number in one. */
bool fc_control_target_in_slice(const fc_control *control, const fc_node *pointer);
/** The content of the pointer's target is dynamic. */
bool fc_control_target_is_dynamic(const fc_control *control, const fc_node *pointer);
/** The allocated memory is in the slice. */
bool fc_control_allocation_in_slice(const fc_control *control, const fc_node *call);
/** The procedure is an allocation wrapper (allocation_wrappers.h): each call decides by its caller whether the memory
 * is in the slice. */
bool fc_control_allocates(const fc_control *control, const fc_procedure *procedure);
/** The slice writes into argv or its strings (strtok). */
bool fc_control_changes_arguments(const fc_control *control);
/** The assignment's right side reads argv, or an annotation names it (parameter_annotation.h). Its left side is then a
 * named parameter. */
bool fc_control_is_parameter(const fc_control *control, const fc_node *right_side);
/** The part of the right side that is the parameter's value: all of it, or where ranks decide too, as in
 * `n = atoi(argv[1]) / size`, the number that is read. NULL: fc_control_is_parameter() is false. */
const fc_node *fc_control_parameter_part(const fc_control *control, const fc_node *right_side);
/** The name of the named parameter in that place: the variable's or field's, "args[0]" for an element of an array.
 * Elements at an index that is no constant have the array's name. */
FC_GIVE char *fc_control_parameter_name(const fc_node *place);
/** A parameter of the procedure is the text of an argument, as in a parser of options. */
bool fc_control_gets_text(const fc_control *control, const fc_procedure *procedure);
/** Reads the number of program arguments (argc). */
bool fc_control_asks_arguments(const fc_control *control, const fc_node *node);
/** The statement runs once and depends on the arguments or an input file: an if or a switch on them, or a loop
 * (`while ((c = getopt(...)) != -1)`) or an assignment that reads them and passes no message. */
bool fc_control_reads_inputs(const fc_control *control, const fc_node *statement);
/** The node, or a call of its procedure, stands in a statement of fc_control_reads_inputs. */
bool fc_control_chosen_by_inputs(const fc_control *control, const fc_node *node);
/** A number that such a statement sets. */
typedef struct fc_control_input {
    const fc_node *place; /* a variable, a field or a pointer's target */
    bool is_read; /* read from an argument, if there is one; otherwise set by the statement on all ranks alike */
} fc_control_input;
/** All of them that the slice reads after the statement; returns their number. */
size_t fc_control_inputs(FC_GIVE fc_control_input **out, const fc_control *control, const fc_node *statement);
/** The variable, array or function that makes the expression dynamic; NULL: none. */
const fc_symbol *fc_control_dynamic_symbol(const fc_control *control, const fc_node *expression);
/** "n, from buffer, set by MPI_Recv (a.c:12)": the dynamic variable, and where and why its chain begins. */
void fc_control_print_reason(fc_text *out, const fc_control *control, const fc_node *expression);
/** One link of the provenance of a dynamic value. */
typedef struct fc_control_reason {
    const fc_node *value;    /* the dynamic part of an expression */
    const fc_symbol *symbol; /* its variable, array or function */
    const fc_node *place;    /* where it is set; NULL: it is in the initial dynamic set */
    const char *text;        /* how the chain begins, "set by MPI_Recv"; NULL: by the value of the next link */
} fc_control_reason;
typedef void fc_control_visit_reason(void *data, const fc_control_reason *reason);
/** Visits the links from the expression to where the chain begins; none for a static expression. */
void fc_control_visit_reasons(const fc_control *control, const fc_node *expression, fc_control_visit_reason *visit,
                              void *data);
/** The caller calls the callee, directly or not. */
bool fc_control_calls(const fc_control *control, const fc_procedure *caller, const fc_procedure *callee);
/** The MPI_Bcast, or another collective with a result on several ranks, has a result that the slice reads. */
bool fc_control_distributes_values(const fc_control *control, const fc_node *call);
/** The send's content is read by the slice where it is received; the received content is read by the slice. */
bool fc_control_sends_values(const fc_control *control, const fc_node *call);
bool fc_control_receives_values(const fc_control *control, const fc_node *call);
/** The call makes a window of memory that the slice reads or sends. */
bool fc_control_exposes_window(const fc_control *control, const fc_node *call);
/** The one-sided access's argument of this role transfers values to or from a window that the slice reads. */
bool fc_control_accesses_window(const fc_control *control, const fc_node *call, char role);
/** The declaration after `#pragma forecost data`, or the place set by the assignment after it, which the user declared
 * dynamic. NULL: another node, or nothing is set. */
const fc_node *fc_control_annotated_dynamic(const fc_node *pragma);
/** Some value of the slice depends on MPI_Comm_rank or a coordinate of it. */
bool fc_control_rank_dependent(const fc_control *control);

/** No code below `root`, nor a procedure called from there, changes the place (a name, member or element) or a pointer
 * or index in it. */
bool fc_control_is_invariant(const fc_control *control, const fc_node *place, const fc_node *root);
/** The lower bound of a variable that only MPI queries define: 1, a communicator's size; 0, a rank; -1, unknown. */
int fc_control_least_value(const fc_control *control, const fc_symbol *symbol);
/** The only definition of a local variable, if its right side is a plain value; NULL otherwise. */
const fc_node *fc_control_only_definition(const fc_control *control, const fc_symbol *symbol);
/** Calls visit for each value that the pointer's place may have, from assignments and arguments. False: it has values
 * from other sources too. Steps within the target (p++) and results of fread are ignored. */
bool fc_control_each_value(const fc_control *control, const fc_node *place,
                           void (*visit)(void *data, const fc_node *value), void *data);
/** The slice reads the variable outside `root`: its value is live after root. */
bool fc_control_outlives(const fc_control *control, const fc_symbol *symbol, const fc_node *root);
/** The variable has a loop-carried dependence that the slice reads, other than in the loop's bound (fc_control_bound).
 */
bool fc_control_is_carried(const fc_control *control, const fc_symbol *symbol, const fc_node *loop);
/** The slice reads the variable somewhere below `node`. */
bool fc_control_reads_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node);
/** The condition on which parts of a statement or expression are control-dependent; NULL: none. */
const fc_node *fc_control_condition(const fc_node *node);
/** A dynamic decision below the loop selects whether the jump is taken. */
bool fc_control_jumps_dynamically(const fc_control *control, const fc_node *jump, const fc_node *loop);
/** What makes a loop's trip count dynamic: the loop itself, or the branch of a jump out of it. NULL: nothing. */
const fc_node *fc_control_dynamic_loop_decision(const fc_control *control, const fc_node *loop);
/** Of a loop with a dynamic end: the only static comparison among the operands of && in its condition, which ends the
 * loop otherwise. NULL: there is none, or there are several ends. */
const fc_node *fc_control_bound(const fc_control *control, const fc_node *loop);
/** A break, return or goto leaves the loop. */
bool fc_control_leaves_early(const fc_control *control, const fc_node *loop);
/** A run reaches the node at most once, as derived from loops, threads and calls. */
bool fc_control_runs_once(const fc_control *control, const fc_node *node);
/** The target of a goto. */
const fc_node *fc_control_label(const fc_control *control, const fc_node *jump);
/** A definition of the variable lies below `node`. */
bool fc_control_changes_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node);
/** The place or value may differ in the loop's next iteration, as derived from its variables. Changes of array elements
 * are ignored; a result of a call always varies. */
bool fc_control_varies(const fc_control *control, const fc_node *expression, const fc_node *loop);
/** Some definition adds to the variable's value: p++, p += 2, p = p + 1. */
bool fc_control_is_stepped(const fc_control *control, const fc_symbol *symbol);
/** The step moves on a variable that every path of an iteration of the innermost loop moves by the same steps, and the
 * branch, an if statement, is within this loop: whichever arm runs, the variable has the same value after it. */
bool fc_control_steps_in_both_arms(const fc_control *control, const fc_node *step, const fc_node *branch);
/** The loops of the procedure that holds the node, built on the first request; NULL: unreachable code. */
fc_procedure_loops *fc_control_loops(const fc_control *control, const fc_node *node);
const fc_procedure *fc_control_owner(const fc_control *control, const fc_node *node);

/** The variable's C text in the cost program: its name, or G->name for globals and statics, with its number appended
 * where the plain name would be ambiguous. */
void fc_control_print_name(fc_text *out, const fc_control *control, const fc_symbol *symbol);
/** "cost_" and the procedure's name. */
void fc_control_print_procedure(fc_text *out, const fc_control *control, const fc_symbol *procedure);

#endif
