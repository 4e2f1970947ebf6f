/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibrate.h"
#include "tools/command_line/command_table.h"
#include "tools/output/interrupt.h"
#include "tools/output/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Minutes of measuring for nothing are avoided: the folder is tried before, as fc_file_write() will use it. */
static fc_status check_output(const char *path, fc_report *report)
{
    if (strcmp(path, "-") == 0)
        return FC_OK;
    char *temporary = fc_format("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    fc_status status = FC_OK;
    if (descriptor < 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to, with -o FILE.",
                         "cannot be written: %s", strerror(errno));
    else {
        close(descriptor);
        unlink(temporary);
    }
    free(temporary);
    return status;
}

/* "machines/here.yaml" -> "here" */
static FC_GIVE char *default_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strcspn(base, ".");
    return length && strcmp(path, "-") != 0 ? fc_format("%.*s", (int)length, base) : fc_copy_string("here");
}

static void show_progress(void *data, const fc_progress *progress)
{
    char *what = fc_format("calibrating  %s %d/%d", progress->stage, progress->done, progress->total);
    fc_progress_show(data, what, progress->seconds_left);
    free(what);
}

static fc_status measure(fc_machine **out, const fc_arguments *arguments, const char *path, fc_report *report)
{
    char *name = default_name(path);
    const char *asked = fc_arguments_value(arguments, "name");
    fc_progress_line line = fc_progress_on(arguments->errors);
    fc_calibrate_options options = {.name = asked ? asked : name,
                                    .compiler = fc_arguments_value(arguments, "cc"),
                                    .mpi_compiler = fc_arguments_value(arguments, "mpicc"),
                                    .launcher = fc_arguments_value(arguments, "launcher"),
                                    .quick = fc_arguments_has(arguments, "quick"),
                                    .without_communication = fc_arguments_has(arguments, "without-communication"),
                                    .progress = show_progress,
                                    .data = &line,
                                    .interrupted = fc_interrupt_flag()};
    fc_interrupt_watch();
    fc_status status = fc_calibrate(out, &options, report);
    fc_progress_clear(&line);
    free(name);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "output");
    fc_machine *machine = NULL;
    fc_status status = check_output(path, report);
    if (!status)
        status = measure(&machine, arguments, path, report);
    if (!status)
        status = fc_machine_write(machine, path, report);
    if (!status && strcmp(path, "-") != 0)
        fprintf(arguments->out, "%s: %d cores, %s.\nNext: forecost predict MODEL.fc -m %s -n 1:1024:x2 -- ARGUMENTS\n",
                path, machine->coefficients.cores, fc_arguments_value(arguments, "cc"), path);
    fc_machine_free(machine);
    return status;
}

static const fc_option options[] = {
    {'o', "output", "FILE", NULL, "here.yaml", false,
     "the machine file to write; an old one stays until all is measured"},
    {0, "quick", NULL, NULL, NULL, false, "25 seconds instead of 3 minutes, and wider intervals"},
    {0, "cc", "COMMAND", NULL, "gcc -O2", false, "compiler and flags whose code is measured: those of the program"},
    {0, "mpicc", "COMMAND", NULL, "mpicc -O2", false, "compiles the communication benchmark"},
    {0, "launcher", "COMMAND", NULL, "mpirun -n {ranks}", false, "starts the communication benchmark"},
    {0, "without-communication", NULL, NULL, NULL, false, "measure computation and memory only"},
    {0, "name", "NAME", NULL, NULL, false, "what the machine is called; standard: the file's name"},
};

const fc_command fc_command_calibrate = {
    .name = "calibrate",
    .operands = "",
    .help = "measure this machine, once",
    .about =
        "Measures what operations, memory and MPI cost on the machine at hand, with generic benchmarks, and writes a "
        "machine file with the fits, the raw samples and where they come from.",
    .example = "forecost calibrate -o here.yaml --cc 'gcc -O3 -march=native'",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
