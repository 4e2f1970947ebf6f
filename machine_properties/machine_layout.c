/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a machine file: libcyaml breaks lists after a few numbers and writes no comments. Each list and each
 * mapping in brackets is joined and broken again; groups get a comment and a blank line. */
#include "machine_properties/machine.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_WIDTH = 118,   /* columns */
    MAPPING_WIDTH = 150 /* one operation a line */
};

/* The comment above the line that begins with the key; a blank line precedes it unless the line is the first. */
static const struct {
    const char *key, *comment;
} groups[] = {
    {"forecost:",
     "# A machine for Forecost. Times are in seconds, sizes in bytes. `forecost machine show FILE` prints tables."},
    {"forecost_samples:", "# Raw samples of the calibration that made the machine file beside this file. "
                          "Predictions do not read them."},
    {"cores:", "# Cores of a node, and the caches of a core; the level-1 data cache comes first."},
    {"core:", "# One core computes while the others are idle."},
    {"busy_cores:", "# The same costs while `busy_cores` cores compute."},
    {"  operations:",
     "  # One operation of a class and type: independent (vectorized, scalar) and in a dependent chain."},
    {"  accesses:", "  # Loads and stores that hit the level-1 cache."},
    {"memory:", "# Memory access times, and how accesses overlap."},
    {"  curves:", "  # The time of one access over working sets, by number of active cores and by pattern."},
    {"  overlaps:", "  # How computation and memory overlap, by the largest working set of a loop: 1 not at all."},
    {"  beside:", "  # The additional time of a stream beside another stream: far sets x near sets x core times."},
    {"constants:", "# Constants of the models; those that were not measured on this machine are assumed."},
    {"openmp:", "# Overheads of OpenMP constructs, with one thread and with all."},
    {"eager_limit:", "# Messages of so many bytes and more leave only once their receive is called."},
    {"communication:", "# MPI operations: in a segment of bytes, the time is the sum of coefficient x term (terms.h)."},
    {"collectives:", "# The library whose algorithms compute the collectives."},
    {"algorithms:", "# Algorithms that override the MPI library's selection rules."},
    {"network:", "# The interconnect."},
    {"discrepancies:",
     "# Errors of the compute model by class, on kernels that no cost was fitted to: relative standard errors."},
    {"samples:", "# Raw samples: at each value of `at`, the same number of measured times."},
};

/* What the second line of a curve says, or that of an entry of `beside`. */
static const struct {
    const char *line, *meaning;
} curves[] = {
    {"    pattern: unit\n", "consecutive accesses; seconds for 8 bytes"},
    {"    pattern: strided\n", "steps of a page and a line"},
    {"    pattern: random\n", "random places"},
    {"    pattern: stride_8\n", "steps of 8 bytes"},
    {"    pattern: stride_16\n", "steps of 16 bytes"},
    {"    pattern: stride_32\n", "steps of 32 bytes"},
    {"    pattern: stride_128\n", "steps of 128 bytes"},
    {"    pattern: stride_512\n", "steps of 512 bytes"},
    {"    pattern: chase\n", "each address depends on the read before (pointer chase)"},
    {"    pattern: page\n", "steps of a page"},
    {"    access: read\n", "the nearer stream is read"},
    {"    access: write\n", "the nearer stream is written"},
    {"    access: update\n", "the nearer stream is updated"},
};

static bool begins(const char *line, const char *key)
{
    return strncmp(line, key, strlen(key)) == 0;
}

/* The end of the line, without its newline. */
static const char *line_end(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

/* Adds a comment above a curve, whose first line is "  - active: N". Curves that differ in their access only have one
 * comment. before: the curve before; NULL: none. */
static void add_curve_comment(fc_text *out, const char *before, const char *line, const char *end)
{
    const char *second = line_end(line, end);
    second += second < end;
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        size_t length = (size_t)(second - line) + strlen(curves[i].line);
        if (!begins(second, curves[i].line) || (before && strncmp(before, line, length) == 0))
            continue;
        long cores = strtol(line + strlen("  - active: "), NULL, 10);
        bool is_first = out->length > 1 && out->bytes[out->length - 2] == ':';
        fc_text_add(out, "%s  # %ld %s: %s\n", is_first ? "" : "\n", cores, cores == 1 ? "core" : "cores",
                    curves[i].meaning);
    }
}

/* The end of the value in brackets that begins on this line, after "- " or "key: "; NULL if there is none. */
static const char *brackets_end(const char *line, const char *end)
{
    const char *at = line, *stop = line_end(line, end);
    at += strspn(at, " -");
    if (*at != '[' && *at != '{') {
        at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        if (stop - at < 3 || at[0] != ':' || at[1] != ' ' || (at[2] != '[' && at[2] != '{'))
            return NULL;
    }
    int depth = 0;
    for (bool is_open = false; at < end && (!is_open || depth > 0); at++) {
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
        is_open = is_open || depth > 0;
    }
    return depth == 0 ? at : NULL;
}

/* Adds the words of [line, end) in lines of limited width; further lines are indented by four more. */
static void add_wrapped(fc_text *out, const char *line, const char *end)
{
    const int indent = (int)strspn(line, " ");
    const size_t width = memchr(line, '{', (size_t)(end - line)) ? MAPPING_WIDTH : LIST_WIDTH;
    size_t column = (size_t)indent;
    fc_text_add(out, "%*s", indent, "");
    for (const char *at = line + indent; at < end;) {
        size_t length = strcspn(at, " \n");
        if (length > (size_t)(end - at))
            length = (size_t)(end - at);
        bool is_first = at == line + indent;
        if (!is_first && column + 1 + length > width) {
            fc_text_add(out, "\n%*s", indent + 4, "");
            column = (size_t)indent + 4;
        } else if (!is_first && out->bytes[out->length - 1] != '[' && out->bytes[out->length - 1] != '{') {
            fc_text_add(out, " ");
            column++;
        }
        fc_text_append(out, at, length);
        column += length;
        at += length;
        at += strspn(at, " \n");
    }
    fc_text_add(out, "\n");
}

void fc_machine_layout(fc_text *out, const char *text, size_t length)
{
    const char *end = text + length;
    const char *curve = NULL;
    bool has_brackets = false; /* the texts before may contain brackets of their own */
    for (const char *line = text; line < end;) {
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            if (begins(line, groups[i].key))
                fc_text_add(out, "%s%s\n", out->length ? "\n" : "", groups[i].comment);
        if (begins(line, "  - active: ")) {
            add_curve_comment(out, curve, line, end);
            curve = line;
        }
        has_brackets = has_brackets || begins(line, "cores:") || begins(line, "samples:");
        const char *stop = has_brackets ? brackets_end(line, end) : NULL;
        if (stop) {
            add_wrapped(out, line, stop);
            line = line_end(stop, end);
        } else {
            stop = line_end(line, end);
            fc_text_add(out, "%.*s\n", (int)(stop - line), line);
            line = stop;
        }
        line += line < end;
    }
}
