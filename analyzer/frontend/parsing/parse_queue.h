/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parse_queue.h  Parses a program's files ahead on one thread per core (at most eight) and delivers the parses
 * in input order. Parsing dominates the time of reading a program, and each file is parsed independently. */
#ifndef FC_PARSE_QUEUE_H
#define FC_PARSE_QUEUE_H

#include "analyzer/frontend/parsing/parse.h"

typedef struct fc_parse_queue fc_parse_queue;

/** The inputs and the setting outlive the queue. With a single file or core, files are parsed when they are taken. */
FC_GIVE fc_parse_queue *fc_parse_queue_create(const fc_input *input, int n_inputs, const fc_parse_setting *setting);
/** The parse of the next input; at most n_inputs times. It is freed before the queue. */
FC_GIVE fc_parse *fc_parse_queue_take(fc_parse_queue *queue);
/** Waits for the running parses; frees all parses that were not taken. */
void fc_parse_queue_free(FC_TAKE fc_parse_queue *queue);

#endif
