/** What people do with steps and inputs on the page: fork, regenerate, edit, deny with a reason, look at the model's input. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  actionOf,
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
import { slow } from "../studio.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const PARIS = "What is the weather in Paris?";
const PARIS_ANSWER = "It is 18 °C and clear in Paris.";
const OSLO_ANSWER = "It is 6 °C and rain in Oslo.";

function threadOf(page: Page): string {
  return new URL(page.url()).hash;
}

/** Presses a button with the keyboard, and waits until the page shows another thread that rests. */
async function branch(page: Page, button: Locator): Promise<void> {
  const before = threadOf(page);
  await button.press("Enter");
  await page.waitForURL((url) => url.hash !== before);
  await idle(page);
}

for (const [width, colorScheme] of looksOf([[380, "dark"], [1280, "light"]] as const)) {
  needsBrowser(`E15: the page: fork, regenerate and edit, at ${width} px, ${colorScheme}`, async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width, colorScheme });
    const { page } = tab;
    await say(page, PARIS);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(page);
    const first = threadOf(page);
    await holds(async () => assert.deepEqual(await violations(page), []));

    // A fork behind step 1 has its call skipped, and goes on by itself only when it is asked to.
    await branch(page, await actionOf(page, 1, "Branch"));
    await page.locator("#input:focus").waitFor();
    await page.locator(".call[data-state=skipped]").waitFor();
    await holds(async () => assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 1));
    await page.goBack();
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    assert.equal(threadOf(page), first, "the thread is as it was, one step back");
    await idle(page);

    // The last answer once more: what its call brought stays step 2, and the new plan is step 3.
    await branch(page, await actionOf(page, 2, "Regenerate"));
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.locator(".call[data-state=completed]").count(), 1));
    await holds(async () => assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 3));
    await holds(async () => assert.equal(await page.getByText(PARIS_ANSWER, { exact: true }).count(), 1));
    const ofOutcome = page.getByRole("group", { name: "Actions on step 2" }).getByRole("button");
    const fork = await actionOf(page, 2, "Branch");
    await holds(async () =>
      assert.deepEqual(await ofOutcome.allInnerTexts(), ["Branch", "Details"], "that step has no plan")
    );
    await holds(async () => assert.equal(await fork.getAttribute("aria-disabled"), "false"));
    await page.keyboard.press("Escape");

    // An input is edited where it stands; Escape leaves it as it is.
    const edit = page.getByRole("button", { name: "Edit" });
    await edit.press("Enter");
    const area = page.getByLabel("The message, edited");
    await holds(async () => assert.equal(await area.inputValue(), PARIS));
    await area.press("Escape");
    await holds(async () =>
      assert.equal(await edit.evaluate((node) => node.matches(":focus")), true, "the focus returns")
    );
    await edit.press("Enter");
    await area.fill("What is the weather in Oslo?");
    await holds(async () =>
      assert.deepEqual([await violations(page), await lowContrast(page), await overflow(page)], [[], [], 0])
    );
    await picture(page, `edit-${width}`);
    await branch(page, page.getByRole("button", { name: "Run in a branch" }));
    await page.getByText(OSLO_ANSWER, { exact: true }).waitFor();
    await idle(page);
    await holds(async () =>
      assert.equal(await page.locator(".user").getByText(PARIS, { exact: true }).count(), 0)
    );
    await holds(async () => assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 2));
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser("E15: the page: an edited second input keeps what was before it", async () => {
  await using site = openSite();
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, PARIS);
  await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
  await idle(page);
  await say(page, "delete record r1");
  await page.getByRole("button", { name: "Deny" }).waitFor();
  await idle(page);
  await page.reload();
  await page.getByRole("button", { name: "Deny" }).waitFor();
  await idle(page);
  await page.getByRole("button", { name: "Edit" }).last().click();
  await page.getByLabel("The message, edited").fill("What is the weather in Oslo?");
  await branch(page, page.getByRole("button", { name: "Run in a branch" }));
  await page.getByText(OSLO_ANSWER, { exact: true }).waitFor();
  await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
  await holds(async () => assert.equal(await page.getByRole("button", { name: "Deny" }).count(), 0));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: the page: while a step runs, the actions say why they wait", async () => {
  const gate = Promise.withResolvers<void>();
  const { agents, drivers } = slow(gate.promise);
  await using site = openSite({ agents, drivers });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "go");
  await page.locator(".step-body").getByText("one").waitFor();
  const thread = threadOf(page);
  const fork = await actionOf(page, 1, "Branch");
  await holds(async () => assert.equal(await fork.getAttribute("aria-disabled"), "true"));
  await fork.press("Enter");
  await page.getByRole("status").getByText("This is not saved yet.").waitFor();
  const edit = page.getByRole("button", { name: "Edit" });
  await holds(async () => assert.equal(await edit.getAttribute("title"), "This is not saved yet."));
  await holds(async () => assert.deepEqual(await violations(page), []));
  gate.resolve();
  await idle(page);
  await holds(async () =>
    assert.deepEqual([await fork.getAttribute("aria-disabled"), threadOf(page)], ["false", thread])
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the page: a fork that the server refuses leaves the thread as it is, and says so",
  async () => {
    const network = async (request: Request, answer: () => Promise<Response>) =>
      request.url.endsWith("/fork") ? new Response("{}", { status: 500 }) : await answer();
    await using site = openSite({ network });
    await using tab = await visit(site.url);
    const { page } = tab;
    await say(page, PARIS);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(page);
    const thread = threadOf(page);
    await (await actionOf(page, 2, "Regenerate")).click();
    await page.locator(".notice.bad", { hasText: "Status 500" }).waitFor();
    await idle(page);
    assert.equal(threadOf(page), thread);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    assert.ok(tab.complaints.every((text) => text.includes("500")), tab.complaints.join());
  },
  shared,
);

