/** No word of the engine stands on the page: every place and state that pictures are made of, opened as far as it opens. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { engineWordsIn, VERBATIM } from "../../../playground/modules/_engine_words.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { openShop } from "../shop.ts";
import { openSite, type Site, visit } from "../site.ts";
import { PLACES, SHOP, type View } from "../views.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
/** What can be opened on every view besides what the view itself opens. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(`for (const each of document.querySelectorAll("details")) each.open = true`);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/** Texts that are drawn, with those of options, and what assistive technology and the pointer are given. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const verbatim = ${JSON.stringify(Object.keys(VERBATIM).join(", "))};
    const isDrawn = (node) => node.checkVisibility() && node.closest(verbatim) === null;
    const found = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const parent = nodes.currentNode.parentElement;
      if (isDrawn(parent.closest("select") ?? parent)) found.push(nodes.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt", "label", "data-title"]) {
      for (const node of document.body.querySelectorAll("[" + name + "]")) {
        if (isDrawn(node.closest("select") ?? node)) found.push(node.getAttribute(name));
      }
    }
    return [...new Set(found.map((each) => each.trim()).filter((each) => each !== ""))];
  })()`);
}

/** The words of the engine that the views of a site have, each with the place where it stands. */
async function look(name: string, site: Site, views: Readonly<Record<string, View>>): Promise<string[]> {
  await using tab = await visit("about:blank", { width: 1440, height: 900 });
  const { page } = tab;
  const found: string[] = [];
  for (const [view, { hash, open }] of Object.entries(views)) {
    await page.goto("about:blank"); // An address that differs in its hash alone does not load the page again.
    await page.goto(`${site.url}${hash}`, { waitUntil: "networkidle" });
    await open?.(page);
    await openAll(page);
    const texts = await textsOf(page);
    assert.ok(texts.length > 20, `${name} ${view} has ${texts.length} texts`);
    found.push(...texts.flatMap(engineWordsIn).map((each) => `${name} ${view}: ${each}`));
  }
  return found;
}

/** The sheet of a step, which only the window with an inspector has beside the conversation. */
const SHEET: View = {
  hash: "#t7",
  async open(page) {
    await page.getByRole("list", { name: "Steps" }).getByRole("button", { name: /^Step 1\b/ }).click();
    await page.getByRole("region", { name: "Details", exact: true }).waitFor();
  },
};

needsBrowser("E15: no word of the engine stands on the page of a shop, in any place and state", async () => {
  await using shop = await openShop();
  assert.deepEqual(await look("shop", shop, { ...SHOP, sheet: SHEET }), []);
}, shared);

needsBrowser(
  "E15: no word of the engine stands on the page of a deployment without threads or plugins",
  async () => {
    await using empty = openSite();
    await using kernel = openSite({ agents: [defineAgent({ name: "plain" })], plugins: "none" });
    assert.deepEqual([...await look("empty", empty, PLACES), ...await look("kernel", kernel, PLACES)], []);
  },
  shared,
);

needsBrowser(
  "E15: C1: a tool-choice line stands only where a tool was left out or forced, and says why",
  async () => {
    await using shop = await openShop();
    await using tab = await visit(`${shop.url}#t0`, { width: 1440 });
    const { page } = tab;
    await page.locator(".step").nth(1).waitFor();
    await page.waitForLoadState("networkidle");
    await holds(async () =>
      assert.equal(await page.locator(".choice").count(), 0, "the model was free to choose")
    );
    await page.goto(`${shop.url}#t7`);
    await page.getByText("It was not damaged.").waitFor();
    await holds(async () =>
      assert.deepEqual(await page.locator(".choice").allInnerTexts(), [
        "Without refund_order, as a rule of its policy says.",
      ])
    );
    await page.goto(`${shop.url}#t8`);
    await page.getByRole("heading", { name: "Look order 1002 up" }).waitFor();
    await page.locator(".choice").waitFor();
    await holds(async () =>
      assert.deepEqual(await page.locator(".choice").allInnerTexts(), [
        "Had to call lookup_order, as the request says.",
      ])
    );
  },
  shared,
);
