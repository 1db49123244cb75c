/** What stands beside the words of a conversation: verbs, run options, the wait for a model, examples, at each width. */
import assert from "node:assert/strict";
import { demo } from "../../../functions/agents/demo.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { eventually, holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { violations } from "./axe.ts";
import {
  closeBrowser,
  idle,
  looksOf,
  lowContrast,
  openOptions,
  openSite,
  overflow,
  picture,
  say,
  visit,
} from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const PARIS = "What is the weather in Paris?";

/** An agent whose model answers when the gate opens. */
function held(gate: Promise<void>) {
  const driver: Driver = {
    name: "held",
    toolForm: "native",
    async plan(turn, emit) {
      await gate;
      emit({ type: "text.started", block: 0 });
      emit({ type: "text.delta", block: 0, text: "Here." });
      emit({ type: "text.ended", block: 0 });
      return {
        blocks: [{ type: "text", text: "Here." }],
        finish: "stop",
        usage: { inputTokens: 1, outputTokens: 1 },
        model: turn.modelRef,
      };
    },
    summarize: () => Promise.reject(new Error("not in these tests")),
  };
  return { agents: [defineAgent({ name: "held", driver: "held" })], drivers: [driver] };
}

needsBrowser("E15: a model that has not answered yet is seen in its step, with its seconds", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = openSite(held(gate.promise));
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "Are you there?");
  const waiting = page.locator(".step .waiting");
  await waiting.getByText("Waiting for demo…").waitFor();
  const seconds = async () => Number(/(\d+) s$/.exec(await waiting.innerText())?.[1] ?? 0);
  await eventually(async () => await seconds() >= 1);
  const before = await seconds();
  await eventually(async () => await seconds() > before);
  await holds(async () =>
    assert.equal(
      await waiting.locator(".elapsed").getAttribute("aria-hidden"),
      "true",
      "no second is read out",
    )
  );
  await holds(async () => assert.deepEqual([await violations(page), await lowContrast(page)], [[], []]));
  await picture(page, "waiting");
  gate.resolve();
  await page.getByText("Here.", { exact: true }).waitFor();
  await idle(page);
  await holds(async () => assert.equal(await waiting.count(), 0));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the verbs of a step come with the pointer and with the focus, and nothing moves for them",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, PARIS);
    await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
    await idle(page);
    const step = page.locator(".step").first();
    const verbs = step.getByRole("group", { name: "Actions on step 1" });
    const opacity = () =>
      page.evaluate("getComputedStyle(document.querySelector('.step .verbs-list')).opacity");
    const places = () =>
      page.locator(".transcript, .step, .step *, .user").evaluateAll((nodes) =>
        nodes.map((node) => JSON.stringify(node.getBoundingClientRect()))
      );
    await page.mouse.move(0, 0);
    await holds(async () => assert.equal(await opacity(), "0"));
    let before = await places();
    await holds(async () => {
      const earlier = before;
      before = await places();
      assert.deepEqual(before, earlier, "nothing moves any more");
    });
    await step.hover();
    await holds(async () => assert.equal(await opacity(), "1"));
    await holds(async () => assert.deepEqual(await places(), before));
    await page.mouse.move(0, 0);
    await step.getByRole("button", { name: "Step 1" }).focus();
    await page.keyboard.press("Tab");
    await holds(async () => assert.equal(await opacity(), "1"));
    await holds(async () => assert.equal(await page.locator(":focus").innerText(), "Copy"));
    const names = await verbs.getByRole("button").allInnerTexts();
    assert.deepEqual(names, ["Copy", "Branch", "Regenerate", "Model input", "Details"]);
    for (let press = 1; press < names.length; press++) await page.keyboard.press("Tab");
    const details = page.locator(":focus");
    await holds(async () => assert.equal(await details.getAttribute("aria-expanded"), "false"));
    await page.keyboard.press("Enter");
    await step.locator(".facts-list").waitFor();
    await holds(async () => assert.equal(await details.getAttribute("aria-expanded"), "true"));
    await page.keyboard.press("Enter");
    await holds(async () => assert.equal(await step.locator(".facts-list").count(), 0));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: where nothing hovers the verbs are behind a button of the step", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 820, height: 1180, touch: true });
  const { page } = tab;
  await say(page, PARIS);
  await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
  await idle(page);
  const fork = page.getByRole("group", { name: "Actions on step 2" }).getByRole("button", { name: "Branch" });
  await holds(async () => assert.equal(await fork.isVisible(), false));
  await page.getByRole("button", { name: "Actions on step 2" }).tap();
  await fork.waitFor();
  const box = await fork.boundingBox() ?? assert.fail();
  assert.ok(box.height >= 40, `a finger hits ${box.height} pixels`);
  await picture(page, "verbs_touch");
  await holds(async () => assert.deepEqual(await violations(page), []));
  const before = page.url();
  await fork.tap();
  await page.waitForURL((url) => url.href !== before);
  await idle(page);
  await holds(async () =>
    assert.ok(await page.getByRole("button", { name: "Edit" }).isVisible(), "an input is edited with one tap")
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

for (const [width, colorScheme] of looksOf([[390, "dark"], [1280, "light"]] as const)) {
  needsBrowser(
    `E15: the run options are behind one control, with a sentence each, at ${width} px, ${colorScheme}`,
    async () => {
      const bodies: Record<string, unknown>[] = [];
      const agent = defineAgent({
        name: "several",
        model: "scripted/demo",
        models: ["scripted/demo", "scripted/other"],
        tools: demo.tools,
      });
      await using site = openSite({
        agents: [agent, demo],
        network: async (request, answer) => {
          if (request.url.endsWith("/steps")) bodies.push(await request.clone().json());
          return await answer();
        },
      });
      await using tab = await visit(site.url, { width, height: 844, colorScheme });
      const { page } = tab;
      await page.locator("#agent:enabled").waitFor();
      const control = page.getByRole("button", { name: /^Run options/ });
      await holds(async () => assert.equal(await control.getAttribute("aria-label"), "Run options"));
      await holds(async () => assert.equal(await page.locator(".option:visible").count(), 0));
      await control.press("Enter");
      await page.locator("#choice:focus").waitFor();
      const titles = ["Tool choice", "Model", "Tool calls", "Until", "Most steps"];
      const options = page.locator(".option");
      await holds(async () => assert.deepEqual(await options.locator("label").allInnerTexts(), titles));
      for (const sentence of await options.locator("p").allInnerTexts()) {
        assert.match(sentence, /^[A-Z].*\.$/);
      }
      await page.getByLabel("Tool choice").selectOption("allowed");
      await page.getByRole("group", { name: "Allowed tools" }).getByLabel("The model").selectOption(
        "required",
      );
      await page.getByLabel("Until").selectOption("step");
      await page.locator("#model").selectOption("scripted/demo");
      await page.getByLabel("Most steps").fill("2");
      await holds(async () =>
        assert.deepEqual([await violations(page), await lowContrast(page), await overflow(page)], [[], [], 0])
      );
      await picture(page, `options_${width}_${colorScheme}`);
      const names = demo.tools.map(({ name }) => name);
      await holds(async () =>
        assert.equal(
          await control.getAttribute("aria-label"),
          `Run options: must call one of ${
            names.join(", ")
          } · demo · until one step is done · at most 2 steps`,
        )
      );
      await page.keyboard.press("Escape");
      await page.locator(".options-open:focus").waitFor();
      await say(page, PARIS);
      await idle(page);
      assert.deepEqual(bodies, [{
        agent: "several",
        input: PARIS,
        until: "step",
        model: "scripted/demo",
        limits: { steps: 2 },
        toolChoice: { type: "allowed", names, mode: "required" },
      }]);
      await openOptions(page);
      await page.getByRole("button", { name: "Use the defaults" }).click();
      await holds(async () => assert.equal(await control.getAttribute("aria-label"), "Run options"));
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}

needsBrowser("E15: Escape in the run options closes them, and stops no step", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = openSite(held(gate.promise));
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "Are you there?");
  await page.locator(".waiting").waitFor();
  await openOptions(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Tool choice").waitFor({ state: "hidden" });
  await holds(async () =>
    assert.equal(await page.getByRole("button", { name: "Stop" }).getAttribute("aria-disabled"), "false")
  );
  gate.resolve();
  await page.getByText("Here.", { exact: true }).waitFor();
}, shared);

needsBrowser("E15: the examples of a new thread are those of its agent; one without has none", async () => {
  const { agents, drivers } = held(Promise.resolve());
  await using site = openSite({ agents: [demo, ...agents], drivers });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  const examples = page.getByRole("group", { name: "Examples" });
  await examples.waitFor();
  await holds(async () =>
    assert.deepEqual(await examples.getByRole("button").allInnerTexts(), demo.examples)
  );
  await page.getByLabel("Agent").selectOption("held");
  await page.getByRole("heading", { name: "held" }).first().waitFor();
  await holds(async () => assert.equal(await examples.isVisible(), false));
  await page.getByLabel("Agent").selectOption("demo");
  await examples.getByRole("button", { name: "delete record r1" }).click();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await idle(page);
  await holds(async () => assert.equal(await page.locator(".user .text").innerText(), "delete record r1"));
  await holds(async () => assert.equal(await examples.isVisible(), false));
  assert.deepEqual(tab.complaints, []);
}, shared);

for (const touch of [undefined, true] as const) {
  needsBrowser(
    `E15: at 390 px the message box takes less than a fifth of the screen${touch ? ", with a finger" : ""}`,
    async () => {
      const height = 844;
      await using site = openSite();
      await using tab = await visit(site.url, { width: 390, height, ...(touch && { touch }) });
      const { page } = tab;
      const measure = async (moment: string) => {
        const box = await page.locator(".dock").boundingBox() ?? assert.fail();
        assert.ok(box.height < height / 5, `${moment}: ${box.height} of ${height} pixels`);
        const rows = await page.locator(".dock :is(button, textarea):visible").evaluateAll((nodes) =>
          [...new Set(nodes.map((node) => Math.round(node.getBoundingClientRect().bottom / 16)))].length
        );
        assert.ok(rows <= 2, `${moment}: ${rows} rows of controls`);
        await holds(async () => assert.equal(await overflow(page), 0));
      };
      await page.getByRole("group", { name: "Examples" }).waitFor();
      await measure("at the beginning");
      await say(page, PARIS);
      await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
      await idle(page);
      await measure("behind an answer");
      await openOptions(page);
      await page.getByLabel("Tool calls").selectOption("predict");
      await page.keyboard.press("Escape");
      await measure("with an option");
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
