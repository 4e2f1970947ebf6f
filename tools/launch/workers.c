/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank 0: assignment of chunks, detection of lost workers, ordered output. */
#include "tools/launch/workers.h"

#include "tools/launch/workers_protocol.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_MEMBERS = 4096,
    AHEAD = 64, /* chunks that may be started before an earlier one is printed, plus two per worker */
    TRIES = 3,
    LOOK_MS = 100,
    MOST_BYTES = 1 << 30 /* of a chunk's text */
};

static const double silence_s = 10; /* a worker sends FC_WORKERS_ALIVE every second */

/* Rank 0's state of a worker. */
typedef struct member {
    int socket;
    pid_t pid;     /* of a local worker; 0: remote */
    bool is_known; /* its first message has arrived */
    int chunk;     /* -1: none */
    double heard;
    fc_text words; /* received bytes that are not yet processed */
} member;

typedef enum state {
    TO_DO,
    BEGUN,
    READY
} state;

typedef struct chunk {
    state state;
    int tries;
    fc_status status;
    fc_text text; /* or the report */
} chunk;

typedef struct coordinator {
    const fc_workers *crew;
    fc_workers_rendezvous meeting;
    member *member;
    size_t n_members, capacity;
    chunk *chunk;
    int printed;
    int lost;   /* workers */
    int absent; /* workers of other ranks that are not yet connected */
} coordinator;

/* ---- members ---- */

static member *add_member(coordinator *c, int socket, pid_t pid)
{
    c->member = fc_grow(c->member, &c->capacity, c->n_members + 1, sizeof *c->member);
    c->member[c->n_members] = (member){.socket = socket, .pid = pid, .chunk = -1, .heard = fc_workers_now()};
    return &c->member[c->n_members++];
}

