/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/placement_option.h"

#include "support/messages/evaluation.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The state of reading a rank file. */
typedef struct reading {
    const char *path;
    const fc_machine *machine;
    fc_report *report;
    int *place;
    size_t n, capacity;
    int *line; /* of each rank */
    size_t line_capacity;
    int *next_core; /* by node */
    size_t node_capacity;
} reading;

static const char line_form[] = "Write one line for each rank: NODE or NODE:CORE, both from 0 on.";

static fc_status refuse(const reading *r, int line, const char *what)
{
    return fc_fail(r->report, FC_E_INPUT, (fc_place){r->path, line, 1}, line_form, FC_MSG_PLACEMENT_LINE, what);
}

static double nodes_of(const fc_coefficients *machine)
{
    double ends = fc_network_terminals(&machine->network);
    return machine->network.model == FC_TOPOLOGY_HIERARCHICAL ? ceil(ends / machine->cores) : ends;
}

static fc_status take_line(reading *r, const char *text, int number)
{
    enum {
        MOST_NODES = 1 << 24
    };
    const fc_coefficients *machine = &r->machine->coefficients;
    char *end;
    long node = strtol(text, &end, 10), core = -1;
    bool is_form = end != text;
    if (is_form && *end == ':') {
        const char *begin = end + 1;
        core = strtol(begin, &end, 10);
        is_form = end != begin && core >= 0;
    }
    if (!is_form || end[strspn(end, " \t\r")] != '\0' || node < 0)
        return refuse(r, number, "this is not NODE or NODE:CORE");
    if (node >= nodes_of(machine) || node >= MOST_NODES)
        return refuse(r, number, "the machine's network has no such node");
    r->next_core = fc_grow(r->next_core, &r->node_capacity, (size_t)node + 1, sizeof *r->next_core);
    if (core < 0)
        core = r->next_core[node];
    if (core >= machine->cores || node * machine->cores + core > INT_MAX)
        return refuse(r, number, "the node has fewer cores");
    r->next_core[node] = (int)core + 1;
    r->place = fc_grow(r->place, &r->capacity, r->n + 1, sizeof *r->place);
    r->line = fc_grow(r->line, &r->line_capacity, r->n + 1, sizeof *r->line);
    r->line[r->n] = number;
    r->place[r->n++] = (int)(node * machine->cores + core);
    return FC_OK;
}

/* A place with the line that names it. */
typedef struct named {
    int place, line;
} named;

static int compare_named(const void *a, const void *b)
{
    const named *x = a, *y = b;
    return x->place != y->place ? (x->place < y->place ? -1 : 1) : x->line - y->line;
}

static fc_status check_single(const reading *r)
{
    named *all = fc_allocate(r->n, sizeof *all);
    fc_status status = FC_OK;
    for (size_t i = 0; i < r->n; i++)
        all[i] = (named){r->place[i], r->line[i]};
    qsort(all, r->n, sizeof *all, compare_named);
    for (size_t i = 1; i < r->n && !status; i++)
        if (all[i].place == all[i - 1].place)
            status = refuse(r, all[i].line, "another rank is placed here already");
    free(all);
    return status;
}

/* The nodes of a flat network are numbered below the number of ranks. */
static fc_status check_flat(const reading *r)
{
    const fc_coefficients *machine = &r->machine->coefficients;
    for (size_t i = 0; i < r->n && machine->network.model == FC_TOPOLOGY_FLAT; i++)
        if ((size_t)(r->place[i] / machine->cores) >= r->n)
            return refuse(r, r->line[i], "a node of a flat network has a number below the number of ranks");
    return FC_OK;
}

static fc_status read_file(reading *r)
{
    char *text = NULL;
    size_t length;
    int number = 0;
    fc_status status = fc_file_read(&text, &length, r->path, (size_t)64 << 20, r->report);
    for (char *line = text, *next; line && *line && !status; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        number++;
        line += strspn(line, " \t\r");
        if (*line && *line != '#')
            status = take_line(r, line, number);
    }
    if (!status && r->n == 0)
        status = refuse(r, number > 0 ? number : 1, "the rank file is empty");
    if (!status)
        status = check_single(r);
    if (!status)
        status = check_flat(r);
    free(text);
    return status;
}

fc_status fc_placement_option_read(fc_placement_option *out, const fc_arguments *arguments, const fc_machine *machine,
                                   fc_report *report)
{
    static const char *const words[] = {
#define WORD(name, text) [FC_DISTRIBUTION_##name] = text,
        FC_DISTRIBUTION_LIST(WORD)
#undef WORD
    };
    const char *value = fc_arguments_value(arguments, "placement");
    *out = (fc_placement_option){.is_given = value != NULL};
    for (int i = 0; value && i < FC_N_DISTRIBUTIONS; i++)
        if (strcmp(value, words[i]) == 0) {
            out->placement.dealing = (fc_distribution)i;
            return FC_OK;
        }
    if (!value)
        return FC_OK;
    reading r = {.path = value, .machine = machine, .report = report};
    fc_status status = read_file(&r);
    free(r.line);
    free(r.next_core);
    if (status) {
        free(r.place);
        return status;
    }
    out->file = value;
    out->place = r.place;
    out->placement = (fc_placement){FC_DISTRIBUTION_BLOCK, r.place, (int)r.n};
    return FC_OK;
}

void fc_placement_option_free(fc_placement_option *option)
{
    free(option->place);
    *option = (fc_placement_option){0};
}

fc_status fc_placement_option_check(const fc_placement_option *option, const fc_machine *machine, int ranks,
                                    fc_report *report)
{
    double most = fc_mapping_max_ranks(&machine->coefficients);
    fc_place place = {machine->network_file, machine->network_line, machine->network_column};
    if (ranks > most)
        return fc_fail(report, FC_E_INPUT, place, "Give fewer ranks with -n, or describe a larger network.",
                       FC_MSG_NETWORK_ROOM_RANKS_N_GIVES, most, ranks);
    if (option->file && ranks > option->placement.n)
        return fc_fail(report, FC_E_INPUT, (fc_place){option->file, 0, 0}, line_form, FC_MSG_RANK_FILE_PLACES_RANKS_N,
                       option->placement.n, ranks);
    return FC_OK;
}

void fc_placement_option_take_collectives(fc_coefficients *machine, const fc_arguments *arguments)
{
    static const char *const names[] = {
#define NAME(name, text) [FC_COLLECTIVES_##name] = text,
        FC_COLLECTIVES_LIST(NAME)
#undef NAME
    };
    const char *name = fc_arguments_value(arguments, "collectives");
    for (int i = 0; name && i < FC_N_COLLECTIVES; i++)
        if (strcmp(name, names[i]) == 0)
            machine->collectives = (fc_collectives)i;
}