for (const width of looksOf([380, 1280])) {
  needsBrowser(
    `E15: X5: a denial with a reason: the model reads it, and the card keeps it, at ${width} px`,
    async () => {
      const pay = defineTool({
        name: "pay",
        description: "Pays.",
        needsApproval: true,
        approvalEdits: true,
        parameters: { type: "object", properties: { amount: { type: "number" } } },
        run: () => ({ paid: true }),
      });
      const agent = defineAgent({ name: "payer", driver: "scripted", tools: [pay] });
      const drivers = [
        createScriptedDriver([{ calls: [{ tool: "pay", args: { amount: 150 } }] }, { says: "Understood." }]),
      ];
      await using site = openSite({ agents: [agent], drivers });
      await using tab = await visit(site.url, { width, colorScheme: width === 380 ? "dark" : "light" });
      const { page } = tab;
      await say(page, "pay bob");
      await page.getByLabel("Reason (optional)").fill("Too much: 100 at most.");
      await idle(page);
      await holds(async () => assert.deepEqual([await violations(page), await overflow(page)], [[], 0]));
      await page.getByRole("button", { name: "Deny" }).press("Enter");
      await page.getByText("Understood.", { exact: true }).waitFor();
      await idle(page);
      for (const moment of ["at once", "after a reload"]) {
        if (moment === "after a reload") await page.reload();
        const card = page.locator(".call[data-state=denied]");
        await card.getByText("Too much: 100 at most.").waitFor();
        await idle(page);
      }
      await (await actionOf(page, 2, "Model input")).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Too much: 100 at most.").waitFor();
      await picture(page, `denied-${width}`);
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

for (const [width, colorScheme] of looksOf([[380, "light"], [1280, "dark"]] as const)) {
  needsBrowser(
    `E15: the page: a step shows what the model was given, at ${width} px, ${colorScheme}`,
    async () => {
      await using site = openSite();
      await using tab = await visit(site.url, { width, colorScheme });
      const { page } = tab;
      await say(page, PARIS);
      await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
      await idle(page);
      await page.reload();
      const open = await actionOf(page, 2, "Model input");
      await open.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Model input", exact: true });
      await dialog.getByRole("heading", { name: "Messages (3)" }).waitFor();
      await holds(async () =>
        assert.deepEqual(await dialog.getByRole("heading", { level: 4 }).allInnerTexts(), [
          "user",
          "assistant",
          "tool get_weather",
        ])
      );
      await holds(async () =>
        assert.equal(await dialog.getByRole("group", { name: "Input", exact: true }).innerText(), PARIS)
      );
      const output = await dialog.getByRole("group", { name: "Output of get_weather" }).innerText();
      assert.deepEqual(JSON.parse(output), { city: "Paris", tempC: 18, sky: "clear" });
      await dialog.getByRole("heading", { name: "Instructions" }).waitFor();
      const tool = dialog.locator("summary", { hasText: "get_weather" });
      await tool.press("Enter");
      await dialog.getByRole("group", { name: "Parameters of get_weather" }).getByText('"city"').first()
        .waitFor();
      await holds(async () =>
        assert.deepEqual(
          [await violations(page), await lowContrast(page), await overflow(page)],
          [[], [], 0],
        )
      );
      await picture(page, `model-input-${width}`);
      await page.keyboard.press("Escape");
      await holds(async () => assert.equal(await dialog.count(), 0));
      await holds(async () =>
        assert.ok(await page.evaluate("document.activeElement.closest('.verbs')"), "the focus returns")
      );

      // The first step has the input alone.
      await (await actionOf(page, 1, "Model input")).click();
      await page.getByRole("heading", { name: "Messages (1)" }).waitFor();
      await page.getByRole("button", { name: "Close" }).click();

      // The effective choice, from the log of the step's events.
      await (await actionOf(page, 1, "Details")).press("Enter");
      const facts = await page.locator(".facts-list").first().innerText();
      for (
        const fact of [
          /Tool choice\s+the model chooses/,
          /Set by\s+no setting/,
          /Sent\s+\S/,
          /Applied by\s+API/,
        ] as const
      ) assert.match(facts, fact);
      for (
        const fact of [/Reason\s+\w/, /Input tokens\s+\d/, /Cost\s+\S/, /Time\s+[\d.]+ m?s/, /Model\s+\S/]
      ) {
        assert.match(facts, fact);
      }
      await picture(page, `facts-${width}`);
      await holds(async () => assert.deepEqual(await violations(page), []));
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("E15: the page: a model input that cannot be loaded is said, and the page goes on", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.route("**/on_demand.js", (route) => route.abort());
  await page.reload();
  await say(page, PARIS);
  await idle(page);
  await (await actionOf(page, 2, "Model input")).click();
  await page.getByText("The server cannot be reached").waitFor();
}, shared);
