// `deno task playground`: writes src/playground/assets.ts from src/playground/browser/, after a change of the page.
// tests/playground/routes_test.ts fails while the two differ. The page is part of the Worker, so its scripts are bundled
// into one file and everything is minified; browser/ itself is plain HTML, CSS and modules that need no build to be read.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

export const ASSETS_FILE = new URL("../playground/assets.ts", import.meta.url);
export const BROWSER_FOLDER = new URL("../playground/browser/", import.meta.url);

const HEAD = `// Written by \`deno task playground\` from browser/: change the files there, never this one.
// deno-fmt-ignore-file

/** One file of the page, ready to be served. */
export interface Asset {
  readonly path: string;
  /** Content-Type. */
  readonly type: string;
  /** A strong tag: the start of the text's SHA-256. */
  readonly etag: string;
  readonly text: string;
}
`;

/** Elements beside which white space is not seen. */
const BLOCKS =
  "html|head|meta|title|link|script|body|header|nav|main|section|aside|div|dialog|form|fieldset|legend|" +
  "option|h1|h2|p|ol|ul|li|dl|dt|dd";

if (import.meta.main) await Deno.writeTextFile(ASSETS_FILE, await renderAssets());

/** The text that assets.ts should have. */
export async function renderAssets(): Promise<string> {
  const page = await Deno.readTextFile(new URL("page.html", BROWSER_FOLDER));
  const [css = "", js = ""] = await bundle("app.css", "app.js");
  const assets = await Promise.all([
    renderAsset("/", "text/html; charset=utf-8", squeezeHtml(page)),
    renderAsset("/playground/app.css", "text/css; charset=utf-8", css),
    renderAsset("/playground/app.js", "text/javascript; charset=utf-8", js),
  ]);
  return `${HEAD}\nexport const ASSETS: readonly Asset[] = [\n${assets.join("")}];\n`;
}

/** Each file with what it imports, minified. */
async function bundle(...names: string[]): Promise<string[]> {
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: names.map((name) => fileURLToPath(new URL(name, BROWSER_FOLDER))),
      outdir: ".",
      write: false,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2024",
      charset: "utf8",
      legalComments: "none",
    });
    return names.map((name) => outputFiles.find(({ path }) => path.endsWith(name))?.text.trim() ?? "");
  } finally {
    await esbuild.stop();
  }
}

/** Without comments and with a single space where there was any; nothing of the page is preformatted. */
function squeezeHtml(html: string): string {
  return html.replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ")
    .replace(new RegExp(` ?(</?(?:${BLOCKS})\\b[^>]*>) ?`, "g"), "$1").trim();
}

async function renderAsset(path: string, type: string, text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [
    "  {",
    `    path: ${JSON.stringify(path)},`,
    `    type: ${JSON.stringify(type)},`,
    `    etag: '"${digest.toHex().slice(0, 20)}"',`,
    `    text: ${templateLiteral(text)},`,
    "  },\n",
  ].join("\n");
}

/** As a template literal: the text has more quotes than backticks. */
function templateLiteral(text: string): string {
  return `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
}
