/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/link_closure.h"

#include <stdint.h>
#include <string.h>

static size_t get(const fc_map *map, const char *name)
{
    return (size_t)(uintptr_t)fc_map_get(map, name, strlen(name));
}

static void put_new(fc_map *map, const char *name, size_t value)
{
    if (!get(map, name))
        fc_map_put(map, name, strlen(name), (void *)(uintptr_t)value);
}

void fc_link_closure_register(fc_link_closure *closure, size_t number, const fc_words *defined)
{
    for (size_t i = 0; i < defined->n; i++)
        put_new(&closure->definer, defined->item[i], number + 1);
}

void fc_link_closure_take(fc_link_closure *closure, const fc_words *defined, const fc_words *needed)
{
    for (size_t i = 0; i < defined->n; i++)
        put_new(&closure->defined, defined->item[i], 1);
    fc_words_add_all(&closure->needed, needed);
}

void fc_link_closure_need(fc_link_closure *closure, const char *name)
{
    fc_words_add(&closure->needed, name);
}

bool fc_link_closure_next(size_t *number, fc_link_closure *closure)
{
    while (closure->next < closure->needed.n) {
        const char *name = closure->needed.item[closure->next++];
        size_t found = get(&closure->definer, name);
        if (!found || get(&closure->defined, name))
            continue;
        *number = found - 1;
        return true;
    }
    return false;
}

void fc_link_closure_free(fc_link_closure *closure)
{
    fc_map_free(&closure->definer);
    fc_map_free(&closure->defined);
    fc_words_free(&closure->needed);
    *closure = (fc_link_closure){0};
}
