/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic.h  Exact symbolic numbers: polynomials over Q (FLINT fmpq_mpoly) whose indeterminates are atoms.
 *
 * An atom is a named variable or a function of expressions: floor(e/d), e/d, e mod d, min, max, an indicator [e >= 0],
 * log2, ceil(log2), a power of a constant, a ^ b, a named call, or a sum without closed form. Expressions are
 * hash-consed: equal ones are the same pointer, so == decides equality. They live as long as their context. Variables
 * are integers unless FC_FACT_REAL is given.
 *
 * Sums: sum_{v=low}^{high} body is exact for all integer values of the other variables, and zero when high < low. With
 * the Faulhaber antiderivative F it is F(max(high, low-1)) - F(low-1). A body may hold min, max, indicators or floors
 * that depend on v. The range is then split, at the crossing or by residue class, until no such atom is left. */
#ifndef FC_SYMBOLIC_H
#define FC_SYMBOLIC_H

#include "support/text.h"

#include <stdbool.h>

typedef struct fc_algebra fc_algebra; /* the context */
typedef struct fc_sym fc_sym;         /* immutable expression, owned by its algebra */

FC_GIVE fc_algebra *fc_algebra_create(void);
void fc_algebra_free(FC_TAKE fc_algebra *algebra);

/** Known properties of a variable, used in proofs of signs. */
typedef enum fc_fact {
    FC_FACT_NONE = 0,
    FC_FACT_NONNEGATIVE = 1, /* >= 0 */
    FC_FACT_POSITIVE = 3,    /* >= 1 */
    FC_FACT_REAL = 4         /* not an integer, such as a mean count or a probability */
} fc_fact;

const fc_sym *fc_sym_integer(fc_algebra *algebra, long value);
const fc_sym *fc_sym_rational(fc_algebra *algebra, long numerator, long denominator); /* denominator != 0 */
/** The variable with this key; a second call with the same key gives the same expression and joins the facts. key:
 * identity, such as "s12"; label: printed name; label_c: printed name in C (NULL: label). All are copied. */
const fc_sym *fc_sym_variable(fc_algebra *algebra, const char *key, const char *label, const char *label_c, int facts);
/** The positive form of a variable, max(x, 1): a variable of its own, "s12+" for "s12". */
const fc_sym *fc_sym_at_least_one(fc_algebra *algebra, const fc_sym *variable);

/** The expression has more than so many summands, those within its functions included, each as often as it is printed.
 */
