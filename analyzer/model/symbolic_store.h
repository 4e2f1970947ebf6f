/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_store.h  How expressions and atoms are kept. For the symbolic_*.c files only.
 *
 * An expression is a polynomial over Q in the atoms it holds and no others: its atoms in order of creation are the
 * generators of a FLINT ring of just as many. Two expressions meet in a frame, the ring over the atoms of both. */
#ifndef FC_SYMBOLIC_STORE_H
#define FC_SYMBOLIC_STORE_H

#include "analyzer/model/symbolic.h"

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>

typedef enum fc_atom_kind {
    FC_ATOM_VARIABLE,
    FC_ATOM_FLOOR,    /* floor(argument[0] / argument[1]) */
    FC_ATOM_C_DIVIDE, /* the quotient of C, truncated */
    FC_ATOM_MINIMUM,  /* of two, the older expression first; so is the maximum */
    FC_ATOM_MAXIMUM,
    FC_ATOM_NONNEGATIVE, /* [argument[0] >= 0] */
    FC_ATOM_ZERO,        /* [argument[0] == 0] */
    FC_ATOM_LOG2,
    FC_ATOM_CALL,   /* key: the function's name */
    FC_ATOM_SUM,    /* argument: bound variable, low, high, body */
    FC_ATOM_PRODUCT /* of two expressions too large to multiply out */
} fc_atom_kind;

/** facts of a variable that exists only inside an FC_ATOM_SUM */
enum {
    FC_FACT_BOUND = 64
};

/** Limits that keep an expression from an untrusted source in bounds: beyond them a product becomes an atom. */
enum {
    FC_LIMIT_DEGREE = 60,
    FC_LIMIT_TERMS = 20000,
    FC_LIMIT_BITS = 4096
};

typedef struct fc_atom {
    int id; /* index in algebra->atom; arguments hold atoms of lower ids only */
    fc_atom_kind kind;
    size_t hash;
    struct fc_atom *next;  /* in the bucket */
    char *key;             /* of a variable or call; NULL otherwise */
    char *label, *label_c; /* of a variable */
    const void *origin;    /* of a variable: what the caller attached */
    int facts;
    bool is_integer;
    const fc_sym **argument;
    int n_arguments;
    const struct fc_atom **free; /* the variables it depends on, by id; bound ones of its own sums are left out */
    int n_free;
    int level;                /* nesting of bound variables inside */
    const fc_sym *sym;        /* the atom as an expression */
    unsigned sign_generation; /* generation of `nonnegative` plus 1; 0: not asked */
    bool nonnegative;
} fc_atom;

struct fc_sym {
    fc_algebra *algebra;
    int id; /* index in algebra->expression */
    size_t hash;
    fc_sym *next; /* in the bucket */
    const fc_atom **atom;
    int n_atoms;
    fmpq_mpoly_t polynomial; /* in fc_store_ring(algebra, n_atoms) */
    signed char integer;     /* 1 integer valued, 0 not proven, -1 not asked */
    unsigned sign_generation;
    bool nonnegative;
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
    unsigned generation;    /* grows with each fact that is added: a refuted proof may succeed then */
    const fc_sym **assumed; /* expressions taken as >= 0 by the proofs just now */
    size_t n_assumed, assumed_capacity;
    size_t assumed_base; /* those before it do not count for now */
    int proof_steps;     /* left for the running proof */
    int fresh;           /* bound variables in use by running sums */
};

/** The ring over the atoms of several expressions. */
typedef struct fc_frame {
    fc_algebra *algebra;
    const fc_atom **atom;
    int n_atoms;
    fmpq_mpoly_ctx_struct *ring; /* set by the first lift */
} fc_frame;

