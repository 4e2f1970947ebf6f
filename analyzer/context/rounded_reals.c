/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounded reals as exact integers. The arithmetic of C rounds each real; an integer is given only where this changes
 * nothing. Roots and quotients are correctly rounded (IEEE 754), so that the distance to the next integer decides: it
 * is at least 1/(2 sqrt(a)) for sqrt(a), and 1/b for a/b, far above the error for a below 2^50. Logarithms are computed
 * by libm here, on both sides of each step of the integer logarithm: log(8)/log(2) is 3, log(243)/log(3) is not 5. */
#include "analyzer/context/rounded_reals.h"

#include <math.h>
#include <string.h>

enum {
    MOST_DECIMALS = 1000,    /* offsets are multiples of 1/1000 at the finest */
    MOST_BASE = 1 << 16,     /* of a logarithm */
    MOST_ARGUMENT = 1 << 28, /* of a logarithm, up to which its steps are checked */
    DOUBLE_BITS = 64,
    INT_BITS = 32
};
typedef enum rounding {
    TRUNCATED, /* towards zero */
    DOWN,
    UP,
    NEAREST
} rounding;

typedef enum real_kind {
    QUOTIENT, /* of / by */
    ROOT,     /* sqrt(of) */
    LOGARITHM /* function(of) / divisor */
} real_kind;

/* A real, to which whole + offset is added. */
typedef struct real {
    real_kind kind;
    const fc_sym *of, *by;         /* integers; by: of a QUOTIENT, proven to be >= 1 */
    double (*function)(double);    /* of a LOGARITHM */
    double divisor, offset, whole; /* whole: an integer; 0 before rounded() */
    bool is_narrow;                /* `of` has at most the bits of an int */
} real;

static const fc_sym *integer(const fc_rounded_context *context, long value)
{
    return fc_sym_integer(context->algebra, value);
}

static bool is_double(const fc_node *node)
{
    return node->type && node->type->kind == FC_TYPE_REAL && node->type->bits == DOUBLE_BITS;
}

/* The name of the library function that is called with n arguments; "": another node. */
static const char *called(const fc_node *node, int n)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool is_external = target && !target->definition && node->n_children == n + 1;
    return is_external ? target->name : "";
}

static double (*logarithm_of(const char *name))(double)
{
    return strcmp(name, "log") == 0     ? log
           : strcmp(name, "log2") == 0  ? log2
           : strcmp(name, "log10") == 0 ? log10
                                        : NULL;
}

/* ---- constants ---- */

static bool constant_of(double *out, const fc_node *node);

static bool constant_operation(double *out, const fc_node *node)
{
    double a, b;
    if (!constant_of(&a, node->child[0]) || !constant_of(&b, node->child[1]))
        return false;
    switch (node->op) {
    case FC_OP_ADD:
        *out = a + b;
        return true;
    case FC_OP_SUBTRACT:
        *out = a - b;
        return true;
    case FC_OP_MULTIPLY:
        *out = a * b;
        return true;
    case FC_OP_DIVIDE:
        *out = a / b;
        return is_double(node);
    default:
        return false;
    }
}

/* A constant expression of type double or int. */
static bool constant_of(double *out, const fc_node *node)
{
    double (*function)(double) = logarithm_of(called(node, 1));
    bool is_number = is_double(node) || (node->type && node->type->kind == FC_TYPE_INTEGER);
    if (!is_number)
        return false;
    if (node->kind == FC_REAL || node->kind == FC_INTEGER) {
        *out = node->kind == FC_REAL ? node->real : (double)node->value;
        return true;
    }
    if (node->kind == FC_CAST && is_double(node))
        return constant_of(out, node->child[0]);
    if (node->kind == FC_BINARY)
        return constant_operation(out, node);
    bool is_negated = node->kind == FC_UNARY && node->op == FC_OP_NEGATE;
    const fc_node *inner = is_negated ? node->child[0] : function ? node->child[1] : NULL;
    if (!inner || !constant_of(out, inner))
        return false;
    *out = is_negated ? -*out : function(*out);
    return true;
}

/* ---- the real that an expression computes ---- */

static bool read_real(real *out, const fc_rounded_context *context, const fc_node *node);
static const fc_sym *rounded(const fc_rounded_context *context, real x, rounding mode);

