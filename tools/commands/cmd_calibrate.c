/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/calibrate.h"
#include "runtime/replay/exchange_time.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/machine.h"
#include "support/messages/report.h"
#include "support/path.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/machine_option.h"
#include "tools/machine/calibration_command.h"
#include "tools/machine/guidelines_print.h"
#include "tools/machine/machine_plot.h"
#include "tools/machine/model_check.h"
#include "tools/machine/verification.h"
#include "tools/output/interrupt.h"
#include "tools/output/plot.h"
#include "tools/output/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tests before the measurement that fc_file_write() will be able to create its temporary file. */
static fc_status check_output(const char *path, fc_report *report)
{
    if (fc_file_is_stream(path))
        return FC_OK;
    char *temporary = fc_format("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    fc_status status = FC_OK;
    if (descriptor < 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to, with -o FILE.",
                         FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
    else {
        close(descriptor);
        unlink(temporary);
    }
    free(temporary);
    return status;
}

/* Checks the folder of --io. With --launcher it may exist on the compute nodes only. */
static fc_status check_files(const fc_arguments *arguments, fc_report *report)
{
    const char *folder = fc_arguments_value(arguments, "io");
    if (folder && fc_arguments_has(arguments, "without-communication"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of them.",
                       FC_MSG_IO_WITHOUT_COMMUNICATION_EXCLUDE_EACH);
    if (!folder || fc_arguments_has(arguments, "launcher"))
        return FC_OK;
    char *inside = fc_format("%s/.", folder); /* fails for a plain file */
    fc_status status = FC_OK;
    if (access(inside, W_OK | X_OK) != 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){folder, 0, 0}, "Choose a folder you may write to.",
                         FC_MSG_CANNOT_CREATE_FILES_THERE, strerror(errno));
    free(inside);
    return status;
}

/* The library of --blas as an absolute path, since the benchmark runs in another folder. A name without a slash is
 * left to the dynamic loader. *out is NULL if the option is absent. */
static fc_status find_blas(FC_GIVE char **out, const fc_arguments *arguments, fc_report *report)
{
    const char *given = fc_arguments_value(arguments, "blas");
    if (given && (fc_arguments_has(arguments, "compute-from") || fc_arguments_has(arguments, "flops")))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of them.", FC_MSG_BLAS_COMPUTE_FLOPS_EXCLUDE_EACH);
    *out = given ? strchr(given, '/') ? realpath(given, NULL) : fc_copy_string(given) : NULL;
    if (given && !*out)
        return fc_fail(report, FC_E_INPUT, (fc_place){given, 0, 0},
                       "Give the library's file, or its name for the loader: libopenblas.so.0.", FC_MSG_CANNOT_BE_READ,
                       strerror(errno));
    return FC_OK;
}

/* "machines/here.yaml" -> "here" */
static FC_GIVE char *default_name(const char *path)
{
    const char *base = fc_path_name(path);
    size_t length = strcspn(base, ".");
    return length && strcmp(path, "-") != 0 ? fc_format("%.*s", (int)length, base) : fc_copy_string("here");
}

/* "machines/here.yaml" -> "machines" */
static FC_GIVE char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? fc_format("%.*s", slash > path ? (int)(slash - path) : 1, path) : fc_copy_string(".");
}

/* The values of --passes, --ranks, --compute-from and --flops. */
typedef struct request {
    long passes;         /* 0: the default */
    fc_range ranks;      /* empty: derived from the number of cores */
    fc_machine *compute; /* NULL: computation is measured */
} request;

static fc_status read_compute(fc_machine **out, const fc_arguments *arguments, fc_report *report)
{
    static const fc_range_limits limits = {"--flops", 1, 1e18, false};
    const char *from = fc_arguments_value(arguments, "compute-from"), *flops = fc_arguments_value(arguments, "flops");
    fc_range rate;
    if (from && flops)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of them.", FC_MSG_COMPUTE_FLOPS_EXCLUDE_EACH_OTHER);
    if (from)
        return fc_machine_option_read(out, from, report);
    fc_status status = flops ? fc_range_parse(&rate, flops, &limits, report) : FC_OK;
    if (status || !flops)
        return status;
    if (rate.n == 1)
        *out = fc_machine_of_flops(rate.value[0]);
    else
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one number, as 1e9.", FC_MSG_FLOPS_TAKES_ONE_VALUE);
    fc_range_free(&rate);
    return status;
}

static fc_status read_request(request *out, const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    if (fc_arguments_value(arguments, "passes"))
        status = fc_arguments_whole(&out->passes, arguments, "passes", (const long[]){1, FC_CALIBRATE_PASSES}, report);
    if (!status)
        status = fc_calibration_command_ranks(&out->ranks, fc_arguments_value(arguments, "ranks"), report);
    return status ? status : read_compute(&out->compute, arguments, report);
}

static fc_status measure(fc_machine **out, const fc_arguments *arguments, const char *path, const char *journal,
                         fc_report *report)
{
    char *name = default_name(path), *folder = folder_of(path), *blas = NULL;
    const char *asked = fc_arguments_value(arguments, "name"), *launcher = fc_arguments_value(arguments, "launcher");
    fc_progress_line line = fc_progress_on(arguments->errors);
    request request = {0};
    fc_status status = find_blas(&blas, arguments, report);
    if (!status)
        status = read_request(&request, arguments, report);
    fc_calibrate_options options = {.name = asked ? asked : name,
                                    .compiler = fc_arguments_value(arguments, "cc"),
                                    .mpi_compiler = fc_arguments_value(arguments, "mpicc"),
                                    .launcher = launcher,
                                    .blas = blas,
                                    .ranks = request.ranks.value,
                                    .n_ranks = request.ranks.n,
                                    .compute_from = request.compute,
                                    .journal = journal,
                                    .folder = launcher ? folder : NULL,
                                    .passes = (int)request.passes,
                                    .files = fc_arguments_value(arguments, "io"),
                                    .quick = fc_arguments_has(arguments, "quick"),
                                    .without_communication = fc_arguments_has(arguments, "without-communication"),
                                    .network = fc_arguments_has(arguments, "network"),
                                    .predict = fc_exchange_time_predict,
                                    .progress = fc_calibration_command_progress,
                                    .data = &line,
                                    .interrupted = fc_interrupt_flag()};
    fc_interrupt_watch();
    if (!status)
        status = fc_calibrate(out, &options, report);
    fc_progress_clear(&line);
    fc_machine_free(request.compute);
    fc_range_free(&request.ranks);
    free(folder);
    free(blas);
    free(name);
    return status;
}

/* The model's errors on this machine, from the kernels that were measured. Without them the machine is usable. */
static fc_status check_model(fc_model_check *out, fc_machine *machine, const fc_arguments *arguments, fc_report *report)
{
    fc_report own = {0};
    fc_status status = fc_model_check_predict(out, machine, fc_arguments_value(arguments, "cc"), &own);
    if (!status && out->n > 0)
        fc_model_check_fit(machine, out);
    if (status == FC_E_INTERRUPTED)
        *report = own;
    else if (status)
        fc_diagnose(arguments->errors, FC_WARNING, FC_NOWHERE, FC_MSG_MODEL_NOT_CHECKED, (int)strcspn(own.text, "\n"),
                    own.text);
    return status == FC_E_INTERRUPTED ? status : FC_OK;
}

/* The machine to compare with: that of --compare-with, or the one in the file that will be replaced. *out stays NULL if
 * there is none; a file that is no machine file is replaced without a comparison. */
static fc_status read_before(FC_GIVE fc_machine **out, const fc_arguments *arguments, const char *path,
                             fc_report *report)
{
    const char *given = fc_arguments_value(arguments, "compare-with");
    fc_report unreadable = {0};
    if (given)
        return fc_machine_option_read(out, given, report);
    if (fc_file_is_stream(path) || access(path, F_OK) != 0)
        return FC_OK;
    if (fc_machine_read(out, path, &unreadable) != FC_OK)
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_NOT_COMPARED, unreadable.text);
    return FC_OK;
}

