/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/flag.h"

#include <stddef.h>
#include <string.h>

typedef enum form {
    WHOLE, /* the flag equals the spelling */
    APART, /* the same, and its argument is the next word */
    BEGIN  /* the flag begins with the spelling */
} form;

typedef struct flag_rule {
    const char *spelling;
    form form;
    fc_flag_use use;
} flag_rule;

/* First match wins. */
static const flag_rule flag_rules[] = {
    {"-MF", APART, FC_FLAG_NOWHERE},
    {"-MT", APART, FC_FLAG_NOWHERE},
    {"-MQ", APART, FC_FLAG_NOWHERE},
    {"-M", BEGIN, FC_FLAG_NOWHERE},
    {"-o", APART, FC_FLAG_NOWHERE},
    {"-o", BEGIN, FC_FLAG_NOWHERE},
    {"-c", WHOLE, FC_FLAG_NOWHERE},
    {"-S", WHOLE, FC_FLAG_NOWHERE},
    {"-E", WHOLE, FC_FLAG_NOWHERE},
    {"-v", WHOLE, FC_FLAG_NOWHERE},
    {"-pipe", WHOLE, FC_FLAG_NOWHERE},
    {"-save-temps", BEGIN, FC_FLAG_NOWHERE},
    {"-dumpbase", APART, FC_FLAG_NOWHERE},
    {"-dumpbase-ext", APART, FC_FLAG_NOWHERE},
    {"-dumpdir", APART, FC_FLAG_NOWHERE},
    {"-aux-info", APART, FC_FLAG_NOWHERE},
    {"-fsyntax-only", WHOLE, FC_FLAG_NOWHERE},
    {"-l", APART, FC_FLAG_LINK},
    {"-l", BEGIN, FC_FLAG_LINK},
    {"-L", APART, FC_FLAG_LINK},
    {"-L", BEGIN, FC_FLAG_LINK},
    {"-Xlinker", APART, FC_FLAG_LINK},
    {"-Wl,", BEGIN, FC_FLAG_LINK},
    {"-z", APART, FC_FLAG_LINK},
    {"-T", APART, FC_FLAG_LINK},
    {"-u", APART, FC_FLAG_LINK},
    {"-e", APART, FC_FLAG_LINK},
    {"-R", APART, FC_FLAG_LINK},
    {"-s", WHOLE, FC_FLAG_LINK},
    {"-r", WHOLE, FC_FLAG_LINK},
    {"-shared", BEGIN, FC_FLAG_LINK},
    {"-static", BEGIN, FC_FLAG_LINK},
    {"-rdynamic", WHOLE, FC_FLAG_LINK},
    {"-no-pie", WHOLE, FC_FLAG_LINK},
    {"-pie", WHOLE, FC_FLAG_LINK},
    {"-nostdlib", WHOLE, FC_FLAG_LINK},
    {"-nodefaultlibs", WHOLE, FC_FLAG_LINK},
    {"-nostartfiles", WHOLE, FC_FLAG_LINK},
    {"-f", BEGIN, FC_FLAG_BOTH},
    {"-mllvm", APART, FC_FLAG_COMPILE},
    {"-m", BEGIN, FC_FLAG_BOTH},
    {"-O", BEGIN, FC_FLAG_BOTH},
    {"-g", BEGIN, FC_FLAG_BOTH},
    {"-pthread", WHOLE, FC_FLAG_BOTH},
    {"-pg", WHOLE, FC_FLAG_BOTH},
    {"--coverage", WHOLE, FC_FLAG_BOTH},
    {"--param", APART, FC_FLAG_BOTH},
    {"--sysroot", APART, FC_FLAG_BOTH},
    {"-B", APART, FC_FLAG_BOTH},
    {"-target", APART, FC_FLAG_BOTH},
    {"-wrapper", APART, FC_FLAG_BOTH},
    {"-I", APART, FC_FLAG_COMPILE},
    {"-D", APART, FC_FLAG_COMPILE},
    {"-U", APART, FC_FLAG_COMPILE},
    {"-A", APART, FC_FLAG_COMPILE},
    {"-include", APART, FC_FLAG_COMPILE},
    {"-imacros", APART, FC_FLAG_COMPILE},
    {"-isystem", APART, FC_FLAG_COMPILE},
    {"-iquote", APART, FC_FLAG_COMPILE},
    {"-idirafter", APART, FC_FLAG_COMPILE},
    {"-iprefix", APART, FC_FLAG_COMPILE},
    {"-iwithprefix", APART, FC_FLAG_COMPILE},
    {"-iwithprefixbefore", APART, FC_FLAG_COMPILE},
    {"-isysroot", APART, FC_FLAG_COMPILE},
    {"-imultilib", APART, FC_FLAG_COMPILE},
    {"-Xpreprocessor", APART, FC_FLAG_COMPILE},
    {"-Xassembler", APART, FC_FLAG_COMPILE},
    {"-Xclang", APART, FC_FLAG_COMPILE},
    {"-x", APART, FC_FLAG_COMPILE},
};

static const flag_rule *rule_of(const char *flag)
{
    for (size_t i = 0; i < sizeof flag_rules / sizeof *flag_rules; i++) {
        const flag_rule *rule = &flag_rules[i];
        bool is_begin = rule->form == BEGIN;
        if (is_begin ? strncmp(flag, rule->spelling, strlen(rule->spelling)) == 0 : strcmp(flag, rule->spelling) == 0)
            return rule;
    }
    return NULL;
}

fc_flag_use fc_flag_use_of(const char *flag)
{
    const flag_rule *rule = rule_of(flag);
    return rule ? rule->use : FC_FLAG_COMPILE;
}

bool fc_flag_takes_next(const char *flag)
{
    const flag_rule *rule = rule_of(flag);
    return rule && rule->form == APART;
}
