/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/class_sums.h"

#include "support/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = FC_TAPE_ROWS
};

/* ---- the classes' rows ---- */

void fc_class_map_add(fc_class_map *map, int row)
{
    if (map->n == 0)
        map->n_pieces = 0;
    if (map->n == 0 || map->row[map->n - 1] + 1 != row)
        map->piece[map->n_pieces++] = map->n;
    map->row[map->n++] = row;
    map->piece[map->n_pieces] = map->n;
}

FC_LANES_CLONED void fc_class_map_gather(double *out, const fc_class_map *map, const double *from, int first)
{
    int k = map->n_pieces - 1, i = first;
    while (k > 0 && map->piece[k] > first)
        k--;
    for (; i < map->n; k++) {
        const double *at = from + map->row[i];
        const int end = map->piece[k + 1];
        for (; i + FC_LANES <= end; i += FC_LANES, at += FC_LANES)
            fc_lanes_store(out + i, 0, fc_lanes_load(at, 0));
        for (; i < end; i++)
            out[i] = *at++;
    }
}

/* ---- life ---- */

/* The item's terms, in the order of the parts. */
static void add_item(fc_class_sums *out, int item)
{
    const fc_compiled_formula *compiled = out->compiled;
    fc_class_item *of = &out->item[out->n_items++];
    *of = (fc_class_item){.item = item,
                          .is_region = compiled->part[item].term->region != NULL,
                          .is_shared = compiled->item_is_shared[item],
                          .by_row = compiled->item_is_shared[item],
                          .term = fc_allocate((size_t)compiled->n_parts, sizeof *of->term)};
    for (int k = 0; k < out->n_terms; k++)
        if (compiled->part[out->term[k].part].item == item) {
            of->term[of->n_terms++] = k;
            of->by_row |= out->term[k].by_row;
        }
}

static void add_terms_of(fc_class_sums *out, bool calls)
{
    const fc_compiled_formula *compiled = out->compiled;
    for (int i = 0; i < compiled->n_parts; i++) {
        const fc_compiled_part *part = &compiled->part[i];
        if (!part->depends || (part->term->operation != NULL) != calls)
            continue;
        if (part->moved >= 0)
            out->moving[out->n_moving++] = out->n_terms;
        out->term[out->n_terms++] = (fc_class_term){.part = i, .by_row = compiled->price_is_by_row[part->price]};
    }
}

void fc_class_sums_open(fc_class_sums *out, const fc_compiled_formula *compiled)
{
    const size_t n = (size_t)compiled->n_parts;
    *out = (fc_class_sums){.compiled = compiled,
                           .term = fc_allocate(n, sizeof *out->term),
                           .moving = fc_allocate(n, sizeof *out->moving),
                           .item = fc_allocate(n, sizeof *out->item)};
    add_terms_of(out, false);
    out->n_compute = out->n_terms;
    add_terms_of(out, true);
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].item == i && compiled->item_depends[i])
            add_item(out, i);
}

void fc_class_sums_close(fc_class_sums *sums)
{
    for (int i = 0; i < sums->n_items; i++)
        free(sums->item[i].term);
    free(sums->item);
    free(sums->moving);
    free(sums->term);
}

void fc_class_sums_start(fc_class_sums *sums)
{
    for (int i = 0; i < ROWS; i++)
        sums->rows.time_s[i] = -1;
    memset(sums->rows.slowest, 0, sizeof sums->rows.slowest);
    memset(sums->rows.messages, 0, sizeof sums->rows.messages);
    memset(sums->rows.bytes, 0, sizeof sums->rows.bytes);
}

/* ---- classes ---- */

static const double *column_of(const fc_formula_rows *classes, int step)
{
    return classes->value + (size_t)step * ROWS;
}

FC_LANES_CLONED static void evaluate_seconds(double *to, const double *count, const double *seconds, int n)
{
    for (int i = 0; i * FC_LANES < n; i++)
        fc_lanes_store(to, i, fc_formula_sums_seconds(fc_lanes_load(count, i), fc_lanes_load(seconds, i)));
}

FC_LANES_CLONED static void evaluate_error(double *to, const double *count, const double *error_s, int n)
{
    for (int i = 0; i * FC_LANES < n; i++)
        fc_lanes_store(to, i, fc_formula_sums_error(fc_lanes_load(count, i), fc_lanes_load(error_s, i)));
}

