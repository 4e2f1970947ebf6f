/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_text.h  A report's text without the codes of its messages: the texts are under test, not the codes. */
#ifndef FC_REPORT_TEXT_H
#define FC_REPORT_TEXT_H

#include "support/status.h"

#include <string.h>

/** Takes every "error[FC0101]: " out of the report's text, and returns it. */
static inline const char *report_text(fc_report *report)
{
    static const char mark[] = "error[FC";
    const size_t length = strlen("error[FC0101]: ");
    for (char *at; (at = strstr(report->text, mark));)
        memmove(at, at + length, strlen(at + length) + 1);
    return report->text;
}

#endif