/* Closes its socket and ends its process; its chunk is assigned again. */
static void remove_member(coordinator *c, size_t index)
{
    member *m = &c->member[index];
    close(m->socket);
    if (m->pid > 0) {
        kill(m->pid, SIGKILL);
        while (waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    if (m->chunk >= 0) {
        c->chunk[m->chunk].state = TO_DO;
        c->lost++;
    }
    fc_text_free(&m->words);
    c->member[index] = c->member[--c->n_members];
}

static fc_status start_local(coordinator *c, fc_report *report)
{
    int ends[2], closes[2] = {-1, c->meeting.socket};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no socket can be made: %s", strerror(errno));
    closes[0] = ends[0];
    int n = 0, *all = fc_allocate(c->n_members + 2, sizeof *all);
    for (size_t i = 0; i < c->n_members; i++)
        all[n++] = c->member[i].socket;
    all[n++] = closes[0];
    if (closes[1] >= 0)
        all[n++] = closes[1];
    pid_t pid = fc_workers_process_start(c->crew, ends[1], c->meeting.token, all, n);
    free(all);
    close(ends[1]);
    if (pid > 0) {
        add_member(c, ends[0], pid);
        return FC_OK;
    }
    close(ends[0]);
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no process can be made: %s", strerror(errno));
}

static void accept_members(coordinator *c)
{
    int made, on = 1;
    while (c->n_members < MOST_MEMBERS && (made = accept4(c->meeting.socket, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        add_member(c, made, 0);
    }
}

/* ---- chunks ---- */

static int next_chunk(const coordinator *c)
{
    size_t ahead = AHEAD + 2 * c->n_members;
    for (int i = c->printed; i < c->crew->n_chunks && (size_t)(i - c->printed) < ahead; i++)
        if (c->chunk[i].state == TO_DO)
            return i;
    return -1;
}

/* Assigns a chunk to each idle worker. */
static fc_status assign_chunks(coordinator *c, fc_report *report)
{
    for (size_t i = 0; i < c->n_members; i++) {
        member *m = &c->member[i];
        int next = m->is_known && m->chunk < 0 ? next_chunk(c) : -1;
        if (next < 0)
            continue;
        const fc_workers_frame frame = {FC_WORKERS_DO, next, 0};
        if (++c->chunk[next].tries > TRIES)
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                           "Use fewer workers, for example -j 1, if memory is short.",
                           "part %d of %d of the work lost %d workers", next + 1, c->crew->n_chunks, TRIES);
        m->chunk = next;
        m->heard = fc_workers_now();
        c->chunk[next].state = BEGUN;
        if (!fc_workers_send(m->socket, &frame, sizeof frame))
            remove_member(c, i--);
    }
    return FC_OK;
}

static bool is_same_work(const coordinator *c, const fc_workers_hello *hello)
{
    if (memcmp(hello->token, c->meeting.token, FC_WORKERS_TOKEN) != 0)
        return false;
    if (memcmp(hello->identity, c->crew->identity, FC_WORKERS_TOKEN) == 0)
        return true;
    fprintf(c->crew->errors, "warning: a rank with a different model, machine or version of Forecost is ignored\n");
    return false;
}

/* Removes n bytes from the front of the received bytes. */
static void drop(fc_text *words, size_t n)
{
    memmove(words->bytes, words->bytes + n, words->length - n);
    words->length -= n;
}

static void take_result(coordinator *c, member *m, const fc_workers_frame *frame)
{
    chunk *of = &c->chunk[m->chunk];
    of->state = READY;
    of->status = (fc_status)frame->value;
    fc_text_append(&of->text, m->words.bytes + sizeof *frame, (size_t)frame->length);
    m->chunk = -1;
}

/* Processes all complete messages; false if one is invalid or from a foreign process. */
static bool process_messages(coordinator *c, member *m)
{
    fc_workers_hello hello;
    fc_workers_frame frame;
    if (!m->is_known && m->words.length >= sizeof hello) {
        memcpy(&hello, m->words.bytes, sizeof hello);
        if (!is_same_work(c, &hello))
            return false;
        m->is_known = true;
        if (m->pid == 0 && --c->absent == 0)
            fc_workers_rendezvous_hide(&c->meeting);
        drop(&m->words, sizeof hello);
    }
    while (m->is_known && m->words.length >= sizeof frame) {
        memcpy(&frame, m->words.bytes, sizeof frame);
        bool is_result = frame.word == FC_WORKERS_DONE;
        if ((!is_result && frame.word != FC_WORKERS_ALIVE) || frame.length < 0 || frame.length > MOST_BYTES ||
            (is_result && m->chunk < 0))
            return false;
        if (m->words.length < sizeof frame + (size_t)frame.length)
            return true;
        if (is_result)
            take_result(c, m, &frame);
        drop(&m->words, sizeof frame + (size_t)frame.length);
    }
    return m->is_known || m->words.length < sizeof hello;
}

/* Receives from a worker; false if the connection is lost. */
static bool receive_from(coordinator *c, member *m)
{
    char bytes[1 << 16];
    ssize_t got = recv(m->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
    if (got == 0)
        return false;
    fc_text_append(&m->words, bytes, (size_t)got);
    m->heard = fc_workers_now();
    return process_messages(c, m);
}

/* Receives from all workers that have data; drops workers that are lost or silent for too long. */
static void receive_all(coordinator *c)
{
    size_t n = c->n_members;
    struct pollfd *watched = fc_allocate(n + 1, sizeof *watched);
    for (size_t i = 0; i < n; i++)
        watched[i] = (struct pollfd){c->member[i].socket, POLLIN, 0};
    watched[n] = (struct pollfd){c->meeting.socket, POLLIN, 0};
    int ready = poll(watched, n + 1, LOOK_MS);
    for (size_t i = n; i-- > 0;) {
        member *m = &c->member[i];
        bool speaks = ready > 0 && watched[i].revents, waits = m->chunk >= 0 || !m->is_known;
        if (speaks ? !receive_from(c, m) : waits && ready >= 0 && fc_workers_now() - m->heard > silence_s)
            remove_member(c, i);
    }
    if (ready > 0 && watched[n].revents)
        accept_members(c);
    free(watched);
}

/* Prints finished chunks in order; returns the status of a failed chunk when all chunks before it are printed. */
static fc_status print_ready(coordinator *c, fc_report *report)
{
    while (c->printed < c->crew->n_chunks && c->chunk[c->printed].state == READY) {
        chunk *of = &c->chunk[c->printed];
        if (of->status) {
            report->status = of->status;
            snprintf(report->text, sizeof report->text, "%s", of->text.bytes ? of->text.bytes : "");
            return of->status;
        }
        fwrite(of->text.bytes, 1, of->text.length, c->crew->out);
        fc_text_free(&of->text);
        c->printed++;
    }
    fflush(c->crew->out);
    return FC_OK;
}

static fc_status coordinate(coordinator *c, fc_report *report)
{
    const fc_workers *crew = c->crew;
    fc_status status = FC_OK;
    double start = fc_workers_now();
    while (!status && c->printed < crew->n_chunks && !ferror(crew->out)) {
        if (c->n_members == 0)
            status = start_local(c, report);
        if (!status)
            status = assign_chunks(c, report);
        if (!status) {
            receive_all(c);
            status = print_ready(c, report);
        }
        if (!status && crew->watch && !crew->watch(crew->watch_data, c->printed, fc_workers_now() - start))
            status = fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, "interrupted while evaluating");
    }
    return status;
}

static void close_workers(coordinator *c)
{
    const fc_workers_frame end = {.word = FC_WORKERS_END};
    while (c->n_members > 0) {
        member *m = &c->member[c->n_members - 1];
        m->chunk = -1;
        if (m->is_known)
            send(m->socket, &end, sizeof end, MSG_NOSIGNAL | MSG_DONTWAIT);
        remove_member(c, c->n_members - 1);
    }
    for (int i = 0; i < c->crew->n_chunks; i++)
        fc_text_free(&c->chunk[i].text);
    free(c->chunk);
    free(c->member);
    fc_workers_rendezvous_close(&c->meeting);
}

fc_status fc_workers_run(const fc_workers *crew, fc_report *report)
{
    fc_workers_rank seat = fc_workers_rank_find();
    if (seat.rank > 0)
        return fc_workers_process_supervise(crew, &seat, report);
    coordinator c = {.crew = crew, .chunk = fc_allocate((size_t)crew->n_chunks, sizeof *c.chunk)};
    fc_status status = fc_workers_rendezvous_open(&c.meeting, crew, &seat, report);
    c.absent = (seat.size - 1) * crew->workers;
    for (int i = 0; i < crew->workers && i < crew->n_chunks && !status; i++)
        status = start_local(&c, report);
    if (!status)
        status = coordinate(&c, report);
    if (c.lost > 0)
        fprintf(crew->errors, "note: %d worker%s lost; %s chunk was assigned again\n", c.lost,
                c.lost == 1 ? " was" : "s were", c.lost == 1 ? "its" : "each");
    close_workers(&c);
    return status;
}
