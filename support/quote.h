/* SPDX-License-Identifier: Apache-2.0 */
/** @file quote.h  Foreign text in generated text: one function for each language that Forecost writes.
 *
 * Names of files, symbols, machines and programs come from untrusted input. No generator prints them directly: in C
 * they stand in string literals or comments, and as identifiers only if fc_quote_is_identifier() accepts them. */
#ifndef FC_QUOTE_H
#define FC_QUOTE_H

#include "support/text.h"

#include <stdbool.h>
#include <stddef.h>

/** A C string literal with its quotes. All but printable ASCII becomes an octal escape. */
void fc_quote_c(fc_text *out, const char *bytes, size_t length);

/** One word of a comment or docstring of C, JavaScript or Python. Whatever could end it, or start an escape, a markup
 * element or a new line in it, becomes '_'; only printable ASCII stays. */
void fc_quote_comment(fc_text *out, const char *text);

/** True for [A-Za-z_][A-Za-z0-9_]* that is neither a keyword of GNU C17 nor reserved by a leading "__" or "_A". */
bool fc_quote_is_identifier(const char *name);

/** True for a decimal or hexadecimal floating constant of C, with its suffix. */
bool fc_quote_is_real_constant(const char *text);

/** Text or attribute value of HTML. Control characters but the tabulator are left out. */
void fc_quote_html(fc_text *out, const char *text, size_t length);

/** Text or attribute value of XML 1.0. Characters that XML does not allow, and bytes that are not UTF-8, become
 * U+FFFD. */
void fc_quote_xml(fc_text *out, const char *text);

/** " name=\"value\"" of XML. */
void fc_quote_xml_attribute(fc_text *out, const char *name, const char *value);

/** Text of a Markdown table cell or list item, inert as HTML too; line ends become blanks. */
void fc_quote_markdown(fc_text *out, const char *text);

/** Text of LaTeX (with amsmath), also in math mode: special characters as commands, control characters as '?'. */
void fc_quote_latex(fc_text *out, const char *text);

/** A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void fc_quote_json(fc_text *out, const char *text);

/** A word of the POSIX shell, in single quotes. */
void fc_quote_shell(fc_text *out, const char *word);

/** A string of Graphviz's DOT with its quotes. */
void fc_quote_dot(fc_text *out, const char *text);

/** A string of gnuplot in single quotes. */
void fc_quote_gnuplot(fc_text *out, const char *text);

/** The text as UTF-8; each byte that is not becomes U+FFFD. */
void fc_quote_utf8(fc_text *out, const char *text);

#endif
