/** The page where its surroundings are against it: other tabs, no storage, a cut address, long threads; and the picture of a thread. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, idle, openSite, say, type Site, type SiteOptions, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const PARIS = "What is the weather in Paris?";
const PARIS_ANSWER = "It is 18 °C and clear in Paris.";

needsBrowser(
  "E15: the page: a thread that another tab has gone on with, or has deleted, is shown as it is",
  async () => {
    await using site = openSite();
    await using first = await visit(site.url, { width: 1280 });
    await say(first.page, PARIS);
    await idle(first.page);
    await using second = await visit(first.page.url(), { width: 1280 });
    await second.page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(second.page);
    const titles = (page: typeof first.page) =>
      page.getByRole("heading", { name: /^Step \d+$/ }).allInnerTexts();

    await say(first.page, "What is the weather in Oslo?");
    await first.page.getByText("It is 6 °C and rain in Oslo.", { exact: true }).waitFor();
    await idle(first.page);
    await second.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await second.page.getByText("It is 6 °C and rain in Oslo.", { exact: true }).waitFor();
    await idle(second.page);
    await holds(async () =>
      assert.deepEqual(await titles(second.page), ["Step 1", "Step 2", "Step 3", "Step 4"])
    );

    const thread = new URL(first.page.url()).hash.slice(1);
    await (await fetch(`${site.url}v1/threads/${thread}`, { method: "DELETE" })).body?.cancel();
    await say(second.page, "What is the weather in Cairo?");
    await second.page.getByText("It is 31 °C and clear in Cairo.", { exact: true }).waitFor();
    await idle(second.page);
    await holds(async () =>
      assert.deepEqual(
        await titles(second.page),
        ["Step 1", "Step 2"],
        "nothing of the deleted thread is shown",
      )
    );
    // Whatever had yet to be read of the thread when it went is refused, which a browser says in its console.
    const complaints = first.complaints.concat(second.complaints);
    assert.deepEqual(complaints.filter((each) => !each.includes("status of 404")), []);
  },
  shared,
);

needsBrowser(
  "E15: the page works in a browser that refuses to store anything, and reads an address that was cut",
  async () => {
    await using site = openSite();
    await using tab = await visit("about:blank");
    const { page } = tab;
    await page.addInitScript(`for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });
  }`);
    await page.goto(site.url);
    await say(page, PARIS);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(page);
    await page.keyboard.press("Alt+t");
    await page.getByRole("button", { name: "Dark theme" }).click();
    await holds(async () =>
      assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    );
    assert.deepEqual(tab.complaints, []);
    await page.goto(`${site.url}#thread%E0%A4`);
    await page.getByText("invalid_path").waitFor();
  },
  shared,
);

/** An agent that notes 119 times and answers then. Before its plan of this number it waits for the gate. */
function busySite(
  network?: SiteOptions["network"],
  gate?: { readonly plan: number; open: Promise<void> },
): Site {
  const note = defineTool({
    name: "note",
    description: "Notes.",
    effect: "pure",
    parameters: { type: "object" },
    run: () => "noted",
  });
  let plans = 0;
  const agent = defineAgent({
    name: "busy",
    driver: "scripted",
    tools: [note],
    limits: { stepsPerRun: 130 },
  });
  const scenario = createScriptedDriver(async () => {
    plans++;
    if (plans === gate?.plan) await gate.open;
    return plans < 120 ? { calls: [{ tool: "note", args: { plans } }] } : { says: "All is noted." };
  });
  return openSite({ agents: [agent], drivers: [scenario], ...(network ? { network } : {}) });
}

/** Starts the whole run of the thread `busy`. */
function startBusy({ url }: Site): Promise<Response> {
  return fetch(`${url}v1/threads/busy/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept": "text/event-stream" },
    body: JSON.stringify({ agent: "busy", input: "Note it.", until: "done" }),
  });
}

needsBrowser(
  "E15: the page: a thread of many steps opens at its end, and has a picture to save",
  async () => {
    await using site = busySite();
    await (await startBusy(site)).text();
    await using tab = await visit(`${site.url}#busy`, { width: 1280 });
    const { page } = tab;
    await page.getByText("All is noted.", { exact: true }).waitFor();
    await idle(page);
    // Not waitForFunction, which evaluates a text in the page: its policy forbids that.
    await eventually(() =>
      page.evaluate(`(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.getElementById("scroller");
        return scrollTop + clientHeight >= scrollHeight - 1 && document.querySelectorAll(".row").length === 120;
      })()`)
    );
    await page.getByRole("button", { name: "Thread menu" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a picture" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "busy.svg");
    assert.match(await Deno.readTextFile(await download.path()), /^<svg/);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: the page: a run that goes on while its history is drawn is shown whole, each step and event once",
  async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    await using site = busySite(async (request, answer) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const response = await answer();
      // From here on the run is ahead of what the page has just been given.
      if (pathname.endsWith("/history")) gate.resolve();
      return response;
    }, { plan: 100, open: gate.promise });
    const run = await startBusy(site);
    const events = run.text();
    await eventually(async () => {
      const { counters } = await (await fetch(`${site.url}v1/threads/busy`)).json();
      return counters.steps === 99;
    });
    await using tab = await visit(`${site.url}#busy`, { width: 1280 });
    const { page } = tab;
    await page.getByText("All is noted.", { exact: true }).waitFor();
    await idle(page);
    await events;
    assert.ok(asked.some((path) => path.endsWith("/history")));
    const titles = await page.getByRole("heading", { name: /^Step \d+$/ }).allInnerTexts();
    const first = Number(titles[0]?.slice("Step ".length));
    assert.ok(first < 100, "some of them were in the history that the page had been given");
    assert.deepEqual(
      titles,
      Array.from({ length: 121 - first }, (_, index) => `Step ${index + first}`),
    );
    // The first one has run a call of the step before it, and the last one has planned none.
    await holds(async () => assert.equal(await page.locator(".call").count(), 121 - first));
    const seqs = (await page.locator(".event .seq").allTextContents()).map(Number);
    assert.deepEqual(seqs, [...new Set(seqs)].toSorted((a, b) => a - b));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
