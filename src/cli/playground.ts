// `deno task playground`: writes src/playground/assets.ts from src/playground/browser/, after a change of the page.
// tests/playground/routes_test.ts fails while the two differ.

export const ASSETS_FILE = new URL("../playground/assets.ts", import.meta.url);
export const BROWSER_FOLDER = new URL("../playground/browser/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

/** The page itself is served at `/`; every other file beside the API under its own name. */
const PAGE = "page.html";

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

if (import.meta.main) await Deno.writeTextFile(ASSETS_FILE, await renderAssets());

/** The text that assets.ts should have. */
export async function renderAssets(): Promise<string> {
  const entries = await Array.fromAsync(Deno.readDir(BROWSER_FOLDER));
  const names = entries.map(({ name }) => name).sort();
  const assets = await Promise.all(names.map(renderAsset));
  return `${HEAD}\nexport const ASSETS: readonly Asset[] = [\n${assets.join("")}];\n`;
}

async function renderAsset(name: string): Promise<string> {
  const text = await Deno.readTextFile(new URL(name, BROWSER_FOLDER));
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
  if (type === undefined) throw new Error(`The page has no content type for ${name}.`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [
    "  {",
    `    path: ${JSON.stringify(name === PAGE ? "/" : `/playground/${name}`)},`,
    `    type: ${JSON.stringify(type)},`,
    `    etag: '"${digest.toHex().slice(0, 20)}"',`,
    `    text: ${templateLiteral(text)},`,
    "  },\n",
  ].join("\n");
}

/** As a template literal, so that a change of one line is a change of one line. */
function templateLiteral(text: string): string {
  return `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
}
