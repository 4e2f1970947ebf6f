/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file value_numbers.h  Global value numbering of a program: which expressions have the same value.
 *
 * Scalar variables are in SSA form, memory has versions (memory_versions.h), equal expressions have one number
 * (value_table.h). A load looks past the versions that do not modify its address, and past joins of such versions, as
 * the clobber walk of LLVM's MemorySSA does. Loop variables that change by an invariant step are functions of the
 * iteration number. Values at entry of a callee become values of the caller at each call (fc_value_numbers_at_call). On
 * demand, procedure by procedure; time linear in instructions, loads and the versions that they look past. */
#ifndef FC_VALUE_NUMBERS_H
#define FC_VALUE_NUMBERS_H

#include "analyzer/ir/control_dependence.h"
#include "analyzer/points_to/points_to.h"
#include "analyzer/values/memory_versions.h"
#include "analyzer/values/value_table.h"

typedef struct fc_value_numbers fc_value_numbers;

/** Memory that is accessed: one object, or one of several. */
typedef struct fc_memory_access {
    int object;         /* the value of a pointer to it, or its address; FC_VALUE_NONE: unknown */
    fc_objects objects; /* that it may be */
    int field;          /* the symbol of the field, no record, that is accessed in it; FC_VALUE_NONE: none */
} fc_memory_access;

/** An access by which a call of the procedure may modify a location; its object is a value at entry of the procedure.
 */
typedef struct fc_effect {
    int cell;
    fc_memory_access access;
} fc_effect;

/** The numbering of one procedure. */
typedef struct fc_numbering {
    const fc_procedure *procedure;
    fc_procedure_ir ir;
    fc_dominance postdominance;
    fc_control_dependence dependence;
    fc_memory_versions memory;
    int *of_node;      /* by node id - ir.cfg.first_id: its value; negative: not known yet */
    int *of_ssa;       /* by SSA value, in the same form */
    int result;        /* what each return returns, as a value of a call; FC_VALUE_NONE: unknown */
    bool is_returning; /* `result` is being determined */
    fc_effect *effect; /* by location; NULL: not known, each object of modified_memory.h */
    size_t n_effects;
} fc_numbering;

/** All are borrowed and outlive the result. */
FC_GIVE fc_value_numbers *fc_value_numbers_create(const fc_program *program, const fc_control *control,
                                                  const fc_indirect_calls *calls);
void fc_value_numbers_free(FC_TAKE fc_value_numbers *values);
fc_value_table *fc_value_numbers_table(fc_value_numbers *values);
const fc_modified_memory *fc_value_numbers_memory(const fc_value_numbers *values);

/** The procedure's numbering. */
fc_numbering *fc_value_numbers_in(fc_value_numbers *values, const fc_procedure *procedure);
/** The value of an expression where the program evaluates it. */
int fc_value_numbers_of(fc_value_numbers *values, fc_numbering *in, const fc_node *expression);
/** The address that an lvalue denotes. */
int fc_value_numbers_address(fc_value_numbers *values, fc_numbering *in, const fc_node *lvalue);
enum {
    FC_VALUE_NUMBERS_QUERY = -3 /* as an operator: what an MPI query leaves behind its last argument */
};
/** The value of an FC_NAME's variable at another block, where an inner loop has ended. */
int fc_value_numbers_after_loops(fc_value_numbers *values, fc_numbering *in, int value, int from, int to);
/** The value may differ from one iteration of the loop to the next. */
bool fc_value_numbers_varies(const fc_value_numbers *values, fc_numbering *in, int value, int loop);
/** A value of the callee that is_entry, as a value of the caller; FC_VALUE_NONE: the call does not determine it. */
int fc_value_numbers_at_call(fc_value_numbers *values, fc_numbering *caller, const fc_node *call, int value);

/* ---- parts of the numbering, for the files of this folder ---- */

/** A value of this procedure; opaque if it is too large. */
int fc_value_numbers_make(fc_value_numbers *values, const fc_numbering *in, const fc_value_parts *parts);
/** A value that equals no other one. */
int fc_value_numbers_opaque(fc_value_numbers *values, const fc_numbering *in, const fc_node *node);
/** a + scale * b, of an integer type. */
int fc_value_numbers_sum(fc_value_numbers *values, const fc_numbering *in, int a, int b, long scale,
                         const fc_type *type);
/** The operator applied to two values. */
int fc_value_numbers_operation(fc_value_numbers *values, const fc_numbering *in, fc_operator op, const fc_type *type,
                               const int operand[2]);
/** The address of an element. */
int fc_value_numbers_element(fc_value_numbers *values, const fc_numbering *in, int base, int index, long bytes);
/** A number of one type as a number of another one. */
int fc_value_numbers_convert(fc_value_numbers *values, const fc_numbering *in, int value, const fc_type *from,
                             const fc_type *to);

/** A load: address, location, the instruction that reads, and the type. */
typedef struct fc_value_numbers_load {
    int address, cell;
    int position;
    const fc_type *type;
    const fc_node *source;
} fc_value_numbers_load;
int fc_value_numbers_read(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load);

/** The access at an address. */
fc_memory_access fc_value_numbers_access(const fc_value_numbers *values, int address);
/** The callee's effect at a call, with an object of the caller. False: the call has no such effect. */
bool fc_value_numbers_effect_at_call(fc_effect *out, fc_value_numbers *values, fc_numbering *caller,
                                     const fc_node *call, const fc_effect *effect);
/** Determines the effects of each procedure, callees first. */
void fc_value_numbers_find_effects(fc_value_numbers *values);

/** The value of an SSA value; of the header of a loop, a function of the iteration number if it is one. */
int fc_value_numbers_of_ssa(fc_value_numbers *values, fc_numbering *in, int ssa);

#endif
