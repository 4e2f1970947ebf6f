/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifies the terms of a view: conditions on its domain, sums that only count, and the maximum over the ranks where
 * one rank's counts and sizes are all proven to be at least those of any other rank. The ranks of a grid of
 * MPI_Dims_create are written by their coordinates. */
#include "analyzer/emit/formula/formula_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ASSUMED = 16
};

static const double negligible = 1e-4; /* of the time, of terms that do not decide which rank is the slowest */

/* The domain of the formula. Coordinates: of the ranks in a grid, or the rank alone. */
typedef struct shape {
    fc_formula_view *view;
    fc_algebra *algebra;
    const fc_sym *p, *rank, *place; /* place: the rank by its coordinates */
    const fc_sym
        *divisor[FC_MOST_DIMENSIONS]; /* of the rank in its coordinates: 1, ..., each a multiple of the one before */
    int n_divisors;
    fc_sym_range range[FC_MOST_DIMENSIONS];
    const fc_sym *assumed[MOST_ASSUMED];
    fc_sym_domain domain;
    const fc_sym *tested; /* a parameter that a test compares with p, or the ranks: is_tested */
    bool is_tested, has_changed;
    bool has_ignored;     /* terms that do not decide which rank is the slowest */
    const fc_sym **known; /* pairs: an expression, and its simplest form in the present domain */
    size_t n_known, known_capacity;
} shape;

/* ---- values ---- */

static bool look_up(void *data, const char *key, double *value)
{
    const fc_formula_view *view = data;
    for (size_t i = 0; i < view->n_variables; i++)
        if (strcmp(fc_sym_key(view->variable[i].printed), key) == 0) {
            *value = view->variable[i].value;
            return !isnan(*value);
        }
    return false;
}

double fc_formula_view_value(const fc_formula_view *view, const fc_sym *expression)
{
    fc_values values = {look_up, fc_formula_call, (void *)view};
    double value;
    return fc_sym_evaluate(expression, &values, &value) ? value : NAN;
}

/* NULL: no term has the parameter. */
static const fc_sym *printed_parameter(const fc_formula_view *view, size_t parameter)
{
    for (size_t i = 0; i < view->n_variables; i++)
        if (strcmp(fc_sym_label(view->variable[i].printed), view->parameter[parameter]) == 0)
            return view->variable[i].printed;
    return NULL;
}

/* ---- the ranks ---- */

static void find_ranks(void *data, const fc_sym *variable)
{
    shape *s = data;
    s->p = strcmp(fc_sym_key(variable), "p") == 0 ? variable : s->p;
    s->rank = strcmp(fc_sym_key(variable), "rank") == 0 ? variable : s->rank;
}

static const fc_sym *dimension(const shape *s, int n, int i)
{
    const fc_sym *arguments[] = {s->p, fc_sym_integer(s->algebra, n), fc_sym_integer(s->algebra, i)};
    return fc_sym_call(s->algebra, "dims_create", arguments, 3, FC_FACT_POSITIVE);
}

/* Keeps the divisors in order; one that is no multiple of those before is left out, and one of at least p, which gives
 * no coordinate. */
static void add_divisor(void *data, const fc_sym *divisor)
{
    shape *s = data;
    const fc_sym *last = s->divisor[s->n_divisors - 1];
    for (int i = 0; i < s->n_divisors; i++)
        if (s->divisor[i] == divisor)
            return;
    const fc_sym *ratio = fc_sym_floor_divide(s->algebra, divisor, last);
    if (fc_sym_proves_nonnegative(s->algebra, fc_sym_subtract(s->algebra, divisor, s->p)))
        return;
    if (s->n_divisors < FC_MOST_DIMENSIONS && fc_sym_multiply(s->algebra, ratio, last) == divisor &&
        fc_sym_proves_positive(s->algebra, last) && fc_sym_proves_positive(s->algebra, ratio))
        s->divisor[s->n_divisors++] = divisor;
}

static void find_divisors(void *data, const fc_sym **part)
{
    const shape *s = data;
    fc_sym_divisors(*part, s->rank, false, add_divisor, data);
}

/* The number of dimensions of the grid of MPI_Dims_create whose last dimension divides the rank; 0: it is another. */
static int created_dimensions(const shape *s)
{
    for (int n = 2; n <= FC_MOST_DIMENSIONS; n++)
        if (s->n_divisors > 1 && s->divisor[1] == dimension(s, n, n - 1))
            return n;
    return 0;
}

static void find_ranks_in(void *data, const fc_sym **part)
{
    fc_sym_variables(*part, find_ranks, data);
}

