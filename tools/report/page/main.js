// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a report: reads the document and shows the prediction at the sliders' point.
import "katex/dist/katex.min.css";
import "./style.css";
import { colour, regimeChart, shareChart, speedupChart, timeChart } from "./charts.js";
import { makeControls } from "./controls.js";
import { bar, byId, h, table } from "./dom.js";
import { change, interval, number, percent, seconds } from "./format.js";
import { showFormula } from "./formula_view.js";
import { changedMachine, influences, knobsOf } from "./knobs.js";
import { showMachine } from "./machine_view.js";
import { byLabel, followAnchor, placesTable, showOrigins, showSources } from "./places_view.js";
import { disagreements, makeProgram } from "./program.js";
import { regimeCells, regimeList } from "./regimes.js";
import { rankSamples } from "./samples.js";

const SAMPLES = 40, SHOWN_PLACES = 7, SLICE_MS = 14, LONG_SUMMARY = 8;

const document_ = JSON.parse(byId("data").textContent);
const machine = document_.machine.coefficients;
const programs = document_.programs.map((data, i) => makeProgram(data, globalThis.forecostFormulas[i] ?? null, machine));
const knobs = knobsOf(programs, machine);
const allRanks = [...new Set(programs[0].points.map(({ ranks }) => ranks))];
const ranks = { low: Math.min(...allRanks), high: Math.max(...allRanks) };
if (ranks.low === ranks.high && programs.every(({ closed }) => closed))
    Object.assign(ranks, { low: 1, high: 16 * ranks.high });

const last = programs[0].points[programs[0].points.length - 1];
const state = { program: 0, p: last.ranks, parameters: Object.assign({}, ...programs.map(({ points }) => points[points.length - 1].parameters)), factors: {} };
const start = structuredClone(state);
const current = { machine, update: [], width: 0, stop: () => {}, curves: null, drawn: null };

const isStart = () => state.p === start.p && Object.keys(state.parameters).length === Object.keys(start.parameters).length && Object.entries(start.parameters).every(([name, value]) => state.parameters[name] === value);

// ---- long work, in slices ----

/** Runs a generator in slices, so that the page stays responsive; returns a function that cancels it. */
function inSlices(steps) {
    let timer;
    const slice = () => {
        const until = performance.now() + SLICE_MS;
        while (performance.now() < until)
            if (steps.next().done)
                return;
        timer = setTimeout(slice);
    };
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
}

// ---- the prediction ----

function tryAt(program, p = state.p) {
    try {
        return program.at(current.machine, p, state.parameters);
    } catch (error) {
        if (!(error instanceof RangeError))
            throw error;
        return { error: error.message };
    }
}

const settingsOf = (parameters) => Object.entries(parameters).map(([name, value]) => `, ${name} = ${number(value)}`).join("");

function warnings(program, point) {
    const texts = [];
    if (!program.closed && point.ranks !== state.p)
        texts.push(`The nearest predicted point is shown, p = ${point.ranks}: the program has no closed formula.`);
    if (point.countersOf)
        texts.push(`Data-dependent counts are those of the predicted point p = ${point.countersOf.point.ranks}${settingsOf(point.countersOf.point.parameters)}`
                   + `${point.countersOf.isProfiled ? "; they may depend on the differing values, so the interval is wider" : ""}.`);
    if (point.numbersOf)
        texts.push(`Computed quantities and parts without a closed form (T_run, T_setup) stay as they are at the predicted point `
                   + `p = ${point.numbersOf.ranks}${settingsOf(point.numbersOf.parameters)}.`);
    if (point.beyond?.length)
        texts.push(`Beyond the calibrated range: ${point.beyond.join(", ")}.`);
    return texts.map((text) => h("p", { class: "warning" }, text));
}

function parts(point) {
    const waits = point.wait_s ?? 0, share = (time) => percent(time / point.time_s);
    return h("p", {}, h("span", { class: "split", "aria-hidden": "true" }, bar(point.compute_s / point.time_s, "var(--accent)")),
             ` computation ${share(point.compute_s)}, communication ${share(point.communication_s)}${waits > 0 ? `, waiting ${share(waits)}` : ""}`);
}

function speedupWords(program, point) {
    const base = tryAt(program, ranks.low);
    if (base.error || point.ranks === ranks.low)
        return null;
    const speedup = base.time_s / point.time_s;
    return h("p", {}, `Speedup ${number(speedup)} over ${ranks.low} rank${ranks.low > 1 ? "s" : ""}, efficiency ${percent(speedup * ranks.low / point.ranks)}.`);
}

/** The lines that `forecost predict` prints under its table. */
function summaryOf(text) {
    const isLong = text.trim().split("\n").length > LONG_SUMMARY, body = h("pre", { class: "summary" }, text);
    return isLong ? h("details", {}, h("summary", {}, "Summary of the predicted points"), body) : body;
}

