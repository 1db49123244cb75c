/** Every view of the page, at three widths, and at the widest in the dark: axe-core finds nothing, and the console is silent. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { demo } from "../../../../functions/agents/demo.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, idle, openSite, overflow, picture, say, visit } from "../site.ts";
import { studio } from "../studio.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** Pixels. In the dark only colours are others, which the widest window has all of. */
const WIDTHS = { light: [320, 768, 1920], dark: [1920] } as const;

/** Where the columns fit beside the conversation. */
const RAIL_FITS = 1024;
const INSPECTOR_FITS = 1280;

for (const colorScheme of ["light", "dark"] as const) {
  needsBrowser(`E15: axe-core finds nothing in any view, ${colorScheme}`, async () => {
    const { agents, drivers } = studio([
      {
        reasoning: "Two things.",
        text: "Let me look.",
        calls: [{ name: "broken", args: '{"path":"/etc"}' }],
      },
      { text: "It failed." },
    ], null);
    await using site = openSite({ agents: [demo, ...agents], drivers });
    await using tab = await visit(site.url, { colorScheme, width: 1280 });
    const { page } = tab;
    const look = async (view: string, act: (width: number) => Promise<() => Promise<void>>) => {
      for (const width of WIDTHS[colorScheme]) {
        await page.setViewportSize({ width, height: width < 700 ? 760 : 900 });
        const undo = await act(width);
        // A window that has just changed its size is laid out with the next frame.
        await page.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
        await holds(async () => assert.deepEqual(await violations(page), [], `${view} at ${width}`));
        await holds(async () => assert.equal(await overflow(page), 0, `${view} at ${width}`));
        await assertLandmarks(page);
        await picture(page, `axe_${view}_${width}_${colorScheme}`);
        await undo();
      }
    };
    const nothing = () => Promise.resolve(() => Promise.resolve());
    const escape = () => page.keyboard.press("Escape");

    await page.getByText("Tools (3)").first().waitFor();
    await look("begin", async () => {
      for (const name of ["get_weather", "Instructions", "Limits and budgets"]) {
        const fold = page.locator("#intro summary", { hasText: name });
        if (await fold.evaluate((node) => !node.parentElement?.hasAttribute("open"))) await fold.click();
      }
      return () => Promise.resolve();
    });
    await say(page, "What is the weather in Paris and Oslo?");
    await idle(page);
    await say(page, "delete record r1");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await idle(page);
    await page.locator("#thread-list a", { hasText: "Needs approval" }).waitFor();
    await look("approval", nothing);
    await look("threads", async (width) => {
      if (width >= RAIL_FITS) return () => Promise.resolve();
      await page.getByRole("button", { name: "Threads", exact: true }).click();
      return escape;
    });
    await look("inspector", async (width) => {
      const isDrawer = width < INSPECTOR_FITS;
      if (isDrawer) await page.getByRole("button", { name: "Inspector" }).click();
      await page.getByRole("button", { name: "Agent", exact: true }).click();
      await page.locator(".steps .row").first().click();
      return async () => {
        await page.keyboard.press("Escape"); // the sheet of the step
        await page.getByRole("button", { name: "Agent", exact: true }).click();
        if (isDrawer) await escape();
      };
    });
    for (const [view, key] of [["palette", "Control+k"], ["keys", "Alt+k"]] as const) {
      await look(view, async () => {
        await page.keyboard.press(key);
        await page.locator("dialog[open]").waitFor();
        return escape;
      });
    }
    await look("confirm", async (width) => {
      if (width < RAIL_FITS) await page.getByRole("button", { name: "Threads", exact: true }).click();
      await page.locator("#thread-list li").first().hover();
      await page.locator("#thread-list .delete").first().click();
      await page.locator("dialog[open]").waitFor();
      return async () => {
        await page.getByRole("button", { name: "Keep it" }).click();
        if (width < RAIL_FITS) await escape();
      };
    });
    await page.getByLabel("Agent").selectOption("studio");
    await say(page, "Show me a failure");
    await page.getByText("It failed.", { exact: true }).waitFor();
    await idle(page);
    await look("failed", nothing);
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

/** One main landmark, and one heading of the first level in it. */
async function assertLandmarks(page: Page): Promise<void> {
  await holds(async () =>
    assert.deepEqual(
      await page.evaluate(
        `["main", "main h1"].map((each) => [...document.querySelectorAll(each)].filter((node) => node.checkVisibility()).length)`,
      ),
      [1, 1],
    )
  );
}
