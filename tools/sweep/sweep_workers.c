/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/sweep/sweep_workers.h"

#include "support/clock.h"
#include "support/messages/report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,
    MOST_AHEAD = 16 << 20 /* bytes read from a worker before it is merged; then its pipe fills, and it waits */
};

/* Precedes the text of a chunk, or the message of a failed one, and the report of its first skipped point. */
typedef struct frame {
    size_t length, first_length;
    int skipped;
    fc_status status;
} frame;

typedef struct worker {
    pid_t pid;
    int pipe;     /* the end to read from; -1: the worker has ended */
    fc_text text; /* received, not printed */
} worker;

/* ---- a worker ---- */

static bool write_all(int descriptor, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t put = write(descriptor, at, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        length -= (size_t)put;
    }
    return true;
}

_Noreturn static void work(const fc_sweep_workers *how, int index, int descriptor)
{
    fc_text text = {0};
    bool is_read = true;
    for (int chunk = index; chunk < how->n_chunks && is_read; chunk += how->n_workers) {
        fc_report report = {0};
        fc_sweep_skipped skipped = {0};
        text.length = 0;
        frame head = {.status = how->work(how->data, chunk, &text, &skipped, &report)};
        const char *bytes = head.status ? report.text : text.bytes;
        head.length = head.status ? strlen(report.text) : text.length;
        head.skipped = skipped.n;
        head.first_length = skipped.n ? strlen(skipped.first) : 0;
        is_read = write_all(descriptor, &head, sizeof head) && write_all(descriptor, bytes, head.length) &&
                  write_all(descriptor, skipped.first, head.first_length) && head.status == FC_OK;
        free(skipped.first);
    }
    _exit(0);
}

/* Starts worker `index`. It closes the pipes of the workers before it. */
static fc_status start(worker *workers, int index, const fc_sweep_workers *how, fc_report *report)
{
    int ends[2];
    pid_t parent = getpid(), made = -1;
    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC) == 0 && (made = fork()) < 0) {
        close(ends[0]);
        close(ends[1]);
    }
    if (made < 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Use fewer workers, for example -j 1.",
                       FC_MSG_NO_WORKER_PROCESS_CAN_BE, strerror(errno));
    if (made > 0) {
        close(ends[1]);
        workers[index] = (worker){.pid = made, .pipe = ends[0]};
        return FC_OK;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    close(ends[0]);
    for (int i = 0; i < index; i++)
        close(workers[i].pipe);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(null, descriptor);
    signal(SIGINT, SIG_IGN); /* the caller receives it too and ends its workers */
    work(how, index, ends[1]);
}

/* ---- the caller ---- */

static void close_pipe(worker *of)
{
    if (of->pipe >= 0)
        close(of->pipe);
    of->pipe = -1;
}

/* Reads from the workers that have something, except from those that are far ahead of the worker `next`. */
static void receive(worker *workers, int n, int next)
{
    char bytes[1 << 16];
    struct pollfd *watched = fc_allocate((size_t)n, sizeof *watched);
    for (int i = 0; i < n; i++) {
        bool is_read = i == next || workers[i].text.length < MOST_AHEAD;
        watched[i] = (struct pollfd){is_read ? workers[i].pipe : -1, POLLIN, 0};
    }
    int ready = poll(watched, (nfds_t)n, LOOK_MS);
    for (int i = 0; i < n && ready > 0; i++) {
        ssize_t got = watched[i].revents ? read(workers[i].pipe, bytes, sizeof bytes) : -1;
        if (got > 0)
            fc_text_append(&workers[i].text, bytes, (size_t)got);
        else if (got == 0)
            close_pipe(&workers[i]);
    }
    free(watched);
}

/* Prints the worker's chunk if it is whole; false: it is not. */
static bool print_chunk(fc_status *status, worker *from, const fc_sweep_workers *how, fc_report *report)
{
    frame head;
    if (from->text.length < sizeof head)
        return false;
    memcpy(&head, from->text.bytes, sizeof head);
    size_t taken = sizeof head + head.length + head.first_length;
    if (from->text.length < taken)
        return false;
    const char *bytes = from->text.bytes + sizeof head;
    *status = head.status;
    if (head.status) {
        report->status = head.status;
        snprintf(report->text, sizeof report->text, "%.*s", (int)head.length, bytes);
    } else {
        fwrite(bytes, 1, head.length, how->out);
        fc_sweep_skipped *to = how->skipped;
        if (head.skipped > 0 && to->n == 0)
            to->first = fc_format("%.*s", (int)head.first_length, bytes + head.length);
        to->n += head.skipped;
    }
    memmove(from->text.bytes, from->text.bytes + taken, from->text.length - taken);
    from->text.length -= taken;
    return true;
}

static fc_status print_all(worker *workers, const fc_sweep_workers *how, fc_report *report)
{
    fc_status status = FC_OK;
    double began = fc_clock_seconds();
    int printed = 0;
    while (!status && printed < how->n_chunks && !ferror(how->out)) {
        worker *next = &workers[printed % how->n_workers];
        bool is_lost = next->pipe < 0;
        if (print_chunk(&status, next, how, report)) {
            printed += status == FC_OK;
            continue;
        }
        if (is_lost)
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                           "Use fewer workers, for example -j 1, if memory is short.", FC_MSG_WORKER_PROCESS_LOST_PART,
                           printed + 1, how->n_chunks);
        fflush(how->out);
        receive(workers, how->n_workers, printed % how->n_workers);
        if (!how->watch(how->data, printed, fc_clock_seconds() - began))
            status = fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_EVALUATING);
    }
    fflush(how->out);
    return status;
}

fc_status fc_sweep_workers_run(const fc_sweep_workers *how, fc_report *report)
{
    worker *workers = fc_allocate((size_t)how->n_workers, sizeof *workers);
    fc_status status = FC_OK;
    int n = 0;
    while (n < how->n_workers && !status) {
        status = start(workers, n, how, report);
        n += status == FC_OK;
    }
    if (!status)
        status = print_all(workers, how, report);
    for (int i = 0; i < n; i++) {
        close_pipe(&workers[i]);
        kill(workers[i].pid, SIGKILL);
        while (waitpid(workers[i].pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        fc_text_free(&workers[i].text);
    }
    free(workers);
    return status;
}
