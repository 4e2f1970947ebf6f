/* SPDX-License-Identifier: Apache-2.0 */
/* One-sided accesses in the order of virtual time: when they end, and the values they write (window.h). */
#include "window.h"
#include "window_race.h"

#include <stdlib.h>
#include <string.h>

/* When a transfer leaves a port that it would leave at `end` and occupies for `gap` before. A transfer that ends before
 * the port's last busy interval finds it free. */
static double pass(fc_port *way, double end, double gap)
{
    if (end <= way->begin)
        return end;
    if (end - gap >= way->end) {
        way->begin = end - gap;
        way->end = end;
    } else {
        way->end = fmax(end, way->end + gap);
    }
    return way->end;
}

static bool apply_values(const fc_window_part *part, fc_window_values *v)
{
    size_t bytes = (size_t)v->n * (size_t)fc_datatype_bytes(v->type);
    char *there = part->memory ? part->memory + v->at : NULL;
    bool well = true, is_equal = !v->compared || (there && memcmp(there, v->compared, bytes) == 0);
    double end = (double)v->at + (double)bytes;
    bool inside = v->at >= 0 && end <= part->bytes && end <= part->room && isfinite(part->bytes);
    if ((v->in || v->out) && (!there || !inside))
        return false;
    if (v->out)
        memcpy(v->out, there, bytes);
    if (v->in && is_equal)
        well = fc_payload_combine(there, v->in, &(fc_payload){.op = v->op, .n = v->n, .type = v->type});
    free(v->in);
    free(v->compared);
    *v = (fc_window_values){0};
    return well;
}

bool fc_window_access_complete(fc_shared_window *exposure, fc_window_access *a)
{
    fc_window_part *target = &exposure->part[a->target], *origin = &exposure->part[a->origin];
    double at_target = a->leaves + a->there;
    if (a->kind != FC_ACCESS_GET)
        at_target = pass(&target->in, at_target, a->gap);
    a->local = a->leaves + a->gap;
    a->over = at_target;
    if (a->kind != FC_ACCESS_PUT) {
        double left = pass(&target->out, at_target + a->gap, a->gap) - a->gap;
        a->local = a->over = pass(&origin->answers, left + a->back, a->gap);
    }
    target->last_in = fmax(target->last_in, at_target);
    return apply_values(target, &a->values);
}

static int compare_accesses(const void *a, const void *b)
{
    const fc_window_access *x = a, *y = b;
    if (x->leaves != y->leaves)
        return x->leaves < y->leaves ? -1 : 1;
    if (x->origin != y->origin)
        return x->origin - y->origin;
    return x->number < y->number ? -1 : 1;
}

void fc_window_access_complete_all(fc_rank *last, int site, fc_shared_window *exposure)
{
    fc_window_race_fence(exposure);
    for (int i = 0; i < exposure->size; i++)
        exposure->part[i].until = 0;
    for (int i = 0; i < exposure->n_accesses; i++)
        exposure->access[i].number = i;
    if (exposure->n_accesses > 1)
        qsort(exposure->access, (size_t)exposure->n_accesses, sizeof *exposure->access, compare_accesses);
    for (int i = 0; i < exposure->n_accesses; i++) {
        fc_window_access *a = &exposure->access[i];
        if (!fc_window_access_complete(exposure, a))
            fc_window_access_refuse(last, site, a);
        exposure->part[a->origin].until = fmax(exposure->part[a->origin].until, a->over);
        exposure->part[a->target].until = fmax(exposure->part[a->target].until, a->over);
    }
    exposure->n_accesses = 0;
}

void fc_window_access_refuse(fc_rank *r, int site, const fc_window_access *access)
{
    fc_call_refuse(
        r, site,
        "the access from rank %d to the window of rank %d reads or writes values that depend on data or lie outside of "
        "the window",
        access->origin, access->target);
}
