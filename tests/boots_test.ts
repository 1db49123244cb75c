// One boot of each engine that production runs; tests/slow has what they do. What is not installed is skipped.

import assert from "node:assert/strict";
import { bootDeno, type Booted } from "./support/boot_deno.ts";
import { fromFileUrl, projectRoot } from "./support/project.ts";
import { browser, exists, needs, needsBrowser } from "./support/requires.ts";

const ENV = { TREADLE_OPEN: "1", TREADLE_STORE: "memory" };

/** The demo agent's run, from the question to the answer. */
async function assertAnswers(booted: Booted): Promise<void> {
  const response = await booted.fetch("/v1/threads/hello/steps", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
  });
  const { output } = await response.json();
  assert.equal(output, "It is 18 °C and clear in Paris.", booted.name);
}

Deno.test("D1: deno serve answers the demo's question", async () => {
  await using booted = await bootDeno(ENV);
  await assertAnswers(booted);
});

const miniflare = fromFileUrl(new URL("node_modules/miniflare", projectRoot));
const installed = exists(miniflare);

needs(
  { available: installed, path: miniflare, reason: installed ? "" : "miniflare not found, deno install" },
  false,
  "D1: workerd answers the demo's question",
  async () => {
    // By a name that is read when it runs, so that the packages of the slow tests are not installed for these.
    const module = new URL("slow/support/boot_worker.ts", import.meta.url).href;
    const { bootWorker } = await import(module);
    const booted: Booted = await bootWorker(ENV);
    try {
      await assertAnswers(booted);
    } finally {
      await booted.stop();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

needsBrowser("V1: Chromium shows the page of threads", async () => {
  await using booted = await bootDeno(ENV);
  await assertAnswers(booted);
  const { success, stdout, stderr } = await new Deno.Command(browser.path, {
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--virtual-time-budget=5000",
      "--dump-dom",
      `${booted.url}/`,
    ],
    stdin: "null",
  }).output();
  const page = new TextDecoder().decode(stdout);
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.match(page, /What is the weather in Paris\?/, "the thread is listed");
});
