/** The routes of the page: types, caching, and a policy that lets nothing in. */
import assert from "node:assert/strict";
import { createApp } from "../../../../src/app.ts";
import { BROWSER_FOLDER, renderLists, renderPage } from "../../../../src/tasks/playground.ts";
import { PAGE_NAMES } from "../../../../src/http/page/names.ts";
import { createTestApp } from "../../../http/_app.ts";
import { DIST_FOLDER, readPage } from "../../../support/page.ts";
import { projectRoot } from "../../../support/project.ts";

const { app: routes, deps } = createTestApp();

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** What is served, with the file of dist/ that it is. */
const SERVED = PAGE_NAMES.map((name) => ({
  path: name === "index.html" ? "/" : `/playground/${name}`,
  name,
  type: TYPES[name.split(".").at(-1) ?? ""] ?? assert.fail(name),
}));

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types dompurify";

Deno.test("E15: the page: dist/ is what browser/ says (deno task playground)", async () => {
  const names = (await Array.fromAsync(Deno.readDir(DIST_FOLDER))).map(({ name }) => name)
    .filter((name) => name !== "openapi.json"); // of deno task openapi
  const files = await Promise.all(names.map(async (name) => [name, await readPage(name)]));
  const page = await renderPage();
  assert.deepEqual(Object.fromEntries(files), page);
  for (const [name, text] of Object.entries(renderLists(Object.keys(page)))) {
    assert.equal(await Deno.readTextFile(new URL(name, projectRoot)), text, name);
  }
});

Deno.test("E15: the page: an app that is given no page serves none, in the words of every unknown route", async () => {
  const bare = createApp(deps);
  const unknown = await (await routes.request("/playground/none.js")).json();
  for (const path of [...SERVED.map(({ path }) => path), "/openapi.json"]) {
    const response = await bare.request(path);
    assert.deepEqual([response.status, response.headers.get("content-type")], [
      404,
      "application/problem+json",
    ]);
    const { code, detail } = await response.json();
    assert.deepEqual([code, detail], [unknown.code, unknown.detail]);
  }
});

Deno.test("E15: the page: a file is read on first use and then kept, but a failure is not", async () => {
  const read: string[] = [];
  const readAsset = (name: string) => {
    read.push(name);
    return read.length === 1 ? Promise.reject(new Error("no such file")) : readPage(name);
  };
  const app = createApp(deps, { readAsset });
  assert.deepEqual(read, []);
  const statuses = [];
  for (let times = 0; times < 3; times++) statuses.push((await app.request("/")).status);
  assert.deepEqual(statuses, [500, 200, 200]);
  assert.deepEqual(read, ["index.html", "index.html"]);
});

Deno.test("E15: the page: every file is served with its type, the policy and nosniff", async () => {
  for (const { path, type, name } of SERVED) {
    const response = await routes.request(path);
    assert.equal(response.status, 200, path);
    assert.equal(await response.text(), await readPage(name));
    assert.equal(response.headers.get("content-type"), type);
    assert.equal(response.headers.get("content-security-policy"), POLICY);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cache-control"), "no-cache");
    assert.equal(response.headers.get("referrer-policy"), "no-referrer");
  }
  assert.equal((await routes.request("/playground/none.js")).status, 404);
});

Deno.test("E15: the page: a file that the browser has is answered with 304 and no body", async () => {
  const etag = (await routes.request("/")).headers.get("etag") ?? "";
  assert.match(etag, /^"[0-9a-f]{20}"$/);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const response = await routes.request("/", { headers: { "if-none-match": tags } });
    assert.equal(response.status, 304, tags);
    assert.equal(response.headers.get("etag"), etag);
    assert.equal(await response.text(), "");
  }
  assert.equal((await routes.request("/", { headers: { "if-none-match": '"other"' } })).status, 200);
});

Deno.test("E15: the page: HEAD tells of a file without sending it", async () => {
  const response = await routes.request("/", { method: "HEAD" });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "");
  const refused = await routes.request("/", { method: "POST" });
  assert.equal(refused.status, 405);
  assert.equal(refused.headers.get("allow"), "GET, HEAD, OPTIONS");
});

Deno.test("E15: a wrong method on a file is a problem as everywhere, and OPTIONS tells the methods", async () => {
  for (const { path } of SERVED) {
    const refused = await routes.request(path, { method: "POST" });
    assert.equal(refused.headers.get("content-type"), "application/problem+json", path);
    assert.equal((await refused.json()).code, "method_not_allowed");
    const options = await routes.request(path, { method: "OPTIONS" });
    assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"], path);
  }
});

