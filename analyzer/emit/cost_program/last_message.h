/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file last_message.h  What a program prints before it ends itself: the text of the last output in the same block. */
#ifndef FC_LAST_MESSAGE_H
#define FC_LAST_MESSAGE_H

#include "analyzer/model/program.h"
#include "support/text.h"

/** Prints the message before `stop` as a C string, or NULL, and a comma: an argument of fc_stop(). Conversions such as
 * %d stay as they are written. */
void fc_last_message_print(fc_text *out, const fc_node *stop);

#endif