static bool is_integer(const fc_rounded_context *context, const real *x)
{
    return x->kind == QUOTIENT && x->by == integer(context, 1) && x->offset == 0;
}

static bool read_integer(real *out, const fc_rounded_context *context, const fc_node *node)
{
    const fc_type *type = node->type;
    const fc_sym *value = type && type->kind == FC_TYPE_INTEGER ? context->value(context->data, node) : NULL;
    *out = (real){.kind = QUOTIENT, .of = value, .by = integer(context, 1), .divisor = 1};
    out->is_narrow = value && (type->bits < INT_BITS || (type->bits == INT_BITS && !type->is_unsigned));
    return value;
}

/* A constant that is a whole number. */
static bool read_whole(real *out, const fc_rounded_context *context, const fc_node *node)
{
    double value;
    bool is_whole = constant_of(&value, node) && value == floor(value) && fabs(value) < MOST_ARGUMENT;
    *out = (real){.kind = QUOTIENT, .by = integer(context, 1), .divisor = 1, .is_narrow = true};
    out->of = is_whole ? integer(context, (long)value) : NULL;
    return is_whole;
}

static bool rounding_of(rounding *mode, const char *name)
{
    static const struct {
        const char *name;
        rounding mode;
    } table[] = {{"floor", DOWN}, {"ceil", UP}, {"trunc", TRUNCATED}, {"round", NEAREST}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) {
            *mode = table[i].mode;
            return true;
        }
    return false;
}

static bool is_square_root(const fc_node *call)
{
    double exponent;
    return strcmp(called(call, 1), "sqrt") == 0 ||
           (strcmp(called(call, 2), "pow") == 0 && constant_of(&exponent, call->child[2]) && exponent == 0.5);
}

static bool read_call(real *out, const fc_rounded_context *context, const fc_node *call)
{
    rounding mode;
    const bool is_root = is_square_root(call), rounds = rounding_of(&mode, called(call, 1));
    double (*function)(double) = logarithm_of(called(call, 1));
    if ((!is_root && !rounds && !function) || !read_real(out, context, call->child[1]))
        return false;
    if (rounds) {
        out->of = rounded(context, *out, mode);
        *out = (real){
            .kind = QUOTIENT, .of = out->of, .by = integer(context, 1), .divisor = 1, .is_narrow = out->is_narrow};
        return out->of;
    }
    bool is_known = is_integer(context, out) && fc_sym_proves_nonnegative(context->algebra, out->of);
    out->kind = is_root ? ROOT : LOGARITHM;
    out->function = function;
    return is_known;
}

static bool read_sum(real *out, const fc_rounded_context *context, const fc_node *node)
{
    double constant;
    const fc_node *a = node->child[0], *b = node->child[1];
    bool subtracts = node->op == FC_OP_SUBTRACT, is_right = constant_of(&constant, b);
    if (!is_right && (subtracts || !constant_of(&constant, a)))
        return false;
    if (!read_real(out, context, is_right ? a : b) || out->offset != 0)
        return false;
    out->offset = subtracts ? -constant : constant;
    return true;
}

static bool read_product(real *out, const fc_rounded_context *context, const fc_node *node)
{
    real b;
    if (!read_real(out, context, node->child[0]) || !read_real(&b, context, node->child[1]) ||
        !is_integer(context, out) || !is_integer(context, &b))
        return false;
    bool is_one = out->of == integer(context, 1) || b.of == integer(context, 1);
    out->is_narrow = is_one && out->is_narrow && b.is_narrow;
    out->of = fc_sym_multiply(context->algebra, out->of, b.of);
    return true;
}

static bool read_quotient(real *out, const fc_rounded_context *context, const fc_node *node)
{
    real b;
    double constant;
    if (!read_real(out, context, node->child[0]))
        return false;
    if (out->kind == LOGARITHM && out->divisor == 1 && out->offset == 0) {
        bool is_constant = constant_of(&constant, node->child[1]) && constant > 0;
        out->divisor = is_constant ? constant : 1;
        return is_constant;
    }
    bool is_known = is_integer(context, out) && read_real(&b, context, node->child[1]) && is_integer(context, &b) &&
                    fc_sym_proves_positive(context->algebra, b.of);
    out->by = is_known ? b.of : out->by;
    return is_known;
}

