/* SPDX-License-Identifier: Apache-2.0 */
/* glibc's getopt, getopt_long and the state of strtok, one for each rank. argv is not permuted: an option after a
 * non-option argument, which glibc would move forward, ends the evaluation. */
#include "rank.h"

#include <stdlib.h>
#include <string.h>

static const char order_advice[] = "Put the options before the other arguments.";
static const char end_advice[] = "End the table with an element of zeros, as getopt_long requires.";

/* argv[index] is an option, "--" or no option. */
static bool is_option(const char *text)
{
    return text[0] == '-' && text[1] != '\0';
}

/* getopt's result for a missing option argument. */
static int missing(const char *options)
{
    return options[0] == ':' ? ':' : '?';
}

static const char *without_order(const char *options)
{
    return options + (options[0] == '+' || options[0] == '-');
}

static void store(int *place, int value)
{
    if (place)
        *place = value;
}

/* The element is beyond the memory of its table, which begins with `room` bytes; 0: unknown memory. */
static bool is_beyond(const fc_long_option *list, const fc_long_option *at, double room)
{
    return room > 0 && (double)(at - list + 1) * sizeof *at > room;
}

/* The long option with this name, else the one with this prefix; NULL: none, or an ambiguous prefix. */
static const fc_long_option *find_long(fc_rank *r, const fc_long_option *list, const char *name, size_t length)
{
    const fc_long_option *found = NULL;
    bool is_ambiguous = false;
    double room = fc_memory_room(r, list);
    for (const fc_long_option *at = list; is_beyond(list, at, room) || at->name; at++) {
        if (is_beyond(list, at, room))
            fc_rank_end(r, FC_END_ARGUMENT, end_advice,
                        "--%s is not among the long options of getopt_long, and their table has no end", name);
        if (strncmp(at->name, name, length) != 0)
            continue;
        if (strlen(at->name) == length)
            return at;
        is_ambiguous |= found && (found->has_arg != at->has_arg || found->flag != at->flag || found->val != at->val);
        found = found ? found : at;
    }
    return is_ambiguous ? NULL : found;
}

/* --name, --name=value, --name value; *index is the next element of argv. */
static int long_option(fc_rank *r, const fc_getopt_call *o, const char *text, int *index)
{
    size_t length = strcspn(text, "=");
    const fc_long_option *option = find_long(r, o->long_options, text, length);
    bool has_value = text[length] == '=';
    store(o->unknown, option ? option->val : 0);
    if (!option || (has_value && option->has_arg == 0))
        return '?';
    if (has_value)
        *o->argument = (char *)text + length + 1;
    else if (option->has_arg == 1 && *index >= o->argc)
        return missing(without_order(o->options));
    else if (option->has_arg == 1)
        *o->argument = o->argv[(*index)++];
    store(o->long_index, (int)(option - o->long_options));
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

/* One letter of "-abc"; its argument is the rest of the element, or the next element. */
static int short_option(fc_rank *r, const fc_getopt_call *o, int *index)
{
    const char *options = without_order(o->options);
    char letter = *r->option++;
    const char *known = letter == ':' || letter == ';' ? NULL : strchr(options, letter);
    bool takes = known && known[1] == ':', is_optional = takes && known[2] == ':';
    const char *rest = r->option;
    if (*rest == '\0' || takes) {
        r->option = NULL;
        ++*index;
    }
    if (!known || (takes && *rest == '\0' && !is_optional && *index >= o->argc)) {
        store(o->unknown, letter);
        return known ? missing(options) : '?';
    }
    if (takes && *rest)
        *o->argument = (char *)rest;
    else if (takes && !is_optional)
        *o->argument = o->argv[(*index)++];
    return letter;
}

int fc_getopt(fc_rank *r, const fc_getopt_call *options)
{
    fc_getopt_call o = *options;
    char *argument = NULL;
    int index = o.index ? *o.index : r->option_index, result;
    index = index > 0 ? index : 1;
    o.argument = &argument;
    if (index != r->option_index || index >= o.argc)
        r->option = NULL;
    const char *text = index < o.argc ? o.argv[index] : NULL;
    if (r->option) {
        result = short_option(r, &o, &index);
    } else if (!text || !is_option(text)) {
        bool stays = o.options[0] == '+' || getenv("POSIXLY_CORRECT");
        for (int i = index; i < o.argc && !stays; i++)
            if (is_option(o.argv[i]))
                fc_rank_end(r, FC_END_ARGUMENT, order_advice, "option %s follows \"%s\", which is not an option",
                            o.argv[i], o.argv[index]);
        result = -1;
    } else if (strcmp(text, "--") == 0) {
        index++;
        result = -1;
    } else if (o.long_options && text[1] == '-') {
        index++;
        result = long_option(r, &o, text + 2, &index);
    } else {
        r->option = text + 1;
        result = short_option(r, &o, &index);
    }
    r->option_index = index;
    if (options->index)
        *options->index = index;
    if (options->argument)
        *options->argument = argument;
    return result;
}

char **fc_own_arguments(fc_rank *r, int argc, char **argv)
{
    char **own = fc_memory_keep(r, ((double)argc + 1) * sizeof *own);
    for (int i = 0; i < argc; i++) {
        own[i] = fc_memory_keep(r, (double)strlen(argv[i]) + 1);
        strcpy(own[i], argv[i]);
    }
    return own;
}

char **fc_token(fc_rank *r)
{
    return &r->token;
}
