/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles and runs a benchmark in the scratch folder, with progress, time-out and interruption. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/bundled.h"
#include "support/clock.h"
#include "support/messages/machine.h"
#include "support/messages/report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LIMIT_S = 300,         /* without output of a benchmark */
    MOST_OUTPUT = 64 << 20 /* bytes */
};

static bool is_interrupted(const fc_calibration *c)
{
    return c->options->interrupted && *c->options->interrupted;
}

static void show_progress(const fc_calibration *c, const char *line)
{
    int done, total;
    if (!c->options->progress || sscanf(line, "# %d %d", &done, &total) != 2 || total < 1)
        return;
    double part = c->done_share + c->stage_share * done / total, past = fc_clock_seconds() - c->began;
    double whole = part > 0.1 ? past / part : c->expected_s;
    fc_progress progress = {c->stage, done, total, whole > past ? whole - past : 0};
    c->options->progress(c->options->data, &progress);
}

static fc_status fail_interrupted(const fc_calibration *c, fc_report *report)
{
    bool is_kept = c->options->journal && c->journal.length > 0;
    char *next =
        is_kept ? fc_format("Measurements so far are in %s; the same command resumes from there.", c->options->journal)
                : fc_copy_string("Nothing was written.");
    fc_status status = fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, next, FC_MSG_INTERRUPTED);
    free(next);
    return status;
}

/* In the child: makes it the leader of a process group, so that it can be killed with its descendants. Standard error
 * goes to a file. */
static _Noreturn void exec_benchmark(const fc_calibration *c, const char *command, int output)
{
    int nothing = open("/dev/null", O_RDONLY), errors = -1;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* on SIGTERM a launcher ends its ranks */
    if (chdir(c->folder) == 0)
        errors = open("errors", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (nothing < 0 || errors < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0)
        _exit(126);
    if (geteuid() == 0) { /* Open MPI refuses root otherwise; the user asked for this run */
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    }
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Output read so far: `seen` bytes are split into lines, `handed` bytes were passed to the step function. */
typedef struct reading {
    fc_text text;
    size_t seen, handed;
    fc_status status; /* of the step function */
} reading;

static void take_lines(fc_calibration *c, reading *r, fc_report *report)
{
    char *end;
    while (r->text.bytes && (end = strchr(r->text.bytes + r->seen, '\n'))) {
        bool is_mark = r->text.bytes[r->seen] == '#';
        if (is_mark)
            show_progress(c, r->text.bytes + r->seen);
        r->seen = (size_t)(end - r->text.bytes) + 1;
        if (is_mark && c->step && !r->status) {
            r->status = c->step(c, r->text.bytes + r->handed, r->seen - r->handed, report);
            r->handed = r->seen;
        }
    }
}

/* Reads until the child closes its output. False: interrupted, timed out, or too much output. */
static bool drain(fc_calibration *c, reading *r, int input, fc_report *report)
{
    double end = fc_clock_seconds() + LIMIT_S;
    char block[4096];
    while (fc_clock_seconds() < end && !is_interrupted(c) && r->text.length < MOST_OUTPUT && !r->status) {
        struct pollfd wait = {input, POLLIN, 0};
        int ready = poll(&wait, 1, 100);
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready <= 0)
            continue;
        ssize_t got = read(input, block, sizeof block);
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            fc_text_append(&r->text, block, (size_t)got);
        if (got > 0 && c->step)
            end = fc_clock_seconds() + LIMIT_S;
        take_lines(c, r, report);
    }
    return false;
}

static int await(pid_t child)
{
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static fc_status explain(const fc_calibration *c, const char *command, int code, fc_report *report)
{
    char *path = fc_format("%s/errors", c->folder), *errors = NULL;
    size_t length = 0;
    if (fc_file_read(&errors, &length, path, 1 << 20, NULL))
        errors = fc_copy_string("");
    const char *next = "Check the compiler and the launcher: --cc, --mpicc, --launcher.";
    if (strstr(errors, "mpi.h"))
        next = "Install libopenmpi-dev and openmpi-bin, or give another MPI compiler with --mpicc.";
    else if (WIFEXITED(code) && WEXITSTATUS(code) == 127)
        next = "Install it (gcc; openmpi-bin and libopenmpi-dev for MPI), or give another: --cc, --mpicc, --launcher.";
    fc_status status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, next, FC_MSG_BENCHMARK_FAILED, command,
                               (int)strcspn(errors, "\n") > 500 ? 500 : (int)strcspn(errors, "\n"), errors);
    free(errors);
    free(path);
    return status;
}

fc_status fc_benchmark_run(char **output, fc_calibration *c, const char *command, fc_report *report)
{
    int ends[2];
    reading r = {0};
    if (is_interrupted(c))
        return fail_interrupted(c, report);
    if (pipe2(ends, O_CLOEXEC))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_NO_PIPE_CAN_BE_MADE, strerror(errno));
    pid_t child = fork();
    if (child == 0)
        exec_benchmark(c, command, ends[1]);
    close(ends[1]);
    bool is_whole = child > 0 && drain(c, &r, ends[0], report);
    close(ends[0]);
    if (child > 0 && !is_whole) {
        struct timespec moment = {0, 200000000};
        kill(-child, SIGTERM);
        nanosleep(&moment, NULL);
        kill(-child, SIGKILL);
    }
    int code = child > 0 ? await(child) : -1;
    fc_status status = r.status;
    if (!status && is_interrupted(c))
        status = fail_interrupted(c, report);
    else if (!status && (!is_whole || code != 0))
        status = explain(c, command, code, report);
    if (status == FC_OK)
        *output = fc_text_take(&r.text);
    fc_text_free(&r.text);
    return status;
}

/* The benchmark's source and the headers of all benchmarks. */
static fc_status unpack_all(const fc_calibration *c, const char *name, fc_report *report)
{
    static const char *const header[] = {"team.h", "blas.h", "mpi_operations.h", "check_kernels.h"};
    char *source = fc_format("%s.c", name);
    fc_status status = fc_bundled_unpack_benchmark(source, c->folder, report);
    for (size_t i = 0; i < sizeof header / sizeof *header && !status; i++)
        status = fc_bundled_unpack_benchmark(header[i], c->folder, report);
    free(source);
    return status;
}

static fc_status compile(fc_calibration *c, const char *name, const char *compiler, const char *flag, fc_report *report)
{
    char *command = fc_format("%s %s -o %s %s.c -lm -ldl", compiler, flag, name, name), *ignored = NULL;
    fc_status status = fc_benchmark_run(&ignored, c, command, report);
    free(ignored);
    free(command);
    return status;
}

fc_status fc_benchmark_build(fc_calibration *c, const char *name, const char *compiler, fc_report *report)
{
    fc_status status = unpack_all(c, name, report);
    if (!status && compile(c, name, compiler, "-falign-loops=64", NULL) != FC_OK)
        status = compile(c, name, compiler, "", report);
    return status;
}

fc_status fc_benchmark_build_unaligned(fc_calibration *c, const char *name, const char *compiler, fc_report *report)
{
    fc_status status = unpack_all(c, name, report);
    return status ? status : compile(c, name, compiler, "", report);
}

char *fc_benchmark_first_line(fc_calibration *c, const char *command)
{
    char *output = NULL;
    if (fc_benchmark_run(&output, c, command, NULL))
        return fc_copy_string("");
    output[strcspn(output, "\n")] = '\0';
    return output;
}
