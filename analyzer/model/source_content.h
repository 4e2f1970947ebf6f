/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file source_content.h  Whether a source is still what it was when the model was made of it. */
#ifndef FC_SOURCE_CONTENT_H
#define FC_SOURCE_CONTENT_H

#include "analyzer/model/program.h"

/** The text is another one than was analysed. Of headers, whose content nobody kept, nothing is told: false. */
bool fc_source_content_differs(const fc_source *source, const char *text, size_t length);

#endif
