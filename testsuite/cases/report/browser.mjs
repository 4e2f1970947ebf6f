// SPDX-License-Identifier: GPL-3.0-or-later
// A headless Chromium, controlled over its debugging pipe (--remote-debugging-pipe: JSON, a NUL after each message):
// the few functions that the tests need, without the ninety packages of puppeteer-core.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A browser with an empty profile; close() ends it. */
export async function openBrowser(program = "chromium") {
    const profile = mkdtempSync(join(tmpdir(), "forecost-report-"));
    const child = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                                  "--disable-background-networking", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"],
                        { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const [, , , to, from] = child.stdio, waiting = new Map(), listeners = new Set();
    let number = 0, rest = "";
    const failed = new Promise((resolve, reject) => {
        child.on("error", () => reject(new Error(`${program} does not start (Debian: chromium)`)));
        child.on("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    failed.catch(() => {});
    from.setEncoding("utf8");
    from.on("data", (text) => {
        const messages = (rest + text).split("\0");
        rest = messages.pop();
        messages.map((message) => JSON.parse(message)).forEach((message) => {
            if (message.id) {
                const { resolve, reject } = waiting.get(message.id);
                waiting.delete(message.id);
                (message.error ? reject(new Error(message.error.message)) : resolve(message.result));
            } else {
                listeners.forEach((listener) => listener(message));
            }
        });
    });
    const call = (method, params = {}, sessionId = undefined) => Promise.race([failed, new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        to.write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
    })]);
    return {
        openPage: (address, size) => openPage(call, listeners, address, size),
        close: async () => {
            child.removeAllListeners("exit");
            const ended = new Promise((resolve) => child.on("exit", resolve));
            call("Browser.close").catch(() => {});
            await ended;
            rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}

/** A page that has loaded `address`. faults: what its console and its exceptions said; requests: what it asked for but itself. */
async function openPage(call, listeners, address, { width = 1280, height = 900, scheme = "light" } = {}) {
    const { targetId } = await call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
    const send = (method, params) => call(method, params, sessionId), faults = [], requests = [];
    let loaded;
    const load = new Promise((resolve) => { loaded = resolve; });
    listeners.add(({ method, params, sessionId: of }) => {
        if (of !== sessionId)
            return;
        if (method === "Page.loadEventFired")
            loaded();
        if (method === "Runtime.exceptionThrown")
            faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type))
            faults.push(`${params.type}: ${params.args.map((argument) => argument.value ?? argument.description).join(" ")}`);
        if (method === "Log.entryAdded")
            faults.push(`${params.entry.level}: ${params.entry.text}`);
        if (method === "Network.requestWillBeSent" && params.request.url !== address && !params.request.url.startsWith("data:"))
            requests.push(params.request.url);
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"])
        await send(`${domain}.enable`);
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await send("Page.navigate", { url: address });
    await load;

    /** The value of an expression, or of the promise it gives, in the page. */
    async function evaluate(expression) {
        const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails)
            throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
        return result.value;
    }
    return {
        faults, requests, evaluate, send,
        /** Until the expression is true; 20 s at most. */
        until: async (expression) => {
            for (const end = Date.now() + 20000; !(await evaluate(expression));) {
                if (Date.now() > end)
                    throw new Error(`not within 20 s: ${expression}; ${faults.join("; ")}`);
                await new Promise((resolve) => setTimeout(resolve, 20));
            }
        },
        /** PNG bytes of the whole page. */
        picture: async () => {
            const { cssContentSize: size } = await send("Page.getLayoutMetrics");
            const clip = { x: 0, y: 0, width: size.width, height: size.height, scale: 1 };
            return Buffer.from((await send("Page.captureScreenshot", { clip, captureBeyondViewport: true })).data, "base64");
        },
        print: async () => Buffer.from((await send("Page.printToPDF", { printBackground: true })).data, "base64"),
    };
}
