/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_page.h  The page of a report: one self-contained HTML file. */
#ifndef FC_REPORT_PAGE_H
#define FC_REPORT_PAGE_H

#include "support/text.h"

#include <stdbool.h>

/** Contents of the page. All borrowed. */
typedef struct fc_report_page {
    const char *title;   /* plain text */
    const char *data;    /* fc_report_data_write() */
    char *const *script; /* [n_scripts], one per program; NULL: none */
    int n_scripts;
} fc_report_page;

/** FC_E_ENVIRONMENT if Forecost was built without the page or its WebAssembly module; the hint says what it needs. */
fc_status fc_report_page_check(fc_report *report);
/** Appends the whole file. title and data are shown as text and never executed. */
void fc_report_page_write(fc_text *out, const fc_report_page *page);

/** The page without its data, embedded by embed.cmake; empty if it could not be built. */
extern const char fc_report_page_template[];

#endif
