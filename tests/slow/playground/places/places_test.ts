// The places of the page: what each shows, empty and filled, at three widths and in both themes, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { catalogues } from "../../../../src/plugins/selection/door/mod.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { PLACES } from "../../../../src/playground/browser/shell/places.ts";
import type { Plugin, PluginPage } from "../../../../src/http/plugin.ts";
import { openRecipes } from "../../../docs/_recipes.ts";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import "./_words.ts"; // declares those of the words of the page
import {
  closeBrowser,
  idle,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  visit,
} from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const [width, colorScheme] of looksOf([[1440, "light"], [1024, "dark"], [390, "light"]] as const)) {
  needsBrowser(`V2: each place fits and can be read, at ${width} px, ${colorScheme}`, async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width, colorScheme });
    const { page } = tab;
    await say(page, "What is the weather in Paris?");
    await idle(page);
    for (const { id, title } of PLACES) {
      await page.evaluate(`location.hash = "#/${id}"`);
      await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await holds(async () => assert.equal(await overflow(page), 0, id));
      const wider = await page.locator("#place").evaluate((place) => place.scrollWidth - place.clientWidth);
      assert.equal(wider, 0, `${id} is as wide as its window`);
      await holds(async () => assert.deepEqual(await violations(page), [], id));
      await holds(async () => assert.deepEqual(await lowContrast(page), [], id));
      await picture(page, `place_${id}_${width}_${colorScheme}`);
    }
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser(
  "V2: in a deployment of the kernel alone the places say what to add, and ask for nothing that is not there",
  async () => {
    const agents = [defineAgent({ name: "plain" })];
    await using site = openSite({ agents, plugins: "none" });
    await using tab = await visit(`${site.url}#/inbox`, { width: 1280 });
    const { page } = tab;
    for (
      const [id, words] of [
        ["inbox", "This deployment has no inbox"],
        ["analytics", "This deployment counts nothing"],
        ["policies", "This deployment has no policies"],
        ["schedules", "This deployment has no schedules"],
        ["webhooks", "This deployment takes no webhooks"],
      ]
    ) {
      await page.evaluate(`location.hash = "#/${id}"`);
      await page.getByRole("heading", { name: words }).waitFor();
    }
    await page.getByRole("link", { name: "Plugins" }).click();
    await page.getByText("This deployment has no plugins.").waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("V2: a schedule is paused, run and resumed on the page", async () => {
  const agent = defineAgent({
    name: "digest",
    driver: "scripted",
    schedules: [{ name: "nightly", cron: "0 3 * * *", timezone: "Europe/Berlin", input: "Write." }],
  });
  await using site = openSite({
    agents: [agent],
    drivers: [createScriptedDriver([{ says: "The digest." }])],
    plugins: [schedules()],
    env: { TREADLE_SCHEDULE_TENANT: "local" },
  });
  await using tab = await visit(`${site.url}#/schedules`, { width: 1280 });
  const { page } = tab;
  const row = page.getByRole("row").filter({ hasText: "nightly" });
  await row.getByText("Active").waitFor();
  await holds(async () =>
    assert.equal(
      await row.getByRole("link", { name: "digest" }).getAttribute("href"),
      "#/agents/digest",
      "its agent is a link",
    )
  );
  const next = row.getByRole("cell").nth(4);
  await holds(async () =>
    assert.match(await next.innerText(), /^in \d+ (?:hr|min)\.|^in a moment/, "how long it is until then")
  );
  await holds(async () =>
    assert.match(await next.innerText(), /\n.*\d:\d\d/, "with the time in a second line")
  );
  await row.getByRole("button", { name: "Pause nightly" }).click();
  await row.getByText("Paused").waitFor();
  await row.getByRole("button", { name: "Run now: nightly" }).click();
  await page.getByRole("status").getByRole("link").click();
  await page.getByRole("log").getByText("The digest.").waitFor();
  await page.goBack();
  await row.getByRole("button", { name: "Resume nightly" }).click();
  await row.getByText("Active").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "V2: webhooks in both directions are listed, with the endpoint removed on the page",
  async () => {
    const agent = defineAgent({
      name: "triage",
      driver: "scripted",
      webhooks: [{ trigger: "github", event: ["issues.opened"], input: "{/issue/title}" }],
    });
    await using site = openSite({
      agents: [agent],
      drivers: [createScriptedDriver([{ says: "Labelled." }])],
      plugins: [webhooks(), outgoingWebhooks()],
      env: {
        GITHUB_WEBHOOK_SECRET: "0123456789abcdef",
        TREADLE_SEAL_SECRETS: "0123456789abcdef0123456789abcdef",
        TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      },
    });
    await using tab = await visit(`${site.url}#/webhooks`, { width: 1280 });
    const { page } = tab;
    await page.getByText("No event began a thread on these days.").waitFor();
    await page.getByText("An agent listened to each event of these days.").waitFor();
    await page.getByText("Nothing was refused in the last 7 days.").waitFor();
    await page.getByRole("heading", { name: "No endpoint" }).waitFor();
    const url = "http://127.0.0.1:9/hook";
    const made = await fetch(`${site.url}v1/webhook-endpoints`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url, events: ["run.finished"] }),
    });
    assert.equal(made.status, 201, await made.text());
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: url });
    await row.getByText("Active").waitFor();
    await page.getByText("No delivery has failed, and none is on its way.").waitFor();
    // Nothing listens at the address: what is sent there is tried again.
    const step = await fetch(`${site.url}v1/threads/t1/steps`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agent: "triage", input: "Hello" }),
    });
    assert.equal(step.status, 200, await step.text());
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await eventually(async () => {
      await page.reload();
      await deliveries.getByText(/^No delivery has failed/).waitFor();
      return await deliveries.getByText("No delivery has failed; 1 on the way.").isVisible();
    });
    await deliveries.getByLabel("Which deliveries").selectOption({ label: "On its way (1)" });
    await deliveries.getByRole("link", { name: "t1" }).waitFor();
    await row.getByRole("button", { name: `Remove ${url}` }).click();
    await row.getByRole("button", { name: "Remove it" }).click();
    await page.getByRole("heading", { name: "No endpoint" }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("V2: usage shows what budgets leave, by day and by user", async () => {
  await using site = openSite({ env: { TREADLE_BUDGETS: '{"tenant":{"tokens":100000,"steps":50}}' } });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await page.getByText("clear", { exact: false }).last().waitFor();
  await idle(page);
  await page.getByRole("link", { name: "Usage" }).click();
  const today = page.getByRole("region", { name: "Today" });
  await holds(async () =>
    assert.match(await today.innerText(), /Steps\s+2\s+of 50[^]*Tokens\s+\d+\s+of 100,000/)
  );
  await holds(async () => assert.equal(await today.getByRole("meter").count(), 2));
  await page.getByText("No user is known of what was used on these days.").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

const KEY = "a-key-of-sixteen-letters";

needsBrowser(
  "E15, S1: the plugin of catalogues has its place: tools, their status, and who has changed what",
  async () => {
    await using site = openSite({ plugins: [catalogues()], env: { TREADLE_API_KEYS: `acme:${KEY}` } });
    const put = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
      const init = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${site.url}v1/catalogues/shop/${path}`, init);
      assert.equal(response.status, 200, await response.text());
    };
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await page.getByLabel("API key").fill(KEY);
    await page.getByRole("button", { name: "Use key" }).click();
    const place = page.getByRole("region", { name: "Catalogues" });
    await page.getByRole("link", { name: "Catalogues" }).click();
    await page.getByRole("heading", { name: "Catalogues", level: 1 }).waitFor();
    await place.getByText("Nothing is published").waitFor();

    const tools = Array.from({ length: 102 }, (_, index) => ({
      id: `tool-${index}`,
      name: `tool_${index}`,
      version: "1.0.0",
      description: `Does <b>thing</b> ${index}.`,
      parameters: { type: "object" },
      effect: "pure",
      source: { type: "code" },
    }));
    await put("PUT", "tools", { tools });
    await put("POST", "deprecate", { ids: ["tool-7"], reason: "use tool_8" });
    await page.getByRole("link", { name: "Plugins" }).click();
    await page.getByRole("table", { name: "Plugins" }).getByRole("link", { name: "catalogues" }).click();
    await place.getByText("Number 2, of ").waitFor();
    assert.equal(new URL(page.url()).hash, "#/plugins/catalogues");
    await holds(async () => assert.equal(await page.title(), "Catalogues · Treadle"));
    const current = page.getByRole("navigation").locator("a[aria-current]");
    await holds(async () => assert.deepEqual(await current.allInnerTexts(), ["Catalogues"]));
    await picture(page, "place_of_catalogues");
    await holds(async () => assert.equal(await overflow(page), 0));
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));

    const rows = place.getByRole("table").first().getByRole("row");
    await holds(async () => assert.equal(await rows.count(), 1 + 100));
    await place.getByRole("button", { name: "Show more" }).click();
    await place.getByText("Does <b>thing</b> 101.").waitFor();
    await holds(async () =>
      assert.equal(await place.getByRole("button", { name: "Show more" }).count(), 0, "the list has ended")
    );
    await place.getByLabel("Status").selectOption("deprecated");
    await place.getByRole("cell", { name: "deprecated: use tool_8" }).waitFor();
    await holds(async () => assert.equal(await rows.count(), 2));
    await place.getByRole("cell", { name: "tool_7 1.0.0 deprecated" }).waitFor();
    assert.deepEqual(tab.complaints.filter((each) => !/\b401\b/.test(each)), []);
  },
  shared,
);

for (const basePath of ["/", "/agents"]) {
  needsBrowser(
    `E15: the place of docs/plugins.md shows the counts of its plugin below ${basePath}`,
    async () => {
      await using recipes = await openRecipes("docs/plugins.md");
      const { refusals } = await recipes.load<{ refusals: Plugin }>("refusals");
      const { page: place } = await recipes.load<{ page: PluginPage }>("refusals_page");
      const plugin: Plugin = {
        ...refusals,
        open: (deployment) => ({ ...refusals.open?.(deployment), page: place }),
      };
      await using site = openSite({ plugins: [plugin], basePath });
      await using tab = await visit(`${site.url}${basePath.slice(1)}`, { width: 1280 });
      const { page } = tab;
      await say(page, "What is the weather in Paris?");
      await idle(page);
      await page.getByRole("link", { name: "Refusals" }).click();
      await page.getByRole("region", { name: "Refusals" }).getByRole("row", { name: "0 refused 2 steps" })
        .waitFor();
      await picture(page, "place_of_refusals");
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

const FAILING: Readonly<Record<string, readonly [module: string, words: string]>> = {
  "does not parse": ["export function mount( {", "SyntaxError"],
  "exports no mount": ["export const draw = 1;", "The module exports no function mount."],
  "throws": ["export function mount() { throw new Error('No data.'); }", "Error: No data."],
  "rejects": ["export const mount = () => Promise.reject(new Error('No data.'));", "Error: No data."],
  "makes markup": ["export function mount(element) { element.innerHTML = '<b>1</b>'; }", "TrustedHTML"],
};

needsBrowser(
  "E15: a place whose module fails says so, the others go on, and a place that is left is ended",
  async () => {
    const clock = `export function mount(element) {
    element.textContent = "It ticks.";
    return () => document.body.dataset.ended = "yes";
  }`;
    const modules = [
      ...Object.entries(FAILING).map(([name, [module]]) => [name, module] as const),
      [
        "clock",
        clock,
      ] as const,
    ];
    const plugins = modules.map(([title, module], index): Plugin => ({
      name: `p${index}/..`,
      open: () => ({ page: { title, module } }),
    }));
    await using site = openSite({ plugins });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    for (const [title, [, words]] of Object.entries(FAILING)) {
      await page.getByRole("link", { name: title }).click();
      const alert = page.getByRole("alert");
      await alert.getByText(`${title} cannot be shown: its plugin has failed.`).waitFor();
      await alert.getByText(words).waitFor();
      await alert.getByRole("button", { name: "Try again" }).click();
      await alert.getByText(words).waitFor();
    }
    await picture(page, "place_of_a_failure");
    await page.getByRole("link", { name: "clock" }).click();
    await page.getByText("It ticks.").waitFor();
    await holds(async () => assert.equal(await page.getByRole("alert").count(), 0));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("place clock");
    await page.getByRole("option", { name: "clock Place" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Inbox" }).click();
    await page.locator("body[data-ended=yes]").waitFor();
    assert.deepEqual(tab.complaints.filter((each) => !/TrustedHTML/.test(each)), []);
  },
  shared,
);

needsBrowser(
  "E15: a module that was not served, or that failed while it was loaded, is loaded by another try",
  async () => {
    const module = `
    globalThis.loads = (globalThis.loads ?? 0) + 1;
    if (globalThis.loads === 1) throw new Error("It fails once.");
    export const mount = (element) => element.append("Here.");
  `;
    const plugin: Plugin = { name: "late", open: () => ({ page: { title: "Late", module } }) };
    let requests = 0;
    const network = (request: Request, answer: () => Promise<Response>) =>
      new URL(request.url).pathname === "/playground/plugins/late.js" && ++requests === 1
        ? Promise.resolve(new Response("", { status: 503 }))
        : answer();
    await using site = openSite({ plugins: [plugin], network });
    await using tab = await visit(`${site.url}#/plugins/late`, { width: 390 });
    const { page } = tab;
    const again = page.getByRole("button", { name: "Try again" });
    await again.click();
    await page.getByText("It fails once.").waitFor();
    await again.click();
    await page.getByText("Here.").waitFor();
    await picture(page, "place_of_late_390");
    await holds(async () => assert.equal(await overflow(page), 0));
    assert.deepEqual(tab.complaints.filter((each) => !/\b503\b/.test(each)), []);
  },
  shared,
);

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(
    `K1, E15: "Stop everything" pauses all agents and stops what runs, and Resume ends it, at ${width} px, ${colorScheme}`,
    async () => {
      const wait = defineTool({
        name: "wait",
        description: "Waits.",
        effect: "pure",
        run: (_, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          }),
      });
      const agents = [defineAgent({ name: "waiter", driver: "scripted", tools: [wait] })];
      const drivers = [createScriptedDriver([{ calls: [{ tool: "wait", args: {} }] }, { says: "Done." }])];
      await using site = openSite({ agents, drivers });
      const send = (method: string, path: string, body: object) =>
        fetch(`${site.url}${path}`, {
          method,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const running = send("POST", "v1/threads/t1/steps", { agent: "waiter", input: "Go.", until: "done" });
      await eventually(async () =>
        (await site.store.read({ tenant: "local", thread: "t1" }))?.header.version === 1
      );
      await using tab = await visit(`${site.url}#/live`, { width, colorScheme });
      const { page } = tab;
      await page.getByRole("button", { name: "Stop everything" }).click();
      await page.getByText("Pause all agents and stop what runs?").waitFor();
      await page.getByRole("button", { name: "Stop everything" }).click();
      await page.getByText("1 conversation was stopped.").waitFor();
      await page.getByText("All agents are paused").waitFor();
      assert.equal((await (await running).json()).thread.status, "cancelled");
      assert.equal((await send("POST", "v1/threads/t1/steps", { input: "More." })).status, 503);
      await holds(async () =>
        assert.equal(await page.getByRole("button", { name: "Stop everything" }).count(), 0)
      );
      await picture(page, `paused_${width}_${colorScheme}`);
      await holds(async () => assert.equal(await overflow(page), 0));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.deepEqual(await lowContrast(page), []));
      // Every place says so.
      await page.evaluate('location.hash = "#/usage"');
      await page.getByText("All agents are paused").waitFor();
      await send("PUT", "v1/pauses/waiter", { reason: "It waits for ever." });
      await page.getByRole("button", { name: "Resume all agents" }).click();
      await page.getByText("It waits for ever.").waitFor();
      await page.getByRole("button", { name: "Resume waiter" }).click();
      await page.getByText("waiter is paused").waitFor({ state: "detached" });
      assert.deepEqual(await (await fetch(`${site.url}v1/pauses`)).json(), { pauses: [] });
    },
    shared,
  );
}
