// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people: times with their unit, as `forecost predict` prints them.

const UNITS = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"]];

function unitOf(seconds) {
    return UNITS.find(([size]) => seconds >= 0.9995 * size) ?? UNITS[UNITS.length - 1];
}

function digits(value, n) {
    const whole = value === 0 ? 1 : Math.floor(Math.log10(Number(Math.abs(value).toPrecision(n)))) + 1;
    return value.toFixed(Math.max(0, Math.min(20, n - whole)));
}

/** "1.742 s", "533.2 ms"; n significant digits. */
export function seconds(value, n = 4) {
    if (!Number.isFinite(value))
        return "not known";
    if (value === 0)
        return "0 s";
    const [size, name] = unitOf(Math.abs(value));
    return `${digits(value / size, n)} ${name}`;
}

/** "464 .. 603 ms": both in the unit of the higher one. */
export function interval(low, high) {
    const [size, name] = unitOf(high);
    return `${digits(low / size, 3)} .. ${digits(high / size, 3)} ${name}`;
}

/** "64 %", "< 1 %". */
export function percent(share) {
    if (!Number.isFinite(share))
        return "not known";
    return share > 0 && share < 0.005 ? "< 1 %" : `${(100 * share).toFixed(0)} %`;
}

/** "+3.1 %". */
export function change(part) {
    return `${part < 0 ? "" : "+"}${(100 * part).toFixed(1)} %`;
}

/** "22.3", "4096", "0.31": three significant digits unless it is a whole number. */
export function number(value) {
    if (!Number.isFinite(value))
        return "not known";
    if (Number.isInteger(value) && Math.abs(value) < 1e15)
        return String(value);
    return Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(2) : digits(value, 3);
}

/** "256 KiB". */
export function bytes(value) {
    const names = ["B", "KiB", "MiB", "GiB", "TiB"];
    const step = value > 0 ? Math.max(0, Math.min(names.length - 1, Math.floor(Math.log2(value) / 10))) : 0;
    return `${number(value / 1024 ** step)} ${names[step]}`;
}

/** "grid.c" for "src/grid.c". */
export function fileName(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}
