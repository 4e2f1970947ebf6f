/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_path.h"

#include "support/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Short names for groups of paths. */
static const struct {
    const char *name, *path[6];
} classes[] = {
    {"computation", {"core", "busy", "openmp"}},
    {"load_store", {"memory"}},
    {"network", {"communication", "network.links", "network.distances", "network.groups", "network.inside"}},
    {"network.latency",
     {"communication.segments.coefficients[latency]", "network.links.latency_s", "network.distances.latency_s",
      "network.inside.latency_s"}},
    {"network.gap",
     {"communication.segments.coefficients[gap]", "network.links.bandwidth", "network.distances.bandwidth",
      "network.groups.bandwidth", "network.inside.bandwidth"}},
    {"data_movement",
     {"memory", "communication", "network.links", "network.distances", "network.groups", "network.inside"}},
};
enum {
    N_CLASSES = sizeof classes / sizeof *classes
};

static size_t name_length(const char *step)
{
    return strcspn(step, ".[");
}

/* Length of the step with its brackets. */
static size_t step_length(const char *step)
{
    size_t n = name_length(step);
    if (step[n] == '[')
        n += strcspn(step + n, "]");
    return step[n] == ']' ? n + 1 : n;
}

static const char *next_step(const char *step)
{
    const char *end = step + step_length(step);
    return *end == '.' ? end + 1 : end;
}

size_t fc_machine_path_fault(const char *path)
{
    for (const char *step = path;;) {
        size_t n = name_length(step), all = step_length(step);
        for (size_t i = 0; i < n; i++)
            if (!isalnum((unsigned char)step[i]) && step[i] != '_')
                return (size_t)(step - path) + i;
        if (n == 0)
            return (size_t)(step - path);
        if (all > n && step[all - 1] != ']')
            return strlen(path);
        if (!step[all])
            return strlen(path) + 1;
        if (step[all] != '.')
            return (size_t)(step - path) + all;
        step += all + 1;
    }
}

/* Whether the brackets, "[a,b]", contain the word. */
static bool has_word(const char *brackets, const char *word, size_t length)
{
    while (*brackets && *brackets != ']') {
        brackets++;
        size_t n = strcspn(brackets, ",]");
        if (n == length && strncmp(brackets, word, n) == 0)
            return true;
        brackets += n;
    }
    return false;
}

/* Whether both steps have the same name and every bracketed word of the first occurs in the second. */
static bool step_names(const char *step, const char *of)
{
    size_t n = name_length(step);
    if (n != name_length(of) || strncmp(step, of, n) != 0)
        return false;
    const char *brackets = of[n] == '[' ? of + n : "";
    for (const char *word = step + n; *word == '[' || *word == ',';) {
        size_t length = strcspn(++word, ",]");
        if (!has_word(brackets, word, length))
            return false;
        word += length;
    }
    return true;
}

/* Whether the path names this parameter (*is_group false) or a group that contains it (true). *fault: the first step of
 * the path that does not match. */
static bool goes_with(const char *path, const char *full, bool *is_group, const char **fault)
{
    while (*path && *full && step_names(path, full)) {
        path = next_step(path);
        full = next_step(full);
    }
    *is_group = *full != '\0';
    *fault = path;
    return !*path;
}

static fc_path_match match(const char *path, const fc_parameter *parameter)
{
    bool is_group;
    const char *fault;
    if (!goes_with(path, parameter->path, &is_group, &fault))
        return FC_PATH_OTHER;
    if (!is_group)
        return FC_PATH_ITSELF;
    return parameter->is_time || parameter->is_rate ? FC_PATH_IN_GROUP : FC_PATH_OTHER;
}

/* "memory.L2.time", "memory.dram.time": the curves' points of that level. */
static fc_path_match match_level(const char *path, const fc_parameter *parameter)
{
    char level[16] = "", seconds[64];
    int end = 0;
    if (sscanf(path, "memory.%15[A-Za-z0-9].time%n", level, &end) != 1 || end == 0 || path[end])
        return FC_PATH_OTHER;
    snprintf(seconds, sizeof seconds, "memory.curves.seconds[%s]", level);
    return match(seconds, parameter);
}

