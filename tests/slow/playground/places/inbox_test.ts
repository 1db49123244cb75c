// The inbox of the page: every call that waits, decided where it stands, in a real Chromium on the real app.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Json } from "../../../../src/core/json.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  closeBrowser,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  type Site,
  visit,
} from "../site.ts";

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

/** The rows of the list, in their order. */
const rowsOf = (page: Page) =>
  page.getByRole("list", { name: "Calls that wait" }).getByRole("button", { includeHidden: true });

/** The row that has the focus, which the pane is about. */
const focused = (page: Page, title: string) => page.locator(`.inbox-row:focus:has-text("${title}")`);

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
    const rows = rowsOf(page);
    const pane = page.getByRole("article", { name: "pay of payer" });
    await rows.nth(2).waitFor();
    await holds(async () => assert.match(await rows.first().innerText(), /pay\s+payer\s+ann\s/));
    await focused(page, "ann").waitFor();
    await pane.getByRole("link", { name: "ann", exact: true }).waitFor();
    await holds(async () => assert.match(await pane.innerText(), /to text\s+ann/));
    await holds(async () =>
      assert.equal(
        (await page.locator("#place").innerText()).split("to text").length,
        2,
        "arguments stand once",
      )
    );
    await page.keyboard.press("ArrowDown");
    await focused(page, "bob").waitFor();
    await page.keyboard.press("a");
    await rows.filter({ hasText: "bob" }).waitFor({ state: "detached" });
    await focused(page, "cid").waitFor();
    await pane.getByRole("link", { name: "cid", exact: true }).waitFor();
    await page.keyboard.press("k");
    await focused(page, "ann").waitFor();
    await page.keyboard.press("j");
    await focused(page, "cid").waitFor();
    await page.keyboard.press("d");
    await rows.filter({ hasText: "cid" }).waitFor({ state: "detached" });
    await focused(page, "ann").waitFor();
    await waits.filter({ hasText: "1 waits" }).waitFor();
    const doneThreads = async () => {
      const { threads } = await (await fetch(`${site.url}v1/threads?status=done`)).json();
      return threads.map(({ title }: { readonly title: string }) => title).sort();
    };
    await eventually(async () => (await doneThreads()).length === 2);
    await holds(async () => assert.deepEqual(await doneThreads(), ["bob", "cid"]));
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
    if (width < 700) await rowsOf(page).first().click();
    await place.getByLabel("Answer").fill("blue");
    await picture(page, `inbox_${width}_${colorScheme}`);
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await holds(async () => assert.equal(await overflow(page), 0));
    await place.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
    const link = page.locator('#places a[href="#/inbox"]');
    await holds(async () =>
      assert.doesNotMatch(await link.textContent() ?? "", /wait/, "the count is of the same reading")
    );
    await holds(async () => assert.deepEqual(await violations(page), []));
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
    const rows = rowsOf(page);
    const approve = page.getByRole("article").getByRole("button", { name: "Approve", exact: true });
    await rows.nth(2).waitFor();
    await approve.click();
    await focused(page, "bob").waitFor();
    await page.route(
      "**/approvals/*",
      (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: '{"detail":"It is decided.","code":"approval_decided"}',
        }),
    );
    await approve.click();
    await focused(page, "cid").waitFor();
    await holds(async () => assert.equal(await page.getByText("Nothing is recorded.").count(), 0));
  },
  shared,
);

/** Threads whose calls wait, made by requests. */
async function holdCalls(
  site: Site,
  inputs: Readonly<Record<string, readonly [agent: string, user: string]>>,
) {
  for (const [input, [agent, user]] of Object.entries(inputs)) {
    await post(site, `v1/threads/${input}/steps`, { agent, user, input, until: "done" });
  }
}