/* The divisors of the rank: shorter ones first, so that multiples follow. */
static void find_grid(shape *s)
{
    const fc_formula_view *view = s->view;
    s->divisor[0] = fc_sym_integer(s->algebra, 1);
    s->n_divisors = 1;
    for (int rounds = 0; rounds < FC_MOST_DIMENSIONS; rounds++)
        for (size_t i = 0; i < view->n_terms; i++)
            fc_formula_parts(&view->term[i], find_divisors, s);
    int n = created_dimensions(s);
    for (int i = 1; i < n; i++)
        s->divisor[i] = fc_sym_multiply(s->algebra, s->divisor[i - 1], dimension(s, n, n - i));
    s->n_divisors = n > 0 ? n : s->n_divisors;
    s->view->is_created_grid = n > 0;
}

/* "x", unless the formula has a variable of that name; then "x'". */
static const fc_sym *coordinate(shape *s, const char *name)
{
    fc_formula_view *view = s->view;
    char *label = fc_copy_string(name);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (strcmp(view->parameter[i], name) == 0) {
            free(label);
            label = fc_format("%s'", name);
        }
    char *key = fc_format("coordinate %s", label);
    const fc_sym *variable = fc_sym_variable(s->algebra, key, label, NULL, FC_FACT_NONNEGATIVE);
    free(key);
    free(label);
    return variable;
}

/* The coordinates' values at the point, the last one the fastest. */
static void add_values(shape *s)
{
    fc_formula_view *view = s->view;
    int n = s->n_divisors;
    double rank = fc_formula_view_value(view, s->rank);
    for (int i = 0; i < n; i++) {
        double value = floor(rank / fc_formula_view_value(view, s->divisor[n - 1 - i]));
        if (i > 0)
            value = fmod(value, fc_formula_view_value(
                                    view, fc_sym_floor_divide(s->algebra, s->divisor[n - i], s->divisor[n - 1 - i])));
        view->variable =
            fc_grow(view->variable, &view->variable_capacity, view->n_variables + 1, sizeof *view->variable);
        view->variable[view->n_variables++] = (fc_formula_variable){s->range[i].variable, value};
        view->coordinate[i] = s->range[i].variable;
        view->coordinate_size[i] = fc_sym_add(s->algebra, s->range[i].high, fc_sym_integer(s->algebra, 1));
    }
    view->n_coordinates = n;
    view->place = s->place;
}

/* Coordinate i of n: its size is the ratio of the divisors around it; the first is what the ranks leave. */
static void find_domain(shape *s)
{
    static const char *const name[] = {"x", "y", "z", "w"};
    const fc_formula_view *view = s->view;
    const fc_sym *one = fc_sym_integer(s->algebra, 1);
    for (size_t i = 0; i < view->n_terms; i++)
        fc_formula_parts(&s->view->term[i], find_ranks_in, s);
    s->domain = (fc_sym_domain){.range = s->range, .nonnegative = s->assumed};
    if (!s->rank)
        return;
    s->p = s->p ? s->p : fc_sym_variable(s->algebra, "p", "p", NULL, FC_FACT_POSITIVE);
    find_grid(s);
    int n = s->n_divisors;
    s->domain.n_ranges = (size_t)n;
    s->place = fc_sym_integer(s->algebra, 0);
    for (int i = 0; i < n; i++) {
        const fc_sym *size = view->is_created_grid ? dimension(s, n, i) : s->p;
        const fc_sym *low = s->divisor[n - 1 - i], *last = fc_sym_subtract(s->algebra, size, one);
        if (i > 0)
            last = fc_sym_subtract(s->algebra, fc_sym_floor_divide(s->algebra, s->divisor[n - i], low), one);
        else if (!view->is_created_grid)
            last = fc_sym_floor_divide(s->algebra, last, low);
        s->range[i] = (fc_sym_range){coordinate(s, n > 1 ? name[i] : "rank"), fc_sym_integer(s->algebra, 0), last};
        s->place = fc_sym_add(s->algebra, s->place, fc_sym_multiply(s->algebra, low, s->range[i].variable));
    }
    add_values(s);
}

/* ---- simplification ---- */

static void assume(shape *s, const fc_sym *nonnegative)
{
    if (s->domain.n_nonnegative < MOST_ASSUMED)
        s->assumed[s->domain.n_nonnegative++] = nonnegative;
}