/* other: the error of the item's other terms, by class. */
FC_LANES_CLONED static void evaluate_item(fc_class_item *to, const fc_class_term *term, const double *other, int n)
{
    for (int i = 0; i * FC_LANES < n; i++) {
        fc_lanes error = fc_lanes_load(other, i);
        for (int k = 0; k < to->n_terms; k++)
            error += fc_lanes_load(term[to->term[k]].error_s, i);
        fc_lanes_store(to->error_s, i, error);
    }
}

void fc_class_sums_evaluate(fc_class_sums *sums, const fc_formula_rows *classes, const fc_formula_priced *priced)
{
    static const double none[ROWS] = {0};
    const fc_compiled_formula *compiled = sums->compiled;
    for (int k = 0; k < sums->n_terms; k++) {
        fc_class_term *term = &sums->term[k];
        const fc_compiled_part *part = &compiled->part[term->part];
        const double *count = column_of(classes, part->count);
        if (term->by_row)
            continue;
        evaluate_seconds(term->seconds, count, priced[part->price].seconds, classes->n);
        evaluate_error(term->error_s, count, priced[part->price].error_s, classes->n);
    }
    for (int k = 0; k < sums->n_items; k++)
        if (!sums->item[k].by_row)
            evaluate_item(&sums->item[k], sums->term, none, classes->n);
    for (int k = 0; k < compiled->n_stops; k++)
        for (int i = 0; i < classes->n; i++)
            if (column_of(classes, compiled->stop[k])[i] > 0)
                sums->invalid[i] = NAN;
}

/* ---- rows of a class ---- */

/* Terms by row at the groups of lanes first ... last. */
FC_LANES_PART void evaluate_rows(fc_class_sums *sums, const fc_formula_rows *classes, const fc_class_rows *to,
                                 int first, int last)
{
    for (int k = 0; k < sums->n_terms; k++) {
        fc_class_term *term = &sums->term[k];
        if (!term->by_row)
            continue;
        const fc_compiled_part *part = &sums->compiled->part[term->part];
        const fc_formula_priced *priced = &to->priced[part->price];
        const fc_lanes count = fc_lanes_of(column_of(classes, part->count)[to->class]);
        for (int i = first; i <= last; i++) {
            fc_lanes_store(term->seconds, i, fc_formula_sums_seconds(count, fc_lanes_load(priced->seconds, i)));
            fc_lanes_store(term->error_s, i, fc_formula_sums_error(count, fc_lanes_load(priced->error_s, i)));
        }
    }
}

/* The group i of lanes: rows of one class, or classes (class < 0), each at its row. */
typedef struct lane_sums {
    int class, i;
    fc_lanes total[FC_N_SUMS];
} lane_sums;

FC_LANES_PART fc_lanes of_class(const double *column, const lane_sums *at)
{
    return at->class < 0 ? fc_lanes_load(column, at->i) : fc_lanes_of(column[at->class]);
}

FC_LANES_PART fc_lanes seconds_of(const fc_class_term *term, const lane_sums *at)
{
    return term->by_row ? fc_lanes_load(term->seconds, at->i) : of_class(term->seconds, at);
}

FC_LANES_PART void add_times(lane_sums *at, const fc_class_sums *sums)
{
    fc_lanes compute = at->total[FC_SUM_COMPUTE], communication = at->total[FC_SUM_COMMUNICATION];
    const fc_class_term *term = sums->term, *calls = sums->term + sums->n_compute, *end = sums->term + sums->n_terms;
    for (; term < calls; term++)
        compute += seconds_of(term, at);
    for (; term < end; term++)
        communication += seconds_of(term, at);
    at->total[FC_SUM_COMPUTE] = compute + of_class(sums->invalid, at);
    at->total[FC_SUM_COMMUNICATION] = communication;
}

FC_LANES_PART void add_messages(lane_sums *at, const fc_class_sums *sums, const fc_formula_rows *classes)
{
    for (int k = 0; k < sums->n_moving; k++) {
        const fc_compiled_part *part = &sums->compiled->part[sums->term[sums->moving[k]].part];
        const fc_lanes count = of_class(column_of(classes, part->count), at);
        at->total[FC_SUM_MESSAGES] += count;
        at->total[FC_SUM_BYTES] += count * of_class(column_of(classes, part->moved), at);
    }
}

FC_LANES_PART fc_lanes error_of_rows(const fc_class_item *item, const fc_class_sums *sums, const fc_class_rows *to,
                                     int i)
{
    fc_lanes error = {0};
    if (item->is_shared)
        error = fc_lanes_load(to->shared->error_s + (size_t)item->item * ROWS, i);
    for (int k = 0; k < item->n_terms; k++) {
        const fc_class_term *term = &sums->term[item->term[k]];
        error += term->by_row ? fc_lanes_load(term->error_s, i) : fc_lanes_of(term->error_s[to->class]);
    }
    return error;
}