static bool read_real(real *out, const fc_rounded_context *context, const fc_node *node)
{
    if (!is_double(node))
        return false;
    if (read_whole(out, context, node))
        return true;
    if (node->kind == FC_CAST)
        return is_double(node->child[0]) ? read_real(out, context, node->child[0])
                                         : read_integer(out, context, node->child[0]);
    if (node->kind == FC_CALL)
        return read_call(out, context, node);
    if (node->kind != FC_BINARY)
        return false;
    switch (node->op) {
    case FC_OP_ADD:
    case FC_OP_SUBTRACT:
        return read_sum(out, context, node);
    case FC_OP_MULTIPLY:
        return read_product(out, context, node);
    case FC_OP_DIVIDE:
        return read_quotient(out, context, node);
    default:
        return false;
    }
}

/* ---- offsets ---- */

/* It makes up for rounding errors: sqrt(a) + 1e-5 is below the next integer for each a < 2^31 that is no square. */
static bool is_tolerance(const real *x)
{
    return fabs(x->offset) <= (x->is_narrow ? 1e-5 : 1e-9);
}

/* The offset as parts/scale, of a scale up to `most`. False: no such fraction. */
static bool offset_as_fraction(long *parts, long *scale, double offset, long most)
{
    for (*scale = 2; *scale <= most; *scale = *scale == 2 ? 10 : 10 * *scale) {
        *parts = lround(offset * (double)*scale);
        if ((double)*parts / (double)*scale == offset)
            return true;
    }
    return false;
}

/* ---- quotients and roots ---- */

static const fc_sym *rounded_quotient(const fc_rounded_context *context, const real *x, rounding mode)
{
    fc_algebra *algebra = context->algebra;
    const fc_sym *of = x->of, *by = x->by;
    if (by == integer(context, 1) && x->offset == 0)
        return of;
    if (mode == UP && x->offset == 0)
        return fc_sym_floor_divide(algebra, fc_sym_subtract(algebra, fc_sym_add(algebra, of, by), integer(context, 1)),
                                   by);
    if (mode == UP || (x->offset != 0 && x->offset != 0.5))
        return NULL;
    if (x->offset == 0)
        return fc_sym_floor_divide(algebra, of, by);
    const fc_sym *two = integer(context, 2), *twice = fc_sym_multiply(algebra, two, of);
    return fc_sym_floor_divide(algebra, fc_sym_add(algebra, twice, by), fc_sym_multiply(algebra, two, by));
}

/* floor(sqrt(a) + k/v) is floor((floor(sqrt(v^2 a)) + k)/v), and ceil(sqrt(a)) is floor(sqrt(a - 1)) + 1. */
static const fc_sym *rounded_root(const fc_rounded_context *context, const real *x, rounding mode)
{
    fc_algebra *algebra = context->algebra;
    const fc_sym *one = integer(context, 1);
    long parts, scale;
    if (mode == UP)
        return is_tolerance(x) && x->offset <= 0
                   ? fc_sym_add(algebra, fc_sym_isqrt(algebra, fc_sym_subtract(algebra, x->of, one)), one)
                   : NULL;
    if (is_tolerance(x) && x->offset >= 0)
        return fc_sym_isqrt(algebra, x->of);
    if (!offset_as_fraction(&parts, &scale, x->offset, x->is_narrow ? MOST_DECIMALS : 2))
        return NULL;
    const fc_sym *root = fc_sym_isqrt(algebra, fc_sym_multiply(algebra, integer(context, scale * scale), x->of));
    return fc_sym_floor_divide(algebra, fc_sym_add(algebra, root, integer(context, parts)), integer(context, scale));
}

/* ---- logarithms ---- */

/* The base whose logarithm the real is: an integer >= 2. 0: none. */
static long base_of(const real *x)
{
    double base = x->function == log ? exp(x->divisor) : x->function == log2 ? exp2(x->divisor) : pow(10, x->divisor);
    if (!(base > 1.5 && base < MOST_BASE))
        return 0;
    return fabs(x->function(rint(base)) / x->divisor - 1) < 1e-12 ? lround(base) : 0;
}

