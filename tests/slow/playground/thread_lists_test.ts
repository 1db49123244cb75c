/** Filters, titles and the archive in the list of threads, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { agents } from "../../../functions/agents/mod.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { readThreadQuery } from "../../../src/playground/browser/panels/thread_query.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, openSite, say, stepRow, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

Deno.test("V6: the search field and the state beside it are a query of the server", () => {
  const cases: [text: string, state: string, query: string][] = [
    ["", "", ""],
    ["Paris oslo", "", "search=Paris+oslo"],
    ["user:ann status:failed Refund", "", "user=ann&status=failed&search=Refund"],
    ['title:"order 17" metadata.plan:pro', "", "metadata.plan=pro&search=order+17"],
    ["archived:only title:june of", "", "archived=only&search=june+of"],
    ["user:", "", ""],
    ["10:30 http://x", "", "search=10%3A30+http%3A%2F%2Fx"],
    ["· – user:ann", "", "user=ann"],
    ['user:"ann', "", "user=ann"],
    ["", "needs", "needs=any"],
    ["june", "failed", "search=june&status=failed"],
    ["status:done", "failed", "status=done"],
    ["needs:answer", "archived", "needs=answer&archived=only"],
  ];
  for (const [text, state, query] of cases) assert.equal(readThreadQuery(text, state), query, text);
});

/** Says one thing at once: an answer, a call that waits for a person, or that the model is out of order. */
function openMany() {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to"],
    needsApproval: true,
    run: () => "paid",
  });
  const script = createScriptedDriver(({ history: { entries } }) => {
    const input = entries.find(({ type }) => type === "user");
    const text = input?.type === "user" ? input.text : "";
    if (text.startsWith("fail")) {
      return Promise.resolve({ fails: new AgentError("model_invalid_request", "No.") });
    }
    return Promise.resolve(
      text.startsWith("pay") ? { calls: [{ tool: "pay", args: { to: "ann" } }] } : { says: "Done." },
    );
  });
  return openSite({
    agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
    drivers: [script],
  });
}

needsBrowser(
  "V6: of 60 threads the list finds the few that failed or need a person, behind its first page",
  async () => {
    await using site = openMany();
    const asked: string[] = [];
    const inputs = [
      "pay the first",
      "fail the first",
      "pay the second",
      "fail the second",
      "pay a third",
      ...Array.from({ length: 55 }, (_, n) => `talk ${n}`),
    ];
    for (const [n, input] of inputs.entries()) {
      const body = JSON.stringify({
        agent: "payer",
        input,
        user: n % 2 === 0 ? "ann" : "bob",
        until: "done",
      });
      const headers = { "content-type": "application/json" };
      await (await fetch(`${site.url}v1/threads/t${n}/steps`, { method: "POST", headers, body })).text();
    }
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    page.on("request", (request) => asked.push(new URL(request.url()).search));
    const names = page.locator("#thread-list .thread-name");
    const items = page.locator("#thread-list li");
    const state = page.getByLabel("State", { exact: true });
    await items.nth(19).waitFor();
    await holds(async () =>
      assert.equal(
        await items.filter({ hasText: /Failed|Needs/ }).count(),
        0,
        "the first page has none of them",
      )
    );

    await state.selectOption("Needs you");
    await items.filter({ hasText: "pay the first" }).waitFor();
    await holds(async () =>
      assert.deepEqual(await names.allInnerTexts(), ["pay a third", "pay the second", "pay the first"])
    );
    await holds(async () => assert.equal(await items.filter({ hasText: "Needs approval" }).count(), 3));
    await state.selectOption("Failed");
    await items.filter({ hasText: "fail the first" }).waitFor();
    await holds(async () =>
      assert.deepEqual(await names.allInnerTexts(), ["fail the second", "fail the first"])
    );
    const search = page.getByLabel("Search threads");
    await search.fill("second");
    await page.locator("#thread-list li:only-child", { hasText: "fail the second" }).waitFor();
    await state.selectOption("Needs you");
    await page.locator("#thread-list li:only-child", { hasText: "pay the second" }).waitFor();
    await search.fill("user:ann");
    await items.nth(2).waitFor();
    await page.getByLabel("Density").selectOption("comfortable");
    await holds(async () => assert.match(await items.first().innerText(), /payer · API\s+ann/));
    assert.ok(asked.includes("?search=second&needs=any&limit=40"), asked.join("\n"));

    // A decision takes a thread from the list.
    const { calls: [{ id }] } = await (await fetch(`${site.url}v1/threads/t4`)).json();
    await fetch(`${site.url}v1/threads/t4/approvals/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ approved: true }),
    });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await items.filter({ hasText: "pay a third" }).waitFor({ state: "detached" });
    await holds(async () => assert.equal(await items.count(), 2));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("V6: threads are filtered, renamed and archived in the list", async () => {
  await using site = openSite({ agents });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await stepRow(page, 2).waitFor();
  const item = page.locator(".thread-list li");
  const search = page.getByLabel("Search threads");
  await item.first().waitFor();

  await search.fill("tool:delete_record");
  await page.getByText("No thread fits. Change the search.").waitFor();
  await search.fill("tool:get_weather status:done");
  await item.first().waitFor();

  await item.first().hover();
  await page.getByRole("button", { name: /^Rename the thread/ }).click();
  const field = page.getByLabel("Title", { exact: true });
  await field.fill("The trip of June");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Rename the thread What is/ }).click();
  await field.fill("The trip of June");
  await field.press("Enter");
  await page.locator(".thread-name", { hasText: "The trip of June" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "The trip of June" }).waitFor();
  await search.fill("title:june");
  await page.locator(".thread-name", { hasText: "The trip of June" }).waitFor();

  await item.first().hover();
  await page.getByRole("button", { name: "Archive the thread The trip of June" }).click();
  await item.first().waitFor({ state: "detached" });
  await search.fill("archived:only");
  await item.first().hover();
  await page.getByRole("button", { name: "Take the thread The trip of June out of the archive" }).click();
  await item.first().waitFor({ state: "detached" });
  await search.fill("");
  await item.first().waitFor();

  await search.fill("status:lost");
  await page.getByText(/The list could not be read\. .*status/).waitFor();
  assert.deepEqual(tab.complaints.filter((complaint) => !complaint.includes("422")), []);
}, shared);
