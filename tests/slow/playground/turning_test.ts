/** What becomes of requests and answers when the page turns to a fork, to another thread, or to earlier entries. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, isInSight, openSite, say, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser("E15: a fork is read once when the page turns to it", async () => {
  const read: string[] = [];
  await using site = openSite({
    network: async (request, answer) => {
      const { pathname } = new URL(request.url);
      if (request.method === "GET") read.push(pathname);
      return await answer();
    },
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
  await idle(page);
  const before = page.url();
  await page.locator(".step").first().hover();
  const verbs = page.getByRole("group", { name: "Actions on step 1" });
  await verbs.getByRole("button", { name: "Branch" }).click();
  await page.waitForURL((url) => url.href !== before);
  await idle(page);
  await page.waitForLoadState("networkidle");
  const fork = `/v1/threads/${new URL(page.url()).hash.slice(1)}`;
  const of = (path: string) => read.filter((each) => each === path).length;
  assert.deepEqual([of(fork), of(`${fork}/history`)], [1, 1]);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: earlier entries come while a step runs, and the place and the focus stay", async () => {
  const gate = Promise.withResolvers<void>();
  const driver = createScriptedDriver(async ({ history: { entries } }) => {
    const last = entries.at(-1);
    if (last?.type === "user" && last.text === "Wait") await gate.promise;
    return { says: "Here." };
  });
  await using site = openSite({
    agents: [defineAgent({ name: "waiter", driver: "scripted" })],
    drivers: [driver],
  });
  for (let n = 1; n <= 25; n++) {
    const response = await fetch(`${site.url}v1/threads/t1/steps`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agent: "waiter", input: `Message ${n}`, until: "done" }),
    });
    await response.text();
  }
  await using tab = await visit(`${site.url}#t1`, { width: 1280 });
  const { page } = tab;
  const known = page.locator(".user", { hasText: "Message 25" });
  await known.waitFor();
  await idle(page);
  await say(page, "Wait");
  await page.locator(".step .waiting").waitFor();
  const first = page.locator(".user").first();
  const words = await first.locator(".text").innerText();
  const button = page.getByRole("button", { name: "Show earlier" });
  await button.scrollIntoViewIfNeeded();
  const place = (text: string) =>
    page.locator(".user", { has: page.getByText(text, { exact: true }) }).evaluate((node) =>
      node.getBoundingClientRect().bottom
    );
  const before = await place(words);
  await button.press("Enter");
  await page.locator(".user:focus", { has: page.getByText("Message 1", { exact: true }) }).waitFor();
  await page.locator(".step.live").waitFor(); // the step still runs
  await holds(async () =>
    assert.ok(Math.abs(await place(words) - before) < 60, "the reader stays where they were")
  );
  gate.resolve();
  await idle(page);
  await holds(async () =>
    assert.ok(Math.abs(await place(words) - before) < 60, "and stays there when the run ends")
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: a thread that was left while an answer was on its way shows the answer when it is back",
  async () => {
    const gate = Promise.withResolvers<void>();
    const agents: unknown[] = [];
    const pay = defineTool({
      name: "pay",
      description: "Pays.",
      needsApproval: true,
      parameters: ["to"],
      run: () => ({ paid: true }),
    });
    await using site = openSite({
      env: { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" },
      agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
      drivers: [createScriptedDriver([{ calls: [{ tool: "pay", args: { to: "bob" } }] }, { says: "Done." }])],
      network: async (request, answer) => {
        if (request.url.includes("/approvals/")) await gate.promise;
        if (request.url.endsWith("/steps")) agents.push((await request.clone().json()).agent);
        return await answer();
      },
    });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "pay bob");
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await idle(page);
    await approve.click();
    await page.getByText("Approved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New thread" }).first().click();
    await page.locator("#intro").waitFor();
    await page.goBack();
    await approve.waitFor();
    await idle(page);
    gate.resolve();
    await page.getByText("The run is not finished.").waitFor();
    await holds(async () => assert.equal(await approve.count(), 0));
    assert.deepEqual(agents, ["payer"]);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: an address that names a step opens its thread there, and the links of a log follow each other",
  async () => {
    const driver = createScriptedDriver(() => ({ says: "Here." }));
    await using site = openSite({
      agents: [defineAgent({ name: "waiter", driver: "scripted" })],
      drivers: [driver],
    });
    for (let n = 1; n <= 12; n++) {
      const response = await fetch(`${site.url}v1/threads/t1/steps`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ agent: "waiter", input: `Message ${n}`, until: "done" }),
      });
      await response.text();
    }
    await using tab = await visit(`${site.url}#t1/3`, { width: 1280 });
    const { page } = tab;
    const selected = page.locator(".step.selected h2");
    await selected.getByText("Step 3", { exact: true }).waitFor();
    await holds(async () => assert.ok(await isInSight(page, ".step.selected")));
    await page.evaluate(() => location.hash = "#t1/11");
    await selected.getByText("Step 11", { exact: true }).waitFor();
    await holds(async () => assert.ok(await isInSight(page, ".step.selected")));
    await page.evaluate(() => location.hash = "#t1/999");
    await page.waitForFunction(() => document.querySelectorAll(".step.selected").length === 0);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
