// SPDX-License-Identifier: GPL-3.0-or-later
// Elements from data; text is always set as text.

/** h("td", { class: "x", onclick: f }, "text", element, ...). */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on"))
            element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== null && value !== undefined)
            element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

export const byId = (id) => document.getElementById(id);

/** A table with a caption and a line of titles; rows of texts or elements. A column that starts with ">" is aligned to the right. */
export function table(caption, columns, rows) {
    const side = (column) => (column.startsWith(">") ? "number" : null);
    const title = (column) => column.replace(/^>/, "");
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, h("table", {},
        h("caption", {}, caption),
        h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col", class: side(column) }, title(column))))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, i) => h("td", { class: side(columns[i]) }, cell)))))));
}

/** A bar with the length of a share 0 .. 1. The number stands beside it, so screen readers skip the bar. */
export function bar(share, colour) {
    return h("span", { class: "bar", "aria-hidden": "true" },
             h("span", { style: `width:${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%;background:${colour}` }));
}
