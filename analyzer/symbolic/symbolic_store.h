/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_store.h  Representation of expressions and atoms. For the symbolic_*.c files only.
 *
 * An expression is a polynomial over Q in exactly the atoms it holds. Its atoms, in order of creation, are the
 * generators of a FLINT ring with as many generators. Two expressions are combined in a frame: the ring over the atoms
 * of both. */
#ifndef FC_SYMBOLIC_STORE_H
#define FC_SYMBOLIC_STORE_H

#include "analyzer/symbolic/symbolic.h"
#include "support/map.h"

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>

typedef enum fc_atom_kind {
    FC_ATOM_VARIABLE,
    FC_ATOM_FLOOR,    /* floor(argument[0] / argument[1]) */
    FC_ATOM_C_DIVIDE, /* C's quotient, truncated */
    FC_ATOM_RATIO,    /* argument[0] / argument[1], a real number; both without numeric or common factors */
    FC_ATOM_MINIMUM,  /* of two, the older expression first; the maximum likewise */
    FC_ATOM_MAXIMUM,
    FC_ATOM_NONNEGATIVE, /* [argument[0] >= 0] */
    FC_ATOM_ZERO,        /* [argument[0] == 0] */
    FC_ATOM_LOG2,
    FC_ATOM_ROOT,   /* floor(sqrt(argument[0])); -1 below 0 */
    FC_ATOM_DIGITS, /* floor(log(argument[0]) / log(argument[1])); -1 below 1; argument[1] is a constant >= 2 */
    FC_ATOM_POWER,  /* argument[1]^argument[0]; argument[1] is a constant >= 2, argument[0] >= 0 and not constant */
    FC_ATOM_XOR,    /* C's a ^ b, the older expression first */
    FC_ATOM_CALL,   /* key: the function's name */
    FC_ATOM_SUM,    /* argument: bound variable, low, high, body */
    FC_ATOM_PRODUCT /* of two expressions too large to expand */
} fc_atom_kind;

/** Facts of a variable that exists only inside an FC_ATOM_SUM. */
enum {
    FC_FACT_BOUND = 64
};

/** Limits on expressions from untrusted sources: a larger product becomes an atom. */
enum {
    FC_LIMIT_DEGREE = 60,
    FC_LIMIT_TERMS = 20000,
    FC_LIMIT_BITS = 4096
};

typedef struct fc_atom {
    int id; /* index in algebra->atom; arguments hold only atoms of lower ids */
    fc_atom_kind kind;
    size_t hash;
    struct fc_atom *next;  /* in the hash bucket */
    char *key;             /* of a variable or call; NULL otherwise */
    char *label, *label_c; /* of a variable */
    const void *origin;    /* of a variable: attached by the caller */
    int facts;
    bool is_integer;
    const fc_sym **argument;
    int n_arguments;
    const struct fc_atom **free; /* the free variables, by id; the bound variables of its own sums are left out */
    int n_free;
    int level;                /* nesting depth of bound variables inside */
    const fc_sym *sym;        /* the atom as an expression */
    const fc_sym *positive;   /* of a variable: its positive form; NULL: not asked for yet */
    unsigned sign_generation; /* generation of `nonnegative` plus 1; 0: not computed */
    bool nonnegative;
} fc_atom;

struct fc_sym {
    fc_algebra *algebra;
    int id; /* index in algebra->expression */
    size_t hash;
    fc_sym *next; /* in the hash bucket */
    const fc_atom **atom;
    int n_atoms;
    fmpq_mpoly_t polynomial; /* in fc_store_ring(algebra, n_atoms) */
    signed char integer;     /* 1 integer valued, 0 not proven, -1 not computed */
    unsigned sign_generation;
    bool nonnegative;
    const fc_sym *shifted; /* variables >= 1 shifted by one, by the facts of shift_generation minus 1 */
    unsigned shift_generation;
};

struct fc_algebra {
    fc_sym **expression;
    size_t n_expressions, expression_capacity;
    fc_sym **expression_bucket;
    size_t n_expression_buckets;
    fc_atom **atom;
    size_t n_atoms, atom_capacity;
    fc_atom **atom_bucket;
    size_t n_atom_buckets;
    fmpq_mpoly_ctx_struct **ring; /* by number of generators */
    size_t ring_capacity;
    unsigned generation;    /* grows with each added fact: a failed proof may then succeed */
    const fc_sym **assumed; /* assumed to be >= 0 by the current proofs */
    size_t n_assumed, assumed_capacity;
    int simplify_steps; /* of proofs, left for the simplification at work; without one, they are not counted */
    bool is_simplifying;
    size_t assumed_base; /* assumptions before it are disabled */
    fc_map products;     /* of two expressions by their ids, outside of flattening */
    fc_map proofs;       /* from an expression and its assumptions to whether it was proven */
    fc_map sums;         /* from a sum's variable, bounds and body to its closed form */
    int proof_steps;     /* step budget of the running proof */
    int fresh;           /* number of bound variables in use by running sums */
    int flattening;      /* nesting of fc_select_flatten() */
};

/** The ring over the atoms of several expressions. */
typedef struct fc_loop_frame {
    fc_algebra *algebra;
    const fc_atom **atom;
    int n_atoms;
    fmpq_mpoly_ctx_struct *ring; /* set by the first lift */
} fc_loop_frame;

fmpq_mpoly_ctx_struct *fc_store_ring(fc_algebra *algebra, int n_generators);
/** The frame over the atoms of a and b (b may be NULL). */
fc_loop_frame fc_store_frame_open(const fc_sym *a, const fc_sym *b);
void fc_store_frame_include(fc_loop_frame *frame, const fc_sym *expression);
void fc_store_frame_close(fc_loop_frame *frame);
/** Initializes `out` as the polynomial of `expression` in the frame; the caller clears it or passes it to
 * fc_store_frame_store. */
