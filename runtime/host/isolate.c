/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/isolate.h"

#include "support/clock.h"
#include "support/messages/evaluation.h"
#include "support/messages/report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

fc_status fc_isolate_share(void **out, size_t size, fc_report *report)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_CANNOT_ALLOCATE_BYTES_SHARED_MEMORY, size,
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

static const double watch_every_s = 0.1;

/* A child: a pipe that receives a byte for each completed step (-1: closed), and its exit status. */
typedef struct child {
    fc_isolate_steps steps;
    pid_t pid;
    int pipe_end;
    int done;               /* steps */
    double started, worked; /* s: start of the current step, and the child's processor time then */
    bool timed_out, out_of_memory;
    int status;
} child;

enum {
    UNCONFINED = 113 /* exit code of a child whose sandbox the kernel refused */
};

static bool is_file(int descriptor)
{
    struct stat is;
    return fstat(descriptor, &is) == 0 && S_ISREG(is.st_mode);
}

/* The child has no terminal and ends with its parent. It keeps a standard input that is a file: the program's. */
static _Noreturn void run_child(const fc_isolate *how, const fc_isolate_steps *steps, int pipe_end)
{
    int null = open("/dev/null", O_RDWR);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int descriptor = is_file(0) ? 1 : 0; descriptor < 3; descriptor++)
        dup2(null, descriptor);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    if (!fc_sandbox_enter(how->sandbox,
                          (const int[FC_SANDBOX_MAX_WRITABLE]){pipe_end, how->output > 2 ? how->output : -1}))
        _exit(UNCONFINED);
    how->work(how->data, steps, signal_step, &pipe_end);
    _exit(0);
}

/* The processor time of a child so far; 0 if it has ended. */
static double work_of(const child *c)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(c->pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void begin_step(child *c)
{
    c->started = fc_clock_seconds();
    c->worked = work_of(c);
}

/* The time left for the current step. It counts processor time, since the cores may be shared; a child that waits gets
 * IDLE_TIMES as much elapsed time. */
static double time_left(const child *c, const fc_isolate *how)
{
    enum {
        IDLE_TIMES = 20
    };
    double idle = IDLE_TIMES * how->timeout_s - (fc_clock_seconds() - c->started),
           busy = how->timeout_s - (work_of(c) - c->worked);
    return idle < busy ? idle : busy;
}

static fc_status start_child(child *c, const fc_isolate *how, fc_report *report)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_NO_PIPE_CAN_BE_MADE, strerror(errno));
    c->pid = fork();
    if (c->pid == 0) {
        close(ends[0]);
        run_child(how, &c->steps, ends[1]);
    }
    close(ends[1]);
    c->pipe_end = ends[0];
    if (c->pid > 0) {
        begin_step(c);
        return FC_OK;
    }
    close(ends[0]);
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_NO_PROCESS_CAN_BE_MADE, strerror(errno));
}

static void end_child(child *c, bool kill_it)
{
    if (c->pipe_end < 0)
        return;
    close(c->pipe_end);
    c->pipe_end = -1;
    if (kill_it)
        kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &c->status, 0) < 0 && errno == EINTR)
        continue;
}

/* The current step of a child; `last` if it has completed all. */
static int step_of(const child *c)
{
    long step = c->steps.first + (long)c->done * c->steps.stride;
    return step < c->steps.last ? (int)step : c->steps.last;
}

/* Reads completed steps from the pipe; ends the child at end of file or timeout. */
static void read_progress(child *c, const fc_isolate *how, bool ready)
{
    char bytes[4096];
    ssize_t got = ready ? read(c->pipe_end, bytes, sizeof bytes) : -1;
    if (got > 0) {
        c->done += (int)got;
        begin_step(c);
    } else if (got == 0) {
        end_child(c, false);
    } else if (time_left(c, how) <= 0) {
        c->timed_out = true;
        end_child(c, true);
    }
}

