/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_run.h  The symbolic run that makes a formula: what its files share. */
#ifndef FC_FORMULA_RUN_H
#define FC_FORMULA_RUN_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/reuse_distance.h"
#include "analyzer/summary/formula.h"

enum {
    FC_RUN_MAX_SUMS = 16
};

/** A part of the program whose terms are not in closed form: the cost program executes it. */
typedef struct fc_run_part {
    const fc_cost *cost;
    char *why;
    const fc_node *where;
} fc_run_part;

/** The terms of one execution of a counted node (formula_counts.c). */
typedef struct fc_run_tally {
    const fc_cost *cost;
    fc_formula_term *term;
    size_t n_terms;
} fc_run_tally;

/** A loop that filled an array with values that are known as a function of the index. */
typedef struct fc_run_filled {
    const fc_node *loop;
    char *array; /* fc_state_array() */
} fc_run_filled;

typedef struct fc_run {
    fc_formula *formula;
    const fc_analysis *analysis;
    fc_state *state;
    const fc_procedure *procedure; /* being run */
    const fc_sym *weight;          /* how often what comes next counts */
    fc_formula_sum sum[FC_RUN_MAX_SUMS];
    int n_sums;
    int depth;              /* of calls */
    int n_teams;            /* parallel regions around (formula_openmp.c) */
    bool sets_threads;      /* the program calls omp_set_num_threads */
    fc_loop_frames around;  /* the loops around, in the procedure */
    const fc_cost *charged; /* the innermost of them whose entry is a term of its own; NULL: none */
    char **place;           /* by the formula's parameter: the key of the place that it is */
    size_t place_capacity;
    bool is_asked;         /* in an arm that is run where an argument is given */
    bool finalized;        /* after MPI_Finalize: costs are no longer part of the time */
    const fc_sym *running; /* 1 where no arm before has called MPI_Finalize, otherwise 0; NULL: 1 */
    const fc_cost **stack; /* the cost nodes being run, outermost first, of all procedures */
    size_t n_stack, stack_capacity;
    size_t in_procedure; /* where the stack of the procedure begins */
    fc_run_part *part;   /* parts found so far, in this run and those before */
    size_t n_parts, part_capacity;
    const fc_cost **counted; /* nodes of which only the cost program knows how often their arms run; found so far, in
                                this run and those before */
    size_t n_counted, counted_capacity;
    fc_run_filled *filled;
    size_t n_filled, filled_capacity;
    struct fc_filling *filling; /* of the innermost loop that is run as a sum (formula_filled.h); NULL: none */
    int n_counted_around;       /* how many of them lie around what is run */
    fc_run_tally *tally;        /* of those found in this run */
    size_t n_tallies, tally_capacity;
    signed char *collapses;  /* by node id: 1: the cost program has the cost node there in closed form; -1: not; 0: not
                                determined yet */
    const fc_node **refused; /* of fc_formula */
    size_t n_refused;
    fc_formula_target *target; /* calls through pointers that the run met, in this run and those before; first those
                                  that are known from the cost program */
    size_t n_targets, target_capacity;
    long clock, node_since, loop_since; /* the number of nodes run so far; when the node began, and the outermost loop
                                           around (0: none) */
    bool names_no_quantities;
    size_t n_checked;    /* terms whose variables are known to have values */
    const fc_cost *host; /* prints calls of the nodes before it: they become a part together */
    bool skips_printed;  /* calls that a later node prints are left out: that node is a part */
    long n_copies;       /* of what is run, by enclosing loops, of callers too, that are run iteration by iteration */
    long copy;           /* which of them is run, from 0 */
    long most_copies;    /* a loop that would make more is not run iteration by iteration */
    int *entered;        /* by procedure id: how often it was run */
    fc_words element_names; /* of the formula */
    const char **ambiguous; /* names of several inputs */
    size_t n_ambiguous, ambiguous_capacity;
    const char **reserved; /* names of inputs that a quantity had too */
    size_t n_reserved, reserved_capacity;
    bool is_repeated; /* a part was found in a procedure that was run before: the run has to be repeated */
    char *why;        /* the reason of the last failure */
    const fc_node *where;
} fc_run;

