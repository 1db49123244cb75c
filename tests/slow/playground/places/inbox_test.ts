// The inbox of the page: every call that waits, decided where it stands, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Json } from "../../../../src/core/json.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { eventually } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, looksOf, lowContrast, openSite, overflow, picture, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** An agent that pays three people and asks a question, each in a thread of its own, and what came of it. */
function payer() {
  const done: Json[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to"],
    needsApproval: true,
    run: ({ to }) => {
      done.push(to);
      return "paid";
    },
  });
  const driver = createScriptedDriver(({ history: { entries } }) => {
    const [first] = entries;
    const text = first?.type === "user" ? first.text : "";
    if (entries.some(({ type }) => type === "tool")) return { says: "Done." };
    return text.startsWith("ask")
      ? { calls: [{ tool: "ask_user", args: { question: "Which colour?" } }] }
      : { calls: [{ tool: "pay", args: { to: text } }] };
  });
  const agent = defineAgent({ name: "payer", driver: "scripted", tools: [pay, askUser()] });
  return { done, site: openSite({ agents: [agent], drivers: [driver] }) };
}

needsBrowser(
  "X5, V2: calls of several threads are decided in the inbox with the keyboard alone, and their runs go on",
  async () => {
    const { done, site: opened } = payer();
    await using site = opened;
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    for (const to of ["ann", "bob", "cid"]) {
      await say(page, to);
      await page.getByText("1 call waits for your approval.").waitFor();
      await page.keyboard.press("Alt+n");
    }
    const waits = page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /^Inbox/ });
    await waits.filter({ hasText: "3 wait" }).waitFor();

    await page.locator("body").click({ position: { x: 600, y: 300 } });
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    const cards = page.getByRole("list", { name: "Calls that wait" }).getByRole("article");
    await cards.nth(2).waitFor();
    assert.match(await cards.first().innerText(), /pay[^]*payer[^]*"to": "ann"/);
    await cards.first().getByRole("link", { name: "ann", exact: true }).waitFor();
    await page.locator('.inbox-card:focus:has-text("ann")').waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("a"); // bob
    await cards.nth(1).filter({ hasText: "cid" }).waitFor();
    await page.locator('.inbox-card:focus:has-text("cid")').waitFor();
    await page.keyboard.press("d");
    await cards.filter({ hasText: "cid" }).waitFor({ state: "detached" });
    await waits.filter({ hasText: "1 waits" }).waitFor();
    const doneThreads = async () => {
      const { threads } = await (await fetch(`${site.url}v1/threads?status=done`)).json();
      return threads.map(({ title }: { readonly title: string }) => title).sort();
    };
    await eventually(async () => (await doneThreads()).length === 2);
    assert.deepEqual(await doneThreads(), ["bob", "cid"]);
    await page.getByRole("link", { name: "Threads" }).click();
    await page.locator("#thread-list li").filter({ hasText: "bob" }).getByText("Done").waitFor();
    assert.deepEqual(done, ["bob"], "nobody has approved the others");
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

for (const [width, colorScheme] of looksOf([[1280, "light"], [390, "dark"]] as const)) {
  needsBrowser(`X5, V2: a question is answered in the inbox, at ${width} px, ${colorScheme}`, async () => {
    const { site: opened } = payer();
    await using site = opened;
    await using tab = await visit(site.url, { width, colorScheme });
    const { page } = tab;
    await say(page, "ask");
    await page.getByText("A tool asks you.").waitFor();
    await page.evaluate("location.hash = '#/inbox'");
    const place = page.locator("#place");
    await place.getByLabel("Answer").fill("blue");
    await picture(page, `inbox_${width}_${colorScheme}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await lowContrast(page), []);
    assert.equal(await overflow(page), 0);
    await place.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
    const link = page.locator('#places a[href="#/inbox"]');
    assert.doesNotMatch(await link.textContent() ?? "", /wait/, "the count is of the same reading");
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser("X5, V2: a decision that is refused is told at its call, which stays", async () => {
  const { done, site: opened } = payer();
  await using site = opened;
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "ann");
  await page.getByText("1 call waits for your approval.").waitFor();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  const card = page.getByRole("article", { name: "pay of payer" });
  await page.route(
    "**/approvals/*",
    (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: '{"detail":"The store is away."}',
      }),
  );
  await card.getByRole("button", { name: "Approve" }).click();
  await card.getByText("Nothing is recorded. The store is away.").waitFor();
  await page.unroute("**/approvals/*");
  await card.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
  await eventually(() => done.length > 0, () => done);
  assert.deepEqual(done, ["ann"]);
}, shared);

needsBrowser(
  "X5, V2: a decision by mouse gives the focus to the next call, and one that others have made counts",
  async () => {
    const { site: opened } = payer();
    await using site = opened;
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    for (const to of ["ann", "bob", "cid"]) {
      await say(page, to);
      await page.getByText("1 call waits for your approval.").waitFor();
      await page.keyboard.press("Alt+n");
    }
    await page.getByRole("link", { name: /^Inbox/ }).click();
    const cards = page.locator(".inbox-card");
    await cards.nth(2).waitFor();
    await cards.first().getByRole("button", { name: "Approve" }).click();
    await page.locator('.inbox-card:focus:has-text("bob")').waitFor();
    await page.route(
      "**/approvals/*",
      (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: '{"detail":"It is decided.","code":"approval_decided"}',
        }),
    );
    await cards.filter({ hasText: "bob" }).getByRole("button", { name: "Approve" }).click();
    await page.locator('.inbox-card:focus:has-text("cid")').waitFor();
    assert.equal(await page.getByText("Nothing is recorded.").count(), 0);
  },
  shared,
);

needsBrowser(
  "E14, V2: with a token of a user the page works as far as its scopes go",
  async () => {
    const env = {
      TREADLE_API_KEYS: "acme:0123456789abcdef",
      TREADLE_TOKEN_SECRETS: "0123456789abcdef0123456789abcdef",
    };
    await using site = openSite({ env });
    const issued = await fetch(`${site.url}v1/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer 0123456789abcdef" },
      body: JSON.stringify({ user: "ann", agents: ["demo"], scopes: ["read", "run", "decide"] }),
    });
    const { token } = await issued.json();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await page.getByLabel("API key").fill(token);
    await page.getByRole("button", { name: "Use key" }).click();
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(new URL(response.url()).pathname);
    });
    await say(page, "delete record r1");
    await page.getByText("1 call waits for your approval.").waitFor();
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.getByRole("article", { name: "delete_record of demo" }).waitFor();
    await page.getByRole("link", { name: "Plugins" }).click();
    await page.getByText("A key with the scope manage shows the plugins.").waitFor();
    assert.deepEqual(
      refused.filter((path) => path !== "/v1/agents/demo"),
      [],
      "but for the details of its agent",
    );
  },
  shared,
);
