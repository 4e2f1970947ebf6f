/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation of tapes over rows, at points and along the pivot. Each step is one loop over lanes of rows, without
 * branches; the step's operation is a constant in its loop. */
#include "analyzer/symbolic/symbolic_tape.h"

#include "support/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = FC_TAPE_ROWS,
    GROUPS = FC_TAPE_ROWS / FC_LANES
};

typedef fc_lanes lanes;
typedef fc_lanes_mask mask;

static const double exact_below = 2251799813685248.0; /* 2^51 */

/* ---- operations ---- */

/* 1 or 0. */
FC_LANES_PART lanes truth(mask of)
{
    return (lanes)(of & (mask)fc_lanes_of(1));
}

/* The greatest integer <= x; |x| < 2^51. */
FC_LANES_PART lanes floor_of(lanes x)
{
    const double shift = 3 * exact_below; /* doubles there are 1 apart */
    lanes whole = (x + shift) - shift;
    return whole - truth(whole > x);
}

/* floor(a / b), exact for integers below 2^51: the rounded quotient may be off by one. */
FC_LANES_PART lanes floor_divide(lanes a, lanes b)
{
    lanes size_a = fc_lanes_absolute(a), size_b = fc_lanes_absolute(b), ratio = a / b;
    mask exact = (size_a < exact_below) & (size_b < exact_below) & (fc_lanes_absolute(ratio) < exact_below);
    lanes quotient = floor_of(ratio), rest = a - quotient * b;
    mask below = (rest != 0) & ((rest < 0) ^ (b < 0)), above = ~below & (fc_lanes_absolute(rest) >= size_b);
    return fc_lanes_select(exact, quotient - truth(below) + truth(above), fc_lanes_of(NAN));
}

FC_LANES_PART lanes c_divide(lanes a, lanes b)
{
    lanes quotient = floor_divide(fc_lanes_absolute(a), fc_lanes_absolute(b));
    return fc_lanes_select((a < 0) ^ (b < 0), -quotient, quotient);
}

/* An operation over lanes. */
FC_LANES_PART lanes apply(fc_tape_operation operation, double constant, lanes a, lanes b)
{
    switch (operation) {
    case FC_TAPE_ADD:
        return a + b;
    case FC_TAPE_MULTIPLY:
        return a * b;
    case FC_TAPE_DIVIDE:
        return a / constant;
    case FC_TAPE_FLOOR:
        return floor_divide(a, b);
    case FC_TAPE_C_DIVIDE:
        return c_divide(a, b);
    case FC_TAPE_MINIMUM:
        return fc_lanes_select(a < b, a, b);
    case FC_TAPE_MAXIMUM:
        return fc_lanes_select(a > b, a, b);
    case FC_TAPE_NONNEGATIVE:
        return truth(a >= 0);
    case FC_TAPE_ZERO:
        return truth(a == 0);
    default:
        return fc_lanes_of(constant);
    }
}

static double integer_root(double a)
{
    double root = a < 0 ? -1 : floor(sqrt(a));
    return root * root > a && a >= 0 ? root - 1 : root;
}

static double integer_log(double a, double base)
{
    int t = -1;
    for (double power = 1; power <= a && t < 1100; power *= base)
        t++;
    return t;
}

/* Operations that are evaluated row by row. */
static bool is_alone(const fc_tape_step *step)
{
    return step->operation >= FC_TAPE_LOG2;
}

static double apply_alone(const fc_tape *tape, const fc_tape_step *step, double a, double b, double c)
{
    switch (step->operation) {
    case FC_TAPE_LOG2:
        return log2(a);
    case FC_TAPE_ROOT:
        return integer_root(a);
    case FC_TAPE_DIGITS:
        return integer_log(a, b);
    case FC_TAPE_POWER:
        return pow(b, a);
    case FC_TAPE_XOR:
        return fmax(fabs(a), fabs(b)) < 0x1p62 ? (double)((long)a ^ (long)b) : NAN;
    case FC_TAPE_RATIO:
        return a / b;
    default:
        return tape->call(a, b, c);
    }
}

/* ---- at points ---- */

FC_LANES_PART void run_rows(fc_tape_operation operation, double *value, double *invalid, const fc_tape_step *step,
                            int at)
{
    const double *a = value + (size_t)step->a * ROWS, *b = value + (size_t)step->b * ROWS;
    for (int i = 0; i < GROUPS; i++) {
        lanes out = apply(operation, step->constant, fc_lanes_load(a, i), fc_lanes_load(b, i));
        fc_lanes_store(value + (size_t)at * ROWS, i, out);
        fc_lanes_store(invalid, i, fc_lanes_load(invalid, i) + 0 * out); /* NAN of an infinite or unknown value */
    }
}

