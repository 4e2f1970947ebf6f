/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of windows that ranks share, and the epochs that a window is in. */
#include "group.h"
#include "process.h"
#include "window.h"

#include <stdlib.h>

void fc_shared_window_free(fc_shared_window *exposure)
{
    if (!exposure)
        return;
    for (int i = 0; i < exposure->n_accesses; i++) {
        free(exposure->access[i].values.in);
        free(exposure->access[i].values.compared);
    }
    free(exposure->event);
    free(exposure->access);
    free(exposure->part);
    free(exposure);
}

fc_shared_window *fc_window_shared(const fc_rank *r, const fc_window *window)
{
    return r->process ? r->comm[window->comm].group->exposure : NULL;
}

fc_held_lock *fc_window_held(const fc_window *window, int target)
{
    for (int i = 0; i < window->n_held; i++)
        if (window->held[i].target == target)
            return &window->held[i];
    return NULL;
}

bool fc_window_is_started(const fc_window *window, int target)
{
    for (int i = 0; i < window->started.n && window->started.open; i++)
        if (window->started.rank[i] == target)
            return true;
    return false;
}
