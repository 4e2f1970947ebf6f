/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"

#include <stdlib.h>

/* `forecost-cc ARGUMENTS` is `forecost cc ARGUMENTS`, in a program with this one subcommand so that it starts fast. */
int main(int argc, char **argv)
{
    static const fc_command *const only[] = {&fc_command_cc, NULL};
    const char **words = fc_allocate((size_t)argc + 2, sizeof *words);
    words[0] = argv[0];
    words[1] = fc_command_cc.name;
    for (int i = 1; i < argc; i++)
        words[i + 1] = argv[i];
    int exit_code = fc_command_main(only, argc + 1, words);
    free(words);
    return exit_code;
}
