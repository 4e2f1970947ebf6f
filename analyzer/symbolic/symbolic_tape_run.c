/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation of tapes: at many points, and along the pivot. */
#include "analyzer/symbolic/symbolic_tape.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum form {
    ONE_VALUE,
    LINEAR, /* in the pivot, between the ends of the span */
    OTHER
};

static const double exact_below = 2251799813685248.0; /* 2^51 */

/* The greatest integer <= x; |x| < 2^51. */
static inline double floor_of(double x)
{
    double whole = (double)(long)x;
    return whole - (whole > x);
}

/* floor(a / b), exact for integers below 2^51: the rounded quotient may be off by one. */
static inline double floor_divide(double a, double b)
{
    if (!(fabs(a) < exact_below && fabs(b) < exact_below && fabs(a / b) < exact_below))
        return NAN;
    double quotient = floor_of(a / b), rest = a - quotient * b;
    if (rest != 0 && (rest < 0) != (b < 0))
        return quotient - 1;
    return fabs(rest) >= fabs(b) ? quotient + 1 : quotient;
}

static inline double c_divide(double a, double b)
{
    double quotient = floor_divide(fabs(a), fabs(b));
    return (a < 0) == (b < 0) ? quotient : -quotient;
}

static inline double integer_root(double a)
{
    double root = a < 0 ? -1 : floor(sqrt(a));
    return root * root > a && a >= 0 ? root - 1 : root;
}

static inline double integer_log(double a, double base)
{
    int t = -1;
    for (double power = 1; power <= a && t < 1100; power *= base)
        t++;
    return t;
}

static inline double apply(const fc_tape *tape, const fc_tape_step *step, double a, double b, double c)
{
    switch (step->operation) {
    case FC_TAPE_ADD:
        return a + b;
    case FC_TAPE_MULTIPLY:
        return a * b;
    case FC_TAPE_DIVIDE:
        return a / step->constant;
    case FC_TAPE_FLOOR:
        return floor_divide(a, b);
    case FC_TAPE_C_DIVIDE:
        return c_divide(a, b);
    case FC_TAPE_MINIMUM:
        return a < b ? a : b;
    case FC_TAPE_MAXIMUM:
        return a > b ? a : b;
    case FC_TAPE_NONNEGATIVE:
        return a >= 0;
    case FC_TAPE_ZERO:
        return a == 0;
    case FC_TAPE_LOG2:
        return log2(a);
    case FC_TAPE_ROOT:
        return integer_root(a);
    case FC_TAPE_DIGITS:
        return integer_log(a, b);
    case FC_TAPE_CALL:
        return tape->call(a, b, c);
    default:
        return step->constant;
    }
}

/* ---- at many points ---- */

/* The frequent operations have loops of their own, without branches. */
static void run_step(double *out, const fc_tape *tape, const fc_tape_step *step, const double *value, int n)
{
    const double *a = value + (size_t)step->a * FC_TAPE_ROWS, *b = value + (size_t)step->b * FC_TAPE_ROWS,
                 *c = value + (size_t)step->c * FC_TAPE_ROWS;
    switch (step->operation) {
    case FC_TAPE_ADD:
        for (int i = 0; i < n; i++)
            out[i] = a[i] + b[i];
        return;
    case FC_TAPE_MULTIPLY:
        for (int i = 0; i < n; i++)
            out[i] = a[i] * b[i];
        return;
    case FC_TAPE_CALL: /* expensive, and often repeated with the same arguments */
        for (int i = 0; i < n; i++)
            out[i] = i > 0 && a[i] == a[i - 1] && b[i] == b[i - 1] && c[i] == c[i - 1] ? out[i - 1]
                                                                                       : tape->call(a[i], b[i], c[i]);
        return;
    default:
        for (int i = 0; i < n; i++)
            out[i] = apply(tape, step, a[i], b[i], c[i]);
    }
}

void fc_tape_run(double *value, bool *good, const fc_tape *tape, const double *const *variable, int n)
{
    for (int i = 0; i < n; i++)
        good[i] = true;
    for (int s = 0; s < tape->n_steps; s++) {
        const fc_tape_step *step = &tape->step[s];
        double *out = value + (size_t)s * FC_TAPE_ROWS;
        if (step->depends)
            continue;
        if (step->operation == FC_TAPE_VARIABLE)
            memcpy(out, variable[step->a], (size_t)n * sizeof *out);
        else
            run_step(out, tape, step, value, n);
        for (int i = 0; i < n; i++)
            good[i] &= fabs(out[i]) <= DBL_MAX;
    }
}

/* ---- along the pivot ---- */

/* The values of a step at both ends of a span. */
typedef struct ends {
    double low, high;
    enum form form;
} ends;

static inline ends ends_of(const fc_tape_span *span, int step)
{
    return (ends){span->at_low[step], span->at_high[step], (enum form)span->form[step]};
}

/* Sets the split, unless it is set, where a linear function reaches the value `to`: the last integer before or at that
 * point. */
static void part(fc_tape_span *span, const ends *line, double to)
{
    double share = (to - line->low) / (line->high - line->low);
    if (span->split >= span->low || !(share >= 0 && share <= 1))
        return;
    double at = floor_of(span->low + share * (span->high - span->low));
    span->split = at < span->high ? at : span->high - 1;
}

/* Like part(), for an isolated root: splits before it unless the span begins there. */
static void part_at_root(fc_tape_span *span, const ends *line)
{
    double before = span->split;
    part(span, line, 0);
    if (span->split != before && span->split > span->low)
        span->split -= 1;
}

