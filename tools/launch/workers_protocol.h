/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crew_wire.h  Protocol between rank 0 and workers; for the crew*.c files only. */
#ifndef FC_WORKERS_PROTOCOL_H
#define FC_WORKERS_PROTOCOL_H

#include "tools/launch/workers.h"

#include <stdint.h>
#include <sys/types.h>

enum {
    FC_WORKERS_TOKEN = 33 /* bytes of a token or identity: 32 hexadecimal digits and an end */
};

/** The first message of a worker. */
typedef struct fc_workers_hello {
    char token[FC_WORKERS_TOKEN], identity[FC_WORKERS_TOKEN];
} fc_workers_hello;

/** Rank 0 sends FC_WORKERS_DO with a chunk, or FC_WORKERS_END. A worker sends FC_WORKERS_ALIVE while it works, then
 * FC_WORKERS_DONE with its status and the length of the payload that follows: the text, or the report. */
typedef enum fc_workers_message {
    FC_WORKERS_DO,
    FC_WORKERS_END,
    FC_WORKERS_ALIVE,
    FC_WORKERS_DONE
} fc_workers_message;
typedef struct fc_workers_frame {
    int64_t word, value, length;
} fc_workers_frame;

/** Sends all bytes; false if the connection is lost. */
bool fc_workers_send(int socket, const void *bytes, size_t length);
/** Waits for all bytes; false if the connection is lost. */
bool fc_workers_receive(int socket, void *bytes, size_t length);
double fc_workers_now(void);

/** A worker's main loop: identifies itself and works until FC_WORKERS_END. */
_Noreturn void fc_workers_process_run(const fc_workers *crew, int socket, const char *token);
/** Forks a worker that communicates over `socket`, which stays open in the caller; -1: no process. closes: sockets that
 * the worker must close. */
pid_t fc_workers_process_start(const fc_workers *crew, int socket, const char *token, const int *closes, int n_closes);
/** The main function of a rank above 0: connects, starts and supervises its workers. */
fc_status fc_workers_process_supervise(const fc_workers *crew, const fc_workers_rank *seat, fc_report *report);

/** Rank 0's rendezvous: a listening socket, and the file that contains its address. */
typedef struct fc_workers_rendezvous {
    int socket;
    char *path;
    char token[FC_WORKERS_TOKEN];
} fc_workers_rendezvous;
/** With a single rank only the token is created, and socket is -1. */
fc_status fc_workers_rendezvous_open(FC_GIVE fc_workers_rendezvous *out, const fc_workers *crew,
                                     const fc_workers_rank *seat, fc_report *report);
/** Removes the file, since no other rank is expected. */
void fc_workers_rendezvous_hide(fc_workers_rendezvous *meeting);
void fc_workers_rendezvous_close(fc_workers_rendezvous *meeting);
/** Connects another rank to rank 0, which may start later; token: from the file. Fails after a minute. */
fc_status fc_workers_rendezvous_join(int *socket, char token[FC_WORKERS_TOKEN], const fc_workers *crew,
                                     const fc_workers_rank *seat, fc_report *report);

#endif