static void check_alone(double *invalid, const double *value)
{
    for (int i = 0; i < ROWS; i++)
        invalid[i] += 0 * value[i];
}

FC_LANES_CLONED static void run_step(double *value, double *invalid, const fc_tape_step *step, int at)
{
    switch (step->operation) {
    case FC_TAPE_ADD:
        run_rows(FC_TAPE_ADD, value, invalid, step, at);
        return;
    case FC_TAPE_MULTIPLY:
        run_rows(FC_TAPE_MULTIPLY, value, invalid, step, at);
        return;
    case FC_TAPE_FLOOR:
        run_rows(FC_TAPE_FLOOR, value, invalid, step, at);
        return;
    default: /* rare */
        run_rows(step->operation, value, invalid, step, at);
    }
}

void fc_tape_run_constants(double *value, const fc_tape *tape)
{
    for (int i = 0; i < tape->n_steps; i++)
        for (int k = 0; k < ROWS && tape->step[i].operation == FC_TAPE_CONSTANT; k++)
            value[(size_t)i * ROWS + (size_t)k] = tape->step[i].constant;
}

void fc_tape_run(double *value, double *invalid, const fc_tape *tape, const fc_tape_list *list,
                 const double *const *variable)
{
    for (int i = 0; i < list->n; i++) {
        const int at = list->step[i];
        const fc_tape_step *step = &tape->step[at];
        if (step->operation != FC_TAPE_VARIABLE && !is_alone(step)) {
            run_step(value, invalid, step, at);
            continue;
        }
        if (step->operation == FC_TAPE_VARIABLE)
            memcpy(value + (size_t)at * ROWS, variable[step->a], ROWS * sizeof *value);
        else {
            /* Calls are expensive, and often repeated with the same arguments. */
            const double *a = value + (size_t)step->a * ROWS, *b = value + (size_t)step->b * ROWS,
                         *c = value + (size_t)step->c * ROWS;
            double *out = value + (size_t)at * ROWS;
            for (int k = 0; k < ROWS; k++)
                out[k] = k > 0 && a[k] == a[k - 1] && b[k] == b[k - 1] && c[k] == c[k - 1]
                             ? out[k - 1]
                             : apply_alone(tape, step, a[k], b[k], c[k]);
        }
        check_alone(invalid, value + (size_t)at * ROWS);
    }
}

/* ---- along the pivot ---- */

static const double one_value = 0, linear = 1, other = 2; /* forms of a step over a span */

/* A step's values at both ends of the rows' spans. */
typedef struct ends {
    const double *low, *high, *form;
} ends;

/* The same for the lanes of one group. */
typedef struct end_lanes {
    lanes low, high, form;
} end_lanes;

/* Where the form of a step changes within a span: where the linear function from `low` to `high` reaches the value
 * `to`. */
typedef struct change {
    mask known;
    lanes low, high, to;
} change;

static ends ends_of(const fc_tape_span *span, const fc_tape *tape, int step)
{
    size_t at = (size_t)step * ROWS;
    if (!tape->step[step].depends)
        return (ends){span->at_low + at, span->at_low + at, span->form};
    return (ends){span->at_low + at, span->at_high + at, span->form + at};
}

FC_LANES_PART end_lanes load_ends(const ends *of, int i)
{
    return (end_lanes){fc_lanes_load(of->low, i), fc_lanes_load(of->high, i), fc_lanes_load(of->form, i)};
}

FC_LANES_PART lanes form_if(mask condition, lanes form)
{
    return fc_lanes_select(condition, form, fc_lanes_of(other));
}

FC_LANES_PART lanes form_of_product(const end_lanes *a, const end_lanes *b)
{
    lanes scaled_b = (lanes)(~(a->low == 0) & (mask)b->form), scaled_a = (lanes)(~(b->low == 0) & (mask)a->form);
    return fc_lanes_select(a->form == one_value, scaled_b, form_if(b->form == one_value, scaled_a));
}

/* The smaller (sign 1) or larger (-1) of two: if both are linear, the one that is chosen at both ends. */
FC_LANES_PART lanes form_of_choice(change *out, const end_lanes *a, const end_lanes *b, double sign)
{
    lanes low = sign * (a->low - b->low), high = sign * (a->high - b->high);
    mask known = (a->form != other) & (b->form != other), first = (low <= 0) & (high <= 0),
         second = (low >= 0) & (high >= 0);
    *out = (change){known & ~first & ~second, low, high, fc_lanes_of(0)};
    return form_if(known & (first | second), fc_lanes_select(first, a->form, b->form));
}