/* Assumes that the indices of the term's sums are within their bounds; returns the number of assumptions before. */
static size_t assume_sums(shape *s, const fc_formula_term *term)
{
    size_t before = s->domain.n_nonnegative;
    for (int i = 0; i < term->n_sums; i++) {
        assume(s, fc_sym_subtract(s->algebra, term->sum[i].variable, term->sum[i].low));
        assume(s, fc_sym_subtract(s->algebra, term->sum[i].high, term->sum[i].variable));
    }
    return before;
}

/* Streams of a region have equal sizes, and terms equal conditions. */
static const fc_sym *simplified(shape *s, const fc_sym *e)
{
    for (size_t i = 0; i < s->n_known; i += 2)
        if (s->known[i] == e)
            return s->known[i + 1];
    s->known = fc_grow(s->known, &s->known_capacity, s->n_known + 2, sizeof *s->known);
    s->known[s->n_known] = e;
    s->known[s->n_known + 1] = fc_sym_simplify(s->algebra, e, &s->domain);
    s->n_known += 2;
    return s->known[s->n_known - 1];
}

static void simplify_part(void *data, const fc_sym **part)
{
    shape *s = data;
    if (s->rank)
        *part = fc_sym_substitute(s->algebra, *part, s->rank, s->place);
    const fc_sym *before = *part;
    *part = simplified(s, *part);
    s->has_changed = s->has_changed || *part != before;
}

static void simplify_terms(shape *s)
{
    s->n_known = 0;
    for (size_t i = 0; i < s->view->n_terms; i++) {
        bool has_sums = s->view->term[i].n_sums > 0;
        s->n_known = has_sums ? 0 : s->n_known;
        size_t before = assume_sums(s, &s->view->term[i]);
        fc_formula_parts(&s->view->term[i], simplify_part, s);
        s->domain.n_nonnegative = before;
        s->n_known = has_sums ? 0 : s->n_known;
    }
}

/* ---- options ---- */

/* A parameter that may be one, and its value at the point. */
typedef struct option {
    fc_algebra *algebra;
    const fc_sym *parameter, *value;
    bool is_used, is_beyond_tests;
} option;

static void find_use(void *data, const fc_sym **part)
{
    option *of = data;
    of->is_used = of->is_used || fc_sym_depends(*part, of->parameter);
    of->is_beyond_tests = of->is_beyond_tests || !fc_sym_is_option(*part, of->parameter);
}

static void put_option(void *data, const fc_sym **part)
{
    const option *of = data;
    *part = fc_sym_substitute(of->algebra, *part, of->parameter, of->value);
}

/* True if the parameter is an option; it has its value then. */
static bool fix_option(fc_formula_view *view, option of)
{
    for (size_t i = 0; i < view->n_terms; i++)
        fc_formula_parts(&view->term[i], find_use, &of);
    bool is_option = of.is_used && !of.is_beyond_tests;
    for (size_t i = 0; i < view->n_terms && is_option; i++)
        fc_formula_parts(&view->term[i], put_option, &of);
    return is_option;
}

/* ---- parameters of at least p ---- */

static void find_test(void *data, const fc_sym **part)
{
    shape *s = data;
    s->is_tested = s->is_tested || fc_sym_tests(*part, s->tested, s->p);
}

/* The parameter's printed variable, if its value is at least p at the point; NULL otherwise. */
static const fc_sym *large_parameter(const shape *s, size_t parameter)
{
    const fc_formula_view *view = s->view;
    const fc_formula_point *point = view->options->point;
    if (!point || !view->is_positive[parameter] || point->parameter[parameter] < point->ranks)
        return NULL;
    return printed_parameter(view, parameter);
}

/* Where a test compares a parameter with p, such as "has rows", assumes that it is at least p, as at the point. */
static void assume_large_parameters(shape *s)
{
    fc_formula_view *view = s->view;
    for (size_t i = 0; i < view->formula->n_parameters && s->p; i++) {
        s->tested = large_parameter(s, i);
        s->is_tested = s->has_changed = false;
        for (size_t k = 0; k < view->n_terms && s->tested; k++)
            fc_formula_parts(&view->term[k], find_test, s);
        if (!s->is_tested)
            continue;
        assume(s, fc_sym_subtract(s->algebra, s->tested, s->p));
        simplify_terms(s);
        view->is_at_least_p[i] = s->has_changed;
        s->domain.n_nonnegative -= !s->has_changed;
    }
}

/* ---- the slowest rank ---- */

/* The directions in which no cost grows towards that rank: FC_FALLS if the first rank's costs are the largest. */
static int directions_of(const shape *s, const fc_sym *part)
{
    int result = FC_GROWS | FC_FALLS;
    for (size_t i = 0; part && i < s->domain.n_ranges; i++)
        result &= fc_sym_direction(s->algebra, part, s->range[i].variable, &s->domain);
    return result;
}

