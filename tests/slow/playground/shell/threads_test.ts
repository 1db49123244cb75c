/** The side list of threads: first words, states, search, pages, refresh and removal. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { demo } from "../../../../functions/agents/demo.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, idle, openSite, picture, say, type Site, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const OUTAGE = "The model of this test is out of order.";

/** An agent of whose model every request fails, and one whose tool the caller runs. */
function openStudio() {
  const locate = defineTool({
    name: "locate",
    description: "Where the caller is.",
    parameters: { type: "object" },
  });
  return openSite({
    agents: [
      demo,
      defineAgent({ name: "broken", driver: "broken" }),
      defineAgent({ name: "caller", driver: "scripted", tools: [locate] }),
    ],
    drivers: [
      createScriptedDriver([{ calls: [{ tool: "locate", args: {} }] }]),
      {
        name: "broken",
        toolForm: "native",
        plan: () => Promise.reject(new AgentError("model_auth", OUTAGE)),
        summarize: () => Promise.reject(new Error("not in these tests")),
      },
    ],
  });
}

async function post(site: Site, path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${site.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

/** The lines of the list, with single spaces and without the ages. */
async function lines(page: Page): Promise<string[]> {
  const texts = await page.locator("#thread-list a").allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").replace(/ (?:now|\d+m)$/, ""));
}

/** Waits until the row of a thread is within the list as it is scrolled. */
async function inSight(page: Page, id: string): Promise<void> {
  await page.waitForFunction(`(() => {
    const row = document.querySelector('[data-thread="${id}"]')?.getBoundingClientRect();
    const list = document.querySelector("#thread-scroller").getBoundingClientRect();
    return row !== undefined && row.top >= list.top && row.bottom <= list.bottom + 1;
  })()`);
}

/** What the browser does when a person comes back to the tab: the list is read again. */
const comeBack = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

needsBrowser("E15: the list has the first words and the state of each thread", async () => {
  await using site = openStudio();
  await post(site, "v1/threads/t1/steps", {
    agent: "demo",
    input: "What is  the\nweather in Paris?",
    until: "done",
  });
  await post(site, "v1/threads/t2/steps", { agent: "demo", user: "ann", input: "delete record r1" });
  await post(site, "v1/threads/t3/steps", { agent: "caller", input: "Where am I?" });
  await post(site, "v1/threads/t4/steps", { agent: "broken", input: "x".repeat(200) });
  await post(site, "v1/threads/t5/steps", { agent: "demo", input: "delete record r2" });
  await post(site, "v1/threads/t5/cancel", {});
  await post(site, "v1/threads", { id: "t6", agent: "demo" });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.locator("#thread-list li").nth(5).waitFor();
  await page.getByLabel("Density").selectOption("comfortable");
  await holds(async () =>
    assert.deepEqual((await lines(page)).toSorted(), [
      "What is the weather in Paris? Done demo · API",
      "Where am I? Waits for the app caller · API",
      "delete record r1 Needs approval demo · API ann",
      "delete record r2 Cancelled demo · API",
      "t6 No message yet demo",
      `${"x".repeat(78)} … Failed broken · API`,
    ])
  );
  await holds(async () =>
    assert.equal(await page.locator("#thread-list .state svg").count(), 6, "each state has its picture")
  );

  await page.getByLabel("State", { exact: true }).selectOption("Failed");
  await page.locator("#thread-list li:only-child", { hasText: "Failed" }).waitFor();
  await page.getByLabel("State", { exact: true }).selectOption("Needs you");
  await page.locator("#thread-list li:only-child", { hasText: "Needs approval" }).waitFor();
  await page.getByLabel("State", { exact: true }).selectOption("All");
  await page.getByLabel("Search threads").fill("RECORD r2");
  await page.locator("#thread-list li:only-child", { hasText: "Cancelled" }).waitFor();
  await page.getByLabel("Search threads").fill("nothing has this");
  await page.getByText("No thread fits. Change the search.").waitFor();
  await page.getByLabel("Search threads").fill("");
  await page.locator("#thread-list li").nth(5).waitFor();

  // What the store has of a failed run is shown after any time, with its code and the way on.
  await page.getByRole("link", { name: /^x+/ }).click();
  await page.getByText(OUTAGE, { exact: true }).waitFor();
  await page.reload();
  await page.getByText(OUTAGE, { exact: true }).waitFor();
  await page.getByRole("log").getByText("model_auth", { exact: true }).waitFor();
  await holds(async () =>
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), `${"x".repeat(78)} …`)
  );
  await holds(async () => assert.equal(await page.locator("#thread-state").innerText(), "Failed"));
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await page.getByRole("link", { name: /^Where am I/ }).click();
  await page.getByText("The thread waits for the app that runs these tools.").waitFor();
  await holds(async () => assert.equal(await page.getByRole("button", { name: "Run them" }).count(), 0));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: a thread is one line of 32 pixels with its agent, person, cost and age, or two where a person wants that",
  async () => {
    await using site = openStudio();
    await post(site, "v1/threads/t1/steps", { agent: "demo", user: "ann", input: "delete record r1" });
    for (let n = 0; n < 45; n++) await post(site, "v1/threads", { id: `n${n}`, agent: "demo" });
    await using tab = await visit(`${site.url}#t1`, { width: 1440, height: 700 });
    const { page } = tab;
    const row = page.locator('#thread-list [data-thread="n44"]');
    const height = async () => Math.round((await row.boundingBox())?.height ?? 0);
    await row.waitFor();
    await holds(async () => assert.equal(await height(), 32));
    const list = page.locator("#thread-list");
    await page.getByLabel("State", { exact: true }).selectOption("Needs you");
    await page.locator("#thread-list li:only-child").waitFor();
    await holds(async () =>
      assert.deepEqual(await lines(page), ["delete record r1 Needs approval demo ann"])
    );
    await holds(async () =>
      assert.equal(await page.locator("#thread-list .state[title]").getAttribute("title"), "Needs approval")
    );
    await page.getByLabel("Density").selectOption("Comfortable");
    await holds(async () =>
      assert.deepEqual(await lines(page), ["delete record r1 Needs approval demo · API ann"])
    );
    await page.reload();
    await page.getByLabel("Density").and(page.locator("select")).waitFor();
    await holds(async () =>
      assert.equal(await page.getByLabel("Density").inputValue(), "comfortable", "the browser remembers it")
    );
    await row.waitFor();
    await holds(async () => assert.ok(await height() > 40));

    // The thread on the page is older than the first page of the list: it comes into sight with the page that has it.
    await list.getByRole("link").first().focus();
    await page.keyboard.press("End");
    await page.locator('[data-thread="t1"] a[aria-current]').waitFor();
    await inSight(page, "t1");
    await page.evaluate("location.hash = '#n10'");
    await inSight(page, "n10");
    await page.getByLabel("State", { exact: true }).selectOption("Needs you");
    await page.locator("#thread-list li:only-child").waitFor();
    await page.getByLabel("State", { exact: true }).selectOption("All");
    await row.waitFor();
    await inSight(page, "n10");
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: selected threads are archived, cancelled and deleted once their number is confirmed",
  async () => {
    await using site = openStudio();
    await post(site, "v1/threads/held", { agent: "demo" });
    await post(site, "v1/threads/held/steps", { agent: "demo", input: "delete record r1" });
    for (let n = 0; n < 5; n++) await post(site, "v1/threads", { id: `n${n}`, agent: "demo" });
    await using tab = await visit(`${site.url}#n4`, { width: 1280 });
    const { page } = tab;
    const items = page.locator("#thread-list li");
    await items.nth(5).waitFor();
    const box = (id: string) => page.locator(`#thread-list [data-thread="${id}"]`).getByRole("checkbox");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByText("0 selected").waitFor();
    await box("n3").click();
    await box("n1").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    assert.equal(new URL(page.url()).hash, "#n4", "a selected thread is not opened");
    await holds(async () => assert.deepEqual(await violations(page), []));
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("heading", { name: "Archive 3 threads?" }).waitFor();
    await page.getByRole("button", { name: "Keep them" }).click();
    await holds(async () => assert.equal(await items.count(), 6));
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("button", { name: "Archive 3 threads" }).click();
    await items.nth(3).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "All 3" }).click();
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Cancel runs" }).click();
    await page.getByRole("heading", { name: "Cancel the runs of 1 thread?" }).waitFor();
    await page.getByText("2 of the 3 selected stay as they are.").waitFor();
    await page.getByRole("button", { name: "Cancel the runs of 1 thread" }).click();
    await items.filter({ hasText: "Cancelled" }).waitFor();

    await items.first().getByRole("checkbox").focus();
    await page.keyboard.press("Escape");
    await items.first().getByRole("link").focus();
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { name: "Delete 2 threads?" }).waitFor();
    await picture(page, "threads_delete");
    await page.getByRole("button", { name: "Delete 2 threads" }).click();
    await items.nth(1).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "New thread", level: 1 }).waitFor();
    const { threads } = await (await fetch(`${site.url}v1/threads?archived=all`)).json();
    assert.deepEqual(threads.map(({ id }: { id: string }) => id).toSorted(), ["held", "n1", "n2", "n3"]);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: the list follows the run on the page, and what others do, and opens threads", async () => {
  await using site = openStudio();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.getByText("No thread yet. Send a message to begin one.").waitFor();
  await say(page, "delete record r1");
  const own = page.getByRole("link", { name: /^delete record r1 Needs approval/ });
  await own.waitFor();
  await holds(async () => assert.equal(await own.getAttribute("aria-current"), "true"));
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("link", { name: /^delete record r1 Done/ }).waitFor();

  await post(site, "v1/threads/other/steps", {
    agent: "demo",
    input: "What is the weather in Oslo?",
    until: "done",
  });
  await comeBack(page);
  const other = page.getByRole("link", { name: /Oslo\? Done/ });
  await other.waitFor();
  await other.focus();
  await page.keyboard.press("ArrowDown");
  await page.locator("#thread-list a:focus", { hasText: "delete record r1" }).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "What is the weather in Oslo?", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).hash, "#other");
  await holds(async () => assert.equal(await other.getAttribute("aria-current"), "true"));

  await page.getByLabel("Thread id").fill("thread_gone");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("There is no such thread.").waitFor();
}, shared);