bool fc_sym_is_longer(const fc_sym *expression, int most);
const fc_sym *fc_sym_add(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_subtract(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_multiply(fc_algebra *, const fc_sym *a, const fc_sym *b);
/** floor(a / b): mathematical floor, b != 0 of either sign. Simplified if exact or constant. */
const fc_sym *fc_sym_floor_divide(fc_algebra *, const fc_sym *a, const fc_sym *b);
/** a - b * floor(a / b). */
const fc_sym *fc_sym_modulo(fc_algebra *, const fc_sym *a, const fc_sym *b);
/** a / b, a real number; b != 0. Without common factors, the numeric factor in front. */
const fc_sym *fc_sym_divide(fc_algebra *, const fc_sym *a, const fc_sym *b);
/** C's a / b and a % b, which truncate: floor if both are proven non-negative, an atom of their own otherwise. */
const fc_sym *fc_sym_c_divide(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_c_remainder(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_minimum(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_maximum(fc_algebra *, const fc_sym *a, const fc_sym *b);
const fc_sym *fc_sym_log2(fc_algebra *, const fc_sym *a); /* real */
/** The greatest t with t * t <= a; -1 where a < 0. Of an integer. */
const fc_sym *fc_sym_isqrt(fc_algebra *, const fc_sym *a);
/** The greatest t with base^t <= a; -1 where a < 1. Of an integer; base >= 2. */
const fc_sym *fc_sym_ilog(fc_algebra *, long base, const fc_sym *a);
/** C's a ^ b of integers in two's complement. a & b is (a + b - (a ^ b)) / 2, and a | b is (a + b + (a ^ b)) / 2
 * (Warren, Hacker's Delight, section 2-2). */
const fc_sym *fc_sym_xor(fc_algebra *, const fc_sym *a, const fc_sym *b);
/** a is 2^k for an integer k >= 0. */
bool fc_sym_is_power_of_two(const fc_sym *a);
/** base^exponent, base >= 2. The exponent is an integer >= 0 wherever the value counts. */
const fc_sym *fc_sym_power(fc_algebra *, long base, const fc_sym *exponent);
/** Indicators, 1 or 0: [a >= 0] and [a == 0]. */
const fc_sym *fc_sym_is_nonnegative(fc_algebra *, const fc_sym *a);
const fc_sym *fc_sym_is_zero(fc_algebra *, const fc_sym *a);
/** chosen ? a : b for an indicator `chosen`: a minimum or maximum if it is one, b + chosen * (a - b) otherwise. */
const fc_sym *fc_sym_choose(fc_algebra *, const fc_sym *chosen, const fc_sym *a, const fc_sym *b);
/** An uninterpreted function of expressions with integer values; evaluated by the caller's lookup, printed as
 * name(args). */
const fc_sym *fc_sym_call(fc_algebra *, const char *name, const fc_sym *const *args, int n_args, int facts);

/** sum_{variable=low}^{high} body, exact. NULL if it has no closed form (the caller then keeps the loop). variable: an
 * fc_sym_variable; low and high do not depend on it. */
const fc_sym *fc_sym_sum(fc_algebra *, const fc_sym *variable, const fc_sym *low, const fc_sym *high,
                         const fc_sym *body);
/** The same sum, as an atom if it has no closed form: printed and evaluated as a loop. Never NULL. */
const fc_sym *fc_sym_sum_or_loop(fc_algebra *, const fc_sym *variable, const fc_sym *low, const fc_sym *high,
                                 const fc_sym *body);

/** Replaces every occurrence of the variable, also inside atoms. */
const fc_sym *fc_sym_substitute(fc_algebra *, const fc_sym *expression, const fc_sym *variable, const fc_sym *value);
bool fc_sym_depends(const fc_sym *expression, const fc_sym *variable);
/** By how much the value grows when the variable grows by one. */
const fc_sym *fc_sym_step(fc_algebra *, const fc_sym *expression, const fc_sym *variable);
/** True if the variable, which the expression may lack, occurs only in tests [..] that no other variable decides. */
bool fc_sym_is_option(const fc_sym *expression, const fc_sym *variable);
/** True if a test [..] in the expression depends on both variables. */
bool fc_sym_tests(const fc_sym *expression, const fc_sym *a, const fc_sym *b);
/** The expression, not 0, divided by the size of its numeric factor: 2 n + 4 gives n + 2. */
const fc_sym *fc_sym_primitive(fc_algebra *, const fc_sym *expression);
/** Calls visit for the divisor of each floor(numerator / divisor) in the expression, also within atoms; truncated: of
 * each truncated numerator / divisor instead. */
void fc_sym_divisors(const fc_sym *expression, const fc_sym *numerator, bool truncated,
                     void (*visit)(void *data, const fc_sym *divisor), void *data);
/** All coefficients are below 2^bits in size. */
bool fc_sym_is_small(const fc_sym *expression, int bits);
/** The number of terms of the polynomial. */
int fc_sym_n_terms(const fc_sym *expression);
bool fc_sym_is_constant(const fc_sym *expression, double *value); /* value may be NULL */
/** True only if proven from the facts. */
bool fc_sym_proves_nonnegative(fc_algebra *, const fc_sym *expression);
bool fc_sym_proves_positive(fc_algebra *, const fc_sym *expression);

/** An integer variable from low to high, which do not depend on it. */
typedef struct fc_sym_range {
    const fc_sym *variable, *low, *high;
} fc_sym_range;
/** Where an expression is simplified: the ranges, and expressions that are >= 0. */
typedef struct fc_sym_domain {
    const fc_sym_range *range;
    size_t n_ranges;
    const fc_sym *const *nonnegative;
    size_t n_nonnegative;
} fc_sym_domain;
/** Proven directions of an expression in a variable on the domain: FC_GROWS (never falls), FC_FALLS (never grows), both
 * if it does not depend on it, or 0. */
enum {
    FC_GROWS = 1,
    FC_FALLS = 2
};
int fc_sym_direction(fc_algebra *, const fc_sym *expression, const fc_sym *variable, const fc_sym_domain *domain);
/** Replaces floor(a/d) + floor((a + 1)/d) + ... + floor((a + d - 1)/d) by a, for an integer a and a constant d
 * (Hermite; Graham, Knuth, Patashnik: Concrete Mathematics, 3.24), where this shortens the expression. Sums over
 * residue classes leave all d quotients. */
const fc_sym *fc_sym_join_quotients(const fc_sym *expression);
/** True only if the expression is proven to be >= 0 on the domain. */
bool fc_sym_proves_nonnegative_on(fc_algebra *, const fc_sym *expression, const fc_sym_domain *domain);
/** An expression that is equal on the domain: conditions that are proven there are decided, conditions on a variable
 * of a range become intervals, and tests within tests are split into their cases. */
const fc_sym *fc_sym_simplify(fc_algebra *, const fc_sym *expression, const fc_sym_domain *domain);

/** Calls visit once for each variable that the expression depends on, in order of creation. */
void fc_sym_variables(const fc_sym *expression, void (*visit)(void *data, const fc_sym *variable), void *data);
const char *fc_sym_key(const fc_sym *variable);
const char *fc_sym_label(const fc_sym *variable);
/** The object that the caller attached to a variable as its origin. NULL: none. */
void fc_sym_attach(fc_algebra *algebra, const fc_sym *variable, const void *origin);
const void *fc_sym_origin(const fc_sym *variable);

/** Theta(variable^power * log(variable)^logs); is_zero: 0 from some value on. */
typedef struct fc_growth {
    bool is_zero;
    bool is_bound; /* an upper bound O(...) only */
    int power, logs;
} fc_growth;
/** The growth of a non-negative expression as the variable goes to infinity, with the others fixed at values that their
 * facts allow. Positive variables need FC_FACT_POSITIVE. False: unknown. */
bool fc_sym_growth(fc_growth *out, fc_algebra *, const fc_sym *expression, const fc_sym *variable);
/** < 0, 0, > 0: a grows slower than, like, faster than b. */
int fc_growth_compare(fc_growth a, fc_growth b);

/** Values for evaluation: of a variable by key, of an fc_sym_call by name and argument values. False: unknown. */
typedef struct fc_values {
    bool (*variable)(void *data, const char *key, double *value);
    bool (*call)(void *data, const char *name, const double *args, int n_args, double *value);
    void *data;
} fc_values;
/** Integer sub-expressions are computed exactly (GMP). False if a value is missing or a divisor is 0. */
bool fc_sym_evaluate(const fc_sym *expression, const fc_values *values, double *result);

typedef enum fc_notation {
    FC_NOTATION_TEXT,
    FC_NOTATION_LATEX,
    FC_NOTATION_C,
    FC_NOTATION_JAVASCRIPT,
    FC_NOTATION_PYTHON /* of whole formulas, whose expressions are in C */
} fc_notation;
/** Prints deterministically (by degree, then by creation of the atoms). Not PYTHON.
 *
 * TEXT: "n*(n + 1)/2", factored if that is cheap and shorter. C: an expression of type double over the variables'
 * label_c. It uses the helpers fc_floor_div(a,b), fc_mod, fc_c_div, fc_c_rem, fc_min, fc_max, fc_log2, fc_isqrt,
 * fc_ilog, fc_power, fc_xor, and fc_ge0(a), fc_eq0(a), all of doubles and exact below 2^53. JAVASCRIPT: numbers with
 * the helpers of C, Math.min, Math.max, Math.log2, and fc_sum(low, high, (v) => ...). */
void fc_sym_print(fc_text *out, const fc_sym *expression, fc_notation notation);

#endif
