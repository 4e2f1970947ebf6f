/* SPDX-License-Identifier: GPL-3.0-or-later */
/* argp_parse of the GNU C library: its parsers get the same keys, arguments and states in the same order. Options that
 * are unknown or lack their argument, and parsers that fail, end the program. Texts for people (--help) are not
 * printed. Options of children are found one level deep. Numbers are set outside of loops, so that none becomes a
 * parameter. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXIT_USAGE = 64 /* argp_err_exit_status */
};

void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags)
{
    (void)state, (void)stream, (void)flags;
    exit(EXIT_USAGE);
}

void argp_usage(const struct argp_state *state)
{
    (void)state;
    exit(EXIT_USAGE);
}

void argp_error(const struct argp_state *state, const char *format, ...)
{
    (void)state, (void)format;
    exit(EXIT_USAGE);
}

static int is_end(const struct argp_option *at)
{
    return !at->name && !at->key && !at->doc && !at->group;
}

/* The option with this letter; NULL: none. */
static const struct argp_option *find_letter(const struct argp *group, int letter)
{
    for (const struct argp_option *at = group->options; at && !is_end(at); at++)
        if (at->key == letter && !(at->flags & OPTION_DOC))
            return at;
    return NULL;
}

/* The option with this name, else one with this prefix; NULL: none. */
static const struct argp_option *find_name(const struct argp *group, const char *name, size_t length)
{
    const struct argp_option *found = NULL;
    for (const struct argp_option *at = group->options; at && !is_end(at); at++) {
        if (!at->name || (at->flags & OPTION_DOC) || strncmp(at->name, name, length) != 0)
            continue;
        if (strlen(at->name) == length)
            return at;
        found = at;
    }
    return found;
}

static size_t length_of_name(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    return length;
}

/* The option that the text begins with: "--name=value" or a letter of "-abc". */
static const struct argp_option *find_within(const struct argp *group, const char *text)
{
    return text[0] == '-' ? find_name(group, text + 2, length_of_name(text + 2)) : find_letter(group, text[0]);
}

/* The parser group of the option: the root or one of its children. */
static const struct argp *group_of(const struct argp *root, const char *text)
{
    if (find_within(root, text))
        return root;
    for (const struct argp_child *child = root->children; child && child->argp; child++)
        if (find_within(child->argp, text))
            return child->argp;
    exit(EXIT_USAGE);
}

/* An alias has the argument of the option before it. */
static const struct argp_option *option_of(const struct argp *root, const char *text)
{
    const struct argp *group = group_of(root, text);
    const struct argp_option *at = find_within(group, text);
    while (at > group->options && (at->flags & OPTION_ALIAS))
        at--;
    return at;
}

static int key_of(const struct argp *root, const char *text)
{
    const struct argp_option *at = find_within(group_of(root, text), text);
    return at->key ? at->key : option_of(root, text)->key;
}

/* Text of the argument in the element itself; NULL: it has none. */
static char *value_within(const struct argp *root, char *text)
{
    if (text[0] != '-')
        return option_of(root, text)->arg && text[1] ? text + 1 : NULL;
    char *sign = strchr(text, '=');
    return sign ? sign + 1 : NULL;
}

/* The option's argument is the next element. */
static int takes_next(const struct argp *root, char *text)
{
    const struct argp_option *option = option_of(root, text);
    return option->arg && !(option->flags & OPTION_ARG_OPTIONAL) && !value_within(root, text);
}

static int is_option(const char *text)
{
    return text[0] == '-' && text[1] != '\0';
}

/* The last option in the element: itself, or the letter of a cluster that takes an argument or ends it. */
static char *last_option(const struct argp *root, char *text)
{
    if (text[1] == '-')
        return text;
    char *letter = text + 1;
    while (letter[1] && !option_of(root, letter)->arg)
        letter++;
    return letter;
}

/* The index after the element: after its argument, if that is an element of its own. */
static int next_index(const struct argp_state *state, int i)
{
    const struct argp *root = state->root_argp;
    char *text = state->argv[i];
    return i + 1 + (is_option(text) && takes_next(root, last_option(root, text)));
}

