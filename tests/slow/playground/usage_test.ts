/** What a step, a thread and a day have cost, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, looksOf, openSite, say, stepRow, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const ENV = {
  TREADLE_PRICES: '{"scripted/demo":{"input":1,"output":5}}',
  TREADLE_BUDGETS: '{"tenant":{"usd":0.5,"tokens":500000}}',
};

for (const width of looksOf([320, 1280])) {
  needsBrowser(
    `E12: the page shows the cost of steps and threads, and the day against its budget (${width} px)`,
    async () => {
      await using site = openSite({ env: ENV });
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "Hello.");
      await idle(page);
      if (width >= 1280) {
        await holds(async () =>
          assert.match(await stepRow(page, 1).innerText(), /\d+ in, \d+ out · <\$0\.01\s+\$0\.00\d+/)
        );
      }
      if (width < 1280) await page.getByRole("button", { name: "Threads" }).click();
      const today = page.getByText(/^Today: 1 step, \d+ of 500,000 tokens, <\$0\.01 of \$0\.50$/);
      await today.waitFor();
      await holds(async () =>
        assert.match(await today.getAttribute("title") ?? "", /, \$0\.00\d+ of \$0\.50$/)
      );
      await page.getByLabel("Density").selectOption("comfortable");
      const cost = page.locator("#thread-list .money");
      await holds(async () => assert.match(await cost.getAttribute("title") ?? "", /^\$0\.00\d+$/));
      await holds(async () => assert.match(await cost.innerText(), /^<\$0\.01\s+\$0\.00\d+$/));
      const box = await today.boundingBox() ?? assert.fail("It is not shown.");
      assert.ok(box.x >= 0 && box.x + box.width <= width, "it fits the page");
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