/* Milliseconds until the next timeout or watch call. */
static int poll_timeout(const child *children, const fc_isolate *how)
{
    double left = watch_every_s;
    for (int i = 0; i < how->children; i++) {
        double step = children[i].pipe_end >= 0 ? time_left(&children[i], how) : left;
        left = step < left ? step : left;
    }
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* Private bytes of memory that a process holds. */
static double memory_of(pid_t pid)
{
    char path[64];
    double resident = 0, shared = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%*f %lf %lf", &resident, &shared) != 2)
        resident = shared = 0;
    if (file)
        fclose(file);
    return (resident - shared) * (double)sysconf(_SC_PAGESIZE);
}

/* Ends the child that holds the most memory if all together hold more than the limit, beyond what they have from their
 * parent. */
static void watch_memory(child *children, const fc_isolate *how)
{
    double all = 0, most = 0, inherited = memory_of(getpid());
    child *largest = NULL;
    for (int i = 0; i < how->children; i++) {
        double own = children[i].pipe_end >= 0 ? memory_of(children[i].pid) - inherited : 0;
        all += own > 0 ? own : 0;
        if (own > most) {
            most = own;
            largest = &children[i];
        }
    }
    if (all <= how->sandbox->memory)
        return;
    largest->out_of_memory = true;
    end_child(largest, true);
}

/* The earliest incomplete step of an ended child; `last` if there is none. */
static int first_failure(const child *children, int n, int last)
{
    for (int i = 0; i < n; i++)
        if (children[i].pipe_end < 0 && step_of(&children[i]) < last)
            last = step_of(&children[i]);
    return last;
}

/* Waits until every child has ended or is past a failed step; false: the watch stopped it. */
static bool follow(child *children, const fc_isolate *how, int last)
{
    struct pollfd watched[FC_ISOLATE_MAX_CHILDREN];
    double look = fc_clock_seconds() + watch_every_s;
    for (bool wanted = true, going = true; going;) {
        int done = 0, failed = first_failure(children, how->children, last);
        going = false;
        for (int i = 0; i < how->children; i++) {
            if (!wanted || step_of(&children[i]) > failed)
                end_child(&children[i], true);
            watched[i] = (struct pollfd){children[i].pipe_end, POLLIN, 0};
            done += children[i].done;
            going = going || children[i].pipe_end >= 0;
        }
        if (!wanted || !going)
            return wanted;
        int ready = poll(watched, (nfds_t)how->children, poll_timeout(children, how));
        for (int i = 0; i < how->children; i++)
            if (children[i].pipe_end >= 0)
                read_progress(&children[i], how, ready > 0 && watched[i].revents);
        if (fc_clock_seconds() >= look) {
            watch_memory(children, how);
            wanted = !how->watch || how->watch(how->watch_data, done);
            look = fc_clock_seconds() + watch_every_s;
        }
    }
    return true;
}

static const char *signal_reason(int number)
{
    switch (number) {
    case SIGILL:
    case SIGTRAP:
    case SIGFPE:
        return "integer division by zero";
    case SIGSEGV:
    case SIGBUS:
        return "memory access violation (array too large, or invalid pointer)";
    case SIGKILL:
        return "it was killed (possibly out of memory)";
    default:
        return "it was ended by a signal";
    }
}

/* Whether a user's own function was running, which has a file but no line. */
static bool is_user_function(const fc_source_mark *mark)
{
    return mark->file && mark->line == 0;
}

static fc_status report_interrupt(const fc_source_mark *mark, fc_report *report)
{
    if (!mark->file || is_user_function(mark))
        return fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_EVALUATING);
    return fc_fail(report, FC_E_INTERRUPTED, (fc_place){mark->file, mark->line, 0},
                   "If a loop there takes too long, specify its trip count: #pragma forecost trip(expr).",
                   FC_MSG_INTERRUPTED_WHILE_EVALUATING_LAST_PLACE);
}

/* A crash right after an argument beyond the last was read. */
static fc_status report_argument(const fc_source_mark *mark, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, (fc_place){mark->file, mark->line, 0},
                   "Give the program all its arguments after --.", FC_MSG_ARGUMENT_BEYOND_LAST, mark->argument,
                   mark->last_argument);
}

static fc_status report_crash(const child *c, const fc_source_mark *mark, fc_report *report)
{
    if (WIFSIGNALED(c->status) && (WTERMSIG(c->status) == SIGINT || WTERMSIG(c->status) == SIGTERM))
        return report_interrupt(mark, report);
    const char *reason = WIFSIGNALED(c->status) ? signal_reason(WTERMSIG(c->status)) : "it exited";
    if (is_user_function(mark))
        return fc_fail(report, FC_E_INPUT, (fc_place){mark->file, 0, 0}, "Correct the function.",
                       FC_MSG_FUNCTION_FILE_CRASHED, reason);
    if (mark->argument > 0)
        return report_argument(mark, report);
    char next[400] =
        "Check the arguments after --, and your own models; this is the last place the evaluation reached.";
    if (*mark->absent)
        snprintf(next, sizeof next,
                 "The input file %s cannot be opened: run from the folder where the program finds it, or check the "
                 "arguments after --.",
                 mark->absent);
    return fc_fail(report, FC_E_INPUT, (fc_place){mark->file, mark->line, 0}, next,
                   FC_MSG_PROGRAM_SLICE_CRASHED_AFTER_PLACE, reason);
}