FC_LANES_PART lanes form_of_quotient(change *out, const end_lanes *a, const end_lanes *b, const end_lanes *result)
{
    mask known = (a->form != other) & (b->form == one_value), constant = result->low == result->high;
    mask falling = (a->high > a->low) ^ (b->low > 0);
    lanes to = (result->low + (1 - truth(falling))) * b->low;
    *out = (change){known & ~constant, a->low, a->high, to};
    return form_if(known & constant, fc_lanes_of(one_value));
}

/* Of a test whether a linear function is 0, or >= 0. */
FC_LANES_PART lanes form_of_sign(change *out, const end_lanes *a, bool of_zero)
{
    mask known = a->form != other, below = (a->low < 0) & (a->high < 0),
         above = of_zero ? (a->low > 0) & (a->high > 0) : (a->low >= 0) & (a->high >= 0);
    *out = (change){known & ~(above | below), a->low, a->high, fc_lanes_of(0)};
    return form_if(known & (above | below), fc_lanes_of(one_value));
}

/* C's division truncates toward 0: it equals the floor where the quotient has one sign. */
FC_LANES_PART lanes form_of_c_quotient(change *out, const end_lanes *a, const end_lanes *b, const end_lanes *result)
{
    mask is_floor = (a->low >= 0) & (a->high >= 0) & (b->low > 0);
    lanes form = form_of_quotient(out, a, b, result);
    out->known &= is_floor;
    return form_if(is_floor, form);
}

FC_LANES_PART lanes form_of(change *out, fc_tape_operation operation, const end_lanes *a, const end_lanes *b,
                            const end_lanes *result)
{
    *out = (change){0};
    switch (operation) {
    case FC_TAPE_ADD:
        return fc_lanes_select(a->form > b->form, a->form, b->form);
    case FC_TAPE_MULTIPLY:
        return form_of_product(a, b);
    case FC_TAPE_DIVIDE:
        return a->form;
    case FC_TAPE_FLOOR:
        return form_of_quotient(out, a, b, result);
    case FC_TAPE_C_DIVIDE:
        return form_of_c_quotient(out, a, b, result);
    case FC_TAPE_MINIMUM:
        return form_of_choice(out, a, b, 1);
    case FC_TAPE_MAXIMUM:
        return form_of_choice(out, a, b, -1);
    case FC_TAPE_NONNEGATIVE:
        return form_of_sign(out, a, false);
    default:
        return form_of_sign(out, a, true);
    }
}

/* Sets the splits of the lanes that have none yet: the last integer before or at the change, if it is within the span.
 * A test for 0 changes at an isolated root: its span is split before the root, unless it begins there. */
FC_LANES_PART void set_split(fc_tape_span *span, int i, const change *of, bool is_root)
{
    lanes low = fc_lanes_load(span->low, i), high = fc_lanes_load(span->high, i), split = fc_lanes_load(span->split, i);
    lanes share = (of->to - of->low) / (of->high - of->low), at = floor_of(low + share * (high - low));
    at = fc_lanes_select(at < high, at, high - 1);
    if (is_root)
        at -= truth(at > low);
    mask set = of->known & (split < low) & (share >= 0) & (share <= 1);
    fc_lanes_store(span->split, i, fc_lanes_select(set, at, split));
}

FC_LANES_PART void follow_rows(fc_tape_operation operation, fc_tape_span *span, const fc_tape *tape, int step)
{
    const size_t at = (size_t)step * ROWS;
    const double constant = tape->step[step].constant;
    const ends of_a = ends_of(span, tape, tape->step[step].a), of_b = ends_of(span, tape, tape->step[step].b);
    for (int k = 0; k < span->n_busy; k++) {
        const int i = span->busy[k];
        end_lanes a = load_ends(&of_a, i), b = load_ends(&of_b, i), out;
        mask constants = (a.form == one_value) & (b.form == one_value);
        change where;
        out.low = apply(operation, constant, a.low, b.low);
        out.high = fc_lanes_select(constants, out.low, apply(operation, constant, a.high, b.high));
        out.form = form_of(&where, operation, &a, &b, &out);
        constants |= (out.form == linear) & (out.low == out.high);
        where.known &= ~constants;
        if (operation >= FC_TAPE_FLOOR && fc_lanes_any(where.known))
            set_split(span, i, &where, operation == FC_TAPE_ZERO);
        fc_lanes_store(span->at_low + at, i, out.low);
        fc_lanes_store(span->at_high + at, i, out.high);
        fc_lanes_store(span->form + at, i, fc_lanes_select(constants, fc_lanes_of(one_value), out.form));
        fc_lanes_store(span->invalid, i, fc_lanes_load(span->invalid, i) + 0 * out.low + 0 * out.high);
    }
}