/** The run has taken too long, and is to be repeated with fewer copies. */
bool fc_run_is_too_long(const fc_run *run);
/** Runs a node of the cost tree. False: neither it nor a part of it that failed can be executed instead. */
bool fc_run_cost(fc_run *run, const fc_cost *cost);
/** Runs a body that counts `weight` times. */
bool fc_run_weighted(fc_run *run, const fc_cost *body, const fc_sym *weight);
/** A loop whose exits are all comparisons, and one whose count a counter gives. */
bool fc_run_loop(fc_run *run, const fc_cost *loop);
bool fc_run_counted(fc_run *run, const fc_cost *loop);
/** Adds up in closed form the counts over each index on which no size and no bound of a further sum depends. */
void fc_run_close_sums(fc_formula *formula);
/** Notes why the formula cannot follow a node. Returns false. */
bool fc_run_fail(fc_run *run, const fc_node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/** An expression's value in the run's state; NULL: not known. */
const fc_sym *fc_run_value(const fc_run *run, const fc_node *expression);
static inline fc_view fc_run_view(const fc_run *run, const fc_node *root)
{
    return (fc_view){
        .control = run->analysis->control, .algebra = run->analysis->algebra, .root = root, .state = run->state};
}
/** The key of a place in the run's state; false: not known. */
bool fc_run_key(const fc_run *run, FC_GIVE char **key, const fc_node *place);
/** The key of the place an address expression points to: x of &x, a[0] of an array; false: not known. */
bool fc_run_target(const fc_run *run, FC_GIVE char **key, bool *is_array, const fc_node *address);
/** The key of the object that a place with a varying subscript, or its address, lies in; false: not known. */
bool fc_run_around(const fc_run *run, FC_GIVE char **key, const fc_node *place);
/** A write to the place of that key and cell (../memory/cells.h; -1: not known): what else it may change is unknown, if
 * the place is behind a pointer without a known target. */
void fc_run_forget_aliases(fc_run *run, const char *key, int cell);
/** The call makes an object: malloc, or a procedure of the program's own that stands for it (fc_cells_allocates()). */
bool fc_run_is_allocation(const fc_run *run, const fc_node *call);
/** A new term with the run's count and sums; NULL after MPI_Finalize. */
fc_formula_term *fc_run_term(fc_run *run, const fc_node *node);
/** The atom of the named parameter that the key's place is; NULL: another place has the same name. */
const fc_sym *fc_run_parameter(fc_run *run, const char *key, const fc_type *type, const char *name);

/** Adds the terms of what collapses; false: it does not. */
bool fc_run_closed(fc_run *run, const fc_cost *cost);
void fc_run_add_closed(fc_run *run, const fc_terms *terms);
/** From here on an object (object_sizes.h) has that many bytes; NULL: not known. */
void fc_run_bind_object(fc_run *run, int object, const fc_sym *bytes);
/** What the iterations of a loop make is known by its variable within the loop alone. */
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
/** The name of the parameter in that place (fc_control_parameter_name), owned by the program or the formula. */
const char *fc_run_name_of(fc_run *run, const fc_node *place);
/** Globals that hold procedures or numbers begin with what they are initialized with. */
void fc_run_globals(fc_run *run);
/** The kept effects of a statement on the state. */
void fc_run_effects(fc_run *run, const fc_node *statement);
/** The procedure that is run returns the value: a number, or a handle or record with all its parts. */
void fc_run_return(fc_run *run, const fc_node *value);
/** The return ends a run that fails: of another number than 0 from main, or of a number that all callers take for their
 * failure. */
bool fc_run_is_failure(const fc_run *run, const fc_node *jump);
/** The arm of a branch ends the program with a failure: the formula's domain is where it is not taken. */
bool fc_run_arm_stops(const fc_run *run, const fc_cost *arm);
/** The jump ends the program: a failure, a call of exit. */
bool fc_run_ends(const fc_run *run, const fc_cost *jump);
/** The cost program executes the node as a whole: its time is a term; the numbers that arguments give are parameters,
 * all else that the node sets is unknown. */
void fc_run_execute(fc_run *run, const fc_cost *cost);
/** The same for a node that depends on program inputs. False: the cost program cannot measure it. */
bool fc_run_given(fc_run *run, const fc_cost *cost);
/** The number of the part that the node is; -1: none. */
int fc_run_part_of(const fc_run *run, const fc_cost *cost);
/** A node that failed becomes a part if the cost program can measure it: the cost program prints it on its own, and no
 * jump leaves it. */
bool fc_run_take_part(fc_run *run, const fc_cost *cost);
/** The node calls MPI_Init; it calls MPI_Finalize, other than before it ends the program. */
typedef struct fc_run_frame {
    bool starts, ends;
} fc_run_frame;

/** The cost program prints the loop or share in closed form as a whole, so that it does not print its parts. */
bool fc_run_collapses(fc_run *run, const fc_cost *cost);
/** The cost program prints the node that is run on its own. */
bool fc_run_is_printed(fc_run *run);
/** The size, or variant, of the communicator that the MPI call makes there, a quantity; NULL: the cost program cannot
 * give it. */
const fc_sym *fc_run_number_of_made(fc_run *run, const fc_cost *cost, const fc_node *place, fc_quantity_kind kind);
/** What the program asks for of its team has the values of a team of one thread. */
void fc_run_thread_queries(fc_run *run);
/** A directive (formula_openmp.c). */
bool fc_run_directive(fc_run *run, const fc_cost *cost);
/** A switch (formula_switch.c). */
bool fc_run_switch(fc_run *run, const fc_cost *cost);
/** The node is counted. */
bool fc_run_is_counted(const fc_run *run, const fc_cost *cost);
/** The node failed at its head, and the cost program can count how often its arms run. */
bool fc_run_can_count(fc_run *run, const fc_cost *cost);
/** Runs the arms once, with quantities as weights. False: fc_run_fail(). */
bool fc_run_count(fc_run *run, const fc_cost *cost);
/** From the n-th on. */
void fc_run_forget_tallies(fc_run *run, size_t n);
/** The mean count of the arm, a quantity. */
const fc_sym *fc_run_count_of(fc_run *run, const fc_cost *cost, const fc_cost *arm);
/** Adds a term for the entry of a loop that is run iteration by iteration, if the loop has one (fc_collapse_entry()).
 * Terms of `charged`, which it returns for the time of the iterations, have no entries then. */
const fc_cost *fc_run_enter(fc_run *run, const fc_cost *loop);
/** Unknown values become quantities (formula_quantities.c). */
void fc_run_watch_unknown(fc_run *run);
/** The value depends on a value that the cost program gives for one rank. run: an fc_run. */
bool fc_run_depends_on_quantity(const void *run, const fc_sym *value);
/** Quantities that no term uses are no parameters. */
void fc_run_drop_unused(fc_formula *formula);
/** The procedure that a call through a pointer calls, known from the cost program; NULL: not known, and the formula
 * asks for it where the cost program can evaluate the pointer. */
const fc_procedure *fc_run_target_of(fc_run *run, const fc_cost *cost);
/** A call whose value another node prints within its expression. */
bool fc_run_is_printed_inside(const fc_cost *cost);
/** The node prints the call within its own expression. */
bool fc_run_prints(const fc_cost *cost, const fc_cost *call);
/** A call at the node or below, in the same procedure, that a node outside prints; NULL: none. */
const fc_cost *fc_run_call_printed_elsewhere(const fc_cost *cost);
/** Sets places that the node may write: what arguments give becomes a parameter, all else unknown (formula_inputs.c).
 */
fc_run_frame fc_run_set_written(fc_run *run, const fc_cost *cost);
/** At the start of an iteration that is any of the loop's: what its iterations change is unknown, and pointers that
 * they move have any of their targets. */
void fc_run_forget_carried(fc_run *run, const fc_cost *loop);
/** After a statement: what it leaves behind are parameters, whether arguments give them or not. */
void fc_run_given_numbers(fc_run *run, const fc_cost *cost);
/** The program gives up where the condition has this value. */
void fc_run_stop(fc_run *run, const fc_node *condition, bool where);
/** The same at the place, where the indicator is 1. */
void fc_run_stop_where(fc_run *run, const fc_node *place, const fc_sym *chosen);
/** How an arm leaves the run: after MPI_Finalize, or with fc_run.running. */
typedef struct fc_run_ending {
    bool finalized;
    const fc_sym *running;
} fc_run_ending;
/** After both arms, the program runs on where the chosen one has not called MPI_Finalize. */
void fc_run_join_endings(fc_run *run, const fc_run_ending *yes, const fc_run_ending *no, const fc_sym *chosen);
/** One MPI call: its terms, what it writes, its result. */
bool fc_run_mpi(fc_run *run, const fc_cost *cost);
/** MPI_Init: what came before is not part of the time. */
void fc_run_start_time(fc_run *run);
/** Terms that were added since the last check have values at each point. False: fc_run_fail(). */
bool fc_run_has_known_terms(fc_run *run, const fc_cost *cost);
/** Notes the calls that method sum does not follow (formula_parts.c). */
void fc_run_find_left_out(fc_formula *formula);
/** Discards terms from number n on. */
void fc_run_cut_terms(fc_run *run, size_t n);

#endif
