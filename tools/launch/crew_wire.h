/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crew_wire.h  Protocol between rank 0 and workers; for the crew*.c files only. */
#ifndef FC_CREW_WIRE_H
#define FC_CREW_WIRE_H

#include "tools/launch/crew.h"

#include <stdint.h>
#include <sys/types.h>

enum {
    FC_CREW_TOKEN = 33 /* bytes of a token or identity: 32 hexadecimal digits and an end */
};

/** The first message of a worker. */
typedef struct fc_crew_hello {
    char token[FC_CREW_TOKEN], identity[FC_CREW_TOKEN];
} fc_crew_hello;

/** Rank 0 sends FC_CREW_DO with a chunk, or FC_CREW_END. A worker sends FC_CREW_ALIVE while it works, then FC_CREW_DONE
 * with its status and the length of the payload that follows: the text, or the report. */
typedef enum fc_crew_word {
    FC_CREW_DO,
    FC_CREW_END,
    FC_CREW_ALIVE,
    FC_CREW_DONE
} fc_crew_word;
typedef struct fc_crew_frame {
    int64_t word, value, length;
} fc_crew_frame;

/** Sends all bytes; false if the connection is lost. */
bool fc_crew_send(int socket, const void *bytes, size_t length);
/** Waits for all bytes; false if the connection is lost. */
bool fc_crew_receive(int socket, void *bytes, size_t length);
double fc_crew_now(void);

/** A worker's main loop: identifies itself and works until FC_CREW_END. */
_Noreturn void fc_crew_work_at(const fc_crew *crew, int socket, const char *token);
/** Forks a worker that communicates over `socket`, which stays open in the caller; -1: no process. closes: sockets that
 * the worker must close. */
pid_t fc_crew_start(const fc_crew *crew, int socket, const char *token, const int *closes, int n_closes);
/** The main function of a rank above 0: connects, starts and supervises its workers. */
fc_status fc_crew_keep(const fc_crew *crew, const fc_crew_seat *seat, fc_report *report);

/** Rank 0's rendezvous: a listening socket, and the file that contains its address. */
typedef struct fc_crew_meeting {
    int socket;
    char *path;
    char token[FC_CREW_TOKEN];
} fc_crew_meeting;
/** With a single rank only the token is created, and socket is -1. */
fc_status fc_crew_meeting_open(FC_GIVE fc_crew_meeting *out, const fc_crew *crew, const fc_crew_seat *seat,
                               fc_report *report);
/** Removes the file, since no other rank is expected. */
void fc_crew_meeting_hide(fc_crew_meeting *meeting);
void fc_crew_meeting_close(fc_crew_meeting *meeting);
/** Connects another rank to rank 0, which may start later; token: from the file. Fails after a minute. */
fc_status fc_crew_meeting_join(int *socket, char token[FC_CREW_TOKEN], const fc_crew *crew, const fc_crew_seat *seat,
                               fc_report *report);

#endif
