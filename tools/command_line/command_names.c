/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command.h"

#include <string.h>

const char *fc_command_word(const fc_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

const fc_command *fc_command_find(const fc_command *const *command, const char *word)
{
    for (; command && *command; command++)
        if (strcmp(fc_command_word(*command), word) == 0)
            return *command;
    return NULL;
}

/* Levenshtein's distance, one row at a time; longer words than LONGEST count as distance LONGEST. */
static int edit_distance(const char *a, const char *b)
{
    enum {
        LONGEST = 64
    };
    int row[LONGEST + 1];
    int n = (int)strlen(b);
    if (n > LONGEST || strlen(a) > LONGEST)
        return LONGEST;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int shift = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < shift ? change : shift;
        }
    }
    return row[n];
}

const char *fc_command_nearest_name(const char *word, const char *const *candidate, int n_candidates)
{
    const char *best = NULL;
    int least = 3;
    size_t length = strlen(word);
    for (int i = 0; i < n_candidates; i++) {
        int distance = length >= 3 && strncmp(candidate[i], word, length) == 0 ? 1 : edit_distance(word, candidate[i]);
        if (distance < least && distance < (int)strlen(candidate[i])) {
            least = distance;
            best = candidate[i];
        }
    }
    return best;
}
