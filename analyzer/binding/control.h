/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control.h  The control slice: what decides how often and with what sizes the rest runs (design, section 4.3).
 *
 * A value is executable when the cost program can compute it: built from literals, argv, MPI's size and rank, by pure
 * operations, through variables all of whose definitions are executable. Memory is told apart by cells: one a variable,
 * one a record field, one for what pointers that may meet point to (unification, Steensgaard). Elements of real arrays
 * are data by decree, but for those of a few numbers (a box's corners): their values are never computed. What is
 * executable and needed by a loop bound, a condition, an MPI argument, an allocation's size or a call through a pointer
 * is kept. Everything else becomes cost. */
#ifndef FC_CONTROL_H
#define FC_CONTROL_H

#include "analyzer/loops/procedure_loops.h"
#include "analyzer/model/properties/indirect_calls.h"

typedef struct fc_control fc_control;

/** calls: what calls through pointers may run; it outlives the result. */
FC_GIVE fc_control *fc_control_create(const fc_program *program, const fc_indirect_calls *calls);
void fc_control_free(FC_TAKE fc_control *control);
/** The definitions and locations that the slice was computed from; the control owns them. */
const struct fc_definitions *fc_control_definitions(const fc_control *control);
const struct fc_cells *fc_control_cells(const fc_control *control);
/** The location is in the initial dynamic set: it may be modified in ways that its definitions do not show. */
bool fc_control_starts_dynamic(const fc_control *control, int cell);

/** The expression's value can be computed in the cost program. */
bool fc_control_executable(const fc_control *control, const fc_node *expression);
/** It can, or each call of its procedure that can compute what it hands in tells it: a whole number made of parameters
 * that nobody changes there. Calls that hand in data hand in 0. Printed where memory is asked for. */
bool fc_control_is_handed(const fc_control *control, const fc_node *value);
/** The call goes through a pointer whose value the cost program computes: it runs what the program would. */
bool fc_control_knows_callee(const fc_control *control, const fc_node *call);
/** The assignment, step, declaration or call (by its node) is part of the slice and printed in the cost program. */
bool fc_control_kept(const fc_control *control, const fc_node *node);
/** The expression's value is read by the slice: it is printed inside a kept statement or condition. */
bool fc_control_needs_value(const fc_control *control, const fc_node *expression);
/** The variable, parameter or field is declared in the cost program. */
bool fc_control_kept_symbol(const fc_control *control, const fc_symbol *symbol);
/** The procedure's result is used by the slice. */
bool fc_control_kept_result(const fc_control *control, const fc_procedure *procedure);
/** The place's value is there in the cost program: it is declared and each of its definitions is kept. */
bool fc_control_has_value(const fc_control *control, const fc_node *place);
/** The memory the pointer value points to is kept (an array of the slice, a number in it), not data. */
bool fc_control_kept_target(const fc_control *control, const fc_node *pointer);
/** What stands in the memory the pointer value points to is data. */
bool fc_control_data_target(const fc_control *control, const fc_node *pointer);
/** The memory that an allocation brings is kept (for the slice's own arrays and records), not data. */
bool fc_control_kept_allocation(const fc_control *control, const fc_node *call);
/** The procedure returns fresh memory to its callers (allocation_wrappers.h): each call says whether its
 * caller keeps it. */
bool fc_control_allocates(const fc_control *control, const fc_procedure *procedure);
/** The slice writes into argv or its strings (strtok). */
bool fc_control_changes_arguments(const fc_control *control);
/** The assignment's right side reads argv, or an annotation names it (parameter_annotation.h): what it sets is a named
 * parameter. */
bool fc_control_is_parameter(const fc_control *control, const fc_node *right_side);
/** Asks how many arguments the program is given. */
bool fc_control_asks_arguments(const fc_control *control, const fc_node *node);
/** The statement goes by what a run is given, its arguments or an input file, and runs once: an if or a switch that
 * asks them, a loop (`while ((c = getopt(...)) != -1)`) or an assignment that reads them and passes no message. */
bool fc_control_goes_by_given(const fc_control *control, const fc_node *statement);
/** A number that such a statement leaves behind. */
typedef struct fc_given_number {
    const fc_node *place; /* a variable, a field or what a pointer points to */
    bool is_read;         /* off the arguments, where they tell it; else it is set on the way, whatever the ranks */
} fc_given_number;
/** All of them that the slice reads behind the statement; how many. */
size_t fc_control_given(FC_GIVE fc_given_number **out, const fc_control *control, const fc_node *statement);
/** The variable, array or function that made the expression not executable; NULL: none. */
const fc_symbol *fc_control_escaped(const fc_control *control, const fc_node *expression);
/** "n, from buffer, set by MPI_Recv (a.c:12)": the variable that escaped, and where and why that began. */
void fc_control_print_reason(fc_text *out, const fc_control *control, const fc_node *expression);
/** One link of the provenance of a dynamic value. */
typedef struct fc_control_reason {
    const fc_node *value;    /* the dynamic part of an expression */
    const fc_symbol *symbol; /* the variable, array or function that it is known by */
    const fc_node *place;    /* where it is set; NULL: it is in the initial dynamic set */
    const char *text;        /* how the chain begins, "set by MPI_Recv"; NULL: by the value of the next link */
} fc_control_reason;
typedef void fc_control_visit_reason(void *data, const fc_control_reason *reason);
/** Visits the links from the expression to where the chain begins; none for a static expression. */
void fc_control_visit_reasons(const fc_control *control, const fc_node *expression, fc_control_visit_reason *visit,
                              void *data);
/** The one calls the other, directly or not. */
bool fc_control_calls(const fc_control *control, const fc_procedure *caller, const fc_procedure *callee);
/** The MPI_Bcast, or another collective that brings numbers of other ranks, carries values the slice reads. */
bool fc_control_carries(const fc_control *control, const fc_node *call);
/** The send hands on numbers that the slice reads where they are received; the receive brings such numbers. */
bool fc_control_hands_on(const fc_control *control, const fc_node *call);
bool fc_control_gets(const fc_control *control, const fc_node *call);
/** The call makes a window of memory whose numbers the slice reads or hands on. */
bool fc_control_lays_open(const fc_control *control, const fc_node *call);
/** The numbers of a one-sided access's argument of this role go to a window the slice reads, or come from one. */
bool fc_control_reaches(const fc_control *control, const fc_node *call, char role);
/** What `#pragma forecost data` is about, which the slice then does not compute: the declaration behind it, or the
 * place that the assignment behind it sets. NULL: it is another node, or nothing is set there. */
const fc_node *fc_control_told_data(const fc_node *pragma);
/** Some kept value comes from MPI_Comm_rank or a coordinate of it. */
bool fc_control_rank_dependent(const fc_control *control);

/** Nothing below `root`, nor a procedure called from there, changes the place (a name, member or element) or what leads
 * to it. */
bool fc_control_is_invariant(const fc_control *control, const fc_node *place, const fc_node *root);
/** What MPI tells of a variable that only its queries define: 1, a communicator's size (>= 1); 0, a rank (>= 0); -1,
 * nothing. */
int fc_control_least_value(const fc_control *control, const fc_symbol *symbol);
/** The one definition of a local variable whose right side is a plain value; NULL if there are more, or other kinds. */
const fc_node *fc_control_only_definition(const fc_control *control, const fc_symbol *symbol);
/** Calls visit for each value that the pointer's place is given anywhere: assigned, or as an argument of a call. False:
 * it gets values in other ways too; steps within what it points to (p++) are none, nor is what fread brings. */
bool fc_control_each_value(const fc_control *control, const fc_node *place,
                           void (*visit)(void *data, const fc_node *value), void *data);
/** The slice reads the variable outside `root`: its value outlives root. */
bool fc_control_outlives(const fc_control *control, const fc_symbol *symbol, const fc_node *root);
/** The slice reads in one iteration of the loop what the iteration before left in the variable, and not just to see
 * whether the loop's bound (fc_control_bound) is reached. */
bool fc_control_is_carried(const fc_control *control, const fc_symbol *symbol, const fc_node *loop);
/** The slice reads the variable somewhere below `node`. */
bool fc_control_reads_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node);
/** What decides how often the parts of a statement or expression run; NULL: nothing. */
const fc_node *fc_control_condition(const fc_node *node);
/** Data decides, below the loop, whether the jump is taken. */
bool fc_control_jumps_by_data(const fc_control *control, const fc_node *jump, const fc_node *loop);
/** What decides by data how often a loop turns: itself, or the branch at which some jump leaves it. NULL: nothing. */
const fc_node *fc_control_loop_decided_by(const fc_control *control, const fc_node *loop);
/** Of a loop that data may end: the one comparison among what its condition joins by && that the cost program can
 * compute and that ends the loop otherwise; NULL: there is none, or more ends it. */
