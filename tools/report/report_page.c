/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/report/report_page.h"

#include "analyzer/emit/formula/formula.h"
#include "support/messages/report.h"
#include "support/quote.h"

#include <string.h>

fc_status fc_report_page_check(fc_report *report)
{
    if (fc_report_page_template[0])
        return fc_formula_check_module(report);
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                   "Install npm and build Forecost again with access to npm's registry, or use --format json.",
                   FC_MSG_FORECOST_BUILT_WITHOUT_PAGE_REPORTS);
}

void fc_report_page_write(fc_text *out, const fc_report_page *page)
{
    static const char begin[] = "<!--forecost:";
    const char *rest = fc_report_page_template;
    for (const char *mark; (mark = strstr(rest, begin)); rest = strstr(mark, "-->") + 3) {
        const char *name = mark + sizeof begin - 1;
        fc_text_append(out, rest, (size_t)(mark - rest));
        if (strncmp(name, "title", 5) == 0)
            fc_quote_html(out, page->title, strlen(page->title));
        else if (strncmp(name, "data", 4) == 0) {
            /* Escapes "<" in JSON within a script element, where it could begin a tag or a comment. It occurs in
             * strings only. */
            const char *json = page->data;
            for (const char *next; (next = strchr(json, '<')); json = next + 1) {
                fc_text_append(out, json, (size_t)(next - json));
                fc_text_add(out, "\\u003c");
            }
            fc_text_append(out, json, strlen(json));
        } else
            for (int i = 0; i < page->n_scripts; i++)
                fc_text_add(out, "%s,\n", page->script[i] ? page->script[i] : "null");
    }
    fc_text_append(out, rest, strlen(rest));
}
