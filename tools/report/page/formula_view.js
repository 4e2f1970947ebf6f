// SPDX-License-Identifier: GPL-3.0-or-later
// The typeset formula: one row per term with its source line and its time at the sliders' point.
import katex from "katex";
import { bar, h } from "./dom.js";
import { fileName, percent, seconds } from "./format.js";

const LONG_TERM = 700;

function typeset(tex) {
    const element = h("span", { class: "term" });
    katex.render(tex.replaceAll("dims_create", "\\operatorname{dims\\_create}"), element, { throwOnError: false, strict: "ignore", trust: false });
    return element;
}

/** Typesets a term; a very long one is collapsed. */
function shownTerm(tex) {
    if (tex.length < LONG_TERM)
        return typeset(tex);
    const details = h("details", {}, h("summary", {}, "a long term"));
    details.addEventListener("toggle", () => details.childElementCount > 1 || details.append(typeset(tex)), { once: true });
    return details;
}

const escaped = (name) => name.replace(/[_#%&$]/g, "\\$&");
const nameOf = (name) => (name.length > 1 ? `\\mathit{${escaped(name)}}` : name);

/** "T(p, n) = max ... of" */
function head(formula) {
    const names = ["p", ...formula.parameters.map(({ name }) => nameOf(name)),
                   ...formula.counters.map(({ name }) => `\\text{${escaped(name)}}`)].join(", ");
    return typeset(`T(${names}) = ${formula.uses_rank ? "\\max\\limits_{\\mathit{rank} = 0}^{p - 1}" : ""}`);
}

/** Lines of a group of terms: its weight and a bracket "iterations * (" first; a single term gets the weight itself. */
function lines(formula) {
    return formula.latex.groups.flatMap(({ weight, lines: of }) => {
        const first = formula.terms[of[0].terms[0]], onlySums = first.sums.length > 0 && first.count === "1";
        const bracket = weight !== "" && of.length > 1, times = weight === "" ? "" : `${weight} ${onlySums ? "\\," : "\\cdot"} `;
        return [...(bracket ? [{ tex: `${times}\\bigl(`, level: 0 }] : []),
                ...of.map(({ terms, cost }, i) => ({ terms, level: bracket ? 1 : 0,
                    tex: `${bracket ? (i ? "{} + " : "") : times}${cost}${bracket && i + 1 === of.length ? " \\bigr)" : ""}` }))];
    });
}

function growth(formula) {
    const says = ({ theta, at_most: most }) => (theta !== null ? `Theta(${theta})` : most !== null ? `at most O(${most})` : "not known");
    return formula.growth.map(({ parameter, computation, communication }) => h("li", {}, `in ${parameter}: computation `,
        h("code", {}, says(computation)), ", communication ", h("code", {}, says(communication))));
}

function placeLink(term) {
    return h("a", { href: `#${anchor(term.file, term.line)}` }, `${fileName(term.file)}:${term.line}`);
}

/** The id of a line in the sources. */
export function anchor(file, line) {
    return `line ${file}:${line}`.replaceAll(/\s/g, "-");
}

/** Fills `box` for a program; returns the function that updates it for an evaluated point. */
export function showFormula(box, program) {
    const { formula, no_formula: why } = program.data;
    if (!program.closed) {
        box.replaceChildren(h("p", {}, formula ? "Some counters of the formula have no value; predicted points are shown instead."
                                               : "There is no closed formula; the curves connect the predicted points, and parameters and machine "
                                                 + "are fixed."),
                            ...(why ? [h("pre", {}, why)] : []));
        return () => {};
    }
    const rows = lines(formula).map((line, i) => ({ ...line, plus: line.level === 0 && i > 0 })).map(({ tex, terms, level, plus }) => {
        const time = h("td", { class: "number" }), share = h("td", { class: "share" });
        const row = h("tr", {}, h("td", { class: `level${level}` }, shownTerm((plus ? "{} + " : "") + tex)),
                      h("td", { class: "place" }, terms ? placeLink(formula.terms[terms[0]]) : null), time, share);
        return { row, terms: terms ?? [], time, share };
    });
    const where = formula.latex.where.map((text) => h("li", {}, typeset(text)));
    box.replaceChildren(
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The formula, term by term" },
          h("table", { class: "formula" }, h("caption", {}, head(formula)),
            h("thead", { class: "quiet" }, h("tr", {}, ["term", "place", "time", "share"].map((title) => h("th", { scope: "col" }, title)))),
            h("tbody", {}, rows.map(({ row }) => row)))),
        ...(where.length ? [h("p", {}, "where"), h("ul", { class: "where" }, where)] : []),
        ...(formula.growth.length ? [h("p", {}, "Growth with the other parameters fixed:"), h("ul", {}, growth(formula))] : []));
    return ({ seconds: of, time_s: total }) => rows.forEach(({ terms, time, share }) => {
        if (terms.length === 0)
            return;
        const sum = terms.reduce((all, term) => all + of[term], 0);
        time.textContent = seconds(sum, 3);
        share.replaceChildren(bar(sum / total, "var(--accent)"), percent(sum / total));
    });
}
