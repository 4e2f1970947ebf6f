/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/messages.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

extern const fc_message_area fc_messages_command_line;
extern const fc_message_area fc_messages_frontend;
extern const fc_message_area fc_messages_analysis;
extern const fc_message_area fc_messages_profile;
extern const fc_message_area fc_messages_evaluation;
extern const fc_message_area fc_messages_machine;
extern const fc_message_area fc_messages_taskgraph;
extern const fc_message_area fc_messages_signature;
extern const fc_message_area fc_messages_report;
extern const fc_message_area fc_messages_verify;

const fc_message_area *const fc_message_areas[] = {&fc_messages_command_line,
                                                   &fc_messages_frontend,
                                                   &fc_messages_analysis,
                                                   &fc_messages_profile,
                                                   &fc_messages_evaluation,
                                                   &fc_messages_machine,
                                                   &fc_messages_taskgraph,
                                                   &fc_messages_signature,
                                                   &fc_messages_report,
                                                   &fc_messages_verify,
                                                   NULL};

void fc_message_split(char code[8], const char **text, const char *coded)
{
    const size_t length = strlen("FC0000");
    bool has_code =
        strncmp(coded, "FC", 2) == 0 && strspn(coded + 2, "0123456789") == length - 2 && coded[length] == '\t';
    memcpy(code, coded, has_code ? length : 0);
    code[has_code ? length : 0] = '\0';
    *text = has_code ? coded + length + 1 : coded;
}

const fc_message *fc_message_find(const char *code)
{
    if (strlen(code) != strlen("FC0000"))
        return NULL;
    for (const fc_message_area *const *area = fc_message_areas; *area; area++)
        for (const fc_message *message = (*area)->message; message->text; message++)
            if (strncasecmp(message->text, code, strlen(code)) == 0)
                return message;
    return NULL;
}
