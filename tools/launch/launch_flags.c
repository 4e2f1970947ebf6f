/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/launch_flags.h"

#include <string.h>

void fc_launch_flags_add(fc_words *words, const fc_launch_source *source, fc_flag_use a, fc_flag_use b)
{
    for (int i = 0; i < source->n_arguments; i++) {
        const char *flag = source->argument[i];
        fc_flag_use use = fc_flag_use_of(flag);
        bool is_pair = fc_flag_takes_next(flag) && i + 1 < source->n_arguments;
        if (use == a || use == b) {
            fc_words_add(words, flag);
            if (is_pair)
                fc_words_add(words, source->argument[i + 1]);
        }
        i += is_pair;
    }
}

bool fc_launch_flags_are_same(const fc_launch_source *a, const fc_launch_source *b)
{
    if (a->n_arguments != b->n_arguments)
        return false;
    for (int i = 0; i < a->n_arguments; i++)
        if (strcmp(a->argument[i], b->argument[i]) != 0)
            return false;
    return true;
}