needsBrowser(
  "E15: the list goes on behind its first page while it is scrolled, and keeps the rest when it is read again",
  async () => {
    await using site = openStudio();
    for (let n = 0; n < 85; n++) await post(site, "v1/threads", { id: `n${n}`, agent: "demo" });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    const items = page.locator("#thread-list li");
    await items.nth(39).waitFor();
    await holds(async () => assert.equal(await items.count(), 40, "what is out of sight is not read"));
    await items.first().getByRole("link").focus();
    for (const count of [80, 85]) {
      await page.keyboard.press("End");
      await items.nth(count - 1).waitFor();
    }
    await page.keyboard.press("End");
    await page.locator("#thread-list li:last-child a:focus").waitFor();
    await page.getByText("Reading more").waitFor({ state: "detached" });
    await post(site, "v1/threads", { id: "newest", agent: "demo" });
    await comeBack(page);
    await page.getByRole("link", { name: /^newest/ }).waitFor();
    await holds(async () => assert.equal(await items.count(), 86));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: a thread is deleted once that is confirmed, and only then", async () => {
  await using site = openStudio();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await idle(page);
  await post(site, "v1/threads", { id: "other", agent: "demo" });
  await page.getByRole("link", { name: /Paris\? Done/ }).waitFor();
  await comeBack(page);
  await page.getByRole("link", { name: /^other/ }).waitFor();
  const remove = page.getByRole("button", { name: "Delete the thread What is the weather in Paris?" });
  await remove.focus();
  await remove.press("Enter");
  await page.getByRole("heading", { name: "Delete this thread?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Delete this thread?" }).waitFor({ state: "hidden" });
  await remove.press("Enter");
  await page.getByRole("button", { name: "Keep it" }).press("Enter");
  await holds(async () => assert.equal(await page.locator("#thread-list li").count(), 2));
  await remove.press("Enter");
  // Closed, and opened again before the event of that comes.
  await remove.evaluate((node) => {
    const button = Object(node); // its type is another one where the library of browsers is loaded
    button.ownerDocument.querySelector("dialog[open]")?.close();
    button.click();
  });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("heading", { name: "New thread", level: 1 }).waitFor();
  await page.locator("#thread-list a:focus", { hasText: "other" }).waitFor();
  await holds(async () => assert.deepEqual((await lines(page)).length, 1));
  const { threads } = await (await fetch(`${site.url}v1/threads`)).json();
  assert.deepEqual(threads.map(({ id }: { id: string }) => id), ["other"]);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: a list that was asked for before a deletion does not bring the thread back", async () => {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  await using site = openSite({
    network: async (request, answer) => {
      const response = await answer();
      if (new URL(request.url).pathname === "/v1/threads" && isHeld) await held.promise;
      return response;
    },
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  const items = page.locator("#thread-list li");
  for (const id of ["first", "second"]) await post(site, "v1/threads", { id, agent: "demo" });
  await comeBack(page);
  await items.nth(1).waitFor();
  isHeld = true;
  const asked = page.waitForRequest(/\/v1\/threads(?:\?|$)/);
  await comeBack(page);
  await asked;
  await page.getByRole("button", { name: "Delete the thread first" }).press("Enter");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await items.nth(1).waitFor({ state: "detached" });
  // Nothing but the held answer is shown from here on.
  const counts = page.evaluate(`new Promise((resolve) => {
    const counts = new Set();
    const list = document.querySelector("#thread-list");
    new MutationObserver(() => counts.add(list.childElementCount)).observe(list, { childList: true });
    setTimeout(() => resolve([...counts]), 250);
  })`);
  const answered = page.waitForResponse(/\/v1\/threads(?:\?|$)/);
  held.resolve();
  await answered;
  assert.deepEqual(await counts, []);
  await holds(async () => assert.equal(await items.count(), 1));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: a list that is not seen is not read, and a server that is away is not asked without end",
  async () => {
    let asked = 0;
    let gone = false;
    await using site = openSite({
      network: async (request, answer) => {
        if (new URL(request.url).pathname !== "/v1/threads") return await answer();
        asked += 1;
        return gone ? Response.json({ detail: "Out of order." }, { status: 503 }) : await answer();
      },
    });
    await using tab = await visit(site.url, { width: 380, clock: true });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    await page.clock.runFor(60_000);
    assert.equal(asked, 0, "the drawer is closed");
    await page.getByRole("button", { name: "Threads", exact: true }).click();
    await page.clock.runFor(1_000);
    await page.getByText("No thread yet. Send a message to begin one.").waitFor();
    gone = true;
    await page.clock.runFor(16_000);
    await page.getByText("The list could not be read. Out of order.").waitFor();
    const before = asked;
    await page.clock.runFor(29_000);
    assert.equal(asked, before, "it waits twice as long");
  },
  shared,
);