const fc_node *fc_control_bound(const fc_control *control, const fc_node *loop);
/** Some break, return or goto leaves the loop. */
bool fc_control_leaves_early(const fc_control *control, const fc_node *loop);
/** A run comes to the node once at most, as far as loops, threads and calls tell. */
bool fc_control_comes_once(const fc_control *control, const fc_node *node);
/** Where a goto goes. */
const fc_node *fc_control_label(const fc_control *control, const fc_node *jump);
/** A definition of the variable lies below `node`. */
bool fc_control_changes_within(const fc_control *control, const fc_symbol *symbol, const fc_node *node);
/** The place or value may be another one in the loop's next turn, as far as its variables tell; what arrays hold stays.
 * True where a call tells it. */
bool fc_control_varies(const fc_control *control, const fc_node *expression, const fc_node *loop);
/** Some definition moves the variable on from where it is: p++, p += 2, p = p + 1. */
bool fc_control_is_stepped(const fc_control *control, const fc_symbol *symbol);
/** The loops of the procedure that holds the node, built when first asked for; NULL: no run comes to it. */
fc_procedure_loops *fc_control_loops(const fc_control *control, const fc_node *node);
const fc_procedure *fc_control_owner(const fc_control *control, const fc_node *node);

/** The C text a variable has in the cost program: its name, or G->name for globals and statics; with its number behind
 * where the plain name would be ambiguous. */
void fc_control_print_name(fc_text *out, const fc_control *control, const fc_symbol *symbol);
/** "cost_" and the procedure's name. */
void fc_control_print_procedure(fc_text *out, const fc_control *control, const fc_symbol *procedure);

/** External functions without side effect whose call the cost program repeats (atoi, strtol, sqrt, ...). */
bool fc_control_is_pure_function(const char *name);
/** Of omp.h: asks the team of threads, which the cost program has too. */
bool fc_control_is_thread_query(const char *name);
/** malloc, calloc, realloc, ...: true, and which arguments multiply to the bytes. */
bool fc_control_is_allocation(const char *name);
/** exit, abort, MPI_Abort, err, ...: does not return. Not a procedure of the program that has such a name. */
bool fc_control_is_stop(const fc_symbol *function);

#endif