async function post(site: Site, path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${site.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

/** Two agents that pay and refund; arguments of a payment may be changed, and a refund takes two people. */
function shops() {
  const done: Json[] = [];
  const run = (args: Json) => {
    done.push(args);
    return "done";
  };
  const tools = [
    defineTool({
      name: "pay",
      description: "Pays.",
      parameters: {
        type: "object",
        properties: { to: { type: "string", description: "Who gets it." }, amount: { type: "number" } },
        required: ["to"],
      },
      needsApproval: true,
      approvalEdits: true,
      run,
    }),
    defineTool({
      name: "refund",
      description: "Refunds.",
      parameters: ["to"],
      needsApproval: true,
      approvals: 2,
      run,
    }),
  ];
  const driver = createScriptedDriver(({ history: { entries } }): ScriptedPlan => {
    const [first] = entries;
    const to = first?.type === "user" ? first.text : "";
    if (entries.some(({ type }) => type === "tool")) return { says: "Done." };
    const isRefund = to.startsWith("r");
    return { calls: [{ tool: isRefund ? "refund" : "pay", args: isRefund ? { to } : { to, amount: 5 } }] };
  });
  const agents = ["shop", "bank"].map((name) => defineAgent({ name, driver: "scripted", tools }));
  return { done, site: openSite({ agents, drivers: [driver] }) };
}

needsBrowser(
  "X5, V2: arguments are changed in fields of the tool's schema, and what differs is marked",
  async () => {
    const { done, site: opened } = shops();
    await using site = opened;
    await holdCalls(site, { p1: ["shop", "ann"] });
    await using tab = await visit(`${site.url}#/inbox`, { width: 1024 });
    const { page } = tab;
    const pane = page.getByRole("article", { name: "pay of shop" });
    const amount = pane.getByRole("textbox", { name: "amount" });
    await amount.waitFor();
    await holds(async () =>
      assert.equal(await pane.getByRole("textbox", { name: "to text" }).inputValue(), "p1")
    );
    await pane.getByText("Who gets it.").waitFor();
    await amount.fill("many");
    await pane.getByRole("button", { name: "Approve as changed" }).click();
    await pane.getByText("must be a number").waitFor();
    await amount.fill("7");
    await pane.getByText("must be a number").waitFor({ state: "detached" });
    await pane.getByText("Some arguments are wrong").waitFor({ state: "hidden" });
    await pane.getByRole("textbox", { name: "to text" }).fill("p2");
    await holds(async () => assert.equal(await pane.locator(".arg.changed").count(), 2));
    await pane.getByText("The model wrote 5").waitFor();
    await holds(async () =>
      assert.deepEqual([await violations(page), await lowContrast(page), await overflow(page)], [[], [], 0])
    );
    await picture(page, "inbox_changed");
    await pane.getByRole("button", { name: "Undo the change of to" }).click();
    await holds(async () => assert.equal(await pane.locator(".arg.changed").count(), 1));
    await pane.getByRole("button", { name: "Approve as changed" }).click();
    await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
    await eventually(() => done.length > 0, () => done);
    assert.deepEqual(done, [{ to: "p1", amount: 7 }]);
    await page.goto(`${site.url}#p1`);
    await page.locator(".call-by", { hasText: "approved by a person without a key with changes" }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("X5, V2: one of two approvals is named, and both stand on the call that has ended", async () => {
  const { done, site: opened } = shops();
  await using site = opened;
  await holdCalls(site, { r1: ["shop", "ann"] });
  const { items: [{ callId }] } = await (await fetch(`${site.url}v1/inbox`)).json();
  await post(site, `v1/threads/r1/approvals/${callId}`, { approved: true, by: "ann" });
  await using tab = await visit(`${site.url}#/inbox`, { width: 1440, height: 900 });
  const { page } = tab;
  await page.getByText("1 of 2 approved by ann.").waitFor();
  await holds(async () => assert.match(await rowsOf(page).first().innerText(), /1 of 2 approved/));
  await focused(page, "r1").waitFor();
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
  await eventually(() => done.length > 0, () => done);
  await page.goto(`${site.url}#r1`);
  const both = "approved by ann and a person without a key";
  await page.locator(".call-by", { hasText: both }).waitFor();
  await page.locator(".lane", { hasText: `refund, ${both}` }).waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "X5, V2: calls of one tool and agent are approved together once each was looked at, and filters limit the list",
  async () => {
    const { done, site: opened } = shops();
    await using site = opened;
    await holdCalls(site, {
      p1: ["shop", "ann"],
      p2: ["shop", "bob"],
      p3: ["bank", "bob"],
      p4: ["shop", "bob"],
      r5: ["bank", "cid"],
    });
    await using tab = await visit(`${site.url}#/inbox`, { width: 1440, height: 900 });
    const { page } = tab;
    const rows = rowsOf(page);
    await rows.nth(4).waitFor();
    await page.getByLabel("Person", { exact: true }).selectOption("bob");
    await rows.nth(3).waitFor({ state: "detached" });
    await page.getByText("3 of 5 wait").waitFor();
    await page.locator("#place").getByLabel("Agent", { exact: true }).selectOption("bank");
    await rows.nth(1).waitFor({ state: "detached" });
    await page.getByLabel("Age", { exact: true }).selectOption("Over an hour");
    await page.getByText("No call fits.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByLabel("Tool", { exact: true }).selectOption("pay");
    await rows.nth(4).waitFor({ state: "detached" });

    // A letter behind G goes to a place, and decides nothing.
    await rows.first().focus();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
    await page.goBack();
    await focused(page, "p1").waitFor();
    assert.deepEqual(done, []);

    await page.getByRole("button", { name: "Next of 2 to look at" }).click();
    await focused(page, "p2").waitFor();
    await page.getByRole("button", { name: "Next of 1 to look at" }).click();
    await focused(page, "p4").waitFor();
    await page.getByRole("article").getByRole("textbox", { name: "amount" }).fill("6");
    await page.getByRole("button", { name: "Approve all 3 alike" }).click();
    await page.getByText("Approve 3 calls of pay from shop as they stand?").waitFor();
    await holds(async () => assert.deepEqual(await violations(page), []));
    await picture(page, "inbox_alike");
    await page.getByRole("button", { name: "Approve 3", exact: true }).click();
    await rows.nth(2).waitFor({ state: "detached" });
    await eventually(() => done.length === 3, () => done);
    assert.deepEqual(
      done.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      [{ to: "p1", amount: 5 }, { to: "p2", amount: 5 }, { to: "p4", amount: 6 }].toSorted((a, b) =>
        JSON.stringify(a).localeCompare(JSON.stringify(b))
      ),
    );
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "X5, V2: in a narrow window the pane stands in the place of the list, and leads back",
  async () => {
    const { done, site: opened } = shops();
    await using site = opened;
    await holdCalls(site, { p1: ["shop", "ann"], p2: ["shop", "bob"] });
    await using tab = await visit(`${site.url}#/inbox`, { width: 390, height: 844 });
    const { page } = tab;
    const rows = rowsOf(page);
    const pane = page.getByRole("article", { name: "pay of shop" });
    await focused(page, "p1").waitFor();
    await holds(async () => assert.equal(await pane.count(), 0));
    await page.keyboard.press("a");
    await pane.waitFor();
    await holds(async () => assert.equal(await rows.count(), 0));
    assert.deepEqual(done, [], "what is decided was seen before");
    await page.getByRole("button", { name: "All calls" }).click();
    await focused(page, "p1").waitFor();
    await rows.filter({ hasText: "p2" }).click();
    await pane.getByRole("link", { name: "p2", exact: true }).waitFor();
    await holds(async () => assert.deepEqual([await violations(page), await overflow(page)], [[], 0]));
    await page.goBack();
    await rows.nth(1).waitFor();
    await rows.filter({ hasText: "p2" }).click();
    await pane.getByRole("button", { name: "Approve", exact: true }).click();
    await pane.getByRole("link", { name: "p1", exact: true }).waitFor();
    await pane.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
    await eventually(() => done.length > 0, () => done);
    assert.deepEqual(done, [{ to: "p2", amount: 5 }]);
    assert.deepEqual(tab.complaints, []);
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
