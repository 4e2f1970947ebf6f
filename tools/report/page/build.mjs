// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs FOLDER OUTPUT FORMULA: builds one HTML file from page.html, the modules, the styles, and the packages in
// FOLDER/node_modules with their fonts and licences, and FORMULA (formula_runtime.mjs with the models in it). Called by embed.cmake.
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, output, formula] = process.argv.slice(2);
const esbuild = createRequire(join(folder, "package.json"))("esbuild");

// Every browser that supports the page supports woff2: other font formats are omitted.
const onlyWoff2 = {
    name: "only woff2",
    setup(build) {
        build.onLoad({ filter: /katex\.min\.css$/ }, ({ path }) => ({
            contents: readFileSync(path, "utf8").replace(/,url\([^)]*\) format\("(woff|truetype)"\)/g, ""),
            loader: "css",
        }));
    },
};

function bundle() {
    return esbuild.build({
        entryPoints: [join(here, "main.js")],
        bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none",
        nodePaths: [join(folder, "node_modules")], alias: { "forecost-formula": formula }, loader: { ".woff2": "dataurl" }, plugins: [onlyWoff2],
        write: false, outdir: folder, metafile: true, logLevel: "error",
    });
}

/** The licence of each package in the bundle, and of the libc in its WebAssembly module. */
function licences(metafile) {
    const packages = new Set(Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    packages.delete(undefined);
    const libc = "/usr/share/doc/wasi-libc/copyright", ofLibc = existsSync(libc) ? [`wasi-libc\n\n${readFileSync(libc, "utf8")}`] : [];
    return [...packages].sort().map((name) => {
        const root = join(folder, "node_modules", name), { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
        const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
        return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, file), "utf8").trim() : ""}\n`;
    }).concat(ofLibc).join("\n----\n\n");
}

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const { outputFiles, metafile } = await bundle();
const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
if (/<\/script|<!--/i.test(text(".js")) || /<\/style/i.test(text(".css")))
    throw new Error("the bundle would end its own element");
const parts = { style: text(".css"), script: text(".js"), licences: escape(licences(metafile)) };
const page = readFileSync(join(here, "page.html"), "utf8").replace(/<!--page:(\w+)-->/g, (mark, name) => parts[name]);
writeFileSync(output, page);
