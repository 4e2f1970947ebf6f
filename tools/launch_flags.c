/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch_flags.h"

#include <string.h>

typedef struct flag_rule {
    const char *prefix;
    bool is_whole;     /* the flag is the prefix, no more */
    bool has_argument; /* when whole, the next word belongs to it */
    fc_flag_use use;
} flag_rule;

/* First match wins; what matches nothing is for compiling. */
static const flag_rule flag_rules[] = {
    {"-MF", true, true, FC_FLAG_NOWHERE},
    {"-MT", true, true, FC_FLAG_NOWHERE},
    {"-MQ", true, true, FC_FLAG_NOWHERE},
    {"-M", false, false, FC_FLAG_NOWHERE},
    {"-o", true, true, FC_FLAG_NOWHERE},
    {"-c", true, false, FC_FLAG_NOWHERE},
    {"-S", true, false, FC_FLAG_NOWHERE},
    {"-E", true, false, FC_FLAG_NOWHERE},
    {"-save-temps", false, false, FC_FLAG_NOWHERE},
    {"-l", true, true, FC_FLAG_LINK},
    {"-l", false, false, FC_FLAG_LINK},
    {"-L", true, true, FC_FLAG_LINK},
    {"-L", false, false, FC_FLAG_LINK},
    {"-Xlinker", true, true, FC_FLAG_LINK},
    {"-Wl,", false, false, FC_FLAG_LINK},
    {"-z", true, true, FC_FLAG_LINK},
    {"-static", false, false, FC_FLAG_LINK},
    {"-rdynamic", true, false, FC_FLAG_LINK},
    {"-no-pie", true, false, FC_FLAG_LINK},
    {"-pie", true, false, FC_FLAG_LINK},
    {"-fsyntax-only", true, false, FC_FLAG_NOWHERE},
    {"-f", false, false, FC_FLAG_BOTH},
    {"-m", false, false, FC_FLAG_BOTH},
    {"-O", false, false, FC_FLAG_BOTH},
    {"-g", false, false, FC_FLAG_BOTH},
    {"-pthread", true, false, FC_FLAG_BOTH},
    {"-pg", true, false, FC_FLAG_BOTH},
    {"--coverage", true, false, FC_FLAG_BOTH},
    {"-I", true, true, FC_FLAG_COMPILE},
    {"-D", true, true, FC_FLAG_COMPILE},
    {"-U", true, true, FC_FLAG_COMPILE},
    {"-include", true, true, FC_FLAG_COMPILE},
    {"-isystem", true, true, FC_FLAG_COMPILE},
    {"-iquote", true, true, FC_FLAG_COMPILE},
    {"-x", true, true, FC_FLAG_COMPILE},
};

static const flag_rule *rule_of(const char *flag)
{
    for (size_t i = 0; i < sizeof flag_rules / sizeof *flag_rules; i++) {
        const flag_rule *rule = &flag_rules[i];
        if (rule->is_whole ? strcmp(flag, rule->prefix) == 0 : strncmp(flag, rule->prefix, strlen(rule->prefix)) == 0)
            return rule;
    }
    return NULL;
}

void fc_launch_flags_add(fc_words *words, const fc_launch_source *source, fc_flag_use a, fc_flag_use b)
{
    for (int i = 0; i < source->n_arguments; i++) {
        const flag_rule *rule = rule_of(source->argument[i]);
        fc_flag_use use = rule ? rule->use : FC_FLAG_COMPILE;
        bool is_pair = rule && rule->has_argument && i + 1 < source->n_arguments;
        if (use == a || use == b) {
            fc_words_add(words, source->argument[i]);
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
