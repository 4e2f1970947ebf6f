/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses benchmark output and pools the samples of several passes. */
#include "machine_properties/calibration/calibrate_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fc_benchmark_line_parse(fc_benchmark_line *line, const char *text, int n_words, int n_sets)
{
    int used = 0, at;
    for (int i = 0; i < n_words; i++) {
        if (sscanf(text + used, " %23s%n", line->word[i], &at) != 1)
            return false;
        used += at;
    }
    int wanted = atoi(line->word[n_words - 1]) * n_sets;
    if (wanted < 1 || wanted > FC_BENCHMARK_SAMPLES)
        return false;
    const char *from = text + used;
    for (line->n_samples = 0; line->n_samples < wanted; line->n_samples++) {
        char *end;
        double value = strtod(from, &end) * 1e-9;
        if (end == from || !(value >= 0 && value < 1e3))
            return false;
        line->sample[line->n_samples] = value;
        from = end;
    }
    return true;
}

void fc_benchmark_output_add(fc_benchmark_output *output, char *text)
{
    output->text[output->n] = text;
    output->rest[output->n++] = text;
}

/* The next line that is neither empty nor a mark; NULL after the last. */
static char *next_line(char **rest)
{
    for (char *line; (line = strsep(rest, "\n"));)
        if (line[0] != '#' && line[0] != '\0')
            return line;
    return NULL;
}

bool fc_benchmark_output_next(fc_benchmark_output *output)
{
    bool is_any = false;
    for (int pass = 0; pass < output->n; pass++) {
        output->line[pass] = next_line(&output->rest[pass]);
        is_any |= output->line[pass] != NULL;
    }
    return is_any;
}

/* Appends the samples of another pass to each set. False if the words differ or there are too many samples. */
static bool pool(fc_benchmark_line *line, const fc_benchmark_line *other, int n_words, int n_sets)
{
    int each = line->n_samples / n_sets, more = other->n_samples / n_sets;
    for (int i = 0; i < n_words; i++)
        if (strcmp(line->word[i], other->word[i]) != 0)
            return false;
    if (line->n_samples + other->n_samples > FC_BENCHMARK_SAMPLES)
        return false;
    for (int set = n_sets - 1; set >= 0; set--) {
        double *to = line->sample + set * (each + more);
        memmove(to, line->sample + set * each, sizeof *to * (size_t)each);
        memcpy(to + each, other->sample + set * more, sizeof *to * (size_t)more);
    }
    line->n_samples += other->n_samples;
    return true;
}

bool fc_benchmark_output_parse(fc_benchmark_line *line, const fc_benchmark_output *output, int n_words, int n_sets)
{
    fc_benchmark_line other;
    bool is_good = output->line[0] && fc_benchmark_line_parse(line, output->line[0], n_words, n_sets);
    for (int pass = 1; pass < output->n && is_good; pass++)
        is_good = output->line[pass] && fc_benchmark_line_parse(&other, output->line[pass], n_words, n_sets) &&
                  pool(line, &other, n_words, n_sets);
    return is_good;
}

void fc_benchmark_output_free(fc_benchmark_output *output)
{
    for (int pass = 0; pass < output->n; pass++)
        free(output->text[pass]);
    output->n = 0;
}
