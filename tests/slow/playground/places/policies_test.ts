// Policies on the page: one is changed, stored, judged by past threads and removed, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { eventually, holds } from "../../../support/eventually.ts";
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
    await holds(async () => assert.deepEqual(await violations(page), []));
    const listed = page.getByRole("table", { name: "Policies" }).getByRole("row").filter({
      hasText: "production",
    });
    await listed.getByText("saved here").waitFor();
    await holds(async () =>
      assert.equal(await listed.getByRole("cell").nth(2).innerText(), "1", "the number of its rules")
    );
    const fits = await text.evaluate((field) => field.scrollHeight <= field.clientHeight);
    assert.ok(fits, "the field is as high as its text");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("group", { name: "Remove production?" }).waitFor();
    await page.keyboard.press("Escape");
    await holds(async () =>
      assert.equal(await page.getByRole("button", { name: "Remove production" }).count(), 0, "it is kept")
    );
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Remove production" }).click();
    await page.getByText("Removed: what production is in code applies again.").waitFor();
    await eventually(async () => /"rules": \[\]/.test(await text.inputValue()));
    await holds(async () => assert.deepEqual(JSON.parse(await text.inputValue()), before));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(
    `V2, C7: the rules of a policy are written as sentences, by keyboard too, at ${width} px, ${colorScheme}`,
    async () => {
      await using site = openSite();
      const path = `${site.url}v1/policies/careful`;
      const conditions = [{ when: { field: "step", gt: 3 }, choice: "none" }];
      const put = await fetch(path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          rules: [{ type: "forbid_unless", tool: "pay", unless: "ask", per: "thread" }],
          conditions,
        }),
      });
      assert.equal(put.status, 200, await put.text());
      await using tab = await visit(`${site.url}#/policies/careful`, { width, colorScheme });
      const { page } = tab;
      const first = page.getByRole("group", { name: "Rule 1" });
      await holds(async () =>
        assert.equal(await first.getByLabel("Tool", { exact: true }).inputValue(), "pay")
      );
      await holds(async () => assert.equal(await first.getByLabel("in one").inputValue(), "thread"));
      await first.getByLabel("Tools, with commas between").fill("ask, check, ");
      await page.getByLabel("Description").fill("Asks first.");
      await page.getByLabel("Effect").selectOption("shadow");

      await page.getByRole("button", { name: "Add a rule" }).press("Enter");
      const second = page.getByRole("group", { name: "Rule 2" });
      await second.getByLabel("Tool", { exact: true }).focus();
      await page.keyboard.type("get_weather");
      await second.getByLabel("Times").fill("2");
      await page.getByRole("button", { name: "Add a rule" }).click();
      const third = page.getByRole("group", { name: "Rule 3" });
      await third.getByLabel("Type").selectOption("never_both");
      await third.getByLabel("Tools, with commas between").fill("refund,pay");
      await holds(async () =>
        assert.equal(await third.getByLabel("Tool", { exact: true }).count(), 0, "it is about no single tool")
      );
      await holds(async () => assert.equal(await overflow(page), 0));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.deepEqual(await lowContrast(page), []));
      await picture(page, `place_policy_${width}_${colorScheme}`);

      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved: careful applies from the next step on.").waitFor();
      const { name: _name, origin: _origin, agents: _agents, choice: _choice, ...saved } =
        await (await fetch(path)).json();
      assert.deepEqual(saved, {
        description: "Asks first.",
        mode: "shadow",
        rules: [
          { type: "forbid_unless", tool: "pay", unless: ["ask", "check"], per: "thread" },
          { type: "at_most", tool: "get_weather", times: 2 },
          { type: "never_both", tools: ["refund", "pay"] },
        ],
        conditions: conditions.map((each) => ({ ...each, choice: saved.conditions[0].choice })),
      }, "what the fields do not show stays");

      await page.getByRole("button", { name: "Remove rule 1" }).click();
      await page.getByRole("button", { name: "Remove rule 2" }).click();
      await holds(async () => assert.equal(await page.getByRole("group", { name: /^Rule/ }).count(), 1));
      await holds(async () =>
        assert.equal(await first.getByLabel("Tool", { exact: true }).inputValue(), "get_weather")
      );
      await page.getByRole("button", { name: "Discard" }).click();
      await holds(async () => assert.equal(await page.getByRole("group", { name: /^Rule/ }).count(), 3));
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("V2, C7: removing a policy that the store alone has leads to the list", async () => {
  await using site = openSite();
  await fetch(`${site.url}v1/policies/careful`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await using tab = await visit(`${site.url}#/policies/careful`, { width: 1280 });
  const { page } = tab;
  await page.getByRole("button", { name: "Remove", exact: true }).click();
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
  await page.getByText("The JSON is no policy that these fields can hold").waitFor();
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
