/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/inputs_note.h"

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/external.h"

#include <string.h>
#include <sys/stat.h>

typedef struct changes {
    struct timespec made; /* the profile */
    const char *first;    /* file that was changed; borrowed */
    int n;
} changes;

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static void look_at(changes *of, const char *file)
{
    struct stat found;
    if (stat(file, &found) != 0 || !S_ISREG(found.st_mode) || !is_later(&found.st_mtim, &of->made))
        return;
    if (of->first && strcmp(of->first, file) == 0)
        return;
    of->first = of->first ? of->first : file;
    of->n++;
}

static bool opens_input(const fc_analysis *analysis, const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && strcmp(target->name, "fopen") == 0 && fc_external_is_repeatable(node) &&
           !fc_external_opens_to_write(node) && fc_control_kept(analysis->control, node);
}

static void find_changes(changes *of, const fc_analysis *analysis, const fc_profile_wish *wanted)
{
    bool asks_arguments = false;
    for (int i = 0; i < analysis->program->n_nodes; i++) {
        const fc_node *node = analysis->program->node[i];
        if (!opens_input(analysis, node))
            continue;
        if (node->child[1]->kind == FC_STRING)
            look_at(of, node->child[1]->text);
        else
            asks_arguments = true;
    }
    for (int i = 0; asks_arguments && i < wanted->n_arguments; i++)
        look_at(of, wanted->argument[i]);
}

void fc_inputs_note(const fc_analysis *analysis, const fc_counts *counts, FILE *out)
{
    struct stat profile;
    if (!counts->profile || stat(counts->profile_path, &profile) != 0)
        return;
    changes of = {.made = profile.st_mtim};
    find_changes(&of, analysis, &counts->wanted);
    if (of.n == 0)
        return;
    fprintf(out, "note: %s", of.first);
    if (of.n > 1)
        fprintf(out, " and %d other input file%s", of.n - 1, of.n > 2 ? "s" : "");
    fprintf(out,
            " changed after %s was made: what it tells is taken as of runs with the input as it is now.\n  Where it is "
            "of other input, run `forecost profile` again.\n",
            counts->profile_path);
}
