/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

fc_status fc_isolate_share(void **out, size_t size, fc_report *report)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no memory to evaluate in (%zu bytes): %s", size,
                       strerror(errno));
    *out = memory;
    return FC_OK;
}

void fc_isolate_unshare(void *memory, size_t size)
{
    munmap(memory, size);
}

static void count_step(void *progress)
{
    ++*(int *)progress;
}

static void signal_step(void *progress)
{
    char byte = 0;
    while (write(*(int *)progress, &byte, 1) < 0 && errno == EINTR)
        continue;
}

/* Kept code gets no terminal, leaves no core, and does not outlive its parent. */
static _Noreturn void run_child(const fc_isolate *how, int first, int last, int pipe_end)
{
    struct rlimit no_core = {0, 0};
    int null = open("/dev/null", O_RDWR);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(null, descriptor);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    how->work(how->data, first, last, signal_step, &pipe_end);
    _exit(0);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Counts the steps as they are done; false: one of them took too long. */
static bool follow(const fc_isolate *how, int pipe_end, int *reached)
{
    char bytes[4096];
    double deadline = now() + how->timeout_s;
    for (;;) {
        struct pollfd watched = {pipe_end, POLLIN, 0};
        double left = deadline - now();
        int ready = left > 0 ? poll(&watched, 1, (int)(left * 1000) + 1) : 0;
        if (ready == 0)
            return false;
        ssize_t got = ready > 0 ? read(pipe_end, bytes, sizeof bytes) : -1;
        if (got == 0 || (got < 0 && errno != EINTR))
            return true;
        if (got > 0) {
            *reached += (int)got;
            deadline = now() + how->timeout_s;
        }
    }
}

static const char *signal_reason(int number)
{
    switch (number) {
    case SIGILL:
    case SIGTRAP:
    case SIGFPE:
        return "an integer overflows or is divided by zero";
    case SIGSEGV:
    case SIGBUS:
        return "memory is used that the program does not have (too large an array, or a pointer astray)";
    case SIGKILL:
        return "it was killed (out of memory?)";
    default:
        return "it ended by itself";
    }
}

static fc_status report_crash(const fc_isolate *how, int status, fc_report *report)
{
    fc_place place = {how->mark->file, how->mark->line, 0};
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
        return fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, "interrupted while evaluating");
    const char *reason = WIFSIGNALED(status) ? signal_reason(WTERMSIG(status)) : "it ended by itself";
    return fc_fail(report, FC_E_INPUT, place,
                   "Check the arguments behind --; this is the last place the evaluation passed.",
                   "the program's control part crashed after this place: %s", reason);
}

static fc_status report_timeout(const fc_isolate *how, fc_report *report)
{
    fc_place place = {how->mark->file, how->mark->line, 0};
    return fc_fail(report, FC_E_INPUT, place,
                   "Check the arguments behind --, or mark the loop: #pragma forecost trip(expr) says its count.",
                   "the evaluation took longer than %g s; this is the last place it passed", how->timeout_s);
}

fc_status fc_isolate_run(const fc_isolate *how, int first, int last, int *reached, fc_report *report)
{
    int ends[2], status = 0;
    *reached = 0;
    if (how->in_process) {
        how->work(how->data, first, last, count_step, reached);
        return FC_OK;
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no pipe can be made: %s", strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(how, first, last, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no process can be made: %s", strerror(errno));
    }
    bool in_time = follow(how, ends[0], reached);
    close(ends[0]);
    if (!in_time)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!in_time)
        return report_timeout(how, report);
    return *reached == last - first ? FC_OK : report_crash(how, status, report);
}