void fc_store_frame_lift(fmpq_mpoly_t out, fc_loop_frame *frame, const fc_sym *expression);
/** Initializes `out` as 0 in the frame. */
void fc_store_frame_zero(fmpq_mpoly_t out, fc_loop_frame *frame);
/** The unique expression equal to the polynomial, which is cleared. */
const fc_sym *fc_store_frame_store(fc_loop_frame *frame, FC_TAKE fmpq_mpoly_t polynomial);
/** The expression of a rational number. */
const fc_sym *fc_store_number(fc_algebra *algebra, const fmpq_t number);
/** The value of a constant expression; false if it is not constant. */
bool fc_store_constant(fmpq_t out, const fc_sym *expression);
const fc_sym *fc_sym_negate(const fc_sym *a);
/** a * number. */
const fc_sym *fc_sym_scale(const fc_sym *a, const fmpq_t number);

/** A term, in the order of the ring. exponent: one per atom of the expression. */
void fc_sym_term(fmpq_t coefficient, ulong *exponent, const fc_sym *expression, int term);
/** The expression coefficient * product of atoms[i]^exponent[i] over the atoms of `like`. */
const fc_sym *fc_sym_monomial(const fc_sym *like, const fmpq_t coefficient, const ulong *exponent);
/** The position of an atom in an expression's list; -1: not at the top level. */
int fc_sym_find_atom(const fc_sym *expression, const fc_atom *atom);
int fc_sym_degree(const fc_sym *expression, const fc_atom *atom);
/** The coefficient of atom^power, without the atom at the top level. */
const fc_sym *fc_sym_coefficient(const fc_sym *expression, const fc_atom *atom, int power);
/** a = slope * variable + offset, both independent of the variable. False if a is not linear. */
bool fc_sym_linear(const fc_sym **slope, const fc_sym **offset, const fc_sym *a, const fc_atom *variable);
/** Proven to be integer valued for all integer values of the atoms. */
bool fc_sym_is_integer(const fc_sym *expression);
/** Marks the expression as integer valued, because its parts are. Returns it. */
const fc_sym *fc_sym_known_integer(const fc_sym *expression);
/** Like fc_sym_is_integer, but without an expensive test. */
bool fc_sym_plainly_integer(const fc_sym *expression);

/* ---- atoms ---- */
typedef struct fc_atom_shape {
    fc_atom_kind kind;
    const char *key; /* NULL if the kind has none */
    const fc_sym *const *argument;
    int n_arguments;
    int facts;
} fc_atom_shape;

/** The unique atom of this shape, as an expression. */
const fc_sym *fc_atom_intern(fc_algebra *algebra, const fc_atom_shape *shape);
void fc_atom_free(FC_TAKE fc_atom *atom);
/** The variable of an fc_sym_variable; NULL for any other expression. */
const fc_atom *fc_atom_of_variable(const fc_sym *expression);
bool fc_atom_depends(const fc_atom *atom, const fc_atom *variable);
bool fc_atom_is_indicator(const fc_atom *atom);
/** A variable that occurs in no other expression in use; released by resetting algebra->fresh. */
const fc_sym *fc_atom_fresh(fc_algebra *algebra);
/** The bound variable of sums of nesting depth `level`, from 1. */
const fc_sym *fc_atom_bound(fc_algebra *algebra, int level);

/** The same value without powers above the first of a minimum or maximum X of short a and b: X^2 = (a + b) X - a b. */
const fc_sym *fc_select_flatten(const fc_sym *expression);

/** If e = k max(d, 0) + r is shorter as k max(-d, 0) + (r + k d): r + k d; NULL otherwise. */
const fc_sym *fc_select_mirrored(const fc_sym *e, const fc_atom *atom);
/** The integer square root and logarithm of fc_sym_isqrt() and fc_sym_ilog(), in place. */
void fc_sym_isqrt_of(fmpz_t out);
void fc_sym_ilog_of(fmpz_t out, const fmpz_t base);
/** The base of an FC_ATOM_DIGITS or FC_ATOM_POWER. */
long fc_atom_base(const fc_atom *atom);
/** floor(log(a) / log(base)) of a power of the base, or of a quotient by a multiple of it; NULL: another a. */
const fc_sym *fc_sym_power_ilog(const fc_sym *a, long base);

/* ---- substitution ---- */
/** The polynomial of `expression` with atom[i] replaced by value[i], at the top level only. */
const fc_sym *fc_sym_compose(const fc_sym *expression, const fc_sym *const *value);
/** Replaces one atom at the top level only. */
const fc_sym *fc_sym_replace_top(const fc_sym *expression, const fc_atom *atom, const fc_sym *value);
/** The atom with other arguments, normalized. */
const fc_sym *fc_atom_rebuild(fc_algebra *algebra, const fc_atom *atom, const fc_sym *const *argument);
/** Replaces one atom at every depth. */
const fc_sym *fc_sym_replace(const fc_sym *expression, const fc_atom *atom, const fc_sym *value);

/* ---- signs ---- */
/** Until fc_sign_retract(mark), proofs assume `expression` >= 0. Returns the mark. */
size_t fc_sign_assume(fc_algebra *algebra, const fc_sym *expression);
/** The same for a domain. */
size_t fc_simplify_assume_domain(fc_algebra *algebra, const fc_sym_domain *domain);
void fc_sign_retract(fc_algebra *algebra, size_t mark);
/** Proven < 0. */
bool fc_sym_proves_negative(fc_algebra *algebra, const fc_sym *expression);

#endif
