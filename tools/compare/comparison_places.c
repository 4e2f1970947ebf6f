/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/compare/comparison_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One operation, or the computation, of one function in all programs. */
typedef struct place {
    const char *function, *operation; /* operation NULL: computation */
    double *seconds;                  /* [n] */
    int *line;                        /* [n]; 0: not in this program */
    double difference;
    size_t order; /* of first mention */
} place;

typedef struct places {
    place *place;
    size_t n, capacity;
} places;

static bool is_same(const place *place, const fc_prediction_place *by)
{
    if (strcmp(place->function, by->function) != 0 || !place->operation != !by->operation)
        return false;
    return !by->operation || strcmp(place->operation, by->operation) == 0;
}

static place *find_place(places *list, const fc_prediction_place *by, int n_programs)
{
    for (size_t i = 0; i < list->n; i++)
        if (is_same(&list->place[i], by))
            return &list->place[i];
    list->place = fc_grow(list->place, &list->capacity, list->n + 1, sizeof *list->place);
    place *added = &list->place[list->n];
    *added = (place){.function = by->function, .operation = by->operation, .order = list->n};
    added->seconds = fc_allocate((size_t)n_programs, sizeof *added->seconds);
    added->line = fc_allocate((size_t)n_programs, sizeof *added->line);
    list->n++;
    return added;
}

/* The line is that of the longest part, which is first in the prediction. */
static void gather(places *list, const fc_comparison *of, int index)
{
    for (int c = 0; c < of->n; c++) {
        const fc_prediction *prediction = &of->contender[c].prediction[index];
        for (int i = 0; i < prediction->n_by; i++) {
            place *at = find_place(list, &prediction->by[i], of->n);
            at->seconds[c] += prediction->by[i].time_s;
            if (!at->line[c])
                at->line[c] = prediction->by[i].line;
        }
    }
    for (size_t i = 0; i < list->n; i++) {
        double least = INFINITY, most = 0;
        for (int c = 0; c < of->n; c++) {
            least = fmin(least, list->place[i].seconds[c]);
            most = fmax(most, list->place[i].seconds[c]);
        }
        list->place[i].difference = most - least;
    }
}

static int compare_difference(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->difference != y->difference)
        return x->difference < y->difference ? 1 : -1;
    return (x->order > y->order) - (x->order < y->order);
}

static void add_row(fc_table *table, const place *place, int n)
{
    fc_table_row(table);
    fc_table_text(table, 0, place->function);
    fc_table_text(table, 1, place->operation ? place->operation : "compute");
    for (int c = 0; c < n; c++) {
        if (!place->line[c])
            continue;
        fc_table_number(table, (size_t)(2 + c), place->seconds[c]);
        fc_table_number(table, (size_t)(2 + n + c), place->line[c]);
    }
}

fc_table fc_comparison_places(const fc_comparison *comparison, int index, int most)
{
    fc_table table = {0};
    places list = {0};
    gather(&list, comparison, index);
    if (list.n)
        qsort(list.place, list.n, sizeof *list.place, compare_difference);
    fc_table_column(&table, "function", "function", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "op", "does", FC_UNIT_TEXT, FC_SHOW_ALL);
    for (int c = 0; c < comparison->n; c++) {
        char *key = fc_format("time_s.%s", comparison->contender[c].name);
        fc_table_column(&table, key, comparison->contender[c].name, FC_UNIT_SECONDS, FC_SHOW_ALL);
        free(key);
    }
    for (int c = 0; c < comparison->n; c++) {
        char *key = fc_format("line.%s", comparison->contender[c].name);
        fc_table_column(&table, key, "line", FC_UNIT_COUNT, FC_SHOW_ALL);
        free(key);
    }
    for (size_t i = 0; i < list.n; i++) {
        if (most < 0 || (int)i < most)
            add_row(&table, &list.place[i], comparison->n);
        free(list.place[i].seconds);
        free(list.place[i].line);
    }
    free(list.place);
    return table;
}
