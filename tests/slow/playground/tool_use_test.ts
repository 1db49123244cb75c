/** S7, S10: what a selection decided beside its step, and how tools are used by week, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { toolUsage } from "../../../src/plugins/selection/monitoring/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTestApp } from "../../http/_app.ts";
import { DAY_MS, driver, MONDAY, painter, run, WEEK_MS } from "../../plugins/selection/monitoring/_usage.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { violations } from "./axe.ts";
import { closeBrowser, idle, looksOf, lowContrast, openSite, overflow, picture, say, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** A Thursday of 2026-W45. */
const NOW = MONDAY + 5 * WEEK_MS + 3 * DAY_MS;
const clock = () => NOW;

/** Six weeks of histories up to now: red falls in the week before this one, and grey is offered and never called. */
async function sixWeeks() {
  const store = createMemoryStore({ clock });
  const time = { now: MONDAY };
  const app = createTestApp({
    store,
    clock: () => time.now,
    driver,
    agents: [painter()],
    authenticate: () => ({ tenant: "local" }),
  });
  for (const [week, count] of [22, 26, 24, 30, 9, 3].entries()) {
    time.now = MONDAY + week * WEEK_MS + DAY_MS;
    for (let index = 0; index < count; index++) {
      const called = index % 5 === 0 ? "blue" : index % 7 === 0 ? "own" : "red";
      await run(app, `w${week}_${index}`, `red grey blue > ${called}`);
    }
    await run(app, `s${week}`, "green > green! | ?blue | blue blue");
  }
  return store;
}

for (const [colorScheme, width] of looksOf([["light", 1280], ["dark", 1280], ["dark", 320]] as const)) {
  needsBrowser(
    `S10: the use of tools by week is drawn from the door's numbers, ${colorScheme}, ${width} px`,
    async () => {
      await using site = openSite({
        store: await sixWeeks(),
        agents: [painter()],
        drivers: [driver],
        plugins: [toolUsage()],
        clock,
      });
      await using tab = await visit(site.url, { width, height: width < 700 ? 700 : 900, colorScheme });
      const { page } = tab;
      await page.locator("#agent:enabled").waitFor();
      await page.keyboard.press("Alt+C");
      const dialog = page.getByRole("region", { name: "Tool use" });
      const chart = dialog.getByRole("img", { name: /^Calls of each tool by week/ });
      await chart.waitFor();
      await holds(async () => assert.equal(await chart.locator(".bar.fell").count(), 1));
      const titles = await chart.locator("title").evaluateAll((all) =>
        all.map((each) => each.textContent ?? "")
      );
      assert.ok(
        titles.some((title) => title === "red, 2026-W44: 6 calls, fell from 20"),
        titles.join("\n"),
      );
      const fell = dialog.getByRole("listitem").filter({ hasText: "red" }).first();
      await holds(async () => assert.match(await fell.innerText(), /20 calls, then 6 in 2026-W44/));
      const never = dialog.getByRole("listitem").filter({ hasText: "offered in" });
      await holds(async () =>
        assert.deepEqual(await never.allInnerTexts(), ["grey\noffered in 114 threads"])
      );
      const cells = await dialog.getByRole("img", { name: /^Rows: the tool/ }).locator("title").evaluateAll((
        all,
      ) => all.map((each) => each.textContent ?? ""));
      assert.ok(cells.some((cell) => /^red ranked first, blue called: [1-9]/.test(cell)));
      await dialog.getByText("All numbers as a table").click();
      await holds(async () => assert.ok(await dialog.getByRole("row").count() > 10));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.deepEqual(await lowContrast(page), []));
      await holds(async () => assert.equal(await overflow(page), 0));
      await dialog.getByText("All numbers as a table").click();
      await picture(page, `tool_use_${width}_${colorScheme}`);
      await dialog.getByRole("img", { name: /^Rows: the tool/ }).first().scrollIntoViewIfNeeded();
      await picture(page, `tool_use_matrix_${width}_${colorScheme}`);
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("S10: in a deployment without the door the page offers nothing of it", async () => {
  await using site = openSite();
  await using tab = await visit(site.url);
  const { page } = tab;
  await page.locator("#agent:enabled").waitFor();
  await page.keyboard.press("Alt+C");
  await page.getByText("None from these days.").waitFor();
  await holds(async () => assert.equal(await page.getByRole("region", { name: "Tool use" }).count(), 0));
  assert.deepEqual(tab.complaints, []);
}, shared);

for (const colorScheme of looksOf(["light", "dark"] as const)) {
  needsBrowser(
    `S7: a step shows what its selection decided and what was called, live and after a reload, ${colorScheme}`,
    async () => {
      await using site = openSite({ agents: [painter()], drivers: [driver] });
      await using tab = await visit(site.url, { width: 1280, colorScheme });
      const { page } = tab;
      await say(page, "red blue grey > own ?green | green");
      await idle(page);
      const look = async () => {
        const step = page.locator("section.step").first();
        await step.getByText("Details").click();
        const begin = step.locator(".selection");
        await begin.waitFor();
        await holds(async () =>
          assert.deepEqual(await begin.getByRole("row").allInnerTexts(), [
            "Tool\tScore\tPicked\tCalled",
            "red\t1\t1.\t",
            "blue\t0.9\t2.\t",
            "grey\t0.8\t\t",
          ])
        );
        const words = await begin.innerText();
        assert.match(words, /Tools picked for the message/);
        assert.match(words, /red blue grey > own \?green \| green/);
        assert.match(words, /by ranker/);
        assert.match(words, /The model then called own\./);
        const second = page.locator("section.step").nth(1);
        await second.getByText("Details").click();
        await second.locator(".selection").waitFor();
        await holds(async () =>
          assert.match(
            await second.locator(".selection").innerText(),
            /Tools found by a search[\s\S]*green\s+1\s+1\.\s+called/,
          )
        );
        await holds(async () => assert.deepEqual(await violations(page), []));
        await holds(async () => assert.deepEqual(await lowContrast(page), []));
      };
      await look();
      await picture(page, `selection_live_${colorScheme}`);
      await page.reload();
      await page.locator("section.step").nth(1).waitFor();
      await look();
      await page.locator(".selection").first().evaluate((node) => node.scrollIntoView({ block: "center" }));
      await picture(page, `selection_${colorScheme}`);
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
