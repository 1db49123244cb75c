// Policies on the page: one is changed, stored, judged by past threads and removed, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, idle, openSite, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser(
  "V2, C7: a policy is changed, judged by past threads before it is stored, stored and removed",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "What is the weather in Paris and Oslo?");
    await idle(page);
    let reads = 0;
    page.on("request", (request) => reads += Number(request.url() === `${site.url}v1/policies/production`));
    await page.evaluate("location.hash = '#/policies/production'");
    const text = page.getByLabel("Policy, as JSON");
    await text.waitFor();
    assert.equal(reads, 1, "with the list alone");
    const before = JSON.parse(await text.inputValue());
    const rules = [{ type: "at_most", tool: "get_weather", times: 1, per: "run" }];
    await text.fill(JSON.stringify({ ...before, rules }, null, 2));

    await page.getByRole("button", { name: "Test on the newest 50 threads" }).click();
    await page.getByText("1 threads, 1 refusal.").waitFor();
    const row = page.getByRole("region", { name: "Refusals" }).getByRole("row").nth(1);
    await holds(async () =>
      assert.match(await row.innerText(), /What is the weather in Paris and Oslo\?\s+1\s+get_weather\s/)
    );
    const stored = await (await fetch(`${site.url}v1/policies/production`)).json();
    assert.equal(stored.origin, "built-in", "judging stores nothing");

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved: production applies from the next step on.").waitFor();
    assert.deepEqual((await (await fetch(`${site.url}v1/policies/production`)).json()).rules, rules);
    assert.deepEqual(await violations(page), []);
    const listed = page.getByRole("table", { name: "Policies" }).getByRole("row").filter({
      hasText: "production",
    });
    await listed.getByText("saved here").waitFor();
    await holds(async () =>
      assert.equal(await listed.getByRole("cell").nth(2).innerText(), "1", "the number of its rules")
    );
    const fits = await text.evaluate((field) => field.scrollHeight <= field.clientHeight);
    assert.ok(fits, "the field is as high as its text");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("group", { name: "Remove production?" }).waitFor();
    await page.keyboard.press("Escape");
    await holds(async () =>
      assert.equal(await page.getByRole("button", { name: "Remove production" }).count(), 0, "it is kept")
    );
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove production" }).click();
    await page.getByText("Removed: what production is in code applies again.").waitFor();
    await eventually(async () => /"rules": \[\]/.test(await text.inputValue()));
    await holds(async () => assert.deepEqual(JSON.parse(await text.inputValue()), before));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("V2, C7: removing a policy that the store alone has leads to the list", async () => {
  await using site = openSite();
  await fetch(`${site.url}v1/policies/careful`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await using tab = await visit(`${site.url}#/policies/careful`, { width: 1280 });
  const { page } = tab;
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove careful" }).click();
  await page.waitForURL(/#\/policies$/);
  await page.getByRole("link", { name: "careful", exact: true }).waitFor({ state: "detached" });
  await holds(async () => assert.equal(await page.getByRole("alert").count(), 0));
}, shared);

needsBrowser("V2, C7: a policy that is wrong is refused with its reasons, and the text stays", async () => {
  await using site = openSite();
  await using tab = await visit(`${site.url}#/policies/production`, { width: 1280 });
  const { page } = tab;
  const text = page.getByLabel("Policy, as JSON");
  await text.fill("{");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was saved." });
  await refused.filter({ hasText: "It is not JSON" }).waitFor();
  await page.getByRole("button", { name: "Test on the newest 50 threads" }).click();
  await page.getByRole("alert").filter({ hasText: "The policy is not a JSON object." }).waitFor();
  await text.fill('{"rules": [{"type": "at_most", "tool": "get_weather", "times": -1}]}');
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await refused.filter({ hasText: "/rules/0/times" }).waitFor();
  await holds(async () => assert.match(await text.inputValue(), /-1/));
  await page.getByRole("button", { name: "Discard" }).click();
  await eventually(async () => /After three calls/.test(await text.inputValue()));
}, shared);