/* Index of the short name; N_CLASSES if the path is not a short name. */
static int find_class(const char *path)
{
    int i = 0;
    while (i < N_CLASSES && strcmp(path, classes[i].name) != 0)
        i++;
    return i;
}

bool fc_machine_path_is_class(const char *path)
{
    return find_class(path) < N_CLASSES;
}

fc_path_match fc_machine_path_match(const char *path, const fc_parameter *parameter)
{
    int i = find_class(path);
    if (i == N_CLASSES) {
        fc_path_match own = match(path, parameter);
        return own ? own : match_level(path, parameter);
    }
    for (size_t k = 0; k < sizeof classes[i].path / sizeof *classes[i].path && classes[i].path[k]; k++)
        if (match(classes[i].path[k], parameter))
            return FC_PATH_IN_GROUP;
    return FC_PATH_OTHER;
}

/* All valid paths; the short names come first. */
static void list_paths(fc_words *out, const fc_parameters *parameters, const fc_machine *machine)
{
    for (int i = 0; i < N_CLASSES; i++)
        fc_words_add(out, classes[i].name);
    for (unsigned i = 1; i <= machine->n_caches; i++) {
        char *size = fc_format("memory.L%u.size", i), *time = fc_format("memory.L%u.time", i);
        fc_words_add(out, size);
        fc_words_add(out, time);
        free(size);
        free(time);
    }
    fc_words_add(out, "memory.dram.time");
    for (size_t i = 0; i < parameters->n; i++)
        fc_words_add(out, parameters->item[i].path);
}

static void add_once(fc_words *out, const char *begin, size_t length)
{
    for (size_t i = 0; i < out->n; i++)
        if (strlen(out->item[i]) == length && strncmp(out->item[i], begin, length) == 0)
            return;
    char *word = fc_format("%.*s", (int)length, begin);
    fc_words_add(out, word);
    free(word);
}

/* Alternatives to the wrong step: the bracketed words of a step with the same name, otherwise the step's name. */
static void add_alternatives(fc_words *out, const char *wrong, const char *step)
{
    size_t n = name_length(step);
    if (n != name_length(wrong) || strncmp(step, wrong, n) != 0) {
        add_once(out, step, n);
        return;
    }
    for (const char *word = step + n; *word == '[' || *word == ',';) {
        size_t length = strcspn(++word, ",]");
        add_once(out, word, length);
        word += length;
    }
}

/* Names that can replace the wrong step. If its name exists, the words that its brackets can hold instead. */
static void find_alternatives(fc_words *out, const char *path, const char *wrong, const fc_words *paths)
{
    size_t n = name_length(wrong);
    bool wants_words = false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < paths->n; i++) {
            const char *at = path, *full = paths->item[i];
            while (at < wrong && *full && step_names(at, full)) {
                at = next_step(at);
                full = next_step(full);
            }
            bool is_namesake = name_length(full) == n && strncmp(full, wrong, n) == 0;
            if (at < wrong || !*full)
                continue;
            if (pass == 0)
                wants_words |= is_namesake && full[n] == '[';
            else if (is_namesake == wants_words)
                add_alternatives(out, wrong, full);
        }
}

size_t fc_machine_path_alternatives(fc_text *out, const char *path, const fc_parameters *parameters,
                                    const fc_machine *machine)
{
    enum {
        MOST_NAMES = 24
    };
    fc_words paths = {0}, found = {0};
    const char *wrong = path, *fault;
    bool is_group;
    list_paths(&paths, parameters, machine);
    for (size_t i = 0; i < paths.n; i++) {
        goes_with(path, paths.item[i], &is_group, &fault);
        wrong = fault > wrong ? fault : wrong;
    }
    find_alternatives(&found, path, wrong, &paths);
    for (size_t i = 0; i < found.n && i < MOST_NAMES; i++)
        fc_text_add(out, "%s%s", i ? ", " : "", found.item[i]);
    fc_text_add(out, "%s", found.n == 0 ? "no further step" : found.n > MOST_NAMES ? ", ..." : "");
    fc_words_free(&found);
    fc_words_free(&paths);
    return (size_t)(wrong - path);
}
