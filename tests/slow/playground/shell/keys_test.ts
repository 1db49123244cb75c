/** The keys of the page, its drawers and its columns. */
import assert from "node:assert/strict";
import { demo } from "../../../../functions/agents/demo.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Json } from "../../../../src/core/json.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, idle, looksOf, openSite, say, stepRow, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** An agent that asks about so many calls at once, and what it has paid. */
function payer(calls: number) {
  const paid: Json[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to"],
    needsApproval: true,
    run: ({ to }) => {
      paid.push(to);
      return "paid";
    },
  });
  const plans = Array.from({ length: calls }, (_, n) => ({ tool: "pay", args: { to: `p${n}` } }));
  const site = openSite({
    agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
    drivers: [createScriptedDriver([{ calls: plans }, { says: "Done." }])],
  });
  return { paid, site };
}

needsBrowser("E15: X5: one key approves a call, and never while a person types", async () => {
  const { paid, site: opened } = payer(1);
  await using site = opened;
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "pay");
  await page.getByText("1 call waits for your approval.").waitFor();
  await page.getByText("approves it while focused").waitFor();
  await idle(page);
  await page.locator("#input").focus();
  await page.keyboard.press("a");
  await holds(async () =>
    assert.equal(await page.locator("#input").inputValue(), "a", "in a field it is a letter")
  );
  await page.getByLabel("Reason (optional)").focus();
  await page.keyboard.press("a");
  await holds(async () => assert.equal(await page.getByLabel("Reason (optional)").inputValue(), "a"));
  await page.getByRole("button", { name: "Inspector" }).focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Alt+k");
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await page.locator("#input").focus();
  await page.keyboard.press("Alt+a");
  await page.locator(".call:focus").waitFor();
  await page.keyboard.press("Control+a");
  await holds(async () => assert.deepEqual(await page.locator('.call[data-state="approval"]').count(), 1));
  assert.deepEqual(paid, []);
  await page.keyboard.press("a");
  await page.getByText("Done.", { exact: true }).waitFor();
  assert.deepEqual(paid, ["p0"]);
  await holds(async () => assert.equal(await page.locator("#attention").isVisible(), false));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: X5: with two calls that wait the key is for the one that has the focus", async () => {
  const { paid, site: opened } = payer(2);
  await using site = opened;
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "pay");
  await page.getByText("2 calls wait for your approval.").waitFor();
  await idle(page);
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("a");
  await page.locator(".call:focus").waitFor();
  await holds(async () =>
    assert.equal(await page.locator('.call[data-state="approval"]').count(), 2, "it only goes there")
  );
  await page.locator('.call[data-state="approval"]').nth(1).getByRole("button", { name: "Approve" }).focus();
  await page.keyboard.press("a");
  await page.locator('.call[data-state="approved"]', { hasText: "p1" }).waitFor();
  await page.getByText("1 call waits for your approval.").waitFor();
  await page.evaluate(`document.querySelector('.call[data-state="approval"]').dataset.kept = "yes"`);
  await page.waitForTimeout(600); // the list of the threads is read again meanwhile
  await holds(async () =>
    assert.equal(
      await page.locator('[data-kept="yes"]').count(),
      1,
      "its own answer does not draw the thread anew",
    )
  );
  await holds(async () =>
    assert.equal(await page.getByRole("button", { name: "Show it" }).isVisible(), false, "it is in sight")
  );
  await page.keyboard.press("Alt+a");
  await page.keyboard.press("A");
  await page.getByText("Done.", { exact: true }).waitFor();
  assert.deepEqual(paid.toSorted(), ["p0", "p1"]);
}, shared);

