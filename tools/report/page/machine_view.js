// SPDX-License-Identifier: GPL-3.0-or-later
// The machine: its description, the fit errors of its runtime functions and costs, and their calibrated ranges.
import { h, table } from "./dom.js";
import { bytes, number, percent, seconds } from "./format.js";
import { functionOf, functionsBehind } from "./knobs.js";

const TERMS = ["", " log2 p", " (p-1)", " m", " m log2 p", " m (p-1)"];

function facts(machine) {
    const rows = [["name", machine.name], ["calibrated with", machine.provenance], ["processor", machine.cpu], ["system", machine.os],
                  ["compiler", [machine.compiler, machine.compiler_version].filter(Boolean).join(": ")],
                  ["MPI", [machine.mpi_compiler, machine.mpi_version].filter(Boolean).join(": ")], ["calibrated on", machine.date],
                  ["cores per node", String(machine.coefficients.cores)], ["caches", machine.cache_bytes.map(bytes).join(", ")], ["note", machine.note]];
    return h("dl", {}, rows.filter(([, value]) => value).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** "1.2 us + 3.4 ns m (p-1)" */
function terms(c) {
    return c.map((value, i) => (value === 0 ? null : `${seconds(Math.abs(value), 3)}${TERMS[i]}`)).map((text, i) => text && (c[i] < 0 ? `- ${text}` : text))
        .filter(Boolean).join(" + ").replaceAll("+ - ", "- ") || "0";
}

function functionRows(machine, names) {
    const fits = machine.coefficients.communication;
    return names.flatMap((name) => {
        const fit = fits[name];
        if (!fit)
            return [[`T_${name}`, "", `not fitted: derived from ${functionsBehind(name, machine.coefficients).map((by) => `T_${by}`).join(" and ")}`, "", ""]];
        const ranks = fit.high_ranks >= 1 ? `${number(fit.low_ranks)} .. ${number(fit.high_ranks)}` : "not known";
        return fit.segments.map(([end, c, error], i) => [`T_${name}`, end < 1e18 ? `< ${bytes(end)}` : fit.segments.length > 1 ? "above" : "any",
            terms(c), percent(error), i ? "" : ranks + (machine.assumed.includes(name) ? ", terms in p assumed" : "")]);
    });
}

const costName = (key) => `t_${key.replace(" ", "_")}`;

/** Costs of the operations in the formulas; names of those that were not measured. */
function costRows(machine, programs) {
    const used = new Set(programs.filter(({ closed }) => closed).flatMap(({ formula }) => Object.values(formula.regions)
        .flatMap((region) => region.operations.map(([operation, numeric]) => `${operation} ${numeric}`))));
    const { operation } = machine.coefficients.core, text = (value) => (value >= 0 ? seconds(value, 3) : "not measured");
    return {
        rows: [...used].sort().filter((key) => operation[key]).map((key) =>
            [costName(key), ...operation[key].slice(0, 3).map(text), percent(operation[key][4])]),
        missing: [...used].sort().filter((key) => !operation[key]).map(costName),
    };
}

/** Fills `box`. disagreements: number of predicted points at which formula and cost program differ; null: not checked yet. */
export function showMachine(box, machine, programs, disagreements) {
    const names = [...new Set(programs.filter(({ closed }) => closed).flatMap(({ data }) =>
        data.formula.terms.map(functionOf).filter(Boolean)))].sort();
    const behind = names.flatMap((name) => functionsBehind(name, machine.coefficients)).filter((name) => !names.includes(name));
    const { rows: costs, missing } = costRows(machine, programs);
    const checked = programs.filter(({ closed }) => closed).reduce((sum, { points }) => sum + points.length, 0);
    box.replaceChildren(facts(machine),
        ...(names.length ? [table("Runtime functions in the formula: m bytes per rank, p ranks",
                                  ["function", "bytes", "seconds", ">fit error", "calibrated ranks"], functionRows(machine, [...names, ...new Set(behind)]))] : []),
        ...(costs.length ? [h("details", {}, h("summary", {}, "Operation costs in the formula"),
                              table("Costs of one operation", ["operation", ">vectorized", ">scalar", ">latency", ">error"], costs),
            ...(missing.length ? [h("p", {}, `Not measured; the cost of the nearest type or of an addition is used: ${missing.join(", ")}.`)] : []))] : []),
        h("p", {}, "Times have a 90 % interval. It combines the errors of these fits, which are independent between source lines, with at least 3 % "
                   + "for the memory model of computation. Beyond the calibrated ranks 4 % per doubling are added, and for a profile with other "
                   + "arguments or ranks the uncertainty of its counts."),
        ...(checked && disagreements !== null ? [h("p", { id: "self-check" }, disagreements
            ? `At ${disagreements} of ${checked} predicted points this page's formula and the cost program differ. Use the predicted points, and please report this error.`
            : `This page's formula gives the same time as the cost program at all ${checked} predicted points (to 9 digits).`)] : []));
}
