/* SPDX-License-Identifier: Apache-2.0 */
/* The table of windows of a rank, and its checks. */
#include "window.h"

#include <stdlib.h>

fc_window *fc_window_of(fc_rank *r, int site, fc_mpi_window window)
{
    if (window == FC_MPI_WIN_NULL)
        fc_communication_refuse(r, site, "the window is MPI_WIN_NULL, or depends on data");
    if (window < 1 || window > r->n_windows || !r->window[window - 1].alive)
        fc_communication_refuse(r, site, "the window was freed or never made");
    return &r->window[window - 1];
}

void fc_window_check_target(fc_rank *r, int site, const fc_window *window, int target)
{
    int size = r->comm[window->comm].size;
    if (target == FC_MPI_ANY_SOURCE && r->process)
        fc_rank_end(r, FC_END_UNKNOWN, "Predict with --method sum, which does not need it.",
                    "the target of %s depends on data", fc_rank_site(r, site)->operation);
    if (target != FC_MPI_ANY_SOURCE && (target < 0 || target >= size))
        fc_communication_refuse(r, site, "target %d is not in a window of %d ranks", target, size);
}

void fc_window_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_windows; i++) {
        free(r->window[i].posted.rank);
        free(r->window[i].started.rank);
        free(r->window[i].held);
        free(r->window[i].under_way);
    }
    r->n_windows = 0;
}

void fc_exposure_free(fc_exposure *exposure)
{
    if (!exposure)
        return;
    for (int i = 0; i < exposure->n_accesses; i++) {
        free(exposure->access[i].values.in);
        free(exposure->access[i].values.compared);
    }
    free(exposure->access);
    free(exposure->part);
    free(exposure);
}

fc_exposure *fc_window_exposure(const fc_rank *r, const fc_window *window)
{
    return r->process ? r->comm[window->comm].group->exposure : NULL;
}

fc_held *fc_window_held(const fc_window *window, int target)
{
    for (int i = 0; i < window->n_held; i++)
        if (window->held[i].target == target)
            return &window->held[i];
    return NULL;
}

bool fc_window_entered(const fc_window *window, int target)
{
    for (int i = 0; i < window->started.n && window->started.open; i++)
        if (window->started.rank[i] == target)
            return true;
    return false;
}
