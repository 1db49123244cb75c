// What opening a thread of 1,000 steps costs the main thread of a browser: `deno run -A tests/bench/page.ts [--steps=1000] [--width=1440]`.
// The times are CPU times of the renderer's main thread (threadTicks), so that a busy machine changes them little: from a page that rests
// at a new thread until it rests at the long one. The requests and the nodes are what a test holds.

import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { openLongSite, runSteps } from "../slow/playground/long_site.ts";
import { browser } from "../support/requires.ts";

/** How often it is measured. */
const ROUNDS = 3;

const { values } = parseArgs({
  args: Deno.args,
  options: { steps: { type: "string", default: "1000" }, width: { type: "string", default: "1440" } },
});
await using site = openLongSite();
await runSteps(site, Number(values.steps));
const program = await chromium.launch({
  executablePath: browser.path,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
for (let round = 0; round < ROUNDS; round++) await measure(program, site.url);
await program.close();

async function measure(program: Browser, url: string): Promise<void> {
  const page = await program.newPage({
    viewport: { width: Number(values.width), height: 860 },
    reducedMotion: "reduce",
  });
  let requests = 0;
  page.on("request", (request) => requests += request.url().includes("/v1/threads/long") ? 1 : 0);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, 1000 * value]));
  };
  await page.goto(url);
  await page.locator("#agent:enabled").waitFor();
  await rest(page);
  const before = await read();
  await page.evaluate("location.hash = '#long'");
  await page.locator(".step").last().waitFor();
  await rest(page);
  const behind = await read();
  const ms = (name: string) => Math.round((behind.get(name) ?? NaN) - (before.get(name) ?? NaN));
  const parts = `script ${ms("ScriptDuration")}, layout ${ms("LayoutDuration")}, style ${
    ms("RecalcStyleDuration")
  }`;
  const base = Math.round(before.get("TaskDuration") ?? NaN);
  console.log(
    `${values.steps} steps: ${ms("TaskDuration")} ms of the main thread (${parts}), ${await countNodes(
      page,
    )} nodes, ${requests} requests; the page before it: ${base} ms`,
  );
  await page.close();
}

/** Waits until the page has not changed for a while. */
async function rest(page: Page): Promise<void> {
  for (let before = -1, same = 0; same < 4;) {
    await page.waitForTimeout(250);
    const nodes = await countNodes(page);
    same = nodes === before ? same + 1 : 0;
    before = nodes;
  }
}

async function countNodes(page: Page): Promise<number> {
  return Number(await page.evaluate("document.querySelectorAll('*').length"));
}
