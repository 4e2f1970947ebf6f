/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rendezvous of ranks: a file with rank 0's port, its addresses, and a token that authenticates processes that can read
 * the file. */
#include "tools/launch/workers_protocol.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATIENCE_S = 60,
    MOST_BYTES = 1 << 16
};

static int whole_of(const char *name, int otherwise)
{
    const char *text = getenv(name);
    char *end;
    long value = text ? strtol(text, &end, 10) : otherwise;
    return text && (end == text || *end || value < 0 || value > 1 << 24) ? otherwise : (int)value;
}

fc_workers_rank fc_workers_rank_find(void)
{
    static const char *const names[][3] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE"},
                                           {"PMI_RANK", "PMI_SIZE", "PMI_ID"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int rank = whole_of(names[i][0], -1), size = whole_of(names[i][1], -1);
        if (rank >= 0 && rank < size)
            return (fc_workers_rank){rank, size, getenv(names[i][2])};
    }
    return (fc_workers_rank){0, 1, NULL};
}

/* .forecost-JOB-SIZE in the folder; other characters than letters and digits in JOB become "_". */
static FC_GIVE char *path_of(const fc_workers *crew, const fc_workers_rank *seat)
{
    char *job = fc_copy_string(seat->job ? seat->job : "job");
    for (char *c = job; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    char *path = fc_format("%s/.forecost-%.80s-%d", crew->folder, job, seat->size);
    free(job);
    return path;
}

static void make_token(char token[FC_WORKERS_TOKEN])
{
    unsigned char bytes[(FC_WORKERS_TOKEN - 1) / 2];
    size_t got = 0;
    while (got < sizeof bytes) {
        ssize_t n = getrandom(bytes + got, sizeof bytes - got, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
}

/* One address per line; loopback addresses come last. */
static void add_addresses(fc_text *out)
{
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all))
        return;
    for (int loopback = 0; loopback < 2; loopback++)
        for (struct ifaddrs *at = all; at; at = at->ifa_next) {
            char text[INET_ADDRSTRLEN];
            if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET)
                continue;
            struct in_addr address = ((struct sockaddr_in *)(void *)at->ifa_addr)->sin_addr;
            bool is_own = (ntohl(address.s_addr) >> 24) == 127;
            if (is_own == (loopback == 1) && inet_ntop(AF_INET, &address, text, sizeof text))
                fc_text_add(out, "%s\n", text);
        }
    freeifaddrs(all);
}

static int listen_anywhere(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made >= 0 && !bind(made, (struct sockaddr *)&address, length) && !listen(made, 128) &&
        !getsockname(made, (struct sockaddr *)&address, &length)) {
        *port = ntohs(address.sin_port);
        return made;
    }
    if (made >= 0)
        close(made);
    return -1;
}

fc_status fc_workers_rendezvous_open(fc_workers_rendezvous *out, const fc_workers *crew, const fc_workers_rank *seat,
                                     fc_report *report)
{
    int port = 0;
    *out = (fc_workers_rendezvous){.socket = -1};
    make_token(out->token);
    if (seat->size == 1)
        return FC_OK;
    out->socket = listen_anywhere(&port);
    if (out->socket < 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, "no socket can be made: %s", strerror(errno));
    fc_text text = {0};
    fc_text_add(&text, "%s\n%d\n", out->token, port);
    add_addresses(&text);
    out->path = path_of(crew, seat);
    mode_t mask = umask(077); /* the token is for this user */
    fc_status status = fc_file_write(out->path, text.bytes, text.length, report);
    umask(mask);
    fc_text_free(&text);
    if (status)
        fc_workers_rendezvous_close(out);
    return status;
}

void fc_workers_rendezvous_hide(fc_workers_rendezvous *meeting)
{
    if (meeting->path)
        unlink(meeting->path);
    free(meeting->path);
    meeting->path = NULL;
}

void fc_workers_rendezvous_close(fc_workers_rendezvous *meeting)
{
    if (meeting->socket >= 0)
        close(meeting->socket);
    fc_workers_rendezvous_hide(meeting);
    *meeting = (fc_workers_rendezvous){.socket = -1};
}

/* Tries an address for three seconds. */
static int connect_to(const char *host, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval limit = {.tv_sec = 3}, none = {0};
    int on = 1, made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0 || inet_pton(AF_INET, host, &address.sin_addr) != 1)
        goto failed;
    setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(made, (struct sockaddr *)&address, sizeof address))
        goto failed;
    setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return made;
failed:
    if (made >= 0)
        close(made);
    return -1;
}

/* Reads the file and tries its addresses; -1: it does not exist yet, or belongs to a job that has ended. */
static int try_file(char token[FC_WORKERS_TOKEN], const char *path)
{
    char *text = NULL, *rest = NULL;
    size_t length;
    int made = -1, port = 0;
    fc_report unused;
    if (access(path, R_OK) || fc_file_read(&text, &length, path, MOST_BYTES, &unused))
        return -1;
    const char *line = strtok_r(text, "\n", &rest);
    if (line && strlen(line) == FC_WORKERS_TOKEN - 1)
        memcpy(token, line, FC_WORKERS_TOKEN);
    line = strtok_r(NULL, "\n", &rest);
    port = line ? atoi(line) : 0;
    while (made < 0 && port > 0 && port < 65536 && (line = strtok_r(NULL, "\n", &rest)))
        made = connect_to(line, port);
    free(text);
    return made;
}

fc_status fc_workers_rendezvous_join(int *socket, char token[FC_WORKERS_TOKEN], const fc_workers *crew,
                                     const fc_workers_rank *seat, fc_report *report)
{
    char *path = path_of(crew, seat);
    const struct timespec pause = {.tv_nsec = 50000000};
    double end = fc_workers_now() + PATIENCE_S;
    memset(token, 0, FC_WORKERS_TOKEN);
    while ((*socket = try_file(token, path)) < 0 && fc_workers_now() < end)
        nanosleep(&pause, NULL);
    fc_status status = FC_OK;
    if (*socket < 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){path, 0, 0},
                         "Give --meet a folder that all machines share, or check the firewall between them.",
                         "rank %d did not find rank 0 through this file within %d s", seat->rank, PATIENCE_S);
    free(path);
    return status;
}
