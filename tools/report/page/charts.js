// SPDX-License-Identifier: GPL-3.0-or-later
// Charts by Observable Plot: SVG with the page's colours, so that dark mode, light mode and print need no other version.
import * as Plot from "@observablehq/plot";
import { interval, number, percent, seconds } from "./format.js";

export const colour = (i) => `var(--series-${i % 8})`;

const rankAxis = (domain) => ({ type: "log", base: 2, domain, label: "ranks p", tickFormat: (p) => number(p), ticks: 8 });

function plot(title, width, options) {
    const figure = Plot.plot({
        width: Math.max(280, width), height: 280, marginLeft: 64, marginRight: 16, marginBottom: 40, ariaLabel: title,
        style: { background: "none", color: "inherit", font: "inherit", fontSize: "12px", overflow: "visible" }, ...options,
    });
    figure.setAttribute("role", "img");
    return figure;
}

/** Marks the sliders' number of ranks if it is within the axis. */
const here = (p, [low, high]) => Plot.ruleX(p >= low && p <= high ? [p] : [], { stroke: "currentColor", strokeDasharray: "3,3", strokeOpacity: 0.7 });

const tipOf = (lines) => ({ title: lines, fill: "var(--surface)", stroke: "var(--line)", textPadding: 6, fontSize: 12 });

/** curves: [{ name, colour, rows: [{ ranks, time_s, low_s, high_s }], predicted: points }]; p: the sliders' number of ranks. */
export function timeChart(curves, p, domain, width) {
    const rows = curves.flatMap(({ name, rows: of }) => of.map((row) => ({ ...row, name })));
    return plot("Time over ranks, with its 90 % interval", width, {
        x: rankAxis(domain), y: { type: "log", label: "time", grid: true, tickFormat: (s) => seconds(s, 2).replace(/\.0 /, " "), ticks: 5 },
        marks: [
            ...curves.flatMap(({ rows: of, colour: fill }) => [
                Plot.areaY(of, { x: "ranks", y1: (row) => Math.max(row.low_s, row.time_s / 50), y2: "high_s", fill, fillOpacity: 0.2 }),
                Plot.lineY(of, { x: "ranks", y: "time_s", stroke: fill, strokeWidth: 2 }),
            ]),
            ...curves.map(({ predicted, colour: stroke }) => Plot.dot(predicted, { x: "ranks", y: "time_s", stroke, r: 2.5, fill: "var(--surface)" })),
            here(p, domain),
            Plot.tip(rows, Plot.pointer({ x: "ranks", y: "time_s", ...tipOf((row) =>
                `${row.name}, p = ${row.ranks}\n${seconds(row.time_s)}\n${interval(row.low_s, row.high_s)}`) })),
        ],
    });
}

/** The speedup relative to the fewest ranks of the curve. */
export function speedupChart(curves, p, domain, width) {
    const sped = curves.map((curve) => {
        const [base] = curve.rows;
        return { ...curve, rows: curve.rows.map((row) => ({ ranks: row.ranks, speedup: base.time_s / row.time_s, low: base.time_s / row.high_s,
                                                            high: base.time_s / Math.max(row.low_s, row.time_s / 50), name: curve.name,
                                                            efficiency: base.time_s * base.ranks / row.time_s / row.ranks })) };
    });
    const base = domain[0], ideal = domain.map((ranks) => ({ ranks, speedup: ranks / base }));
    return plot(`Speedup over ${base} rank${base > 1 ? "s" : ""}, with its interval`, width, {
        x: rankAxis(domain), y: { type: "log", base: 2, label: base > 1 ? `speedup over ${base} ranks` : "speedup", grid: true, tickFormat: number, ticks: 6 },
        marks: [
            Plot.lineY(ideal, { x: "ranks", y: "speedup", stroke: "currentColor", strokeOpacity: 0.4, strokeDasharray: "6,4" }),
            Plot.text([ideal[1]], { x: "ranks", y: "speedup", text: () => "ideal", dy: -8, dx: -14, fillOpacity: 0.7 }),
            ...sped.flatMap(({ rows, colour: fill }) => [
                Plot.areaY(rows, { x: "ranks", y1: "low", y2: "high", fill, fillOpacity: 0.2 }),
                Plot.lineY(rows, { x: "ranks", y: "speedup", stroke: fill, strokeWidth: 2 }),
            ]),
            here(p, domain),
            Plot.tip(sped.flatMap(({ rows }) => rows), Plot.pointer({ x: "ranks", y: "speedup", ...tipOf((row) =>
                `${row.name}, p = ${row.ranks}\nspeedup ${number(row.speedup)}\nefficiency ${percent(row.efficiency)}`) })),
        ],
    });
}

/** rows: [{ ranks, label, share }]; labels in display order, each with a colour. */
export function shareChart(rows, labels, p, domain, width) {
    return plot("Share of the time by source line, over ranks", width, {
        x: rankAxis(domain), y: { label: "share of the time", percent: true, domain: [0, 100] },
        color: { domain: labels.map(({ label }) => label), range: labels.map(({ colour: of }) => of) },
        marks: [
            Plot.areaY(rows, { x: "ranks", y: "share", fill: "label", order: labels.map(({ label }) => label) }),
            Plot.tip(rows, Plot.pointer(Plot.stackY({ x: "ranks", y: "share", z: "label", order: labels.map(({ label }) => label),
                ...tipOf((row) => `${row.label}, p = ${row.ranks}\n${percent(row.share)}`) }))),
            here(p, domain),
        ],
    });
}

/** cells: [{ ranks, size, winner, clear }]; size: the swept parameter's value, or "". */
export function regimeChart(cells, names, sizeName, width) {
    const sizes = [...new Set(cells.map(({ size }) => size))];
    return plot("Which program is the fastest, by ranks" + (sizeName ? ` and ${sizeName}` : ""), width, {
        height: 70 + 26 * sizes.length, x: { type: "band", label: "ranks p", padding: 0.04, tickFormat: number },
        y: { type: "band", label: sizeName, reverse: true, padding: 0.06, tickFormat: (size) => (size === "" ? "" : number(size)) },
        color: { domain: names, range: names.map((name, i) => colour(i)) },
        marks: [
            Plot.cell(cells, { x: "ranks", y: "size", fill: "winner", fillOpacity: (cell) => (cell.clear ? 0.9 : 0.45) }),
            Plot.text(cells, { x: "ranks", y: "size", text: (cell) => `${names.indexOf(cell.winner) + 1}${cell.clear ? "" : "?"}`,
                               fill: (cell) => (cell.clear ? "var(--on-series)" : "var(--text)"), fontWeight: 600,
                               title: (cell) => `${cell.winner}${cell.clear ? "" : "; the intervals overlap"}` }),
        ],
    });
}
