// `deno task playground`: writes src/playground/dist/ from src/playground/browser/, after a change of the page.
// tests/playground/served/routes_test.ts fails while the two differ. Its scripts are bundled into one file and everything is
// minified; browser/ itself is plain HTML, CSS and modules that need no build to be read. The one module with packages,
// markdown.js, becomes a file of its own that the page loads on demand; the texts of their licences are beside it. So does
// tool_views.js, which few visitors look at.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { licencesOf, noticeOf, readContained } from "./licences.ts";

/** URL of the page's sources, with a slash at the end. */
export const BROWSER_FOLDER = new URL("../playground/browser/", import.meta.url);
const DIST_FOLDER = new URL("../playground/dist/", import.meta.url);

/** What markdown.js contains besides its own code; deno.json pins the versions. */
const PACKAGES = ["marked", "dompurify"];

/** What the page loads on demand without packages. It is bundled apart: it has its own copy of the little that it shares with app.js. */
const VIEWS = "tool_views.js";

/** Elements beside which white space has no effect. */
const BLOCKS =
  "html|head|meta|title|link|script|body|header|nav|main|section|aside|div|dialog|form|fieldset|legend|" +
  "option|h1|h2|p|ol|ul|li|dl|dt|dd|svg|path";

if (import.meta.main) {
  await Deno.mkdir(DIST_FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(await renderPage())) {
    await Deno.writeTextFile(new URL(name, DIST_FOLDER), text);
  }
}

/** The files that dist/ should have: their texts by name. */
export async function renderPage(): Promise<Record<string, string>> {
  const page = await Deno.readTextFile(new URL("page.html", BROWSER_FOLDER));
  const [css = "", js = "", markdown = ""] = await bundle("app.css", "app.js", "markdown.js");
  const [views = ""] = await bundle(VIEWS);
  const packages = await Promise.all(PACKAGES.map((name) => readContained(`node_modules/${name}`)));
  return {
    "index.html": squeezeHtml(page),
    "app.css": css,
    "app.js": js,
    "markdown.js": `${noticeOf(packages)}\n${markdown}`,
    [VIEWS]: views,
    "licenses.txt": licencesOf(packages),
  };
}

/** Each file with what it imports, minified. */
async function bundle(...names: string[]): Promise<string[]> {
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: names.map((name) => fileURLToPath(new URL(name, BROWSER_FOLDER))),
      outdir: ".",
      write: false,
      bundle: true,
      external: [`./${VIEWS}`],
      splitting: true, // a module that is imported on demand and is an entry point keeps its name
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
  return html.replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ").replace(/ (\/?>)/g, "$1")
    .replace(new RegExp(` ?(</?(?:${BLOCKS})\\b[^>]*>) ?`, "g"), "$1").trim();
}
