/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"

int main(int argc, char **argv)
{
    return fc_command_main(fc_command_table(), argc, (const char *const *)argv);
}
