// Builds web/dist: what the program carries with it. The same sources and package-lock.json give the same bytes; the
// test tooling.web compares them. node build.mjs [FOLDER]
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const folder = process.argv[2] ?? "dist";
await build({
  entryPoints: { app: "src/main.tsx" },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
// A script that stands in a page must not have the text that would end it.
const script = readFileSync(`${folder}/app.js`, "utf8")
  .replaceAll("</script", "<\\/script")
  .replaceAll("<!--", "<\\!--");
writeFileSync(`${folder}/app.js`, script);
writeFileSync(`${folder}/app.js.sha256`, `${createHash("sha256").update(script).digest("base64")}\n`);
const packed = (name) => gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length;
const size = packed("app.js") + packed("app.css");
console.log(`${size} bytes with gzip`);
const most = 80_000;
if (size > most) throw new Error(`the bundle has ${size} bytes with gzip, more than ${most}`);
