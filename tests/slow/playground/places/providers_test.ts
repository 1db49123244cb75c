// Providers, plugins and the chart of the analytics, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  closeBrowser,
  idle,
  isInSight,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  say,
  visit,
} from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(
    `V2: the address of a provider leads to its choices, which have the focus, at ${width} px`,
    async () => {
      await using site = openSite({ env: { OPENAI_API_KEY: "", VLLM_BASE_URL: "http://127.0.0.1:9" } });
      await using tab = await visit(`${site.url}#/providers/openai`, { width, colorScheme });
      const { page } = tab;
      await page.locator("#provider-choices:focus").waitFor();
      await holds(async () => assert.ok(await isInSight(page, "#provider-choices")));
      await holds(async () =>
        assert.equal(
          await page.getByText("not set").count(),
          0,
          "what is not set is not said of each variable",
        )
      );
      const others = page.getByRole("table", { name: "Providers that are not configured" });
      await holds(async () => assert.equal(await others.isVisible(), false, "they are folded"));
      await page.getByText(/^\d+ providers are not configured$/).click();
      await others.getByRole("link", { name: "anthropic" }).click();
      await page.locator("#provider-choices:focus", { hasText: "anthropic" }).waitFor();
      await holds(async () => assert.ok(await isInSight(page, "#provider-choices")));
      await holds(async () => assert.equal(await overflow(page), 0));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.deepEqual(await lowContrast(page), []));
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("V2: a plugin without routes says what it adds", async () => {
  await using site = openSite();
  await using tab = await visit(`${site.url}#/plugins`, { width: 1280 });
  const { page } = tab;
  const rows = page.getByRole("table", { name: "Plugins" }).getByRole("row");
  await rows.nth(1).waitFor();
  for (const row of (await rows.all()).slice(1)) {
    for (const cell of await row.getByRole("cell").all()) {
      await holds(async () => assert.notEqual((await cell.innerText()).trim(), ""));
    }
  }
}, shared);

needsBrowser("V2: the values of a chart are said under the pointer alone", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await idle(page);
  await page.evaluate("location.hash = '#/analytics'");
  const chart = page.locator(".day-chart");
  await chart.locator(".u-over").first().waitFor();
  const legend = chart.locator(".u-legend").first();
  await holds(async () => assert.equal(await legend.isVisible(), false));
  await chart.locator(".u-over").first().hover();
  await legend.waitFor();
  await holds(async () => assert.match(await legend.innerText(), /\d{4}-\d{2}-\d{2}/));
}, shared);
