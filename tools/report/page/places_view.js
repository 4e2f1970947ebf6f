// SPDX-License-Identifier: GPL-3.0-or-later
// Source lines: time by line, annotated listings, and the origin of counts.
import { bar, h, table } from "./dom.js";
import { fileName, number, percent, seconds } from "./format.js";
import { anchor } from "./formula_view.js";

const labelOf = ({ file, line, op }) => `${fileName(file)}:${line} ${op ?? "computation"}`;
const lineKey = ({ file, line }) => `${file}:${line}`;

/** A point's seconds by label: the computation of a line, or one operation on it. */
export function byLabel(point) {
    const sums = new Map();
    for (const place of point.by) {
        const label = labelOf(place), known = sums.get(label);
        sums.set(label, { ...place, label, time_s: (known?.time_s ?? 0) + place.time_s });
    }
    return [...sums.values()].sort((a, b) => b.time_s - a.time_s);
}

/** The table under the chart of shares. colours: by label. */
export function placesTable(point, colours) {
    const rows = byLabel(point).filter(({ time_s: time }) => time >= 0.0005 * point.time_s).map((place) => [
        h("span", {}, h("span", { class: "swatch", "aria-hidden": "true", style: `background:${colours.get(place.label) ?? "var(--others)"}` }),
          h("a", { href: `#${anchor(place.file, place.line)}` }, `${fileName(place.file)}:${place.line}`)),
        place.function, place.op ?? "computation", seconds(place.time_s, 3),
        h("span", { class: "share" }, bar(place.time_s / point.time_s, colours.get(place.label) ?? "var(--others)"), percent(place.time_s / point.time_s)),
    ]);
    return table(`Time by source line at p = ${point.ranks}`, ["line", "in", "does", ">time", "share"], rows);
}

// ---- sources ----

function sourceLine({ path, url }, text, number_, places) {
    const share = h("td", { class: "number heat" }), ops = [...new Set(places.map(({ op }) => op).filter(Boolean))];
    const origins = [...new Set(places.map(({ origin }) => origin))].filter((origin) => origin !== "closed");
    const row = h("tr", { id: anchor(path, number_) }, h("td", { class: "line-number" }, h("a", { href: url.replace("{line}", number_) }, String(number_))), share,
                  h("td", { class: "code" }, text), h("td", { class: "note" }, [...ops, ...origins.map((origin) => `count ${origin}`)].join(", ")));
    return { row, share };
}

/** One file as table rows. */
function sourceFile({ path, url, text, note }, places) {
    const lines = new Map(), rows = [];
    (text ?? "").replace(/\n$/, "").split("\n").forEach((line, i) => {
        const here = places.filter((place) => place.file === path && place.line === i + 1);
        const made = sourceLine({ path, url }, line, i + 1, here);
        rows.push(made.row);
        if (here.length)
            lines.set(i + 1, made);
    });
    const summary = h("span", { class: "hint" });
    const details = h("details", { class: "source" }, h("summary", {}, path, " ", summary),
        ...(note ? [h("p", { class: "warning" }, note)] : []),
        ...(text !== null ? [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Source ${path}` },
                               h("table", { class: "listing" }, h("tbody", {}, rows)))] : []));
    return { path, details, summary, lines };
}

/** Fills `box` with the program's sources; returns the function that updates their heat for a point. */
export function showSources(box, program) {
    const files = program.data.sources.map((source) => sourceFile(source, program.data.places));
    box.replaceChildren(h("p", { class: "hint" }, "Each line shows its share of the time; darker is more. The time of a call is shown at the lines of the called function."),
                        ...files.map(({ details }) => details));
    return (point) => {
        const shares = new Map();
        point.by.forEach((place) => shares.set(lineKey(place), (shares.get(lineKey(place)) ?? 0) + place.time_s / point.time_s));
        files.forEach(({ path, summary, lines }) => {
            let all = 0;
            lines.forEach(({ row, share }, line) => {
                const part = shares.get(lineKey({ file: path, line })) ?? 0;
                all += part;
                share.textContent = part > 0 ? percent(part) : "";
                row.style.setProperty("--heat", Math.sqrt(part).toFixed(3));
            });
            summary.textContent = `${percent(all)} of the time`;
        });
        if (!box.dataset.opened) {
            box.dataset.opened = "yes";
            const hottest = files.find(({ path }) => path === point.by[0]?.file) ?? files[0];
            if (hottest)
                hottest.details.open = true;
        }
    };
}

/** Opens the file that a link refers to, and scrolls to its line. */
export function followAnchor(hash) {
    const line = document.getElementById(decodeURIComponent(hash.slice(1)));
    const file = line?.closest("details.source");
    if (!file)
        return;
    file.open = true;
    line.scrollIntoView({ block: "center" });
    document.querySelector("tr.target")?.classList.remove("target");
    line.classList.add("target");
}

// ---- counts ----

function timesOf(term) {
    const sums = term.sums.map(({ variable, low, high }) => `sum over ${variable} = ${low} .. ${high} of `).join("");
    const factors = [term.count, term.iterations].filter((factor) => factor !== undefined && factor !== "1")
        .map((factor, i, all) => (all.length > 1 && / [+-] /.test(factor) ? `(${factor})` : factor));
    return sums + (factors.join(" * ") || "1");
}

function countRows({ formula, places }) {
    return formula.terms.map((term) => [h("a", { href: `#${anchor(term.file, term.line)}` }, `${fileName(term.file)}:${term.line}`), term.function,
                                        term.op ?? term.kind, h("code", {}, timesOf(term)), places[term.item]?.origin ?? "closed"]);
}

function placeRows({ places }) {
    return places.map((place) => [h("a", { href: `#${anchor(place.file, place.line)}` }, `${fileName(place.file)}:${place.line}`), place.function,
                                  place.op ?? "computation", h("span", { class: "hint" }, "executed by the cost program"), place.origin]);
}

function counterRows({ formula, counters, prediction }) {
    const values = (counter) => [...new Set(counters.filter((row) => row.counter === counter).map((row) =>
        `${row.value === null ? "not known" : number(row.value)} (${row.origin ?? "no source"})`))];
    return (formula?.counters ?? []).map(({ name, file, line, op, counter }) => {
        const found = values(counter);
        return [h("a", { href: `#${anchor(file, line)}` }, `${fileName(file)}:${line}`), name, op,
                found.length > 1 ? `${found.length} values over ${prediction.points.length} points: ${found[0]} .. ${found[found.length - 1]}` : found[0]];
    });
}

/** Fills `box` with all counts and their origins. */
export function showOrigins(box, program) {
    const { data } = program, total = new Map();
    data.prediction.points.forEach(({ time_s: time, origin }) => Object.entries(origin).forEach(([name, share]) =>
        total.set(name, (total.get(name) ?? 0) + time * share)));
    const all = [...total.values()].reduce((a, b) => a + b, 0);
    const words = [...total].filter(([, time]) => time > 0).map(([name, time]) => `${percent(time / all)} ${name}`).join(", ");
    const counters = counterRows(data), rows = data.formula ? countRows(data) : placeRows(data);
    box.replaceChildren(h("p", {}, `Counts behind the predicted time: ${words || "none"}.`),
        ...(counters.length ? [table("Counts from a profile or an assumption", ["line", "counter", "of", "value"], counters)] : []),
        h("details", {}, h("summary", {}, `All ${rows.length} counts`), table("Execution counts", ["line", "in", "does", "times", "origin"], rows)));
}
