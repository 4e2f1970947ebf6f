/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parse_queue.h  The parses of a program's files in their order, made ahead by as many threads as there are
 * cores: parsing is most of the time that reading a program takes, and what reads one file needs no other. */
#ifndef FC_PARSE_QUEUE_H
#define FC_PARSE_QUEUE_H

#include "analyzer/frontend/parse.h"

typedef struct fc_parse_queue fc_parse_queue;

/** The inputs and the setting outlive the queue. A single file, or one core, is parsed when it is asked for. */
FC_GIVE fc_parse_queue *fc_parse_queue_create(const fc_input *input, int n_inputs, const fc_parse_setting *setting);
/** The parse of the next input; at most n_inputs times. It is freed before the queue. */
FC_GIVE fc_parse *fc_parse_queue_take(fc_parse_queue *queue);
/** Waits for what is being parsed; what nobody took is dropped. */
void fc_parse_queue_free(FC_TAKE fc_parse_queue *queue);

#endif
