/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/verify/findings_message.h"

#include "support/messages/messages.h"
#include "support/messages/verify.h"

const char *fc_findings_message_of(fc_finding_kind kind)
{
    static const char *const messages[] = {
        [FC_FINDING_NONE] = "",
        [FC_FINDING_DEADLOCK] = FC_MSG_FINDING_DEADLOCK,
        [FC_FINDING_BUFFERING] = FC_MSG_FINDING_BUFFERING,
        [FC_FINDING_COLLECTIVE] = FC_MSG_FINDING_COLLECTIVE,
        [FC_FINDING_TYPE] = FC_MSG_FINDING_TYPE,
        [FC_FINDING_TRUNCATION] = FC_MSG_FINDING_TRUNCATION,
        [FC_FINDING_LOST] = FC_MSG_FINDING_LOST,
        [FC_FINDING_ARGUMENT] = FC_MSG_FINDING_ARGUMENT,
        [FC_FINDING_BUFFER_RACE] = FC_MSG_FINDING_BUFFER_RACE,
        [FC_FINDING_WINDOW_RACE] = FC_MSG_FINDING_WINDOW_RACE,
        [FC_FINDING_MESSAGE_RACE] = FC_MSG_FINDING_MESSAGE_RACE,
        [FC_FINDING_EPOCH] = FC_MSG_FINDING_EPOCH,
        [FC_FINDING_REQUEST] = FC_MSG_FINDING_REQUEST,
        [FC_FINDING_LEAK] = FC_MSG_FINDING_LEAK,
        [FC_FINDING_ORDER] = FC_MSG_FINDING_ORDER,
    };
    return messages[kind];
}

void fc_findings_message_code(char code[8], fc_finding_kind kind)
{
    const char *text;
    fc_message_split(code, &text, fc_findings_message_of(kind));
}

static const fc_message *row_of(fc_finding_kind kind)
{
    char code[8];
    fc_findings_message_code(code, kind);
    return fc_message_find(code);
}

const char *fc_findings_message_severity(fc_finding_kind kind)
{
    return row_of(kind)->severity;
}

const char *fc_findings_message_remedy(fc_finding_kind kind)
{
    return row_of(kind)->remedy;
}

char *fc_findings_message_extent(const fc_finding *of)
{
    fc_text text = {0};
    int n = fc_finding_n_ranks(of);
    if (n == 1)
        fc_text_add(&text, "rank %d of %d", of->rank, of->ranks);
    else
        fc_text_add(&text, "%d of %d ranks", n, of->ranks);
    if (of->n_runs > 1)
        fc_text_add(&text, ", and up to %d ranks", of->most_ranks);
    return fc_text_take(&text);
}