/* What C computes for this argument, without the whole offset. */
static double computed(const real *x, rounding mode, long argument)
{
    double value = x->function((double)argument);
    value = (x->divisor == 1 ? value : value / x->divisor) + (x->whole + x->offset);
    return (mode == UP ? ceil(value) : floor(value)) - x->whole;
}

/* The least argument whose rounded logarithm is t >= 1. */
static long step_to(long base, rounding mode, bool is_nearest, int t)
{
    const double power = pow((double)base, is_nearest ? 2 * t - 1 : mode == UP ? t - 1 : t);
    return is_nearest ? (long)ceil(sqrt(power)) : (long)power + (mode == UP);
}

/* C's values rise only at the steps: both are monotone, and agree on both sides of each step. */
static bool rises_at_steps(const real *x, long base, rounding mode, bool is_nearest)
{
    int t = 1;
    long at = step_to(base, mode, is_nearest, t);
    bool agrees = computed(x, mode, 1) == 0;
    for (; agrees && at <= MOST_ARGUMENT; at = step_to(base, mode, is_nearest, ++t))
        agrees = computed(x, mode, at - 1) == t - 1 && computed(x, mode, at) == t;
    return agrees && computed(x, mode, MOST_ARGUMENT) == t - 1;
}

/* With the integer logarithm L: ceil(log(a)) is L(a - 1) + 1, and floor(log(a) + 1/2) is floor((L(a^2) + 1)/2). */
static const fc_sym *rounded_logarithm(const fc_rounded_context *context, const real *x, rounding mode)
{
    fc_algebra *algebra = context->algebra;
    const fc_sym *one = integer(context, 1), *of = x->of;
    const bool is_nearest = mode != UP && x->offset == 0.5;
    const long base = base_of(x);
    if (base == 0 || (!is_nearest && !is_tolerance(x)) || !rises_at_steps(x, base, mode, is_nearest))
        return NULL;
    if (mode == UP)
        return fc_sym_add(algebra, fc_sym_ilog(algebra, base, fc_sym_subtract(algebra, of, one)), one);
    if (!is_nearest)
        return fc_sym_ilog(algebra, base, of);
    const fc_sym *square = fc_sym_ilog(algebra, base, fc_sym_multiply(algebra, of, of));
    return fc_sym_floor_divide(algebra, fc_sym_add(algebra, square, one), integer(context, 2));
}

/* ---- rounding ---- */

/* Of a real >= 0 before the offset, or whose value is proven to be >= 0, truncation is the floor. */
static bool is_floor(const fc_rounded_context *context, const real *x, const fc_sym *value)
{
    bool is_integer_itself = x->kind == QUOTIENT && x->by == integer(context, 1) && x->offset == 0;
    bool is_above = x->kind != QUOTIENT && x->whole >= 0;
    return is_integer_itself || is_above || fc_sym_proves_nonnegative(context->algebra, value);
}

/* The whole part of the offset is added afterwards. The rest is from 0 to 1; from -1 to 0 where the real is rounded up.
 */
static const fc_sym *rounded(const fc_rounded_context *context, real x, rounding mode)
{
    const double offset = x.offset + (mode == NEAREST ? 0.5 : 0);
    x.whole = mode == UP ? ceil(offset) : floor(offset);
    x.offset = offset - x.whole;
    if (!(fabs(x.whole) < MOST_ARGUMENT))
        return NULL;
    const fc_sym *value = x.kind == QUOTIENT ? rounded_quotient(context, &x, mode)
                          : x.kind == ROOT   ? rounded_root(context, &x, mode)
                                             : rounded_logarithm(context, &x, mode);
    if (!value)
        return NULL;
    value = fc_sym_add(context->algebra, value, integer(context, (long)x.whole));
    return mode == UP || mode == DOWN || is_floor(context, &x, value) ? value : NULL;
}

const fc_sym *fc_rounded_conversion(const fc_rounded_context *context, const fc_node *node)
{
    real x;
    return read_real(&x, context, node) ? rounded(context, x, TRUNCATED) : NULL;
}

const fc_sym *fc_rounded_call(const fc_rounded_context *context, const fc_node *call)
{
    real x;
    const char *name = called(call, 1);
    bool rounds = strcmp(name, "lround") == 0 || strcmp(name, "llround") == 0;
    return rounds && read_real(&x, context, call->child[1]) ? rounded(context, x, NEAREST) : NULL;
}
