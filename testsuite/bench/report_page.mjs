// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a report can be used, and its size: FORECOST=build/release/forecost node testsuite/bench/report_page.mjs
// Medians of 9 loads in headless Chromium: to the first numbers and working sliders, and to the last picture.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openBrowser } from "../cases/report/browser.mjs";
import { fiftyProcedures } from "../cases/report/fifty.mjs";

const LOADS = 9, root = join(dirname(fileURLToPath(import.meta.url)), "../.."), scratch = mkdtempSync(join(tmpdir(), "forecost-bench-"));
const run = (...words) => execFileSync(process.env.FORECOST, words, { cwd: scratch, stdio: ["ignore", "ignore", "ignore"] });
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function measure(browser, address) {
    const times = { interactive: [], complete: [] };
    for (let i = 0; i < LOADS; i++) {
        const page = await browser.openPage(address);
        await page.until("performance.getEntriesByName('forecost checked').length > 0");
        for (const name of Object.keys(times))
            times[name].push(await page.evaluate(`performance.getEntriesByName("forecost ${name}")[0].startTime`));
    }
    return [median(times.interactive), median(times.complete)];
}

writeFileSync(join(scratch, "fifty.c"), fiftyProcedures());
const source = (name) => join(root, `examples/${name}/${name}.c`);
const subjects = [["50 procedures", join(scratch, "fifty.c"), "1:1024:x2", ["100000"], []], ["jacobi_row", source("jacobi_row"), "1:1024:x2", ["2000", "50"], []],
                  ["lu", source("lu"), "1:64:x2", ["300", "8"], ["--assume", "lu.c:67=0.025"]]];
const browser = await openBrowser();
for (const [name, file, ranks, arguments_, options] of subjects) {
    run("analyze", file, "-o", "app.fc", "--", "-O2");
    run("report", "app.fc", "-m", "default", "-n", ranks, ...options, "-o", "report.html", "--", ...arguments_);
    const address = join(scratch, "report.html"), [interactive, complete] = await measure(browser, pathToFileURL(address).href);
    console.log(`${name}: ${(statSync(address).size / 1e6).toFixed(2)} MB, interactive after ${interactive.toFixed(0)} ms, complete after ${complete.toFixed(0)} ms`);
}
await browser.close();
rmSync(scratch, { recursive: true });
