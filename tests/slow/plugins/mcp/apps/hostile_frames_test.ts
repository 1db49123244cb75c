// Hostile apps on the page, in a real browser: each runs in the frame of a call of its own, beside all others. None reaches the page, what
// the deployment keeps in the browser, the API, another site, or a tool that is not for apps.

import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { scenario } from "../../../../../src/providers/scripted/scenario.ts";
import { closeBrowser, picture, visit } from "../../../playground/site.ts";
import { needsBrowser } from "../../../../support/requires.ts";
import { type AppScene, appScene } from "../../../../plugins/mcp/apps/_deployment.ts";
import { HOSTILE_SCRIPTS, hostileHtml } from "./_hostile_frames.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const NAMES = Object.keys(HOSTILE_SCRIPTS);
/** Calls of one answer. */
const AT_ONCE = 8;
/** Frames of one visit: each is a document of its own. With the answers around them they are what an opened thread shows. */
const FRAMES = 24;

interface Thief extends AsyncDisposable {
  readonly url: string;
  /** Paths, in the order of their requests. */
  readonly paths: string[];
}

/** Another site, which welcomes every origin. */
function openThief(): Thief {
  const paths: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response("x", { headers: { "access-control-allow-origin": "*" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    paths,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A thread with a call for each script from `first` on. */
async function showAll(scene: AppScene, thread: string): Promise<number> {
  const response = await scene.post(`/v1/threads/${thread}/steps`, {
    agent: "forecaster",
    input: "Show all.",
    until: "done",
  });
  const run = await response.json();
  assert.equal(response.status, 200, JSON.stringify(run));
  return run.thread.version;
}

function scriptOf(first: number, last: number) {
  let script = scenario();
  for (let n = first; n < last; n += AT_ONCE) {
    for (let each = n; each < Math.min(n + AT_ONCE, last); each++) {
      script = script.calls("srv.show_weather", { n: each });
    }
    script = script.next();
  }
  return script.says("All are shown.");
}

async function lootOf(frame: Frame): Promise<string> {
  try {
    return await frame.evaluate(`document.body?.dataset.loot ?? ""`) as string;
  } catch {
    return ""; // the frame is stopped, or has left
  }
}

const KEY = "treadle.test-key";

for (let first = 0; first < NAMES.length; first += FRAMES) {
  const last = Math.min(first + FRAMES, NAMES.length);
  needsBrowser(`V7: hostile apps ${first + 1} to ${last} of ${NAMES.length} reach nothing`, async () => {
    await using thief = openThief();
    const cases: { html: string } = { html: "" };
    await using scene = await appScene({ app: cases, script: scriptOf(first, last) });
    cases.html = hostileHtml(scene.url, thief.url);
    const version = await showAll(scene, "t1");
    await using visited = await visit(`${scene.url}/`, { height: 30_000, apart: true });
    const { page } = visited;
    const opened: string[] = [];
    page.context().on("page", (other) => void opened.push(other.url()));
    page.on("dialog", (dialog) => void opened.push(`dialog ${dialog.message()}`));
    page.on("download", (download) => void opened.push(`download ${download.url()}`));
    await page.evaluate(`
      document.cookie = "session=${KEY}; path=/";
      localStorage.setItem("secret", "${KEY}");
      sessionStorage.setItem("treadle.key", "${KEY}");
    `);
    await page.goto(`${scene.url}/#t1`);
    await page.reload();
    await page.locator(".app").nth(last - first - 1).waitFor();
    await page.waitForTimeout(6_000);

    const loot: string[] = [];
    for (const frame of page.frames().slice(1)) loot.push(await lootOf(frame));
    const reached = loot.filter((each) => each !== "").map((each) => `${NAMES[parseInt(each)]}: ${each}`);
    assert.deepEqual(reached, []);
    assert.deepEqual(thief.paths, []);
    assert.deepEqual(opened, []);
    assert.equal(page.url(), `${scene.url}/#t1`);
    const kept = await page.evaluate(`[
      document.title.includes("owned") || document.body.innerText.includes("owned"),
      /native code/.test(fetch.toString()),
      ({}).polluted === undefined,
      document.cookie.includes("stolen"),
      Math.max(...[...document.querySelectorAll(".app-frame")].map((frame) => frame.offsetHeight)) <= 640,
      [...document.querySelectorAll(".app-frame")].every((frame) => frame.getAttribute("sandbox") === "allow-scripts"),
      document.documentElement.scrollWidth <= innerWidth,
    ]`);
    assert.deepEqual(kept, [false, true, true, false, true, true, true]);
    const thread = await (await scene.get("/v1/threads/t1")).json();
    assert.deepEqual(scene.ran.filter((line) => !line.startsWith("show_weather")), []);
    assert.deepEqual([thread.status, thread.version], ["done", version]);
    await picture(page, `hostile_apps_${first}`);
  }, shared);
}

needsBrowser("V7: an app that calls a tool before it says that it is initialized is refused", async () => {
  const html = `<body><script>
    addEventListener("message", ({ data }) => { if (data.id === 1) document.body.textContent = data.error.message; });
    parent.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "refresh" } }, "*");
  </script>`;
  await using scene = await appScene({ app: { html } });
  await scene.show("t1");
  await using visited = await visit(`${scene.url}/#t1`, { apart: true });
  await visited.page.frameLocator(".app-frame").getByText("has not said that it is initialized").waitFor();
  assert.deepEqual(scene.ran, ["show_weather {}"]);
}, shared);

needsBrowser("V7: the same scripts reach another site from a page without the frame", async () => {
  await using thief = openThief();
  await using scene = await appScene();
  const { page } = await visit(`${thief.url}/own`, { apart: true });
  const scripts = ["fetches", "loads an image", "frames", "works in a worker", "posts a form"];
  for (const name of scripts) {
    await page.goto(`${thief.url}/own`);
    await page.setContent(hostileHtml(scene.url, thief.url));
    await page.evaluate(`void run(${NAMES.indexOf(name)})`);
    await page.waitForTimeout(600);
  }
  for (const path of ["/fetch", "/img", "/frame", "/worker", "/form"]) {
    assert.ok(thief.paths.includes(path), path);
  }
}, shared);