FC_LANES_PART void add_item_errors(lane_sums *at, const fc_class_sums *sums, const fc_class_rows *to)
{
    fc_lanes variance = at->total[FC_SUM_VARIANCE], squares = at->total[FC_SUM_SQUARES],
             errors = at->total[FC_SUM_ERRORS];
    for (int k = 0; k < sums->n_items; k++) {
        const fc_class_item *item = &sums->item[k];
        fc_lanes error =
            item->by_row && at->class >= 0 ? error_of_rows(item, sums, to, at->i) : of_class(item->error_s, at);
        if (item->is_region) {
            squares += error * error;
            errors += error;
        } else {
            variance += error * error;
        }
    }
    at->total[FC_SUM_VARIANCE] = variance;
    at->total[FC_SUM_SQUARES] = squares;
    at->total[FC_SUM_ERRORS] = errors;
}

FC_LANES_PART void store_if(double *to, int i, fc_lanes_mask condition, fc_lanes value)
{
    fc_lanes_store(to, i, fc_lanes_select(condition, value, fc_lanes_load(to, i)));
}

/* The evaluated ranks of the class, by row; 0 in rows of others. */
FC_LANES_PART fc_lanes members_of(const fc_class_rows *to, int i)
{
    const fc_lanes row = (fc_lanes){0, 1, 2, 3} + i * FC_LANES, ranks = fc_lanes_load(to->ranks, i),
                   after = fc_lanes_of(to->high + 1);
    fc_lanes members = fc_lanes_select(after < ranks, after, ranks) - to->low;
    if (to->members >= 0)
        members = fc_lanes_of(to->members);
    return fc_lanes_select((row >= to->first) & (row < to->end) & (members > 0), members, (fc_lanes){0});
}

/* Adds the messages, and returns the rows of which the class is the slowest so far: the first of the slowest, or none.
 * Once a row's time is unknown, it remains so. */
FC_LANES_PART fc_lanes_mask take_messages(fc_row_sums *rows, const lane_sums *at, fc_lanes members)
{
    const int i = at->i;
    fc_lanes time = at->total[FC_SUM_COMPUTE] + at->total[FC_SUM_COMMUNICATION],
             before = fc_lanes_load(rows->time_s, i);
    fc_lanes_mask taken = (members > 0) & (before == before), slowest = taken & ~(time <= before);
    store_if(rows->messages, i, taken, fc_lanes_load(rows->messages, i) + members * at->total[FC_SUM_MESSAGES]);
    store_if(rows->bytes, i, taken, fc_lanes_load(rows->bytes, i) + members * at->total[FC_SUM_BYTES]);
    store_if(rows->time_s, i, slowest, time);
    return slowest;
}

FC_LANES_CLONED void fc_class_sums_take(fc_class_sums *sums, const fc_formula_rows *classes, const fc_class_rows *to)
{
    const int first = to->first / FC_LANES, last = (to->end - 1) / FC_LANES;
    evaluate_rows(sums, classes, to, first, last);
    for (int i = first; i <= last; i++) {
        const fc_lanes members = members_of(to, i);
        if (!fc_lanes_any(members > 0))
            continue;
        lane_sums at = {.class = to->class, .i = i};
        for (int k = 0; k < FC_N_SUMS; k++)
            at.total[k] = fc_lanes_load(to->shared->total[k], i);
        add_times(&at, sums);
        add_messages(&at, sums, classes);
        const fc_lanes_mask slowest = take_messages(&sums->rows, &at, members);
        if (!fc_lanes_any(slowest))
            continue;
        add_item_errors(&at, sums, to);
        for (int k = 0; k < FC_N_SUMS; k++)
            store_if(sums->rows.slowest[k], i, slowest, at.total[k]);
    }
}

/* ---- classes at one row each ---- */

/* Classes, each at its row, and their sums. */
typedef struct each_class {
    fc_class_sums *sums;
    const fc_formula_rows *classes;
    const fc_class_rows *to;
    const fc_class_map *map;
    double total[FC_N_SUMS][ROWS];
} each_class;

