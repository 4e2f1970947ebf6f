/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/proposed_options.h"

#include "analyzer/binding/input_calls.h"
#include "analyzer/model/openmp.h"
#include "tools/launch/launch.h"

const char *fc_proposed_options(const fc_program *program)
{
    bool has_threads = fc_openmp_open_region(program) != NULL;
    if (fc_launch_lacks_mpi(program))
        return has_threads ? " --threads N" : "";
    return has_threads ? " -n 1:1024:x2 --threads N" : " -n 1:1024:x2";
}

const char *fc_proposed_arguments(const fc_program *program)
{
    return fc_input_calls_standard(program) ? " -- ARGUMENTS < FILE" : " -- ARGUMENTS";
}
