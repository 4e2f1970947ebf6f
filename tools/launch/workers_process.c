/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker, and a rank that supervises workers. */
#include "tools/launch/workers_protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double fc_workers_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool fc_workers_send(int socket, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(socket, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool fc_workers_receive(int socket, void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        ssize_t got = recv(socket, at, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        length -= (size_t)got;
    }
    return true;
}

/* ---- a worker ---- */

/* A signal handler can only use static storage: the socket of this worker process. */
static volatile sig_atomic_t own_socket;

static void send_alive(int number)
{
    const fc_workers_frame alive = {.word = FC_WORKERS_ALIVE};
    int saved = errno;
    (void)number;
    ssize_t sent = send((int)own_socket, &alive, sizeof alive, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* a lost message is harmless */
    errno = saved;
}

static void set_alarm(int socket)
{
    struct sigaction action = {.sa_handler = send_alive, .sa_flags = SA_RESTART};
    const struct itimerval every_second = {{1, 0}, {1, 0}};
    own_socket = socket;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &every_second, NULL);
}

/* Sends the result of a chunk; the alarm signal is blocked, so that no other message splits it. */
static bool send_result(int socket, fc_status status, const char *bytes, size_t length)
{
    const fc_workers_frame frame = {FC_WORKERS_DONE, status, (int64_t)length};
    sigset_t alarm, before;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarm, &before);
    bool sent = fc_workers_send(socket, &frame, sizeof frame) && fc_workers_send(socket, bytes, length);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return sent;
}

static bool work_on(const fc_workers *crew, int socket, int chunk, fc_text *text)
{
    fc_report report = {0};
    text->length = 0;
    fc_status status = crew->work(crew->data, chunk, text, &report);
    return status ? send_result(socket, status, report.text, strlen(report.text))
                  : send_result(socket, FC_OK, text->bytes, text->length);
}

void fc_workers_process_run(const fc_workers *crew, int socket, const char *token)
{
    fc_workers_hello hello = {{0}, {0}};
    fc_workers_frame frame;
    fc_text text = {0};
    memcpy(hello.token, token, FC_WORKERS_TOKEN);
    memcpy(hello.identity, crew->identity, FC_WORKERS_TOKEN);
    bool is_connected = fc_workers_send(socket, &hello, sizeof hello);
    set_alarm(socket);
    while (is_connected && fc_workers_receive(socket, &frame, sizeof frame) && frame.word == FC_WORKERS_DO)
        is_connected = work_on(crew, socket, (int)frame.value, &text);
    _exit(0);
}

pid_t fc_workers_process_start(const fc_workers *crew, int socket, const char *token, const int *closes, int n_closes)
{
    pid_t parent = getpid();
    fflush(NULL);
    pid_t worker = fork();
    if (worker != 0)
        return worker;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    for (int i = 0; i < n_closes; i++)
        close(closes[i]);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(null, descriptor);
    signal(SIGINT, SIG_IGN); /* rank 0 receives it too and ends its workers */
    fc_workers_process_run(crew, socket, token);
}

/* ---- a rank that supervises workers ---- */

typedef struct supervised {
    pid_t pid;
    int socket; /* the worker's, to detect that rank 0 has closed it */
    int pidfd;
} supervised;

/* Waits until the worker ends or rank 0 closes the connection; then kills the worker if it does not end in time. */
static void wait_for(const supervised *worker)
{
    enum {
        GRACE_MS = 1000
    };
    struct pollfd watched[] = {{worker->pidfd, POLLIN, 0}, {worker->socket, POLLRDHUP, 0}};
    while (poll(watched, 2, -1) < 0 && errno == EINTR)
        continue;
    if (!watched[0].revents)
        while (poll(watched, 1, GRACE_MS) < 0 && errno == EINTR)
            continue;
    if (!watched[0].revents)
        kill(worker->pid, SIGKILL);
    close(worker->socket); /* so that rank 0 detects the end */
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(worker->pidfd);
}

/* Starts a worker in a process that supervises it. */
static pid_t supervise_one(const fc_workers *crew, int socket, const char *token)
{
    fflush(NULL);
    pid_t keeper = fork();
    if (keeper != 0)
        return keeper;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    supervised worker = {fc_workers_process_start(crew, socket, token, NULL, 0), socket, -1};
    worker.pidfd = worker.pid > 0 ? pidfd_open(worker.pid, 0) : -1;
    if (worker.pidfd >= 0)
        wait_for(&worker);
    _exit(0);
}

fc_status fc_workers_process_supervise(const fc_workers *crew, const fc_workers_rank *seat, fc_report *report)
{
    char token[FC_WORKERS_TOKEN];
    fc_status status = FC_OK;
    int n = 0;
    for (; n < crew->workers && !status; n++) {
        int socket = -1;
        status = fc_workers_rendezvous_join(&socket, token, crew, seat, report);
        if (!status && supervise_one(crew, socket, token) < 0)
            status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no process can be made: %s", strerror(errno));
        if (socket >= 0)
            close(socket);
    }
    while (wait(NULL) > 0 || errno == EINTR)
        continue;
    return status;
}
