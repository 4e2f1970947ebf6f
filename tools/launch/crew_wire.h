/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crew_wire.h  What rank 0 and workers say to each other. For the crew*.c files only. */
#ifndef FC_CREW_WIRE_H
#define FC_CREW_WIRE_H

#include "tools/launch/crew.h"

#include <stdint.h>
#include <sys/types.h>

enum {
    FC_CREW_TOKEN = 33 /* bytes of a token or identity: 32 hexadecimal digits and an end */
};

/** The first words of a worker. */
typedef struct fc_crew_hello {
    char token[FC_CREW_TOKEN], identity[FC_CREW_TOKEN];
} fc_crew_hello;

/** Rank 0 says FC_CREW_DO with a chunk, or FC_CREW_END; a worker FC_CREW_ALIVE while it works, then FC_CREW_DONE with
 * its status and so many bytes behind: the text, or the report. */
typedef enum fc_crew_word {
    FC_CREW_DO,
    FC_CREW_END,
    FC_CREW_ALIVE,
    FC_CREW_DONE
} fc_crew_word;
typedef struct fc_crew_frame {
    int64_t word, value, length;
} fc_crew_frame;

/** Sends everything; false: the other end is gone. */
bool fc_crew_send(int socket, const void *bytes, size_t length);
/** Waits for so many bytes; false: the other end is gone. */
bool fc_crew_receive(int socket, void *bytes, size_t length);
double fc_crew_now(void);

/** A worker: says hello and works until it is told to end. */
_Noreturn void fc_crew_work_at(const fc_crew *crew, int socket, const char *token);
/** Forks a worker that talks over `socket`, which the caller still has; -1: no process. closes: sockets that it must
 * not hold open. */
pid_t fc_crew_start(const fc_crew *crew, int socket, const char *token, const int *closes, int n_closes);
/** A rank above 0: its workers, from their connections to their ends. */
fc_status fc_crew_keep(const fc_crew *crew, const fc_crew_seat *seat, fc_report *report);

/** Rank 0's place to meet: a socket that listens, and the file that tells where. */
typedef struct fc_crew_meeting {
    int socket;
    char *path;
    char token[FC_CREW_TOKEN];
} fc_crew_meeting;
/** Of a seat alone only the token is made; socket is -1 then. */
fc_status fc_crew_meeting_open(FC_GIVE fc_crew_meeting *out, const fc_crew *crew, const fc_crew_seat *seat,
                               fc_report *report);
/** Takes the file away: nobody else is to come. */
void fc_crew_meeting_hide(fc_crew_meeting *meeting);
void fc_crew_meeting_close(fc_crew_meeting *meeting);
/** Another rank's connection to rank 0, which may begin later; token: as the file told it. Gives up after a minute. */
fc_status fc_crew_meeting_join(int *socket, char token[FC_CREW_TOKEN], const fc_crew *crew, const fc_crew_seat *seat,
                               fc_report *report);

#endif