static fc_status report_forbidden(const fc_source_mark *mark, fc_report *report)
{
    static const char asked[] = "asked the operating system for something a cost program must not do";
    if (is_user_function(mark))
        return fc_fail(report, FC_E_INPUT, (fc_place){mark->file, 0, 0},
                       "It may compute and read files; it may not write files, start processes or open sockets.",
                       FC_MSG_USER_FUNCTION_FAILED, asked);
    return fc_fail(
        report, FC_E_INPUT, (fc_place){mark->file, mark->line, 0},
        "It may compute and read files; it may not write files, start processes or open sockets. This is the "
        "last place the evaluation reached.",
        FC_MSG_SLICE_FAILED, asked);
}

static fc_status report_memory(const fc_source_mark *mark, double memory, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, (fc_place){mark->file, mark->line, 0},
                   "Predict fewer ranks or a smaller size, or give --memory BYTES.",
                   FC_MSG_EVALUATION_NEEDS_MORE_THAN_BYTES, memory);
}

/* The child at this step. */
static int child_at(const child *children, int step)
{
    int at = 0;
    while (step_of(&children[at]) != step)
        at++;
    return at;
}

/* The mark of an ended child, which may have written anything there. */
static fc_source_mark mark_of(const fc_isolate *how, int child)
{
    fc_source_mark mark = how->mark[child];
    mark.absent[sizeof mark.absent - 1] = '\0';
    if (how->text && mark.file)
        mark.file = how->text(how->data, child, mark.file);
    return mark;
}

static bool exited_with(const child *c, int code)
{
    return WIFEXITED(c->status) && WEXITSTATUS(c->status) == code && c->done == 0;
}

/* Reports the failure of the earliest incomplete step. */
static fc_status report_failure(const child *children, const fc_isolate *how, int step, fc_report *report)
{
    int at = child_at(children, step);
    const fc_source_mark mark = mark_of(how, at);
    if (children[at].timed_out) {
        double timeout_s = how->timeout_s;
        if (is_user_function(&mark))
            return fc_fail(report, FC_E_INPUT, (fc_place){mark.file, 0, 0},
                           "Correct the function: it may be called often.", FC_MSG_FUNCTION_FILE_TOOK_LONGER_THAN,
                           timeout_s);
        return fc_fail(report, FC_E_INPUT, (fc_place){mark.file, mark.line, 0},
                       "Check the arguments after --, give --budget more seconds, or specify the trip count: "
                       "#pragma forecost trip(expr).",
                       FC_MSG_EVALUATION_TOOK_LONGER_THAN_S, timeout_s);
    }
    if (children[at].out_of_memory)
        return report_memory(&mark, how->sandbox->memory, report);
    if (WIFSIGNALED(children[at].status) && WTERMSIG(children[at].status) == SIGSYS)
        return report_forbidden(&mark, report);
    if (exited_with(&children[at], UNCONFINED))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                       "Only for programs that you trust: --unsafe evaluates without a sandbox.",
                       FC_MSG_PROGRAM_SLICE_CANNOT_BE_CONFINED);
    if (exited_with(&children[at], FC_ISOLATE_NOT_LOADED))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Forecost needs /proc, and memory that can be executed.",
                       FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM, "the operating system refuses");
    return report_crash(&children[at], &mark, report);
}

static fc_status run_children(child *children, const fc_isolate *how, int last, fc_isolate_end *end, fc_report *report)
{
    fc_status status = FC_OK;
    int first = children[0].steps.first;
    fflush(NULL);
    for (int i = 0; i < how->children && !status; i++)
        status = start_child(&children[i], how, report);
    bool wanted = status || follow(children, how, last);
    for (int i = 0; i < how->children; i++)
        end_child(&children[i], true);
    int failed = first_failure(children, how->children, last);
    end->reached = failed - first;
    if (!wanted) {
        /* The user or the watch has stopped the children. */
        const fc_source_mark mark = failed < last ? mark_of(how, child_at(children, failed)) : (fc_source_mark){0};
        status = report_interrupt(&mark, report);
    } else if (!status && failed < last) {
        end->timed_out = children[child_at(children, failed)].timed_out;
        end->out_of_memory = children[child_at(children, failed)].out_of_memory;
        status = report_failure(children, how, failed, report);
    }
    return status;
}

fc_status fc_isolate_run(const fc_isolate *how, int first, int last, fc_isolate_end *end, fc_report *report)
{
    child children[FC_ISOLATE_MAX_CHILDREN] = {0};
    *end = (fc_isolate_end){0};
    if (how->in_process) {
        how->work(how->data, &(fc_isolate_steps){0, first, last, 1}, count_step, &end->reached);
        return FC_OK;
    }
    for (int i = 0; i < how->children; i++)
        children[i] = (child){.steps = {i, first + i, last, how->children}, .pipe_end = -1};
    return run_children(children, how, last, end, report);
}
