// SPDX-License-Identifier: GPL-3.0-or-later
// A program at any point: by its closed formula, otherwise by the nearest predicted point.
import { fc_evaluate, fc_helpers, fc_model } from "forecost-formula";

// As analyzer/model/profile/profile_select.c: counts vary with an unknown power of each argument, 0 +- 1/2, and of the ranks, 0 +- 1/8.
const BY_ARGUMENT = 0.5, BY_RANKS = 0.125;

/** The squared distance of two points in the logarithms of their parameters. */
function distance(point, parameters) {
    return Object.keys(parameters).reduce((sum, name) => sum + movement(point.parameters[name] ?? parameters[name], parameters[name]), 0);
}

/** The predicted point nearest to p ranks with these parameters, and its index. */
function nearestPoint(points, p, parameters) {
    let best = 0, least = Infinity;
    points.forEach((point, i) => {
        const far = distance(point, parameters) + movement(point.ranks, p);
        if (far < least)
            [best, least] = [i, far];
    });
    return { index: best, point: points[best], isThere: least === 0 };
}

/** The rows of the formula's counters at a predicted point. */
function countersAt(program, index) {
    const rows = new Map(program.counters.filter((row) => row.point === index).map((row) => [row.counter, row]));
    return program.formula.counters.map(({ counter }) => rows.get(counter));
}

/** ln(to / from)^2; a change from, to or across 0 counts as a factor of 2. */
function movement(from, to) {
    const ratio = to / from;
    return from === to ? 0 : Math.log(ratio > 0 && Number.isFinite(ratio) ? ratio : 2) ** 2;
}

/** Seconds by place, in descending order. */
function byPlace(program, items, seconds) {
    const sums = new Map();
    items.forEach((item, term) => sums.set(item, (sums.get(item) ?? 0) + seconds[term]));
    return [...sums].filter(([, time]) => time > 0).map(([item, time_s]) => ({ ...program.places[item], time_s }))
        .sort((a, b) => b.time_s - a.time_s);
}

/** Whether the program has a formula, and all counters have a value at all points. */
function isClosed(program, factory) {
    return factory !== null && program.formula !== null &&
        program.prediction.points.every((point, index) => countersAt(program, index).every((row) => row.value !== null));
}

/** Relative uncertainty of the counters at a predicted point: the part of its interval beyond the errors of fits. */
function doubtAt(formula, model, result, point) {
    const counted = formula.counted.reduce((sum, is, term) => sum + (is ? result.seconds[term] : 0), 0);
    const half = (point.high_s - point.time_s) ** 2 - (result.high_s - result.time_s) ** 2;
    return counted > 0 && half > 0 ? model.deviation(Math.sqrt(half)) / counted : 0;
}

/** What the cost program gave at a predicted point: quantities and the seconds of parts without closed form. */
function numbersAt(program, index) {
    return program.numbers[index] ?? { values: [], slowest_rank: -1 };
}

/** data: an entry of the document's programs; factory: its formula as fc_formula_print_script() prints it, or null. */
export function makeProgram(data, factory, machine) {
    const closed = isClosed(data, factory), formula = closed ? factory(fc_helpers) : null;
    const { points } = data.prediction;
    let lastMachine = null, lastModel = null;

    function modelOf(changed) {
        if (changed !== lastMachine)
            [lastMachine, lastModel] = [changed, fc_model(changed, formula)];
        return lastModel;
    }

    const hasNumbers = closed && data.numbers.length > 0;
    // A quantity that no slider has set has the point's value. What the program did not read stands in parts that did not run.
    const valueOf = ({ name, number }, parameters, numbers) => parameters[name] ?? (number === undefined ? 1 : numbers[number]);
    const valuesAt = (p, parameters, counters, { values: numbers }) =>
        [p, ...data.formula.parameters.map((parameter) => valueOf(parameter, parameters, numbers)), ...counters.map((row) => row.value), numbers];

    const doubts = new Map(); // by predicted point
    function doubtOf({ index, point }, counters) {
        if (counters.length === 0 && !hasNumbers)
            return 0;
        if (!doubts.has(index)) {
            const numbers = numbersAt(data, index), values = valuesAt(point.ranks, point.parameters, counters, numbers);
            const model = fc_model(machine, formula);
            const result = fc_evaluate(formula, model, values, 0, hasNumbers ? numbers.slowest_rank : -1);
            doubts.set(index, doubtAt(formula, model, result, point));
        }
        return doubts.get(index);
    }

    /** Throws a RangeError if the formula has no value. Counters, quantities and parts have the values of the nearest predicted point;
     *  the uncertainty of profiled counters grows with the distance. Quantities are those of the point's slowest rank. */
    function evaluate(changed, p, parameters) {
        const near = nearestPoint(points, p, parameters), counters = countersAt(data, near.index), numbers = numbersAt(data, near.index);
        const isProfiled = counters.some((row) => row.origin === "profiled");
        const moved = isProfiled ? Math.hypot(BY_ARGUMENT * Math.sqrt(distance(near.point, parameters)),
                                              BY_RANKS * Math.log(near.point.ranks / p)) : 0;
        const doubt = Math.hypot(doubtOf(near, counters), moved);
        const rank = hasNumbers && near.point.ranks === p ? numbers.slowest_rank : -1;
        const result = fc_evaluate(formula, modelOf(changed), valuesAt(p, parameters, counters, numbers), doubt, rank);
        return { ...result, ranks: p, parameters, by: byPlace(data, formula.items, result.seconds),
                 countersOf: counters.length > 0 && !near.isThere ? { point: near.point, isProfiled } : null,
                 numbersOf: hasNumbers && !near.isThere ? near.point : null };
    }

    return {
        name: data.name, data, closed, formula, points,
        at: (changed, p, parameters) => (closed ? evaluate(changed, p, parameters) : nearestPoint(points, p, parameters).point),
        /** Seconds of the rank that a point names: enough to find the influence of a coefficient without evaluating all ranks. */
        ofRank: (changed, point) => {
            let sum = 0;
            const { index } = nearestPoint(points, point.ranks, point.parameters), numbers = numbersAt(data, index);
            formula.terms(fc_model(changed, formula), (term, times, price) => { sum += times * price.seconds; }, point.rank,
                          ...valuesAt(point.ranks, point.parameters, countersAt(data, index), numbers));
            return sum;
        },
        /** The quantities of the formula, { name, type, number }. */
        quantities: closed ? data.formula.parameters.filter(({ number }) => number !== undefined) : [],
        /** A quantity's value at the nearest predicted point. */
        quantityAt: (number, p, parameters) => numbersAt(data, nearestPoint(points, p, parameters).index).values[number],
    };
}

/** A generator of the number of predicted points at which formula and cost program differ (relative difference > 1e-9). */
export function* disagreements(program, machine) {
    let n = 0;
    for (const { ranks, parameters, time_s: expected } of program.closed ? program.points : []) {
        let time = NaN;
        try {
            time = program.at(machine, ranks, parameters).time_s;
        } catch (error) {
            if (!(error instanceof RangeError))
                throw error;
        }
        n += Math.abs(time - expected) <= 1e-9 * expected ? 0 : 1;
        yield;
    }
    return n;
}
