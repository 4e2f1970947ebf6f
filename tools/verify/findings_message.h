/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file findings_message.h  What a finding says: its message with code, severity and remedy, and the ranks. */
#ifndef FC_FINDINGS_MESSAGE_H
#define FC_FINDINGS_MESSAGE_H

#include "runtime/core/finding.h"
#include "support/text.h"

/** The message of a kind: one of support/messages/verify.h, with its remedy. */
const char *fc_findings_message_of(fc_finding_kind kind);
/** "FC1001" */
void fc_findings_message_code(char code[8], fc_finding_kind kind);
const char *fc_findings_message_severity(fc_finding_kind kind);
const char *fc_findings_message_remedy(fc_finding_kind kind);
/** "2 of 4 ranks, and up to 64 ranks" */
FC_GIVE char *fc_findings_message_extent(const fc_finding *of);

#endif
