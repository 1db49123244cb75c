// Tables of places in a narrow window: a card for each row, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, lowContrast, openSite, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser("V2: at 390 px rows are cards, and their buttons are in sight", async () => {
  const agent = defineAgent({
    name: "digest",
    driver: "scripted",
    schedules: [{ name: "nightly", cron: "0 3 * * *", timezone: "Europe/Berlin", input: "Write." }],
  });
  await using site = openSite({
    agents: [agent],
    drivers: [createScriptedDriver([{ says: "The digest." }])],
    plugins: [schedules(), outgoingWebhooks()],
    env: {
      TREADLE_SCHEDULE_TENANT: "local",
      TREADLE_SEAL_SECRETS: "0123456789abcdef0123456789abcdef",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    },
  });
  const url = "http://127.0.0.1:9/a/hook/with/a/long/address";
  const made = await fetch(`${site.url}v1/webhook-endpoints`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["run.finished"] }),
  });
  assert.equal(made.status, 201, await made.text());
  await using tab = await visit(`${site.url}#/schedules`, { width: 390 });
  const { page } = tab;
  for (
    const [place, table, button] of [
      ["schedules", "Schedules", "Run now: nightly"],
      ["webhooks", "Endpoints", `Remove ${url}`],
    ] as const
  ) {
    await page.evaluate(`location.hash = "#/${place}"`);
    const row = page.getByRole("table", { name: table }).getByRole("row").nth(1);
    const box = await row.getByRole("button", { name: button }).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, `${button} is inside the window`);
    const [head, cells] = [
      await page.getByRole("table", { name: table }).getByRole("columnheader").allInnerTexts(),
      row.getByRole("cell"),
    ];
    await holds(async () =>
      assert.equal(await cells.count(), head.length, "columns and cells have kept their roles")
    );
    await cells.first().evaluate((cell) => cell.id = "first-cell");
    const shown = await page.evaluate(
      `getComputedStyle(document.getElementById("first-cell"), "::before").content`,
    );
    await cells.first().evaluate((cell) => cell.removeAttribute("id"));
    assert.equal(shown, `"${head[0]}" / ""`, "a value has the name of its column beside it");
    const wider = await page.locator("#place").evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    assert.equal(wider, 0, place);
    await holds(async () => assert.deepEqual(await violations(page), [], place));
    await holds(async () => assert.deepEqual(await lowContrast(page), [], place));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const head = page.getByRole("table", { name: "Endpoints" }).getByRole("columnheader").first();
  const box = await head.boundingBox();
  assert.ok(box !== null && box.width > 100, "a wide window has the head of the table");
  assert.deepEqual(tab.complaints, []);
}, shared);