function showAnswer(program, point) {
    const body = byId("answer-body");
    if (point.error) {
        body.replaceChildren(h("p", { class: "warning" }, `The formula has no value here: ${point.error}.`));
        return;
    }
    const asCalibrated = current.machine === machine ? null : program.at(machine, state.p, state.parameters);
    body.replaceChildren(
        h("p", { class: "big" }, h("output", { id: "time", "data-seconds": point.time_s, "data-low": point.low_s, "data-high": point.high_s },
                                   seconds(point.time_s)), h("span", { class: "hint" }, ` ${interval(point.low_s, point.high_s)} (90 %)`)),
        h("p", {}, `${program.name} on ${point.ranks} rank${point.ranks > 1 ? "s" : ""}${settingsOf(point.parameters)}`,
          asCalibrated ? `; with the changed machine: ${change(point.time_s / asCalibrated.time_s - 1)}` : ""),
        parts(point), ...[speedupWords(program, point)].filter(Boolean), ...warnings(program, point),
        ...(isStart() && current.machine === machine ? [summaryOf(program.data.summary)] : []));
}

// ---- curves ----

/** The points of a program over the ranks, without those that have no value. */
function* curveOf(program) {
    const rows = [], same = (point) => Object.entries(point.parameters).every(([name, value]) => state.parameters[name] === value);
    const at = program.closed ? rankSamples([ranks.low, ranks.high, ...allRanks], SAMPLES) : program.points.filter(same).map((point) => point.ranks);
    for (const p of at) {
        const point = tryAt(program, p);
        if (!point.error)
            rows.push(point);
        yield;
    }
    const predicted = current.machine === machine ? program.points.filter(same) : [];
    return { name: program.name, colour: colour(programs.indexOf(program)), rows, predicted };
}

const colours = programs.map(() => new Map()); // by program: a fixed colour per label

/** Labels keep their colours; new labels get colours that no shown label has. */
function colourLabels(labels) {
    const known = colours[state.program], taken = new Set(labels.map((label) => known.get(label)));
    const free = [...Array(SHOWN_PLACES + 1).keys()].map(colour).filter((of) => !taken.has(of));
    labels.filter((label) => !known.has(label)).forEach((label) => known.set(label, free.shift()));
    return labels.map((label) => ({ label, colour: known.get(label) }));
}

/** The labels with the largest shares anywhere on the curve, each with its colour; the rest is combined. */
function labelsOf(rows) {
    const most = new Map();
    rows.forEach((point) => byLabel(point).forEach(({ label, time_s: time }) =>
        most.set(label, Math.max(most.get(label) ?? 0, time / point.time_s))));
    const shown = [...most].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_PLACES).filter(([, share]) => share > 0.005);
    return [...colourLabels(shown.map(([label]) => label)), { label: "others", colour: "var(--others)" }];
}

function shareRows(rows, labels) {
    const shown = new Set(labels.map(({ label }) => label));
    return rows.flatMap((point) => {
        const sums = new Map(labels.map(({ label }) => [label, 0]));
        byLabel(point).forEach(({ label, time_s: time }) => {
            const into = shown.has(label) ? label : "others";
            sums.set(into, sums.get(into) + time / point.time_s);
        });
        return [...sums].map(([label, share]) => ({ ranks: point.ranks, label, share }));
    });
}

/** The curves at the predicted rank counts as a table, for screen readers. */
function curveTable(curves) {
    const rows = curves.flatMap(({ name, rows: of }) => of.filter(({ ranks: p }) => allRanks.includes(p)).map((row) =>
        [name, String(row.ranks), seconds(row.time_s), interval(row.low_s, row.high_s), number(of[0].time_s / row.time_s),
         percent(of[0].time_s * of[0].ranks / row.time_s / row.ranks)]));
    return h("details", { class: "wide" }, h("summary", {}, "As a table"),
             table("Over the ranks", ["program", ">ranks", ">time", ">90 % interval", ">speedup", ">efficiency"], rows));
}

function drawCurves() {
    const { curves } = current, width = byId("curves-body").clientWidth, domain = [ranks.low, ranks.high];
    if (!curves || ranks.low === ranks.high)
        return;
    const half = width > 820 ? Math.floor(width / 2) - 14 : width, drawn = curves.filter(({ rows }) => rows.length > 1);
    const legend = programs.length > 1 ? [h("p", { class: "legend" }, curves.map(({ name, colour: of }) =>
        h("span", {}, h("span", { class: "swatch", style: `background:${of}` }), name)))] : [];
    const time = h("figure", {}, h("figcaption", {}, "Time, with its 90 % interval; circles are the predicted points"));
    const speedup = h("figure", {}, h("figcaption", {}, "Speedup; the dashed line is the ideal"));
    if (drawn.length) {
        time.append(timeChart(drawn, state.p, domain, half));
        speedup.append(speedupChart(drawn, state.p, domain, half));
    }
    byId("curves-body").replaceChildren(...legend, time, speedup, curveTable(curves));
    drawShares();
}

