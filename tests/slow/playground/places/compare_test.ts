// Two threads side by side: the last message answered again by another model, in a real Chromium on the real app.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Driver } from "../../../../src/core/driver.ts";
import { holds } from "../../../support/eventually.ts";
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

/** Answers in other words under each model, and fails under one of them. */
const driver: Driver = {
  name: "weather",
  toolForm: "native",
  plan({ modelRef }, emit) {
    if (modelRef === "scripted/broken") return Promise.reject(new Error("The model is away."));
    const text = modelRef === "scripted/large"
      ? "It is warm and **clear** in Paris."
      : "It is cold and clear in Paris.";
    emit({ type: "text.started", block: 0 });
    emit({ type: "text.delta", block: 0, text });
    emit({ type: "text.ended", block: 0 });
    const usage = {
      inputTokens: 100,
      outputTokens: 8,
      microDollars: modelRef === "scripted/large" ? 900 : 90,
    };
    return Promise.resolve({ blocks: [{ type: "text", text }], finish: "stop", usage, model: modelRef });
  },
  summarize: () => Promise.reject(new Error("not in these tests")),
};

const agent = defineAgent({
  name: "weather",
  driver: "weather",
  model: "scripted/small",
  models: ["scripted/large", "scripted/broken"],
});

/** Asks, and has the answer made again by another model. */
async function askAgain(page: Page, model: string): Promise<void> {
  await say(page, "How is the weather?");
  await page.getByRole("log").getByText("It is cold and clear in Paris.").waitFor();
  await idle(page);
  await page.getByRole("button", { name: "Thread menu" }).click();
  await page.getByRole("button", { name: "Compare with another model" }).click();
  const models = page.locator('#place select[name="model"]');
  await holds(async () =>
    assert.equal(await models.inputValue(), "scripted/large", "the model that has answered is not chosen")
  );
  await models.selectOption(model);
  await page.getByRole("button", { name: "Run and compare" }).click();
}

for (const [width, colorScheme] of looksOf([[1280, "light"], [390, "dark"]] as const)) {
  needsBrowser(`V2: two models are compared on one thread, at ${width} px, ${colorScheme}`, async () => {
    await using site = openSite({ agents: [agent], drivers: [driver] });
    await using tab = await visit(site.url, { width, colorScheme });
    const { page } = tab;
    await askAgain(page, "scripted/large");

    const marks = page.locator(".compare-step mark");
    await marks.nth(1).waitFor();
    await holds(async () => assert.deepEqual(await marks.allInnerTexts(), ["cold", "warm"]));
    const answers = page.locator(".compare-step .answer");
    await holds(async () =>
      assert.deepEqual(await answers.allInnerTexts(), [
        "It is cold and clear in Paris.",
        "It is warm and clear in Paris.",
      ])
    );
    await holds(async () =>
      assert.equal(await answers.nth(1).locator("strong").innerText(), "clear", "Markdown is drawn")
    );
    const totals = page.getByRole("region", { name: "What each of them came to" });
    const rows = await totals.getByRole("row").allInnerTexts();
    assert.match(
      rows[1] ?? "",
      /How is the weather\?\s+Done\s+scripted\/small\s+1\s+0\s+100\s+8\s+<\$0\.01\s+\$0\.00009/,
    );
    assert.match(
      rows[2] ?? "",
      /How is the weather\?\s+Done\s+scripted\/large\s+1\s+0\s+100\s+8\s+<\$0\.01\s+\$0\.0009/,
    );
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await holds(async () => assert.equal(await overflow(page), 0));
    await picture(page, `compare_${width}_${colorScheme}`);
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser("V2: an answer that cannot be made again leaves no fork, and says why", async () => {
  await using site = openSite({ agents: [agent], drivers: [driver] });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await askAgain(page, "scripted/broken");
  await page.getByRole("alert").filter({ hasText: "It was not run." }).waitFor();
  const { threads } = await (await fetch(`${site.url}v1/threads`)).json();
  assert.equal(threads.length, 1);
}, shared);
