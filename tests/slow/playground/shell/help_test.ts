/** The help with all keys, and the command palette with the keys of its entries and the actions of the thread that is open. */
import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { PLACES } from "../../../../src/playground/browser/shell/places.ts";
import { violations } from "../axe.ts";
import { closeBrowser, idle, looksOf, lowContrast, openSite, overflow, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const [width, height, colorScheme] of looksOf([[1440, 900, "light"], [390, 844, "dark"]] as const)) {
  needsBrowser(`E15: the help lists the keys of all places, at ${width} px`, async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width, height, colorScheme });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    await page.keyboard.press("Alt+k");
    const help = page.getByRole("dialog", { name: "Keyboard" });
    await help.getByText("Deny it").waitFor();
    const listed = await help.locator("#place-keys > div").allInnerTexts();
    const places = PLACES.flatMap(({ title, key }) => key === undefined ? [] : [`${key} ${title}`]);
    assert.deepEqual(listed.map((line) => line.replace(/\s+/g, " ")), ["T Threads", ...places]);
    if (height >= 900) {
      const isWhole = await help.evaluate((dialog) => dialog.scrollHeight <= dialog.clientHeight);
      assert.ok(isWhole, "nothing of it has to be scrolled to");
    }
    const wider = await help.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.equal(wider, 0);
    await holds(async () => assert.equal(await overflow(page), 0));
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser(
  "V2: the palette has keys beside its entries, and does what the open thread offers",
  async () => {
    const pay = defineTool({
      name: "pay",
      description: "Pays.",
      parameters: ["to"],
      needsApproval: true,
      run: () => "paid",
    });
    await using site = openSite({
      agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
      drivers: [createScriptedDriver([{ calls: [{ tool: "pay", args: { to: "p0" } }] }, { says: "Done." }])],
    });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    const option = (name: string) => page.getByRole("option", { name });
    await page.keyboard.press("Control+k");
    await option("Inbox").waitFor();
    await holds(async () =>
      assert.deepEqual(await option("Inbox").locator("kbd").allInnerTexts(), ["G", "I"])
    );
    await holds(async () =>
      assert.deepEqual(await option("New thread").locator("kbd").allInnerTexts(), ["Alt", "N"])
    );
    await holds(async () =>
      assert.equal(await option("Export").count(), 0, "a new thread has nothing to export")
    );
    await page.keyboard.press("Escape");

    await say(page, "pay");
    await page.getByText("1 call waits for your approval.").waitFor({ state: "attached" });
    await idle(page);
    await page.keyboard.press("Control+k");
    await option("Compare with another model").waitFor();
    for (const title of ["Copy the link", "Copy as curl", "Export"]) await option(title).waitFor();
    const first = await page.locator("#palette-list li").first().innerText();
    assert.match(first, /^New thread/, "Enter at once approves nothing");
    await holds(async () => assert.deepEqual(await violations(page), []));
    await option("Approve the call that waits").click();
    await page.getByText("Done.", { exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await option("Export").waitFor();
    await holds(async () => assert.equal(await option("Approve the call that waits").count(), 0));
    await option("Compare with another model").click();
    await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