Deno.test("E15: the page: the page holds no inline script, no inline style and nothing of another origin", async () => {
  const page = await readPage("index.html");
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/i);
  for (const [, url = ""] of page.matchAll(/\b(?:src|href)="([^"]*)"/g)) {
    assert.match(url, /^(?:\/(?!\/)|#|data:image\/svg\+xml,)/);
  }
});

Deno.test("E15: the page: it loads one style, one script, and at the same time what that imports", async () => {
  const page = await readPage("index.html");
  const loaded = [...page.matchAll(/\b(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path).sort();
  const shared = [...(await readPage("app.js")).matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, name]) => name);
  assert.ok(shared.length > 0);
  assert.deepEqual(loaded, ["app.css", "app.js", ...shared.sort()].map((name) => `/playground/${name}`));
  for (const name of PAGE_NAMES.filter((each) => each.endsWith(".js"))) {
    const text = await readPage(name);
    const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.\/\w+\.js)"/g)].map(([, path = ""]) =>
      path
    );
    for (const path of imported) {
      assert.ok(PAGE_NAMES.some((each) => path === `./${each}`), `${name} imports ${path}`);
    }
  }
});

Deno.test("E15: the page: its first load is 6 files of at most 60 KiB gzipped, and what comes later 6 files of at most 29 KiB", async () => {
  const first = new Set(["index.html", "app.css"]);
  for (const waiting = ["app.js"]; waiting.length > 0;) {
    const name = waiting.pop() ?? "";
    if (first.has(name)) continue;
    first.add(name);
    for (const [, path = ""] of (await readPage(name)).matchAll(/\bfrom\s*"\.\/([^"]+)"/g)) {
      waiting.push(path);
    }
  }
  const sizes = new Map<string, number>();
  for (const name of PAGE_NAMES) sizes.set(name, await gzippedBytes(name));
  const bytes = [...first].reduce((sum, name) => sum + (sizes.get(name) ?? assert.fail(name)), 0);
  assert.ok(bytes <= 60 * 1024, `${bytes} bytes`);
  const later = PAGE_NAMES.filter((name) => !first.has(name) && name !== "licenses.txt");
  assert.deepEqual([first.size, later.length], [6, 6]);
  for (const name of later) {
    const size = sizes.get(name) ?? assert.fail(name);
    assert.ok(size <= 29 * 1024, `${name}: ${size} bytes`);
  }
});

async function gzippedBytes(name: string): Promise<number> {
  const gzipped = new Blob([await readPage(name)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(gzipped).arrayBuffer()).byteLength;
}

Deno.test("E15: the page: the packages in it are those that its manifest pins, with their licences", async () => {
  const { imports } = JSON.parse(
    await Deno.readTextFile(new URL("src/playground/browser/deno.json", projectRoot)),
  );
  const licences = await readPage("licenses.txt");
  const heads = await Promise.all(
    PAGE_NAMES.filter((name) => name.endsWith(".js")).map(async (name) =>
      (await readPage(name)).split("\n", 1)[0] ?? ""
    ),
  );
  const contained = new Set(
    heads.flatMap((head) => /^\/\*! (.*): licenses\.txt \*\/$/.exec(head)?.[1]?.split(", ") ?? []),
  );
  for (const name of ["preact", "@preact/signals", "uplot", "marked", "dompurify"]) {
    const [, version = ""] = /^npm:.+@(\d+\.\d+\.\d+)$/.exec(imports[name]) ??
      assert.fail(`${name} is not pinned`);
    assert.ok(contained.has(`${name} ${version}`), name);
    const text = await Deno.readTextFile(new URL(`node_modules/${name}/LICENSE`, projectRoot));
    assert.ok(licences.includes(text.replaceAll("\r", "").trim()), name);
  }
  for (const each of contained) assert.ok(licences.split("\n").includes(each), each);
});

Deno.test("E15: the page: every id that a script asks for is in the page, once", async () => {
  const page = await readPage("index.html");
  const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  for await (const { name, text } of scriptsOf(BROWSER_FOLDER)) {
    for (const [, id] of text.matchAll(/(?:byId|onClick|getElementById)\("([^"]+)"/g)) {
      assert.ok(ids.includes(id), `${name} asks for ${id}`);
    }
  }
});

Deno.test("E15: the page: no script of the page makes markup or code from text", async () => {
  for await (const { name, text } of scriptsOf(BROWSER_FOLDER)) {
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/,
      name,
    );
  }
});

/** The scripts of a folder and those below it. */
async function* scriptsOf(folder: URL): AsyncGenerator<{ name: string; text: string }> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* scriptsOf(new URL(`${name}/`, folder));
    else if (name.endsWith(".js")) yield { name, text: await Deno.readTextFile(new URL(name, folder)) };
  }
}
