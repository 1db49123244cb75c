// `deno task playground`: writes src/playground/dist/ from src/playground/browser/, after a change of the page, and the two modules
// that name its files: the routes of the runtime, and the texts of @treadle/studio. tests/slow/playground/served/routes_test.ts fails while they differ. What the page loads on demand becomes a
// file of its own; the texts of the licences of packages are beside them.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { type Contained, formatLicences, formatNotice, readContained } from "./pack/licences.ts";

/** URL of the page's sources, with a slash at the end. */
export const BROWSER_FOLDER = new URL("../playground/browser/", import.meta.url);
const DIST_FOLDER = new URL("../playground/dist/", import.meta.url);

/** Elements beside which white space has no effect. */
const BLOCKS =
  "html|head|meta|title|link|script|body|header|nav|main|section|aside|div|dialog|form|fieldset|legend|" +
  "option|h1|h2|p|ol|ul|li|dl|dt|dd|svg|path";

/** The folder of the package that a file belongs to. */
const PACKAGE = /.*node_modules\/(?:@[^/]+\/)?[^/]+/;

if (import.meta.main) {
  const old = await Array.fromAsync(Deno.readDir(DIST_FOLDER)).catch(() => []);
  const page = await renderPage();
  for (const { name } of old) {
    if (page[name] === undefined && name !== "openapi.json") await Deno.remove(new URL(name, DIST_FOLDER));
  }
  await Deno.mkdir(DIST_FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(page)) await Deno.writeTextFile(new URL(name, DIST_FOLDER), text);
  for (const [name, text] of Object.entries(renderLists(Object.keys(page)))) {
    await Deno.writeTextFile(new URL(`../../${name}`, import.meta.url), text);
  }
}

/** The files that dist/ should have: their texts by name. */
export async function renderPage(): Promise<Record<string, string>> {
  const outputs = await bundle();
  const packages = new Map<string, Contained>();
  for (const folder of new Set(outputs.flatMap(({ folders }) => folders).sort())) {
    packages.set(folder, await readContained(folder));
  }
  const files = outputs.map(({ name, text, folders }) => {
    const contained = folders.flatMap((each) => packages.get(each) ?? []);
    return [name, contained.length === 0 ? text : `${formatNotice(contained)}\n${text}`] as const;
  });
  const page = squeezeHtml(await Deno.readTextFile(new URL("page.html", BROWSER_FOLDER)));
  const { app = "" } = Object.fromEntries(outputs.map(({ name, text }) => [name.replace(/\.js$/, ""), text]));
  return {
    "index.html": page.replace("<script ", `${preloads(app)}<script `),
    ...Object.fromEntries(files),
    "licenses.txt": formatLicences([...packages.values()]),
  };
}

/** The modules that name the files, by their paths: what is routed, and what `bundled.ts` contains. */
export function renderLists(files: readonly string[]): Record<string, string> {
  const names = files.toSorted();
  const head = "Written by `deno task playground`.";
  const list = names.map((name) => `  ${JSON.stringify(name)},\n`).join("");
  const imports = names.map((name, index) =>
    `import text${index} from "./dist/${name}" with { type: "text" };\n`
  );
  const entries = names.map((name, index) => `  [${JSON.stringify(name)}, text${index}],\n`);
  return {
    "src/http/page/names.ts":
      `// ${head}\n\n/** The files of the page. */\nexport const PAGE_NAMES = [\n${list}] as const;\n`,
    "src/playground/texts.ts":
      `// ${head}\n\n${imports.join("")}\n/** The texts of the page by the names of their files. */\n` +
      `export const TEXTS: ReadonlyMap<string, string> = new Map([\n${entries.join("")}]);\n`,
  };
}

/** The scripts that a script imports, so that the browser need not read it before it requests them. */
function preloads(script: string): string {
  return Array.from(
    script.matchAll(/\bfrom\s*"\.\/([^"]+)"/g),
    ([, name]) => `<link rel="modulepreload" href="/playground/${name}">`,
  ).join("");
}

interface Output {
  readonly name: string;
  readonly text: string;
  /** Of the packages in it. */
  readonly folders: readonly string[];
}

/** The style and the scripts, minified. What several of them share is in files of its own. */
async function bundle(): Promise<Output[]> {
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: fileURLToPath(new URL("../../", import.meta.url)),
      entryPoints: ["app.css", "app.ts", "markdown.ts", "on_demand.css"].map((name) =>
        fileURLToPath(new URL(name, BROWSER_FOLDER))
      ),
      outdir: ".",
      write: false,
      metafile: true,
      bundle: true,
      splitting: true, // a module that is imported on demand and is an entry point keeps its name
      chunkNames: "[name]-[hash]",
      jsx: "automatic",
      jsxImportSource: "preact",
      minify: true,
      format: "esm",
      target: "es2024",
      charset: "utf8",
      legalComments: "none",
    });
    const outputs = Object.entries(metafile.outputs);
    const names = nameOutputs(outputs.map(([path]) => path));
    return outputs.map(([path, { inputs }], index) => ({
      name: names.get(path) ?? path,
      text: rename(outputFiles[index]?.text.trim() ?? "", names),
      folders: listFolders(Object.keys(inputs)),
    }));
  } finally {
    await esbuild.stop();
  }
}

/** Names without the hash that esbuild gives to a file which is loaded on demand: they are kept in git, and change with the page alone. */
function nameOutputs(outputs: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const output of outputs) {
    const [, entry = "", ending = ""] = /^(.*?)(?:-[A-Z0-9]{8})?(\.\w+)$/.exec(output) ?? [];
    const stem = entry === "chunk" ? "shared" : entry;
    let name = stem + ending;
    for (let number = 2; [...names.values()].includes(name); number++) name = `${stem}_${number}${ending}`;
    names.set(output, name);
  }
  return names;
}

function rename(text: string, names: ReadonlyMap<string, string>): string {
  let renamed = text;
  for (const [from, to] of names) renamed = renamed.replaceAll(`"./${from}"`, `"./${to}"`);
  return renamed;
}

function listFolders(inputs: readonly string[]): readonly string[] {
  return [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/** Without comments and with a single space where there was any; nothing of the page is preformatted. */
function squeezeHtml(html: string): string {
  return html.replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ").replace(/ (\/?>)/g, "$1")
    .replace(new RegExp(` ?(</?(?:${BLOCKS})\\b[^>]*>) ?`, "g"), "$1").trim();
}
