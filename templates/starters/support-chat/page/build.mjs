// The page as one module of texts, which the server imports on every platform.

import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const OUTPUT = new URL("../{{SOURCE}}built_page.ts", import.meta.url);

const read = (name) => readFile(new URL(name, import.meta.url), "utf8");

const { outputFiles: [script] } = await build({
  entryPoints: [fileURLToPath(new URL("main.tsx", import.meta.url))],
  bundle: true,
  minify: true,
  format: "esm",
  jsx: "automatic",
  target: "es2022",
  define: { "process.env.NODE_ENV": '"production"' },
  write: false,
});
const texts = { HTML: await read("index.html"), STYLE: await read("style.css"), SCRIPT: script.text };
const lines = Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`);
await writeFile(OUTPUT, `// Written by page/build.mjs.\n\n${lines.join("\n")}\n`);
