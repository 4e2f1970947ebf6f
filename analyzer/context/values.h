/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file values.h  Source expressions as exact symbolic values, as seen from the entry of a loop nest. */
#ifndef FC_VALUES_H
#define FC_VALUES_H

#include "analyzer/binding/control.h"
#include "analyzer/context/state.h"
#include "analyzer/loops/evolution.h"
#include "analyzer/symbolic/symbolic.h"

/** Where values are seen from: `root` is a statement (a loop, or a procedure's body). A variable that nothing in root
 *  changes is itself; a loop variable of root is itself; other locals are followed by scalar evolution
 *  (loops/evolution.h); anything else has no value (NULL). Inside a procedure that `outer` calls by `call`, its
 * parameters are the arguments, seen from outer. */
typedef struct fc_view {
    const fc_control *control;
    fc_algebra *algebra;
    const fc_node *root;
    const struct fc_view *outer; /* NULL: no caller is seen */
    const fc_node *call;         /* in outer; its callee's body is root */
    const fc_state *state;       /* of a symbolic run: values of places that root does not change; NULL: none */
    bool is_inlined;       /* what root returns stands for the call in outer: its pointers are those of the arguments */
    const fc_node *shared; /* a loop of which but a share of the iterations is seen (fc_loops_share); NULL: none */
    bool keeps_unknown;    /* dynamic integers that root does not change are atoms, for address arithmetic */
} fc_view;

/** NULL when the expression has no exact value from this view. Integer expressions only, plus real ones that are names.
 */
const fc_sym *fc_value(const fc_view *view, const fc_node *expression);
/** A condition as an indicator (1 or 0); NULL likewise. */
const fc_sym *fc_value_condition(const fc_view *view, const fc_node *condition);
/** A pointer as an indicator: 1 not null, 0 null; NULL: not known. The state has it under the pointer's key. An
 * allocation succeeds, as in a run that ends well. */
const fc_sym *fc_value_pointer(const fc_view *view, const fc_node *pointer);
/** The atom of a variable or of a place in kept memory, named as in the source; used by the view for what does not
 * change. */
const fc_sym *fc_value_atom(const fc_view *view, const fc_node *place);
const fc_sym *fc_value_symbol(const fc_view *view, const fc_symbol *symbol);
enum {
    FC_TYPICAL_SIZE = 1000
};
/** The value if every variable is FC_TYPICAL_SIZE, to compare addresses. An error there affects a memory level, never a
 * count. False: it has none. */
bool fc_value_typical(const fc_sym *value, double *typical);
/** The key of a place, parameters replaced by arguments. False: the place is not fixed (a subscript varies). */
bool fc_value_key(FC_GIVE char **key, const fc_view *view, const fc_node *place);
/** Scalar evolution in the view's root, whose expressions have the values of fc_value(). False: no run comes there. */
bool fc_value_evolution(fc_evolution *out, const fc_view *view);
/** The variable that an atom stands for, also with its value at a loop's entry or as a positive number; NULL: another
 * atom. fc_value_local(): only local variables. */
const fc_symbol *fc_value_variable(const fc_program *program, const fc_sym *atom);
const fc_symbol *fc_value_local(const fc_program *program, const fc_sym *atom);
/** The slice has all local variables of the value: the cost program can compute it. */
bool fc_value_is_in_slice(const fc_control *control, const fc_program *program, const fc_sym *value);
/** The value is that at the entry of a loop which changes one of its variables: elsewhere they have others. */
bool fc_value_is_of_entry(const fc_sym *value);
/** A value over atoms as seen from elsewhere, seen from this view; NULL where some atom has no value here. */
const fc_sym *fc_value_translate(const fc_view *view, const fc_sym *value);
/** The argument, in view->outer, that stands for a parameter of the procedure this view is inside of; NULL: none. */
const fc_node *fc_value_argument(const fc_view *view, const fc_symbol *symbol);
/** x as an indicator of its truth: [x != 0]. */
const fc_sym *fc_value_truth(fc_algebra *algebra, const fc_sym *x);

#endif