static void print_next(const fc_arguments *arguments, fc_machine *before, fc_machine *machine,
                       const fc_model_check *check, const char *path)
{
    bool is_here = !fc_arguments_value(arguments, "compute-from") && !fc_arguments_value(arguments, "flops");
    fc_text text = {0};
    fc_text_add(&text, "%s: %d cores, %s.\n", path, machine->coefficients.cores,
                is_here ? fc_arguments_value(arguments, "cc") : machine->note);
    if (is_here && fc_arguments_has(arguments, "network"))
        fc_text_add(&text, "%s\n", machine->note);
    fc_model_check_print(&text, check);
    if (before) {
        const bool is_copied = fc_arguments_has(arguments, "compute-from") || fc_arguments_has(arguments, "flops");
        fc_verification made = {0};
        fc_verification_make(&made, before, machine, is_copied);
        if (made.n > 0)
            fc_text_add(&text, "Compared with %s%s%s%s%s: %d of %d groups changed beyond noise%s\n",
                        before->coefficients.name, before->date ? " of " : "", before->date ? before->date : "",
                        before->compiler ? ", " : "", before->compiler ? before->compiler : "", made.differing, made.n,
                        made.differing > 0 ? ":" : ".");
        fc_verification_print_differing(&text, &made);
        fc_verification_free(&made);
    }
    fc_guidelines_print(&text, machine);
    fc_text_add(&text, "Next: forecost predict MODEL.fc -m %s -n 1:1024:x2 -- ARGUMENTS\n", path);
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "output");
    bool is_file = !fc_file_is_stream(path);
    char *journal = is_file ? fc_format("%s.partial", path) : NULL;
    const char *picture = fc_arguments_value(arguments, "plot");
    fc_machine *machine = NULL, *before = NULL;
    fc_model_check check = {0};
    fc_status status = check_output(path, report);
    if (!status)
        status = fc_plot_check(picture, report);
    if (!status)
        status = check_files(arguments, report);
    if (!status)
        status = read_before(&before, arguments, path, report);
    if (!status)
        status = measure(&machine, arguments, path, journal, report);
    if (!status)
        status = check_model(&check, machine, arguments, report);
    if (!status)
        status = fc_machine_write(machine, path, report);
    if (!status && is_file) {
        unlink(journal);
        print_next(arguments, before, machine, &check, path);
    }
    if (!status && picture)
        status = fc_machine_plot(picture, machine, report);
    fc_model_check_free(&check);
    fc_machine_free(before);
    fc_machine_free(machine);
    free(journal);
    return status;
}