static void evaluate_each_seconds(const each_class *of)
{
    for (int k = 0; k < of->sums->n_terms; k++) {
        fc_class_term *term = &of->sums->term[k];
        const fc_compiled_part *part = &of->sums->compiled->part[term->part];
        double seconds[ROWS];
        if (!term->by_row)
            continue;
        fc_class_map_gather(seconds, of->map, of->to->priced[part->price].seconds, 0);
        evaluate_seconds(term->seconds, column_of(of->classes, part->count), seconds, of->classes->n);
    }
}

static void evaluate_each_error(const each_class *of)
{
    for (int k = 0; k < of->sums->n_terms; k++) {
        fc_class_term *term = &of->sums->term[k];
        const fc_compiled_part *part = &of->sums->compiled->part[term->part];
        double error_s[ROWS];
        if (!term->by_row)
            continue;
        fc_class_map_gather(error_s, of->map, of->to->priced[part->price].error_s, 0);
        evaluate_error(term->error_s, column_of(of->classes, part->count), error_s, of->classes->n);
    }
    for (int k = 0; k < of->sums->n_items; k++) {
        fc_class_item *item = &of->sums->item[k];
        double other[ROWS] = {0};
        if (!item->by_row)
            continue;
        if (item->is_shared)
            fc_class_map_gather(other, of->map, of->to->shared->error_s + (size_t)item->item * ROWS, 0);
        evaluate_item(item, of->sums->term, other, of->classes->n);
    }
}

static bool is_error(int sum)
{
    return sum == FC_SUM_VARIANCE || sum == FC_SUM_SQUARES || sum == FC_SUM_ERRORS;
}

/* The rows' sums of terms that do not depend on the rank: those of errors, or all others. */
static void gather_totals(each_class *of, bool errors)
{
    for (int k = 0; k < FC_N_SUMS; k++)
        if (is_error(k) == errors)
            fc_class_map_gather(of->total[k], of->map, of->to->shared->total[k], 0);
}

FC_LANES_CLONED static void add_each_time(each_class *of)
{
    for (int i = 0; i * FC_LANES < of->classes->n; i++) {
        lane_sums at = {.class = -1, .i = i};
        for (int k = 0; k < FC_N_SUMS; k++)
            at.total[k] = is_error(k) ? (fc_lanes){0} : fc_lanes_load(of->total[k], i);
        add_times(&at, of->sums);
        add_messages(&at, of->sums, of->classes);
        for (int k = 0; k < FC_N_SUMS; k++)
            if (!is_error(k))
                fc_lanes_store(of->total[k], i, at.total[k]);
    }
}

FC_LANES_CLONED static void add_each_error(each_class *of)
{
    for (int i = 0; i * FC_LANES < of->classes->n; i++) {
        lane_sums at = {.class = -1, .i = i};
        for (int k = 0; k < FC_N_SUMS; k++)
            at.total[k] = fc_lanes_load(of->total[k], i);
        add_item_errors(&at, of->sums, NULL);
        for (int k = 0; k < FC_N_SUMS; k++)
            if (is_error(k))
                fc_lanes_store(of->total[k], i, at.total[k]);
    }
}

/* As take_messages(), of a class that has members of the row. */
static bool take_one(fc_row_sums *rows, int row, double members, const each_class *of, int class)
{
    const double time = of->total[FC_SUM_COMPUTE][class] + of->total[FC_SUM_COMMUNICATION][class];
    if (isnan(rows->time_s[row]))
        return false;
    rows->messages[row] += members * of->total[FC_SUM_MESSAGES][class];
    rows->bytes[row] += members * of->total[FC_SUM_BYTES][class];
    if (time <= rows->time_s[row])
        return false;
    rows->time_s[row] = time;
    return true;
}

void fc_class_sums_take_each(fc_class_sums *sums, const fc_formula_rows *classes, const fc_class_rows *to,
                             const fc_class_map *map, const double *members)
{
    each_class of = {.sums = sums, .classes = classes, .to = to, .map = map};
    int slowest[ROWS], n = 0; /* classes that are the slowest of their rows so far */
    gather_totals(&of, false);
    evaluate_each_seconds(&of);
    add_each_time(&of);
    for (int i = 0; i < classes->n; i++)
        if (members[i] > 0 && take_one(&sums->rows, map->row[i], members[i], &of, i))
            slowest[n++] = i;
    if (n == 0)
        return;
    gather_totals(&of, true);
    evaluate_each_error(&of);
    add_each_error(&of);
    for (int k = 0; k < FC_N_SUMS; k++)
        for (int i = 0; i < n; i++)
            sums->rows.slowest[k][map->row[slowest[i]]] = of.total[k][slowest[i]];
}
