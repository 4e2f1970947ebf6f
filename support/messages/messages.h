/* SPDX-License-Identifier: Apache-2.0 */
/** @file messages.h  The text of every error, warning and note, each with its stable code.
 *
 * A text is a printf format that starts with its code and a tabulator. fc_fail() prints "place: error[FC0108]: text",
 * fc_diagnose() a warning or a note.
 * The first two digits of a code name the area; this folder has for each a header with the texts and a table with
 * causes and remedies. A code keeps its meaning for ever; a text may be reworded. */
#ifndef FC_MESSAGES_H
#define FC_MESSAGES_H

/** A message as `forecost explain` prints it. */
typedef struct fc_message {
    const char *severity; /* "error", "warning" or "note" */
    const char *text;     /* code, tabulator, format */
    const char *cause;    /* when it is printed, and why */
    const char *remedy;   /* what to do */
} fc_message;

/** The messages whose codes begin with the same two digits. */
typedef struct fc_message_area {
    const char *about;         /* what they have in common */
    const fc_message *message; /* by ascending code, up to one without text */
} fc_message_area;

/** The code and the text after it; *text is the text itself, and the code empty, where it has none. */
void fc_message_split(char code[8], const char **text, const char *coded);
/** The message of a code ("FC0108", any case); NULL: none has it. */
const fc_message *fc_message_find(const char *code);
/** FC01 and after, in this order, up to NULL. */
extern const fc_message_area *const fc_message_areas[];

#endif
