/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file source_content.h  Detects sources that have changed since the model was made. */
#ifndef FC_SOURCE_CONTENT_H
#define FC_SOURCE_CONTENT_H

#include "analyzer/model/program.h"

/** The text differs from the analyzed one. False for headers, whose content key is not kept. */
bool fc_source_content_differs(const fc_source *source, const char *text, size_t length);

#endif