/* A larger working set takes longer; of strides that are not the same on all ranks nothing is known. */
static int directions_of_size(shape *s, const fc_formula_term *term, size_t size)
{
    int directions = directions_of(s, term->working_set[size]);
    return size < term->region->n_streams || directions == (FC_GROWS | FC_FALLS) ? directions : 0;
}

/* The rank whose costs are all proven to be the largest, up to terms that take no time at the point; NULL: none is. */
static const fc_sym *slowest_rank(shape *s)
{
    const fc_formula_view *view = s->view;
    int result = FC_GROWS | FC_FALLS;
    double ignored = 0;
    for (size_t i = 0; i < view->n_terms && result; i++) {
        const fc_formula_term *term = &view->term[i];
        const fc_sym *sizes[] = {term->count, term->entries, term->iterations, term->ranks, term->bytes};
        int directions = FC_GROWS | FC_FALLS;
        size_t before = assume_sums(s, term);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && directions; k++)
            directions &= directions_of(s, sizes[k]);
        for (size_t k = 0; term->region && k < fc_region_model_n_sizes(term->region) && directions; k++)
            directions &= directions_of_size(s, term, k);
        for (int k = 0; k < term->n_sums && directions; k++)
            directions &=
                directions_of(s, term->sum[k].high) &
                directions_of(s, fc_sym_subtract(s->algebra, fc_sym_integer(s->algebra, 0), term->sum[k].low));
        s->domain.n_nonnegative = before;
        /* True if rank 0 is the slowest at the point. */
        bool is_small = view->seconds && view->options->point && view->options->point->rank == 0 &&
                        ignored + view->seconds[i] <= negligible * view->total;
        if ((result & directions & FC_FALLS) == 0 && is_small)
            ignored += view->seconds[i], s->has_ignored = true;
        else
            result &= directions;
    }
    if (result & FC_FALLS)
        return fc_sym_integer(s->algebra, 0);
    return result ? fc_sym_subtract(s->algebra, s->p, fc_sym_integer(s->algebra, 1)) : NULL;
}

static void put_slowest(void *data, const fc_sym **part)
{
    shape *s = data;
    bool first = fc_sym_is_constant(s->view->rank, NULL);
    for (size_t i = 0; i < s->domain.n_ranges; i++)
        *part = fc_sym_substitute(s->algebra, *part, s->range[i].variable, first ? s->range[i].low : s->range[i].high);
    simplify_part(s, part);
}

/* Keeps the terms of the maximum over the ranks: elsewhere than at the point, ignored terms may decide it. */
static void keep_terms(fc_formula_view *view)
{
    view->on_any_rank = fc_allocate(view->n_terms, sizeof *view->on_any_rank);
    for (size_t i = 0; i < view->n_terms; i++) {
        const fc_formula_term *from = &view->term[i];
        fc_formula_term *to = &view->on_any_rank[i];
        *to = *from;
        to->sum = fc_allocate((size_t)from->n_sums, sizeof *to->sum);
        for (int k = 0; k < from->n_sums; k++)
            to->sum[k] = from->sum[k];
    }
}

static void resolve_rank(shape *s)
{
    fc_formula_view *view = s->view;
    view->rank = s->rank ? slowest_rank(s) : NULL;
    if (view->rank && s->has_ignored)
        keep_terms(view);
    s->n_known = 0;
    for (size_t i = 0; i < view->n_terms && view->rank; i++)
        fc_formula_parts(&view->term[i], put_slowest, s);
    view->uses_rank = view->uses_rank && s->rank && !view->rank;
}

void fc_formula_view_simplify(fc_formula_view *view)
{
    shape s = {.view = view, .algebra = view->formula->analysis->algebra};
    /* A parameter that only chooses between cases has the point's value: the other cases take part in no term. */
    fc_algebra *algebra = s.algebra;
    const fc_formula *formula = view->formula;
    for (size_t i = 0; i < formula->n_parameters && view->options->point && !view->options->all; i++) {
        const fc_sym *parameter = printed_parameter(view, i);
        if (!parameter || formula->is_real[i] || fc_formula_quantity_at(formula, i))
            continue;
        const fc_sym *value = fc_sym_integer(algebra, (long)view->options->point->parameter[i]);
        view->is_fixed[i] = fix_option(view, (option){algebra, parameter, value, false, false});
    }
    find_domain(&s);
    simplify_terms(&s);
    assume_large_parameters(&s);
    resolve_rank(&s);
    free(s.known);
}
