/** The site of docs is built as `deno task site` builds it, and every link of every page leads somewhere. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { buildSite } from "../../../src/tasks/site.ts";
import { parseContents } from "../../../src/cli/docs/contents.ts";
import { readPage } from "../../support/docs/markdown.ts";
import { needs } from "../../support/requires.ts";

/** The packages of the site come from npm, unless they are installed. */
const isReachable = await new Deno.Command("npm", {
  args: ["ping", "--fetch-retries=0"],
  stderr: "null",
  stdout: "null",
})
  .output().then(({ success }) => success, () => false);
const npm = {
  available: isReachable,
  path: "npm",
  reason: isReachable ? "" : "npm is not installed, or its registry cannot be reached",
};

const contents = parseContents((await readPage("docs/README.md")).text);
const listed = contents.sections.flatMap(({ pages }) => pages.map(({ path }) => path));

needs(
  npm,
  Deno.env.get("REQUIRE_BROWSER") === "1",
  "V4: the site is built, and every link of it leads to a page and to a heading",
  async (test) => {
    const out = await Deno.makeTempDir({ prefix: "treadle_site_" });
    try {
      await buildSite(pathToFileURL(`${out}/`));
      const files = new Set(await Array.fromAsync(filesBelow(out, "")));
      const pages = new Map<string, string>();
      for (const file of files) {
        if (file.endsWith(".html")) pages.set(file, await Deno.readTextFile(`${out}/${file}`));
      }

      await test.step("each page of the list has its file, and its text", () => {
        for (const path of listed) {
          assert.match(pages.get(path.replace(/\.md$/, ".html")) ?? "", /<h1 /, path);
        }
        assert.ok(pages.has("index.html") && pages.has("404.html"));
      });

      await test.step("links lead to files, and anchors to headings", () => {
        const dead = [...pages].filter(([page]) => page !== "404.html").flatMap(([page, html]) =>
          linksOf(html).filter((link) => !leads(link, page, files, pages)).map((link) => `${page}: ${link}`)
        );
        assert.deepEqual(dead, []);
      });

      await test.step("nothing of another host is loaded", () => {
        for (const [page, html] of pages) {
          assert.doesNotMatch(
            html,
            /<(?:script|img|iframe)[^>]+src="https?:|@import|<link(?![^>]+rel="canonical")[^>]+href="https?:/,
            page,
          );
        }
      });

      await test.step("llms.txt names pages that are there, and llms-full.txt has their text", async () => {
        const text = await Deno.readTextFile(`${out}/llms.txt`);
        const named = [...text.matchAll(/^- \[.+\]\((.+\.md)\): /gm)].map(([, path = ""]) => path);
        assert.deepEqual(named, listed);
        assert.deepEqual(named.filter((path) => !files.has(path)), []);
        const [, skill = ""] = /^\[The skill\]\((.+)\)/m.exec(text) ?? [];
        assert.ok(files.has(skill), skill);
        assert.match(await Deno.readTextFile(`${out}/llms-full.txt`), /^<!-- tools\.md -->\n\n# Tools$/m);
      });

      await test.step("the index of the search has the words of a guide", async () => {
        const index = [...files].find((file) => /^assets\/chunks\/@localSearchIndex.*\.js$/.test(file));
        assert.match(await Deno.readTextFile(`${out}/${index}`), /idempotencykey/i);
      });
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
);

/** The targets of links within the site. */
function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&")
  );
  return [...new Set(links)].filter((href) => !/^(?:https?|mailto):/.test(href));
}

/** Whether a link of a page leads to a file of the site, and its anchor to an element of it. */
function leads(
  link: string,
  page: string,
  files: ReadonlySet<string>,
  pages: ReadonlyMap<string, string>,
): boolean {
  const { pathname, hash } = new URL(link, `http://site/${page === "index.html" ? "" : page}`);
  const path = decodeURIComponent(pathname).slice(1);
  const file = [path, `${path}.html`, `${path}index.html`].find((each) => files.has(each));
  if (file === undefined) return false;
  const id = decodeURIComponent(hash).slice(1);
  return id === "" || (pages.get(file) ?? "").includes(` id="${id}"`);
}

/** Every file below a folder, as paths relative to it. */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    if (isDirectory) yield* filesBelow(folder, `${prefix}${name}/`);
    else yield `${prefix}${name}`;
  }
}