fmpq_mpoly_ctx_struct *fc_store_ring(fc_algebra *algebra, int n_generators);
/** The frame over the atoms of a and b (b may be NULL). */
fc_frame fc_frame_open(const fc_sym *a, const fc_sym *b);
void fc_frame_include(fc_frame *frame, const fc_sym *expression);
void fc_frame_close(fc_frame *frame);
/** Initialises out as the polynomial of `expression` in the frame; the caller clears it, or fc_frame_store takes it. */
void fc_frame_lift(fmpq_mpoly_t out, fc_frame *frame, const fc_sym *expression);
/** Initialises out as 0 in the frame. */
void fc_frame_zero(fmpq_mpoly_t out, fc_frame *frame);
/** The one expression equal to the polynomial, which is cleared. */
const fc_sym *fc_frame_store(fc_frame *frame, FC_TAKE fmpq_mpoly_t polynomial);
/** The expression of a rational number. */
const fc_sym *fc_store_number(fc_algebra *algebra, const fmpq_t number);
/** The value of a constant expression; false if it is none. */
bool fc_store_constant(fmpq_t out, const fc_sym *expression);
const fc_sym *fc_sym_negate(const fc_sym *a);
/** a * number. */
const fc_sym *fc_sym_scale(const fc_sym *a, const fmpq_t number);

/** Terms, in the order of the ring. exponent: one for each atom of the expression. */
void fc_sym_term(fmpq_t coefficient, ulong *exponent, const fc_sym *expression, int term);
/** The expression coefficient * product of atoms[i]^exponent[i] over the atoms of `like`. */
const fc_sym *fc_sym_monomial(const fc_sym *like, const fmpq_t coefficient, const ulong *exponent);
/** Position of an atom among those of an expression; -1: not there (at the top level). */
int fc_sym_find_atom(const fc_sym *expression, const fc_atom *atom);
int fc_sym_degree(const fc_sym *expression, const fc_atom *atom);
/** The coefficient of atom^power, itself free of the atom at the top level. */
const fc_sym *fc_sym_coefficient(const fc_sym *expression, const fc_atom *atom, int power);
/** a = slope * variable + offset, both independent of the variable. False if it is not linear. */
bool fc_sym_linear(const fc_sym **slope, const fc_sym **offset, const fc_sym *a, const fc_atom *variable);
/** Proven to be an integer for all integer values of the atoms. */
bool fc_sym_is_integer(const fc_sym *expression);
/** Notes that the expression, being made of integer valued ones, is integer valued too. Returns it. */
const fc_sym *fc_sym_known_integer(const fc_sym *expression);
/** The same as fc_sym_is_integer where that costs nothing to find out. */
bool fc_sym_plainly_integer(const fc_sym *expression);

/* ---- atoms ---- */
typedef struct fc_atom_shape {
    fc_atom_kind kind;
    const char *key; /* NULL where the kind has none */
    const fc_sym *const *argument;
    int n_arguments;
    int facts;
} fc_atom_shape;

/** The one atom of this shape, as an expression. */
const fc_sym *fc_atom_intern(fc_algebra *algebra, const fc_atom_shape *shape);
void fc_atom_free(FC_TAKE fc_atom *atom);
/** The variable behind an fc_sym_variable; NULL for any other expression. */
const fc_atom *fc_atom_of_variable(const fc_sym *expression);
bool fc_atom_depends(const fc_atom *atom, const fc_atom *variable);
bool fc_atom_is_indicator(const fc_atom *atom);
/** A variable no other expression in use holds; given back by setting algebra->fresh to what it was. */
const fc_sym *fc_atom_fresh(fc_algebra *algebra);
/** The bound variable of sums of nesting `level`, from 1. */
const fc_sym *fc_atom_bound(fc_algebra *algebra, int level);

/** The same value with no power above the first of a minimum or maximum X of short a and b: X^2 = (a + b) X - a b. */
const fc_sym *fc_select_flatten(const fc_sym *expression);

/* ---- substitution ---- */
/** The polynomial of `expression` with atom[i] replaced by value[i], at the top level only. */
const fc_sym *fc_sym_compose(const fc_sym *expression, const fc_sym *const *value);
/** One atom replaced at the top level only. */
const fc_sym *fc_sym_replace_top(const fc_sym *expression, const fc_atom *atom, const fc_sym *value);
/** One atom replaced wherever it stands. */
const fc_sym *fc_sym_replace(const fc_sym *expression, const fc_atom *atom, const fc_sym *value);

/* ---- signs ---- */
/** Until fc_sign_retract(mark) the proofs take `expression` >= 0 as given. Returns the mark. */
size_t fc_sign_assume(fc_algebra *algebra, const fc_sym *expression);
void fc_sign_retract(fc_algebra *algebra, size_t mark);
/** Proven < 0. */
bool fc_sym_proves_negative(fc_algebra *algebra, const fc_sym *expression);

#endif
