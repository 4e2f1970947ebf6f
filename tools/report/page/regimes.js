// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several programs is fastest where: as `forecost compare` reports it, and after changes of machine or parameters.
import { h } from "./dom.js";
import { number } from "./format.js";

/** The parameter that the points sweep; null if there is none or more than one. */
export function sweptParameter(points) {
    const names = Object.keys(points[0].parameters ?? {}).filter((name) => new Set(points.map(({ parameters }) => parameters[name])).size > 1);
    return names.length === 1 ? names[0] : null;
}

/** The fastest program at a point, and whether its interval ends below those of all others. */
export function winnerOf(results) {
    const best = results.reduce((least, result, i) => (result.time_s < results[least].time_s ? i : least), 0);
    return { winner: best, clear: results.every((result, i) => i === best || result.low_s > results[best].high_s) };
}

/** A generator of { cells, sizeName } for the map: from the formulas if all programs have one, otherwise from the predicted points. */
export function* regimeCells(programs, comparison, changed, machine, parameters) {
    const sizeName = sweptParameter(comparison.points), { points } = programs[0], closed = programs.every((program) => program.closed);
    const cells = [];
    for (let i = 0; i < points.length; i++) {
        const { ranks, parameters: own } = points[i];
        if (!sizeName && cells.some((cell) => cell.ranks === ranks))
            continue;
        const at = sizeName ? { ...parameters, [sizeName]: own[sizeName] } : parameters;
        try {
            const { winner, clear } = winnerOf(programs.map((program) => (closed ? program.at(changed, ranks, at) : program.points[i])));
            cells.push({ ranks, size: sizeName ? own[sizeName] : "", winner: programs[winner].name, clear });
        } catch (error) {
            if (!(error instanceof RangeError))
                throw error;
        }
        yield;
    }
    return { cells, sizeName };
}

/** The crossovers with their reasons. */
export function regimeList(comparison) {
    const set = (parameters) => Object.entries(parameters ?? {}).map(([name, value]) => `${name} = ${number(value)}`).join(", ");
    const items = comparison.crossovers.map(({ parameters, ranks, first, last, from, to, reason }) => h("li", {},
        h("strong", {}, `${set(parameters)}${set(parameters) ? ": " : ""}${to} is fastest from p = ${ranks} on`),
        first < last ? ` (back and forth from ${first} to ${last})` : "", `, ahead of ${from}. Why: ${reason}.`));
    return h("div", {}, h("h3", {}, "Crossovers, as predicted"),
             items.length ? h("ul", {}, items) : h("p", {}, "None: one program is fastest at all predicted ranks and parameters."));
}