static int is_known(error_t error)
{
    if (error && error != ARGP_ERR_UNKNOWN)
        exit(EXIT_USAGE);
    return error == 0;
}

/* Passes the key to the parser, with the state after it; 0: the parser does not know the key. */
static int pass(struct argp_state *state, argp_parser_t parser, int key, char *arg, int next)
{
    state->next = next;
    return parser && is_known(parser(key, arg, state));
}

static void pass_option(struct argp_state *state, char *text, char *arg, int next)
{
    pass(state, group_of(state->root_argp, text)->parser, key_of(state->root_argp, text), arg, next);
}

/* The options of one element of argv. */
static void pass_element(struct argp_state *state, int i)
{
    const struct argp *root = state->root_argp;
    char *text = state->argv[i], *last = last_option(root, text);
    for (char *letter = text + 1; letter < last; letter++)
        pass_option(state, letter, NULL, i);
    if (takes_next(root, last) && i + 1 >= state->argc)
        exit(EXIT_USAGE);
    char *arg = takes_next(root, last) ? state->argv[i + 1] : value_within(root, last);
    pass_option(state, last, arg, next_index(state, i));
}

static int count_argument(struct argp_state *state, int is_known)
{
    state->arg_num += is_known;
    return is_known;
}

/* An element that is no option; a parser that does not know it gets it and all elements after it at once. */
static int pass_argument(struct argp_state *state, int i)
{
    argp_parser_t parser = state->root_argp->parser;
    if (count_argument(state, pass(state, parser, ARGP_KEY_ARG, state->argv[i], i + 1)))
        return i + 1;
    if (!pass(state, parser, ARGP_KEY_ARGS, NULL, i))
        exit(EXIT_USAGE);
    return state->argc;
}

/* A key without an argument, to the root and its children. */
static void pass_all(struct argp_state *state, int key, int next)
{
    pass(state, state->root_argp->parser, key, NULL, next);
    for (const struct argp_child *child = state->root_argp->children; child && child->argp; child++)
        pass(state, child->argp->parser, key, NULL, next);
}

/* The element that ends the options ("--"), or argc. */
static int end_of_options(const struct argp_state *state, int first)
{
    for (int i = first; i < state->argc; i = next_index(state, i))
        if (strcmp(state->argv[i], "--") == 0)
            return i;
    return state->argc;
}

static int is_argument(const struct argp_state *state, int i, int end)
{
    return i > end || (i < end && !is_option(state->argv[i]));
}

static int has_arguments(const struct argp_state *state, int first, int end)
{
    for (int i = first; i < state->argc; i = i == end ? end + 1 : i > end ? i + 1 : next_index(state, i))
        if (is_argument(state, i, end))
            return 1;
    return 0;
}

/* Options come first, as the library moves them before the other arguments. */
static void pass_elements(struct argp_state *state, int first, int end)
{
    for (int i = first; i < end; i = next_index(state, i))
        if (is_option(state->argv[i]))
            pass_element(state, i);
    for (int i = first; i < state->argc;) {
        if (is_argument(state, i, end))
            i = pass_argument(state, i);
        else
            i = i == end ? end + 1 : next_index(state, i);
    }
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *end_index, void *input)
{
    struct argp_state state = {.root_argp = argp, .argc = argc, .argv = argv, .flags = flags, .input = input};
    int first = flags & ARGP_PARSE_ARGV0 ? 0 : 1;
    pass_all(&state, ARGP_KEY_INIT, 0);
    int end = end_of_options(&state, first);
    pass_elements(&state, first, end);
    if (!has_arguments(&state, first, end))
        pass_all(&state, ARGP_KEY_NO_ARGS, argc);
    pass_all(&state, ARGP_KEY_END, argc);
    pass_all(&state, ARGP_KEY_SUCCESS, argc);
    pass_all(&state, ARGP_KEY_FINI, argc);
    if (end_index)
        *end_index = argc;
    return 0;
}
