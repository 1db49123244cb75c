/** The routes of the page: types, caching, and a policy that lets nothing in. */
import assert from "node:assert/strict";
import { createApp } from "../../../src/app.ts";
import { BROWSER_FOLDER, renderPage } from "../../../src/cli/playground.ts";
import { createTestApp } from "../../http/_app.ts";
import { DIST_FOLDER, readPage } from "../../support/page.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

const { app: routes, deps } = createTestApp();

/** What is served, and the file of dist/ that it is. */
const SERVED = [
  { path: "/", name: "index.html", type: "text/html; charset=utf-8" },
  { path: "/playground/app.css", name: "app.css", type: "text/css; charset=utf-8" },
  { path: "/playground/app.js", name: "app.js", type: "text/javascript; charset=utf-8" },
];

/** What the page loads with its first answer, what it loads with a look at the use of tools, and the licences of the packages in it. */
const ON_DEMAND = [
  { path: "/playground/markdown.js", name: "markdown.js", type: "text/javascript; charset=utf-8" },
  { path: "/playground/tool_views.js", name: "tool_views.js", type: "text/javascript; charset=utf-8" },
  { path: "/playground/licenses.txt", name: "licenses.txt", type: "text/plain; charset=utf-8" },
];

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types dompurify";

Deno.test("E15: the page: dist/ is what browser/ says (deno task playground)", async () => {
  const names = (await Array.fromAsync(Deno.readDir(DIST_FOLDER))).map(({ name }) => name)
    .filter((name) => name !== "openapi.json"); // of deno task openapi
  const files = await Promise.all(names.map(async (name) => [name, await readPage(name)]));
  assert.deepEqual(Object.fromEntries(files), await renderPage());
});

Deno.test("E15: the page: an app that is given no page serves none, in the words of every unknown route", async () => {
  const bare = createApp(deps);
  const unknown = await (await routes.request("/playground/none.js")).json();
  for (const path of [...[...SERVED, ...ON_DEMAND].map(({ path }) => path), "/openapi.json"]) {
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
  for (const { path, type, name } of [...SERVED, ...ON_DEMAND]) {
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

Deno.test("E15: the page: it loads one script and one style, and names nothing else", async () => {
  const page = await readPage("index.html");
  const loaded = [...page.matchAll(/\b(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path).sort();
  assert.deepEqual(loaded, ["/playground/app.css", "/playground/app.js"]);
  const imported = (await readPage("app.js")).match(/\bimport\b(?!\.meta)[^)]{0,30}/g) ?? [];
  const onDemand = ["markdown.js", "tool_views.js"];
  assert.deepEqual(
    imported.sort(),
    onDemand.map((name) => `import("./${name}"`),
    "its other modules are in it",
  );
  for (const name of onDemand) assert.doesNotMatch(await readPage(name), /\bimport\b/);
});

Deno.test("E15: the page: its files weigh at most 42 KiB gzipped, what it loads on demand at most 29 KiB", async () => {
  const sizes = await Promise.all(SERVED.map(({ name }) => gzippedBytes(name)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= 42 * 1024, `${bytes} bytes`);
  const onDemand = await gzippedBytes("markdown.js");
  assert.ok(onDemand <= 29 * 1024, `${onDemand} bytes`);
  const views = await gzippedBytes("tool_views.js");
  assert.ok(views <= 6 * 1024, `${views} bytes`);
});

async function gzippedBytes(name: string): Promise<number> {
  const gzipped = new Blob([await readPage(name)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(gzipped).arrayBuffer()).byteLength;
}

Deno.test("E15: the page: the packages in it are those that deno.json pins, with their licences", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", projectRoot)));
  const head = (await readPage("markdown.js")).split("\n", 1)[0];
  const pins = ["marked", "dompurify"].map((name) => imports[name]);
  assert.deepEqual(pins.map((pin) => /^npm:[a-z]+@\d+\.\d+\.\d+$/.test(pin)), [true, true]);
  const names = pins.map((pin) => pin.slice("npm:".length).replace("@", " "));
  assert.equal(head, `/*! ${names.join(", ")}: licenses.txt */`);
  const licences = await readPage("licenses.txt");
  for (const name of names) assert.match(licences, new RegExp(`^${name.replaceAll(".", "\\.")}$`, "m"));
  for (const name of ["marked", "dompurify"]) {
    const text = await Deno.readTextFile(new URL(`node_modules/${name}/LICENSE`, projectRoot));
    assert.ok(licences.includes(text.replaceAll("\r", "").trim()), name);
  }
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

// Apart from `deno check`: the types of a browser and those of the server are not the same, and one program has one set.
Deno.test("E15: the page: the scripts type-check in a browser, events and views of the API included", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", projectRoot)));
    const compilerOptions = {
      checkJs: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      lib: ["dom", "dom.iterable", "dom.asynciterable", "esnext"],
    };
    const config = { imports, compilerOptions, nodeModulesDir: "manual", lock: false };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "check",
        "--quiet",
        `--config=${folder}/deno.json`,
        fromFileUrl(new URL("app.js", BROWSER_FOLDER)),
      ],
      cwd: fromFileUrl(projectRoot),
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
