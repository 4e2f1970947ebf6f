/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_page.h  The page of a report: one HTML file that needs nothing else. */
#ifndef FC_REPORT_PAGE_H
#define FC_REPORT_PAGE_H

#include "machine_properties/support/text.h"

#include <stdbool.h>

/** What it shows. All borrowed. */
typedef struct fc_report_page {
    const char *title;   /* plain text */
    const char *data;    /* fc_report_data_write() */
    char *const *script; /* [n_scripts], of each program; NULL: none */
    int n_scripts;
} fc_report_page;

/** FC_E_ENVIRONMENT where Forecost was built without the page, with what that needs. */
fc_status fc_report_page_check(fc_report *report);
/** Appends the whole file. Whatever stands in title and data is shown as text, never run. */
void fc_report_page_write(fc_text *out, const fc_report_page *page);

/** The page without its data, as embed.cmake carries it; empty where it could not be made. */
extern const char fc_report_page_template[];

#endif