static const fc_option options[] = {
    {'o', "output", "FILE", NULL, "here.yaml", false,
     "the machine file to write; an existing file is replaced when the measurement is complete"},
    {0, "quick", NULL, NULL, NULL, false, "measure for up to a minute instead of 4; the intervals are wider"},
    {0, "passes", "N", NULL, NULL, false,
     "how often computation and memory are measured; use more on a shared machine; default: 3, or 1 with --quick"},
    {0, "cc", "COMMAND", NULL, "gcc -O2", false, "the compiler and flags to measure; use those of the program"},
    {0, "mpicc", "COMMAND", NULL, "mpicc -O2", false, "compiles the communication benchmark"},
    {0, "launcher", "COMMAND", NULL, NULL, false,
     "starts the communication benchmark, here or on other nodes; default: mpirun -n {ranks}"},
    {0, "blas", "LIB", NULL, NULL, false,
     "the BLAS to measure on one thread: a file, or a name for the loader; default: libblas.so.3"},
    {'n', "ranks", "RANGE", NULL, NULL, false,
     "measure communication at these numbers of ranks; default: up to the number of cores"},
    {0, "compute-from", "MACHINE", NULL, NULL, false,
     "copy the costs of computation and memory from this machine instead of measuring them"},
    {0, "flops", "RATE", NULL, NULL, false,
     "a fixed rate of computation in flops a second, instead of measuring computation"},
    {0, "without-communication", NULL, NULL, NULL, false, "measure computation and memory only"},
    {0, "io", "FOLDER", NULL, NULL, false, "also measure MPI-IO on a file in this folder, as the nodes see it"},
    {0, "network", NULL, NULL, NULL, false,
     "also measure distances and shared links among the most ranks (4 to 64, one a node), fit a topology or an "
     "abstract "
     "network, and check it"},
    {0, "name", "NAME", NULL, NULL, false, "the machine's name; default: the file's name"},
    {0, "compare-with", "MACHINE", NULL, NULL, false,
     "print what changed since this machine was measured; default: the file that is replaced, if there is one"},
    FC_PLOT_OPTION("a picture of memory, communication and operations"),
};

static const fc_old_spelling old[] = {{.option = "compare", .replacement = "--compare-with"}};

const fc_command fc_command_calibrate = {
    .name = "calibrate",
    .workflow = FC_WORKFLOW_MACHINE,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .operands = "",
    .help = "measure this machine, once",
    .about =
        "Measures the costs of operations, memory and MPI on this machine with generic benchmarks. "
        "Writes a machine file with the fits and their provenance, and the raw samples beside it: with -o here.yaml, "
        "in here.samples.yaml.gz. Predictions do not need the samples. If FILE exists, groups of costs that changed "
        "beyond noise are printed. If interrupted, it keeps the samples of "
        "communication in FILE.partial, and the same command resumes there. With --launcher the benchmark "
        "is built beside FILE, in a folder that the nodes must see. If ranks share nodes, communication within a node "
        "and between nodes is measured separately.",
    .example = "forecost calibrate -o here.yaml --cc 'gcc -O3 -march=native'",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