static enum form form_of_product(const ends *a, const ends *b)
{
    if (a->form == ONE_VALUE)
        return a->low == 0 ? ONE_VALUE : b->form;
    if (b->form == ONE_VALUE)
        return b->low == 0 ? ONE_VALUE : a->form;
    return OTHER;
}

/* The smaller (sign 1) or larger (-1) of two: if both are linear, the one that is chosen at both ends. */
static enum form form_of_choice(fc_tape_span *span, const ends *a, const ends *b, double sign)
{
    ends difference = {sign * (a->low - b->low), sign * (a->high - b->high), LINEAR};
    if (a->form == OTHER || b->form == OTHER)
        return OTHER;
    if (difference.low <= 0 && difference.high <= 0)
        return a->form;
    if (difference.low >= 0 && difference.high >= 0)
        return b->form;
    part(span, &difference, 0);
    return OTHER;
}

static enum form form_of_quotient(fc_tape_span *span, const ends *a, const ends *b, const ends *out)
{
    if (a->form == OTHER || b->form != ONE_VALUE)
        return OTHER;
    if (out->low == out->high)
        return ONE_VALUE;
    double rising = (a->high > a->low) == (b->low > 0);
    part(span, a, rising ? (out->low + 1) * b->low : out->low * b->low);
    return OTHER;
}

static enum form form_of_sign(fc_tape_span *span, const ends *a, bool of_zero)
{
    if (a->form == OTHER)
        return OTHER;
    if ((a->low > 0 && a->high > 0) || (a->low < 0 && a->high < 0))
        return ONE_VALUE;
    if (!of_zero && a->low >= 0 && a->high >= 0)
        return ONE_VALUE;
    if (of_zero)
        part_at_root(span, a);
    else
        part(span, a, 0);
    return OTHER;
}

static enum form form_of(fc_tape_span *span, const fc_tape_step *step, const ends *a, const ends *b, const ends *out)
{
    switch (step->operation) {
    case FC_TAPE_ADD:
        return a->form > b->form ? a->form : b->form;
    case FC_TAPE_MULTIPLY:
        return form_of_product(a, b);
    case FC_TAPE_DIVIDE:
        return a->form;
    case FC_TAPE_FLOOR:
        return form_of_quotient(span, a, b, out);
    case FC_TAPE_C_DIVIDE: /* toward 0: equals the floor where the quotient has one sign */
        return a->low >= 0 && a->high >= 0 && b->low > 0 ? form_of_quotient(span, a, b, out) : OTHER;
    case FC_TAPE_MINIMUM:
        return form_of_choice(span, a, b, 1);
    case FC_TAPE_MAXIMUM:
        return form_of_choice(span, a, b, -1);
    case FC_TAPE_NONNEGATIVE:
        return form_of_sign(span, a, false);
    case FC_TAPE_ZERO:
        return form_of_sign(span, a, true);
    default:
        return OTHER;
    }
}

void fc_tape_load(fc_tape_span *span, const fc_tape *tape, const double *value)
{
    for (int s = 0; s < tape->n_steps; s++)
        if (!tape->step[s].depends) {
            span->at_low[s] = span->at_high[s] = value[(size_t)s * FC_TAPE_ROWS];
            span->form[s] = ONE_VALUE;
        }
}

static inline bool have_one_value(const fc_tape_span *span, const fc_tape_step *step)
{
    return (span->form[step->a] | span->form[step->b] | span->form[step->c]) == ONE_VALUE;
}

static inline double apply_at(const double *end, const fc_tape *tape, const fc_tape_step *step)
{
    return apply(tape, step, end[step->a], end[step->b], end[step->c]);
}

static void follow_step(fc_tape_span *span, const fc_tape *tape, int at)
{
    const fc_tape_step *step = &tape->step[at];
    if (step->operation == FC_TAPE_VARIABLE) {
        span->at_low[at] = span->low;
        span->at_high[at] = span->high;
        span->form[at] = LINEAR;
        return;
    }
    span->at_low[at] = span->at_high[at] = apply_at(span->at_low, tape, step);
    span->form[at] = ONE_VALUE;
    if (have_one_value(span, step))
        return;
    span->at_high[at] = apply_at(span->at_high, tape, step);
    ends a = ends_of(span, step->a), b = ends_of(span, step->b), out = ends_of(span, at);
    out.form = form_of(span, step, &a, &b, &out);
    span->form[at] = (unsigned char)(out.form == LINEAR && out.low == out.high ? ONE_VALUE : out.form);
}

/* A span of a single pivot value: every step is constant. */
static void follow_one(fc_tape_span *span, const fc_tape *tape)
{
    for (int i = 0; i < tape->n_dependent; i++) {
        int at = tape->dependent[i];
        const fc_tape_step *step = &tape->step[at];
        double out = step->operation == FC_TAPE_VARIABLE ? span->low : apply_at(span->at_low, tape, step);
        span->at_low[at] = out;
        span->form[at] = ONE_VALUE;
        span->good &= fabs(out) <= DBL_MAX;
    }
}

bool fc_tape_follow(fc_tape_span *span, const fc_tape *tape)
{
    span->split = span->low - 1;
    span->good = true;
    if (span->low == span->high) {
        follow_one(span, tape);
        return true;
    }
    for (int i = 0; i < tape->n_dependent; i++) {
        int at = tape->dependent[i];
        follow_step(span, tape, at);
        if (span->split >= span->low)
            return false;
        span->good &= fabs(span->at_low[at]) <= DBL_MAX && fabs(span->at_high[at]) <= DBL_MAX;
    }
    span->split = floor_of((span->low + span->high) / 2);
    return true;
}
