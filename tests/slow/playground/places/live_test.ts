/** The steps of all threads as they happen, in a real Chromium on the real app, and the rows by themselves. */
import assert from "node:assert/strict";
import type { EntryView } from "../../../../src/core/contract/entries.ts";
import type { ThreadLine } from "../../../../src/core/contract/threads.ts";
import { joinRows, toLiveRows } from "../../../../src/playground/browser/places/live_rows.ts";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, lowContrast, openSite, overflow, type Site, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const LINE: ThreadLine = {
  id: "t1",
  agent: "shop",
  title: "Where is it?",
  status: "done",
  version: 4,
  length: 6,
  metadata: {},
  counters: {
    steps: 5,
    calls: 1,
    inputTokens: 1,
    outputTokens: 1,
    cachedTokens: 0,
    microDollars: 9,
    wallMs: 1,
  },
  createdAt: "2026-11-27T12:00:00Z",
  updatedAt: "2026-11-27T12:00:09Z",
  waiting: 0,
  running: false,
};

function answer(version: number, second: number): EntryView {
  return {
    type: "assistant",
    id: `e${version}`,
    version,
    finish: "stop",
    model: "scripted/demo",
    at: new Date(Date.parse(LINE.createdAt) + second * 1000).toISOString(),
    blocks: [{ type: "text", text: "Here." }],
    usage: { inputTokens: 1, outputTokens: 1, microDollars: 3 },
  } as EntryView;
}

Deno.test("E15: a thread that has moved has a row for each of its steps since the last look, the last one with its state", () => {
  const now = Date.parse(LINE.updatedAt);
  const rows = toLiveRows(LINE, [answer(2, 1), answer(3, 5), answer(4, 9)], { version: 2, now });
  assert.deepEqual(
    rows.map(({ step, did, state, model, microDollars }) => [step, did, state.words, model, microDollars]),
    [[4, "answered", "Done", "scripted/demo", 3], [5, "answered", "Done", "scripted/demo", 3]],
  );
  const failed: ThreadLine = { ...LINE, status: "failed", error: { code: "model_auth", message: "" } };
  const [row] = toLiveRows(failed, [], { version: 3, now });
  assert.deepEqual([row?.step, row?.did, row?.state.words], [5, "model_auth", "Failed"]);
});

Deno.test("E15: a step that has ended takes the place of itself as it ran, and old rows are dropped", () => {
  const now = Date.parse(LINE.updatedAt);
  const running: ThreadLine = {
    ...LINE,
    version: 3,
    running: true,
    counters: { ...LINE.counters, steps: 4 },
  };
  const before = toLiveRows(running, [], { version: 3, now });
  assert.deepEqual(before.map(({ step, state }) => [step, state.words]), [[5, "Running"]]);
  const behind = joinRows(before, toLiveRows(LINE, [answer(4, 9)], { version: 3, now }));
  assert.deepEqual(behind.map(({ step, state }) => [step, state.words]), [[5, "Done"]]);
  const [row] = behind;
  assert.ok(row);
  const many = Array.from({ length: 300 }, (_, n) => ({ ...row, key: `k${n}`, at: n }));
  const kept = joinRows([], many);
  assert.deepEqual([kept.length, kept[0]?.at], [200, 299]);
});

async function say(site: Site, thread: string, input: string) {
  const body = JSON.stringify({ agent: "demo", input, until: "done" });
  const headers = { "content-type": "application/json" };
  await (await fetch(`${site.url}v1/threads/${thread}/steps`, { method: "POST", headers, body })).text();
}

needsBrowser(
  "E15: Live follows the steps of all threads, is filtered, and asks nothing while it is paused",
  async () => {
    await using site = openSite();
    await say(site, "before", "What is the weather in Bern?");
    await using tab = await visit(`${site.url}#/live`, { width: 1280 });
    const { page } = tab;
    await page.getByText("Nothing has happened since this was opened").waitFor();
    await page.waitForResponse((response) => response.url().includes("status=open"));
    await say(site, "t1", "What is the weather in Paris?");
    const rows = page.getByRole("region", { name: "Steps" }).locator("tbody tr");
    await rows.nth(1).waitFor();
    const texts = await rows.allInnerTexts();
    assert.match(
      texts[0] ?? "",
      /demo\s+What is the weather in Paris\?\s+2\s+ran get_weather → answered\s+Done\s+scripted/,
    );
    assert.match(texts[1] ?? "", /\s1\s+chose get_weather/);
    await holds(async () =>
      assert.equal(
        await rows.filter({ hasText: "Bern" }).count(),
        0,
        "what was before is in the list of threads",
      )
    );
    await say(site, "t2", "delete record r1");
    await rows.filter({ hasText: "Needs approval" }).waitFor();
    await page.getByLabel("State of steps").selectOption("Needs you");
    await holds(async () => assert.equal(await rows.count(), 1));
    await page.getByLabel("State of steps").selectOption("All states");

    await page.getByRole("button", { name: "Pause" }).click();
    let asked = 0;
    page.on("request", (request) => asked += request.url().includes("status=open") ? 1 : 0);
    await say(site, "t3", "delete record r3");
    await page.waitForTimeout(2_500); // a look would be within it
    assert.equal(asked, 0);
    await page.getByRole("button", { name: "Resume" }).click();
    await rows.filter({ hasText: "delete record r3" }).waitFor();
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => await overflow(page) === 0);
    await rows.filter({ hasText: "delete record r3" }).getByRole("link").click();
    await page.getByRole("heading", { name: "delete record r3", level: 1 }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
