// SPDX-License-Identifier: GPL-3.0-or-later
// The page's modules that need no browser. node --test testsuite/cases/report/modules.test.mjs
import assert from "node:assert/strict";
import test from "node:test";
import { bytes, change, fileName, interval, number, percent, seconds } from "../../../tools/report/page/format.js";
import { changedMachine, knobsOf } from "../../../tools/report/page/knobs.js";
import { sweptParameter, winnerOf } from "../../../tools/report/page/regimes.js";
import { makeScale, parameterScale, rankSamples } from "../../../tools/report/page/samples.js";

test("times and counts read as the command prints them", () => {
    assert.equal(seconds(0.5331964625), "533.2 ms");
    assert.equal(seconds(11.896), "11.90 s");
    assert.equal(seconds(0.99996), "1.000 s");
    assert.equal(seconds(3.2e-10), "0.3200 ns");
    assert.equal(seconds(NaN), "not known");
    assert.equal(interval(0.464, 0.603), "464 .. 603 ms");
    assert.equal(percent(0.004), "< 1 %");
    assert.equal(percent(0.974), "97 %");
    assert.equal(change(-0.05), "-5.0 %");
    assert.equal(number(22.314), "22.3");
    assert.equal(number(4096), "4096");
    assert.equal(bytes(262144), "256 KiB");
    assert.equal(fileName("src/a b/grid.c"), "grid.c");
});

test("ranks are sampled evenly in their logarithm, the given ones among them", () => {
    const samples = rankSamples([3, 1, 1000, 700], 20);
    assert.deepEqual(samples, [...samples].sort((a, b) => a - b));
    assert.equal(new Set(samples).size, samples.length);
    for (const p of [1, 3, 700, 1000])
        assert.ok(samples.includes(p));
    assert.ok(samples.every(Number.isInteger));
    assert.deepEqual(rankSamples([5], 10), [5]);
});

test("a slider gives back the value it stands on", () => {
    for (const scale of [makeScale(1, 1024, true), makeScale(125, 32000, true), makeScale(0, 10, true), makeScale(7, 7, true)])
        for (const step of [0, scale.steps / 2, scale.steps]) {
            const value = scale.toValue(step);
            assert.ok(value >= scale.low && value <= scale.high && Number.isInteger(value));
            assert.equal(scale.toValue(scale.toStep(value)), value);
        }
    assert.deepEqual([parameterScale([2000], true).low, parameterScale([2000], true).high], [125, 32000]);
    assert.deepEqual([parameterScale([500, 8000], true).low, parameterScale([500, 8000], true).high], [500, 8000]);
});

const core = () => ({ operation: { "add i64": [2, -1, 6, -4, 0.1], "mul f64": [3, 3, 5, 0, 0], "add f64": [1, 1, 4, 0, 0] }, read_s: { f64: 7 },
                      scalar_read_s: { f64: -1 }, least_s: { f64: 2 }, loop_s: 5, line_s: 1, loop_entry_s: 3, short_entry_s: -1, call_s: 9 });
const machine = () => ({ core: core(), busy: core(), memory: { curve: [{ "unit read": [[1, 2], [3, 4]] }], allocate_s: 1, first_touch_s: 2 },
                         communication: { single: { segments: [[8, [1, 2, 3, 4, 5, 6], 0.1]] } } });
const program = () => ({ closed: true, data: { formula: { terms: [{ kind: "communication", runtime_function: "gatherv" }] } },
                         formula: { regions: { 4: { flags: ["loop"], operations: [["add", "i32", 1], ["madd", "f64", 1]], chain: [], reads: { f64: 1 },
                                                    writes: {}, calls: 0, streams: [["read", "unit", 8, 8, 1]] } } } });

test("knobs are what stands in the formula, under the name of what is measured", () => {
    assert.deepEqual(knobsOf([program()], machine()).map(({ id }) => id),
        ["operation add i64", "operation mul f64", "operation add f64", "read f64", "loop", "memory unit read", "start-up single", "transfer single"]);
    assert.deepEqual(knobsOf([{ ...program(), closed: false }], machine()), []);
});

test("a knob multiplies its part of a machine of its own, and no more", () => {
    const before = machine(), knobs = knobsOf([program()], before);
    assert.equal(changedMachine(before, knobs, { loop: 1 }), before);
    const after = changedMachine(before, knobs, { "operation add i64": 3, "transfer single": 0.5, "read f64": 2 });
    assert.deepEqual(before, machine());
    assert.deepEqual(after.core.operation["add i64"], [6, -1, 18, -12, 0.1]);
    assert.deepEqual(after.busy.operation["add i64"], [6, -1, 18, -12, 0.1]);
    assert.deepEqual(after.communication.single.segments[0][1], [1, 2, 3, 2, 2.5, 3]);
    assert.deepEqual([after.core.read_s.f64, after.core.scalar_read_s.f64], [14, -1]);
    assert.deepEqual(after.core.operation["add f64"], before.core.operation["add f64"]);
});

test("the winner is clear when its interval ends below those of the others", () => {
    const at = (time_s, low_s, high_s) => ({ time_s, low_s, high_s });
    assert.deepEqual(winnerOf([at(3, 2.5, 3.5), at(2, 1.8, 2.2)]), { winner: 1, clear: true });
    assert.deepEqual(winnerOf([at(3, 2.1, 3.9), at(2, 1.8, 2.2)]), { winner: 1, clear: false });
    assert.equal(sweptParameter([{ parameters: { n: 5, m: 2 } }, { parameters: { n: 5, m: 3 } }]), "m");
    assert.equal(sweptParameter([{ parameters: { n: 5, m: 2 } }, { parameters: { n: 6, m: 3 } }]), null);
});
