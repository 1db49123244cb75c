/** The phases of an orchestrator on the page: the tree, its links, and an approval of a phase that is answered at the root. */
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { crew, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, looksOf, openSite, picture, say, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const sign = defineTool({
  name: "sign",
  description: "Signs.",
  effect: "once",
  parameters: ["what"],
  needsApproval: true,
  run: ({ what }) => ({ signed: what }),
});

const TWO = [phase("facts", "research"), phase("figures", "research")];

needsBrowser(
  "D10: the page shows the phases of a run, links their threads, and answers their approvals",
  async () => {
    const scenario = script(
      [writes(TWO), runs("facts", "figures"), { says: "The report is done." }],
      ({ history: { entries } }, place) => {
        const [input] = entries;
        if (place > 0 || input?.type !== "user" || input.text.includes("figures")) {
          return {
            says: "I found it.",
          };
        }
        return { calls: [{ tool: "sign", args: { what: "facts" } }] };
      },
    );
    await using site = openSite({
      agents: crew({ tools: [sign] }),
      drivers: [createScriptedDriver(scenario)],
    });
    for (const width of looksOf([320, 1280])) {
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "Write a report.");
      await page.getByRole("button", { name: "Approve" }).waitFor();
      await idle(page);
      const inspect = page.locator(".bar").getByRole("button", { name: "Inspector" });
      if (width < 1280) await inspect.click();
      const tree = page.getByRole("list", { name: "Phases" });
      await tree.getByText("Done", { exact: true }).waitFor();
      const rows = async () =>
        (await tree.getByRole("listitem").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
      await holds(async () =>
        assert.deepEqual(await rows(), [
          "facts research Needs approval",
          "figures research Done",
        ])
      );
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      assert.ok(Number(wide) <= width, `the page is ${wide} pixels wide`);
      await picture(page, `phases_${width}`);

      // They stand below the step whose call has begun them, each with its bar on the axis of the steps.
      const begun = page.locator("#steps > li").filter({ has: page.locator(".phase-rows") });
      await holds(async () => assert.match(await begun.innerText(), /^Step \d+ .*run_phase/));
      await holds(async () => assert.equal(await tree.locator(".bar-phase").count(), 2));

      // A reload shows the same.
      await page.reload();
      await page.getByText(/It belongs to thread_.*\.facts\./).waitFor();
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByText("The report is done.", { exact: true }).waitFor();
      await idle(page);
      if (width < 1280) await inspect.click();
      await tree.getByText("Done", { exact: true }).nth(1).waitFor();
      await holds(async () =>
        assert.deepEqual(await rows(), ["facts research Done", "figures research Done"])
      );

      await tree.getByRole("link", { name: "facts" }).click();
      await page.getByText("I found it.", { exact: true }).waitFor();
      const parent = page.locator("#thread-head").getByText(/^Phase facts of thread_/);
      await parent.waitFor();
      await parent.getByRole("link").click();
      await page.getByText("The report is done.", { exact: true }).waitFor();
      assert.deepEqual(tab.complaints, []);
    }
  },
  shared,
);