function drawShares() {
    const point = tryAt(programs[state.program]), curve = current.curves?.[state.program];
    if (point.error || !curve)
        return;
    const labels = labelsOf([...curve.rows, point]), shown = new Map(labels.map(({ label, colour: of }) => [label, of]));
    const figure = h("figure", {}, h("figcaption", {}, "Share of the time by source line"));
    if (curve.rows.length > 1)
        figure.append(shareChart(shareRows(curve.rows, labels), labels, state.p, [ranks.low, ranks.high], byId("breakdown-body").clientWidth));
    byId("breakdown-body").replaceChildren(...(curve.rows.length > 1 ? [figure] : []), placesTable(point, shown));
}

function drawRegimes() {
    if (!current.regimes)
        return;
    byId("regimes-body").replaceChildren(
        h("p", { class: "legend" }, programs.map(({ name }, i) => h("span", {}, h("span", { class: "swatch", style: `background:${colour(i)}` }), `${i + 1} ${name}`)),
          h("span", {}, "? the intervals overlap")),
        regimeChart(current.regimes.cells, programs.map(({ name }) => name), current.regimes.sizeName, byId("regimes-body").clientWidth),
        h("details", { class: "spoken" }, h("summary", {}, "As a table"), table("The fastest", [">ranks", `>${current.regimes.sizeName ?? ""}`, "program", "interval"],
            current.regimes.cells.map(({ ranks: p, size, winner, clear }) => [String(p), String(size), winner, clear ? "below all others" : "overlaps"]))),
        regimeList(document_.comparison));
}

/** key: the settings that the curves depend on. */
function* drawAll(key) {
    const curves = [];
    for (const program of programs)
        curves.push(yield* curveOf(program));
    current.curves = curves;
    drawCurves();
    if (programs.length > 1) {
        current.regimes = yield* regimeCells(programs, document_.comparison, current.machine, machine, state.parameters);
        byId("regimes").hidden = false;
        drawRegimes();
    }
    current.drawn = key;
    if (!performance.getEntriesByName("forecost complete").length) {
        performance.mark("forecost complete");
        inSlices(afterwards());
    }
}

/** Work after the first display: sorting the coefficients, and checking the formulas. */
function* afterwards() {
    const first = programs.find(({ closed }) => closed), point = first && first.at(machine, start.p, start.parameters);
    if (first && knobs.length)
        sortKnobs(yield* influences(knobs, first, machine, point));
    let wrong = 0;
    for (const program of programs)
        wrong += yield* disagreements(program, machine);
    showMachine(byId("machine-body"), document_.machine, programs, wrong);
    performance.mark("forecost checked");
}

// ---- the page ----

function showProgram() {
    const program = programs[state.program];
    byId("sources-body").dataset.opened = "";
    current.shown = program;
    current.update = [showFormula(byId("formula-body"), program), showSources(byId("sources-body"), program)];
    showOrigins(byId("origins-body"), program);
}

function show() {
    current.machine = changedMachine(machine, knobs, state.factors);
    if (current.shown !== programs[state.program])
        showProgram();
    const point = tryAt(programs[state.program]);
    follow();
    showAnswer(programs[state.program], point);
    if (!point.error)
        current.update.forEach((update) => update(point));
    const drawn = JSON.stringify([state.parameters, state.factors]);
    if (drawn === current.drawn) {
        drawCurves(); // only ranks or program changed: the curves are still valid
        return;
    }
    current.stop();
    current.stop = inSlices(drawAll(drawn));
}

let isAsked = false;
/** At most once per frame. */
function changed() {
    if (isAsked)
        return;
    isAsked = true;
    requestAnimationFrame(() => { isAsked = false; show(); });
}

function showHead() {
    const { prediction } = document_.programs[0];
    byId("subtitle").textContent = [`machine ${document_.machine.name}${document_.machine.provenance ? ` (${document_.machine.provenance})` : ""}`,
        `method ${prediction.method}`, `compute ${prediction.compute_model}`,
        document_.arguments.length ? `arguments ${document_.arguments.join(" ")}` : null].filter(Boolean).join("  ·  ");
    byId("made").textContent = `Made by forecost ${document_.forecost}; the numbers are computed in this page, which needs no network.`;
    const open = programs.filter(({ closed }) => !closed);
    byId("limits").textContent = open.length
        ? `No closed formula: ${open.map(({ name }) => name).join(", ")}. Only predicted points can be shown; parameters and machine are fixed.` : "";
}

byId("machine-knobs").open = innerWidth > 900;
showHead();
const { sort: sortKnobs, follow } = makeControls({ programs, knobs, ranks, state, changed });
showMachine(byId("machine-body"), document_.machine, programs, null);
show();
performance.mark("forecost interactive");

addEventListener("hashchange", () => followAnchor(location.hash));
addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#line']");
    if (link)
        followAnchor(link.getAttribute("href"));
});
new ResizeObserver(() => {
    const width = byId("curves").clientWidth;
    if (width === current.width)
        return;
    current.width = width;
    drawCurves();
    drawRegimes();
}).observe(byId("curves"));
addEventListener("beforeprint", () => document.querySelectorAll("main details:not(.spoken)").forEach((details) => { details.open = true; }));