needsBrowser(
  "E15: X5: of two approvals that are on their way the last to arrive has the run go on",
  async () => {
    const { paid, site: opened } = payer(2);
    await using site = opened;
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    const mayArrive = Promise.withResolvers<void>();
    let [decisions, steps] = [0, 0];
    await page.route("**/approvals/*", async (route) => {
      if (++decisions === 2) await mayArrive.promise;
      await route.continue();
    });
    await page.route("**/steps", async (route) => {
      steps++;
      await route.continue();
    });
    await say(page, "pay");
    await page.getByText("2 calls wait for your approval.").waitFor();
    await idle(page);
    const first = page.waitForResponse("**/approvals/*");
    await page.getByRole("button", { name: "Approve", exact: true }).first().click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await (await first).finished();
    await page.waitForTimeout(300); // a step that is begun too soon is begun within it
    assert.equal(steps, 1, "the first answer alone has nothing go on");
    mayArrive.resolve();
    await page.getByText("Done.", { exact: true }).waitFor();
    assert.equal(steps, 2);
    assert.deepEqual(paid.toSorted(), ["p0", "p1"]);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: arrow keys go through the events, and pass what the filter hides", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await idle(page);
  await page.getByRole("checkbox", { name: "pieces of texts" }).uncheck();
  await page.locator(".event:visible summary").first().focus();
  const focused = () => page.evaluate("document.activeElement.querySelector('b')?.textContent");
  await holds(async () => assert.equal(await focused(), "step.started"));
  await page.keyboard.press("End");
  await holds(async () => assert.equal(await focused(), "step.finished"));
  await page.keyboard.press("ArrowDown");
  await holds(async () => assert.equal(await focused(), "step.finished", "the end is the end"));
  await page.keyboard.press("ArrowUp");
  await holds(async () => assert.equal(await focused(), "usage"));
  await page.keyboard.press("ArrowUp");
  await holds(async () => assert.equal(await focused(), "text.ended"));
  await page.keyboard.press("ArrowUp");
  await holds(async () => assert.equal(await focused(), "text.started"));
  await page.keyboard.press("Home");
  await holds(async () => assert.equal(await focused(), "POST"));
}, shared);

needsBrowser("E15: the inspector and its sections stay as a person left them", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  const toggle = page.locator("#inspector-toggle");
  await holds(async () => assert.equal(await toggle.getAttribute("aria-expanded"), "true"));
  await page.getByRole("button", { name: "Events", exact: true }).click();
  await page.reload();
  await holds(async () => assert.equal(await page.locator("#events-pane").isVisible(), false));
  await holds(async () => assert.equal(await page.locator("#timeline-pane").isVisible(), true));
  await toggle.click();
  await page.reload();
  await page.locator("#agent:enabled").waitFor();
  await holds(async () => assert.equal(await page.locator("#inspector").isVisible(), false));
  await page.keyboard.press("Alt+r");
  await page.locator("#filter:focus").waitFor();
  await holds(async () =>
    assert.equal(await page.locator("#inspector").isVisible(), true, "a key that goes there opens it")
  );
}, shared);

