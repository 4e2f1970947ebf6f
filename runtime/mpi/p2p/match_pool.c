/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of messages, and the end of their matching. */
#include "match.h"
#include "message.h"

#include <stdlib.h>

enum {
    BLOCK = 256
};

typedef struct fc_message_block {
    struct fc_message_block *next;
    fc_message message[BLOCK];
} fc_message_block;

fc_message *fc_match_create(fc_rank *r)
{
    fc_simulation *w = r->process->world;
    if (!w->free_messages) {
        fc_message_block *block = calloc(1, sizeof *block);
        if (!block)
            fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for the messages in transit");
        block->next = w->message_blocks;
        w->message_blocks = block;
        for (int i = 0; i < BLOCK; i++) {
            block->message[i].next = w->free_messages;
            w->free_messages = &block->message[i];
        }
    }
    fc_message *m = w->free_messages;
    w->free_messages = m->next;
    *m = (fc_message){.owner = r, .partner = -1};
    return m;
}

void fc_match_release(fc_simulation *w, fc_message *m)
{
    free(m->values);
    free(m->clock);
    m->values = NULL;
    m->clock = NULL;
    m->next = w->free_messages;
    w->free_messages = m;
}

void fc_match_free_all(fc_simulation *w)
{
    while (w->message_blocks) {
        fc_message_block *block = w->message_blocks;
        w->message_blocks = block->next;
        for (int i = 0; i < BLOCK; i++) {
            free(block->message[i].values);
            free(block->message[i].clock);
        }
        free(block);
    }
}

void fc_match_complete(fc_simulation *w, fc_message *m)
{
    m->matched = true;
    if (m->awaited) {
        m->awaited = false;
        if (--m->owner->process->awaited == 0)
            fc_process_wake(m->owner);
    }
    if (m->forgotten)
        fc_match_release(w, m);
}
