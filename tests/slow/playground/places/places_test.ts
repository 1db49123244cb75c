// The places of the page: what each shows, empty and filled, at three widths and in both themes, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { PLACES } from "../../../../src/playground/browser/shell/places.ts";
import { eventually } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
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
      assert.equal(await overflow(page), 0, id);
      const wider = await page.locator("#place").evaluate((place) => place.scrollWidth - place.clientWidth);
      assert.equal(wider, 0, `${id} is as wide as its window`);
      assert.deepEqual(await violations(page), [], id);
      assert.deepEqual(await lowContrast(page), [], id);
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
    await page.getByText("This deployment is the kernel alone.").waitFor();
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
  await row.getByText("active").waitFor();
  assert.equal(
    await row.getByRole("link", { name: "digest" }).getAttribute("href"),
    "#/agents/digest",
    "its agent is a link",
  );
  const next = row.getByRole("cell").nth(4);
  assert.match(await next.innerText(), /^in \d+ (?:hr|min)\.|^in a moment/, "how long it is until then");
  assert.match(await next.innerText(), /\n.*\d:\d\d/, "with the time in a second line");
  await row.getByRole("button", { name: "Pause nightly" }).click();
  await row.getByText("paused").waitFor();
  await row.getByRole("button", { name: "Run now: nightly" }).click();
  await page.getByRole("status").getByRole("link").click();
  await page.getByRole("log").getByText("The digest.").waitFor();
  await page.goBack();
  await row.getByRole("button", { name: "Resume nightly" }).click();
  await row.getByText("active").waitFor();
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
    await page.getByText("No thread has taken an event on these days.").waitFor();
    await page.getByText("No event of these days lacked a template.").waitFor();
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
    await row.getByText("active").waitFor();
    await page.getByText("No delivery has failed, and none is pending.").waitFor();
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
      return await deliveries.getByText("No delivery has failed; 1 pending.").isVisible();
    });
    await deliveries.getByLabel("Which deliveries").selectOption({ label: "Pending (1)" });
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
  assert.match(await today.innerText(), /Steps\s+2\s+of 50[^]*Tokens\s+\d+\s+of 100,000/);
  assert.equal(await today.getByRole("meter").count(), 2);
  await page.getByText("No step of these days was booked to a user.").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);