for (const width of looksOf([320, 768])) {
  needsBrowser(
    `E15: a drawer takes the focus, gives it back, and Escape closes it before it stops a run, at ${width} px`,
    async () => {
      await using site = openSite();
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "What is the weather in Paris?");
      await idle(page);
      await page.getByRole("button", { name: "Inspector" }).click();
      const drawer = page.getByRole("dialog", { name: "Inspector" });
      await drawer.getByRole("button", { name: "Close the inspector" }).waitFor();
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press("Tab");
        const outside = await page.evaluate("document.activeElement.matches('main *, .bar *, #rail *')");
        assert.equal(outside, false, "what is covered takes no focus");
      }
      await stepRow(page, 2).click();
      await page.getByRole("region", { name: "Details" }).waitFor();
      await page.keyboard.press("Escape"); // the sheet of the step, which covers the drawer
      await page.locator(".row:focus").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("#inspector-toggle:focus").waitFor();
      await page.getByRole("button", { name: "Threads", exact: true }).click();
      await page.getByRole("dialog", { name: "Threads" }).getByRole("link", { name: /Paris/ }).waitFor();
      await page.mouse.click(width - 10, 400);
      await holds(async () =>
        assert.equal(await page.locator("#rail").isVisible(), false, "a click beside it closes it")
      );
      await page.keyboard.press("Alt+t");
      await page.locator("#thread-search:focus").waitFor();
      await page.getByRole("link", { name: /Paris/ }).click();
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1280, height: 800 });
      await holds(async () =>
        assert.equal(
          await page.evaluate("document.querySelectorAll('[inert]').length"),
          0,
          "columns cover nothing",
        )
      );
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("E15: the agent's card has its model, tools with schemas, instructions and limits", async () => {
  const agent = defineAgent({
    name: "careful",
    description: "Counts what it spends.",
    model: "scripted/demo",
    instructions: "Spend nothing.\nSay so.",
    tools: [
      ...demo.tools,
      defineTool({ name: "locate", description: "Where.", parameters: { type: "object" } }),
    ],
    limits: { stepsPerRun: 7, usd: 0.5, perRun: { tokens: 9000 } },
    policy: { name: "weather_first", rules: [{ type: "first", tool: "get_weather" }] },
  });
  await using site = openSite({ agents: [demo, agent] });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.locator("#agent:enabled").waitFor();
  await page.getByLabel("Agent").selectOption("careful");
  const card = page.getByRole("region", { name: "Introduction" });
  await card.getByRole("heading", { name: "careful" }).waitFor();
  await card.getByText("Tools (4)").waitFor();
  await holds(async () =>
    assert.match(
      await card.innerText(),
      /Counts what it spends\.[^]*Model\s+scripted\/demo[^]*Policy\s+weather_first/,
    )
  );
  await card.getByText("run by the app").waitFor();
  await card.getByText("needs approval").waitFor();
  await card.locator("summary", { hasText: "get_weather" }).click();
  await holds(async () => assert.match(await card.locator("pre").first().innerText(), /"city"/));
  await card.locator("summary", { hasText: "Instructions" }).click();
  await card.getByText("Spend nothing. Say so.").waitFor();
  await card.locator("summary", { hasText: "Limits and budgets" }).click();
  await card.getByText("perRun.tokens").waitFor();
  await holds(async () =>
    assert.match(await card.innerText(), /stepsPerRun\s+7[^]*usd\s+\$0\.5[^]*perRun\.tokens\s+9,000/)
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: X5: Esc stops no run that is out of sight", async () => {
  const gate = Promise.withResolvers<void>();
  const driver = createScriptedDriver(async () => {
    await gate.promise;
    return { says: "Here." };
  });
  await using site = openSite({
    agents: [defineAgent({ name: "waiter", driver: "scripted" })],
    drivers: [driver],
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  const cancels: string[] = [];
  page.on("request", (request) => request.url().endsWith("/cancel") && cancels.push(request.url()));
  await say(page, "Wait");
  await page.locator(".step.live").waitFor();
  await page.evaluate("location.hash = '#/settings'");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.keyboard.press("Escape");
  await page.goBack();
  await page.locator(".step.live").waitFor();
  await holds(async () =>
    assert.equal(await page.getByRole("button", { name: "Stop", exact: true }).isVisible(), true, "it runs")
  );
  gate.resolve();
  await page.getByText("Here.", { exact: true }).waitFor();
  assert.deepEqual(cancels, []);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: X5: in a place keys of the thread turn to it first",
  async () => {
    const { site: opened } = payer(1);
    await using site = opened;
    await using tab = await visit(site.url, { width: 1000 });
    const { page } = tab;
    await say(page, "pay");
    await page.getByText("1 call waits for your approval.").waitFor();
    const { hash } = new URL(page.url());
    for (
      const [key, sign] of [["m", "#input:focus"], ["r", "#filter:focus"], ["t", "#thread-search:focus"]]
    ) {
      await page.evaluate("location.hash = '#/settings'");
      await page.getByRole("heading", { name: "Settings" }).waitFor();
      await page.keyboard.press(`Alt+${key}`);
      await page.locator(sign ?? "").waitFor();
      assert.equal(new URL(page.url()).hash, hash);
      await holds(async () => assert.equal(await page.locator("#chat").isVisible(), true));
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