static void follow_alone(fc_tape_span *span, const fc_tape *tape, int at)
{
    const fc_tape_step *step = &tape->step[at];
    ends a = ends_of(span, tape, step->a), b = ends_of(span, tape, step->b), c = ends_of(span, tape, step->c);
    double *low = span->at_low + (size_t)at * ROWS, *high = span->at_high + (size_t)at * ROWS,
           *form = span->form + (size_t)at * ROWS;
    for (int i = 0; i < ROWS; i++) {
        bool constants = a.form[i] == one_value && b.form[i] == one_value && c.form[i] == one_value;
        low[i] = apply_alone(tape, step, a.low[i], b.low[i], c.low[i]);
        high[i] = constants ? low[i] : apply_alone(tape, step, a.high[i], b.high[i], c.high[i]);
        form[i] = constants ? one_value : other;
        span->invalid[i] += 0 * low[i] + 0 * high[i];
    }
}

FC_LANES_CLONED static void follow_pivot(fc_tape_span *span, int step)
{
    const size_t at = (size_t)step * ROWS;
    for (int i = 0; i < GROUPS; i++) {
        lanes low = fc_lanes_load(span->low, i), high = fc_lanes_load(span->high, i);
        fc_lanes_store(span->at_low + at, i, low);
        fc_lanes_store(span->at_high + at, i, high);
        fc_lanes_store(span->form + at, i, fc_lanes_select(low == high, fc_lanes_of(one_value), fc_lanes_of(linear)));
    }
}

FC_LANES_CLONED static void follow_step(fc_tape_span *span, const fc_tape *tape, int at)
{
    switch (tape->step[at].operation) {
    case FC_TAPE_ADD:
        follow_rows(FC_TAPE_ADD, span, tape, at);
        return;
    case FC_TAPE_MULTIPLY:
        follow_rows(FC_TAPE_MULTIPLY, span, tape, at);
        return;
    case FC_TAPE_DIVIDE:
        follow_rows(FC_TAPE_DIVIDE, span, tape, at);
        return;
    case FC_TAPE_FLOOR:
        follow_rows(FC_TAPE_FLOOR, span, tape, at);
        return;
    case FC_TAPE_C_DIVIDE:
        follow_rows(FC_TAPE_C_DIVIDE, span, tape, at);
        return;
    case FC_TAPE_MINIMUM:
        follow_rows(FC_TAPE_MINIMUM, span, tape, at);
        return;
    case FC_TAPE_MAXIMUM:
        follow_rows(FC_TAPE_MAXIMUM, span, tape, at);
        return;
    case FC_TAPE_NONNEGATIVE:
        follow_rows(FC_TAPE_NONNEGATIVE, span, tape, at);
        return;
    default:
        follow_rows(FC_TAPE_ZERO, span, tape, at);
    }
}

void fc_tape_follow(fc_tape_span *span, const fc_tape *tape, const fc_tape_list *list)
{
    span->n_busy = 0;
    for (int i = 0; i < GROUPS; i++) {
        fc_lanes_mask busy = fc_lanes_load(span->low, i) <= fc_lanes_load(span->high, i);
        if (fc_lanes_any(busy))
            span->busy[span->n_busy++] = i;
        fc_lanes_store(span->split, i, fc_lanes_load(span->low, i) - 1);
        fc_lanes_store(span->invalid, i, fc_lanes_of(0));
    }
    for (int i = 0; i < list->n; i++) {
        const fc_tape_step *step = &tape->step[list->step[i]];
        if (step->operation == FC_TAPE_VARIABLE)
            follow_pivot(span, list->step[i]);
        else if (is_alone(step))
            follow_alone(span, tape, list->step[i]);
        else
            follow_step(span, tape, list->step[i]);
    }
}

void fc_tape_span_open(fc_tape_span *span, const fc_tape *tape)
{
    size_t n = (size_t)tape->n_steps * ROWS;
    *span = (fc_tape_span){.at_low = fc_allocate(n, sizeof(double)),
                           .at_high = fc_allocate(n, sizeof(double)),
                           .form = fc_allocate(n, sizeof(double))};
    for (int i = 0; i < ROWS; i++)
        span->high[i] = -1;
}

void fc_tape_span_close(fc_tape_span *span)
{
    free(span->at_low);
    free(span->at_high);
    free(span->form);
}
