/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/process/process.h"

#include "support/clock.h"
#include "support/messages/profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    DEFAULT_LIMIT = 16 << 20
};
static const double GRACE_S = 3; /* between SIGTERM and SIGKILL, for a launcher to end its ranks */

typedef enum phase {
    RUNNING,
    ASKED_TO_END,
    KILLED
} phase;

enum {
    WATCH_OUTPUT,
    WATCH_ERRORS,
    WATCH_CHILD,
    WATCH_SIGNALS,
    N_WATCHED
};

typedef struct child {
    pid_t pid;
    struct pollfd watched[N_WATCHED]; /* fd -1: closed */
    fc_text text[2];
    size_t limit;
    phase phase;
    double deadline; /* of this phase on the monotonic clock; INFINITY: none */
    bool timed_out, interrupted, truncated;
    double started;
    const fc_process_options *options;
} child;

/* The signals that interrupt a run, except those that the caller ignores (nohup, a background job). */
static void watched_signals(sigset_t *set)
{
    static const int candidate[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof candidate / sizeof *candidate; i++) {
        struct sigaction action;
        if (sigaction(candidate[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, candidate[i]);
    }
}

void fc_process_hold_signals(sigset_t *before)
{
    sigset_t set;
    watched_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, before);
}

void fc_process_release_signals(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static bool is_replaced(const char *variable, const fc_words *by)
{
    for (size_t i = 0; by && i < by->n; i++) {
        const char *a = by->item[i];
        size_t length = strcspn(a, "=");
        if (strncmp(a, variable, length + 1) == 0)
            return true;
    }
    return false;
}

/* In the child: starts a session, unblocks the signals, and requests SIGTERM when the parent ends, on which a launcher
 * ends its ranks. An error is reported as errno through the pipe `failure`. */
static _Noreturn void exec_command(const fc_process_options *options, char **environment, const int write_end[2],
                                   int failure, pid_t parent)
{
    char **command = options->command->item;
    sigset_t watched;
    watched_signals(&watched);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(126);
    /* Opens the child's standard input; < 0 on failure. */
    struct stat given;
    bool is_file = options->has_input && fstat(STDIN_FILENO, &given) == 0 && S_ISREG(given.st_mode);
    int input = open(is_file ? "/dev/stdin" : "/dev/null", O_RDONLY);
    if (input >= 0 && dup2(input, 0) >= 0 && dup2(write_end[0], 1) >= 0 && dup2(write_end[1], 2) >= 0 &&
        (!options->directory || chdir(options->directory) == 0)) {
        if (input > 2)
            close(input);
        sigprocmask(SIG_UNBLOCK, &watched, NULL);
        execvpe(command[0], command, environment);
    }
    int bad = errno;
    ssize_t sent = write(failure, &bad, sizeof bad);
    _exit(sent == sizeof bad ? 127 : 126);
}

/* Returns 0 or an errno value. */
static int spawn(pid_t *pid, const fc_process_options *options, const int write_end[2])
{
    int failure[2], bad = 0;
    if (pipe2(failure, O_CLOEXEC))
        return errno;
    const fc_words *added = options->environment;
    fc_words environment = {0};
    for (char **variable = environ; *variable; variable++)
        if (!is_replaced(*variable, added))
            fc_words_add(&environment, *variable);
    for (size_t i = 0; added && i < added->n; i++)
        fc_words_add(&environment, added->item[i]);
    if (!environment.item)
        environment.item = fc_grow(NULL, &environment.capacity, 1, sizeof *environment.item);
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0)
        exec_command(options, environment.item, write_end, failure[1], parent);
    bad = *pid < 0 ? errno : 0;
    close(failure[1]);
    if (!bad && read(failure[0], &bad, sizeof bad) == sizeof bad)
        waitpid(*pid, NULL, 0);
    close(failure[0]);
    fc_words_free(&environment);
    return bad;
}

static void close_if_open(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

static void close_watched(child *c)
{
    for (int i = 0; i < N_WATCHED; i++)
        close_if_open(&c->watched[i].fd);
}

/* Returns 0 or an errno value; on failure nothing is left open. */
static int start(child *c, const fc_process_options *options)
{
    int pipes[2][2] = {{-1, -1}, {-1, -1}};
    sigset_t signals;
    watched_signals(&signals);
    for (int i = 0; i < N_WATCHED; i++)
        c->watched[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    int bad = 0;
    for (int i = 0; i < 2 && !bad; i++)
        bad = pipe2(pipes[i], O_CLOEXEC) ? errno : 0;
    if (!bad && (c->watched[WATCH_SIGNALS].fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK)) < 0)
        bad = errno;
    if (!bad)
        bad = spawn(&c->pid, options, (int[2]){pipes[0][1], pipes[1][1]});
    for (int i = 0; i < 2; i++) {
        c->watched[i].fd = pipes[i][0];
        if (pipes[i][0] >= 0)
            fcntl(pipes[i][0], F_SETFL, O_NONBLOCK);
        close_if_open(&pipes[i][1]);
    }
    if (!bad && (c->watched[WATCH_CHILD].fd = pidfd_open(c->pid, 0)) < 0) {
        bad = errno;
        kill(-c->pid, SIGKILL);
        waitpid(c->pid, NULL, 0);
    }
    if (bad)
        close_watched(c);
    return bad;
}

/* Reads at most one block, so that an endless stream cannot delay the time-out. Returns false if there is nothing to
 * read now; closes the stream at its end. */
static bool drain(child *c, int stream)
{
    char block[65536];
    int *descriptor = &c->watched[stream].fd;
    if (*descriptor < 0)
        return false;
    ssize_t got = read(*descriptor, block, sizeof block);
    if (got > 0) {
        size_t length = (size_t)got;
        size_t room = c->limit - c->text[stream].length;
        if (length > room) {
            c->truncated = true;
            length = room;
        }
        fc_text_append(&c->text[stream], block, length);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        close_if_open(descriptor);
    return got > 0;
}

/* Session of a process from /proc/PID/stat; -1 if there is none. The second field, the name, may contain any character.
 */
static long session_of(const char *pid)
{
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    const char *rest = strrchr(line, ')');
    long session = -1;
    if (!rest || sscanf(rest + 1, " %*c %*d %*d %ld", &session) != 1)
        return -1;
    return session;
}

/* Kills the other processes of the child's session. The child is not yet waited for, so its id cannot be reused. */
static void sweep_session(const child *c)
{
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        long pid = strtol(entry->d_name, NULL, 10);
        if (pid > 0 && pid != c->pid && session_of(entry->d_name) == c->pid)
            kill((pid_t)pid, SIGKILL);
    }
    if (folder)
        closedir(folder);
}

static void next_phase(child *c)
{
    if (c->phase == RUNNING) {
        kill(-c->pid, SIGTERM);
        c->phase = ASKED_TO_END;
        c->deadline = fc_clock_seconds() + GRACE_S;
        return;
    }
    sweep_session(c);
    kill(-c->pid, SIGKILL);
    c->phase = KILLED;
    c->deadline = INFINITY;
}

static int milliseconds_left(const child *c)
{
    double left = c->deadline - fc_clock_seconds();
    if (c->options->waiting)
        left = fmin(left, 1);
    if (isinf(left))
        return -1;
    return left <= 0 ? 0 : left > 1e6 ? 1000000000 : (int)ceil(left * 1e3);
}

/* Polls until the child has ended. */
static void poll_until_exit(child *c)
{
    while (true) {
        int ready = poll(c->watched, N_WATCHED, milliseconds_left(c));
        if (ready < 0)
            continue;
        drain(c, WATCH_OUTPUT);
        drain(c, WATCH_ERRORS);
        if (c->watched[WATCH_SIGNALS].revents) {
            struct signalfd_siginfo info;
            while (read(c->watched[WATCH_SIGNALS].fd, &info, sizeof info) == (ssize_t)sizeof info)
                c->interrupted = true;
            if (c->phase != KILLED)
                next_phase(c);
        }
        if (c->watched[WATCH_CHILD].revents)
            return;
        if (c->options->waiting)
            c->options->waiting(c->options->waiting_data, fc_clock_seconds() - c->started);
        if (fc_clock_seconds() >= c->deadline) {
            c->timed_out |= c->phase == RUNNING;
            next_phase(c);
        }
    }
}

static void finish(fc_process_result *out, child *c)
{
    double wall_s = fc_clock_seconds() - c->started;
    int state = 0;
    sweep_session(c);
    while (waitpid(c->pid, &state, 0) < 0 && errno == EINTR)
        continue;
    /* Reads what the pipes still hold, at most 1 MiB each (Linux's default maximum). */
    for (int stream = 0; stream < 2; stream++)
        for (int i = 0; i < 16 && drain(c, stream); i++)
            continue;
    size_t length[2] = {c->text[0].length, c->text[1].length};
    *out = (fc_process_result){
        .exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : -1,
        .signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0,
        .timed_out = c->timed_out,
        .truncated = c->truncated,
        .wall_s = wall_s,
        .output = fc_text_take(&c->text[0]),
        .output_length = length[0],
        .errors = fc_text_take(&c->text[1]),
        .errors_length = length[1],
    };
}

fc_status fc_process_run(fc_process_result *out, const fc_process_options *options, fc_report *report)
{
    const char *name = options->command->item[0];
    if (options->directory && access(options->directory, X_OK))
        return fc_fail(report, FC_E_INPUT, (fc_place){options->directory, 0, 0}, NULL, FC_MSG_CANNOT_RUN_FOLDER, name,
                       strerror(errno));
    child c = {.limit = options->output_limit ? options->output_limit : DEFAULT_LIMIT, .options = options};
    sigset_t before;
    fc_process_hold_signals(&before);
    c.started = fc_clock_seconds();
    c.deadline = options->timeout_s > 0 ? c.started + options->timeout_s : INFINITY;
    int bad = start(&c, options);
    fc_process_result result = {0};
    if (!bad) {
        poll_until_exit(&c);
        finish(&result, &c);
        close_watched(&c);
    }
    fc_process_release_signals(&before);
    if (bad)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, options->if_missing, FC_MSG_CANNOT_BE_STARTED, name,
                       strerror(bad));
    if (c.interrupted) {
        fc_process_result_free(&result);
        return fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_RAN, name);
    }
    *out = result;
    return FC_OK;
}

void fc_process_result_free(fc_process_result *result)
{
    free(result->output);
    free(result->errors);
    *result = (fc_process_result){0};
}
