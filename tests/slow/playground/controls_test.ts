/** The run options, the keys, the list of threads, narrow windows and both schemes, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { agents } from "../../../functions/agents/mod.ts";
import { demo } from "../../../functions/agents/demo.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import {
  closeBrowser,
  coloursOf,
  idle,
  isInSight,
  lowContrast,
  openOptions,
  openSite,
  overflow,
  picture,
  say,
  stepRow,
  visit,
} from "./site.ts";
import { slow, studio } from "./studio.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const TWO_CITIES = "What is the weather in Paris and Oslo?";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser(
  "E15: C1: the selector changes the tool choice that is sent, and the step reports the effective one",
  async () => {
    const bodies: Record<string, unknown>[] = [];
    await using site = openSite({
      agents,
      network: async (request, answer) => {
        if (request.url.endsWith("/steps")) bodies.push(await request.clone().json());
        return await answer();
      },
    });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    const choice = page.getByLabel("Tool choice");

    const cases: [choose: () => Promise<unknown>, sent: unknown, reported: RegExp][] = [
      [() => choice.selectOption("default"), undefined, /\d+ in, \d+ out$/],
      [() => choice.selectOption("none"), { type: "none" }, /without tools · \d+ in/],
      [() => choice.selectOption("required"), { type: "required" }, /had to call a tool · \d+ in/],
      [
        () => choice.selectOption("convert_units"),
        { type: "tool", name: "convert_units" },
        /had to call convert_units · \d+ in/,
      ],
      [
        async () => {
          await choice.selectOption("only some tools…");
          await page.getByRole("group", { name: "Allowed tools" }).getByLabel("delete_record").uncheck();
        },
        { type: "allowed", names: ["get_weather", "convert_units"], mode: "auto" },
        /without delete_record · \d+ in/,
      ],
      [
        async () => {
          await page.getByLabel("The model").selectOption("required");
          await page.getByLabel("in every step").check();
        },
        { type: "allowed", names: ["get_weather", "convert_units"], mode: "required", times: "always" },
        /had to call one of get_weather and convert_units · \d+ in/,
      ],
    ];
    // With `step` each case is one request and one row, whatever the choice makes the model do.
    await page.locator("#agent:enabled").waitFor();
    await openOptions(page);
    await page.getByLabel("Until").selectOption("step");
    await page.keyboard.press("Escape");
    for (const [index, [choose, sent, reported]] of cases.entries()) {
      await openOptions(page);
      await choose();
      await page.getByRole("button", { name: "New thread" }).click();
      await say(page, TWO_CITIES);
      const row = stepRow(page, 1);
      await row.getByText(reported).waitFor();
      await idle(page);
      assert.deepEqual(bodies[index], {
        agent: "demo",
        input: TWO_CITIES,
        until: "step",
        ...(sent === undefined ? {} : { toolChoice: sent }),
      });
      const lines = await page.locator(".choice").allInnerTexts();
      assert.deepEqual(
        lines.map((line) => /, as the request says\.$/.test(line)),
        sent === undefined ? [] : [true],
      );
    }

    // Going on goes as far as the run was asked to.
    await openOptions(page);
    await choice.selectOption("default");
    await page.getByRole("button", { name: "New thread" }).click();
    await say(page, TWO_CITIES);
    await page.getByRole("button", { name: "Next step" }).click();
    await stepRow(page, 2).getByText("answered").waitFor();
    await idle(page);
    assert.deepEqual(bodies.at(-1), { agent: "demo", until: "step" });
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: C11: execution and until are sent, and the agent's own are left alone", async () => {
  const bodies: Record<string, unknown>[] = [];
  await using site = openSite({
    network: async (request, answer) => {
      if (request.url.endsWith("/steps")) bodies.push(await request.clone().json());
      return await answer();
    },
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.locator("#agent:enabled").waitFor();
  await openOptions(page);
  await page.getByLabel("Tool calls").selectOption("predict");
  await page.getByLabel("Until").selectOption("settled");
  await say(page, TWO_CITIES);
  await stepRow(page, 1).getByText(/\d+ in, /).waitFor();
  await idle(page);
  assert.deepEqual(bodies, [{ agent: "demo", input: TWO_CITIES, execution: "predict", until: "settled" }]);
  await holds(async () =>
    assert.equal(await page.locator('.call[data-state="planned"]').count(), 2, "predicted calls do not run")
  );
  await page.getByRole("button", { name: "Run them" }).click();
  await idle(page);
  assert.deepEqual(bodies[1], { agent: "demo", until: "settled", execution: "loop" });
  await holds(async () => assert.equal(await page.locator('.call[data-state="completed"]').count(), 2));
}, shared);

for (const reloads of ["never", "before it is approved", "behind it"]) {
  const when = reloads === "never" ? "" : `, also after a reload ${reloads}`;
  needsBrowser(`E15: C11: a predicted call that is approved runs after "Run them"${when}`, async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    await openOptions(page);
    await page.getByLabel("Tool calls").selectOption("predict");
    await say(page, "delete record r1");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await idle(page);
    if (reloads === "before it is approved") await page.reload();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("The tools have not run.").waitFor();
    await idle(page);
    await holds(async () =>
      assert.equal(await page.locator(".notice.bad").count(), 0, "the page shows no refusal")
    );
    if (reloads === "behind it") await page.reload();
    await page.getByRole("button", { name: "Run them" }).click();
    await page.getByText("Record r1 is deleted.").waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.locator('.call[data-state="completed"]').count(), 1));
  }, shared);
}

needsBrowser("E15: a whole run, approval and inspection included, with the keyboard alone", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await page.locator("#input:focus").waitFor();
  await press("Alt+k");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await press("Escape");
  await page.locator("#input:focus").waitFor();
  await keyboard.type("delete record r1");
  await press("Enter");
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await idle(page);

  await press("Shift+Tab", "Shift+Tab");
  await page.locator("button:focus", { hasText: "Approve" }).waitFor();
  await holds(async () =>
    assert.ok(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
  );
  await press("Enter");
  await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
  await idle(page);

  await press("Alt+ArrowUp");
  await page.locator(".row:focus[aria-pressed=true]", { hasText: "Step 2" }).waitFor();
  await press("Alt+ArrowUp", "Alt+ArrowUp");
  await page.locator(".row:focus[aria-pressed=true]", { hasText: "Step 1" }).waitFor();
  await press("Alt+r");
  await keyboard.type("usage");
  await press("Tab", "Tab", "Enter");
  await page.locator(".event[open]", { hasText: "inputTokens" }).first().waitFor();

  await press("Alt+t");
  await page.locator("#thread-search:focus").waitFor();
  await press("Escape", "Alt+n");
  await page.getByRole("heading", { name: "New thread" }).waitFor();
  await page.locator("#input:focus").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: Escape stops the running step", async () => {
  const { agents, drivers } = slow(new Promise(() => {}), "and one ");
  await using site = openSite({ agents, drivers });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "Take your time");
  await page.locator(".step-body").getByText("one").waitFor();
  await stepRow(page, 1).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Stopped. Everything up to here is kept.").waitFor();
  await stepRow(page, 1).getByText("step_cancelled").waitFor();
}, shared);

needsBrowser("E14: a thread that cannot be read is listed as corrupted, among those that can", async () => {
  const store = createMemoryStore();
  const thread = { state: "{", schema: SCHEMA, createdAt: 1 };
  await store.create({ tenant: "local", thread: "bad" }, { meta: "{", ...thread });
  await using site = openSite({ store });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await idle(page);
  const items = page.locator("#thread-list li");
  await items.filter({ hasText: /Done[^]*demo/ }).waitFor();
  await holds(async () =>
    assert.match(await items.nth(0).innerText(), /What is the weather in Paris\?[^]*Done/)
  );
  await holds(async () =>
    assert.match(await items.nth(1).innerText(), /bad\s+Unreadable[^]*It cannot be read, only deleted\./)
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: at 380 pixels the panels are drawers, and none is wider than the screen", async () => {
  const { agents, drivers } = studio([
    {
      text: "W".repeat(300),
      calls: [{ name: "leak", args: JSON.stringify({ ["k".repeat(90)]: "v".repeat(300) }) }],
    },
    { text: "The end." },
  ], "x".repeat(2000));
  await using site = openSite({ agents: [...agents, demo], drivers });
  await using tab = await visit(site.url, { width: 380, height: 760 });
  const { page } = tab;
  await say(page, "u".repeat(200));
  await page.getByText("The end.", { exact: true }).waitFor();
  await idle(page);
  await openOptions(page);
  await page.getByLabel("Tool choice").selectOption("allowed");
  await page.getByLabel("The model").selectOption("required");
  await holds(async () => assert.equal(await overflow(page), 0, "chat"));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Inspector" }).click();
  await holds(async () =>
    assert.ok(await page.evaluate("document.querySelector('main').inert"), "what is covered takes no focus")
  );
  await stepRow(page, 2).click();
  await holds(async () => assert.equal(await overflow(page), 0, "timeline"));
  await picture(page, "narrow_timeline");
  await page.keyboard.press("Escape"); // the sheet of the step
  await holds(async () => assert.ok(await isInSight(page, ".event-list .selected")));
  await page.locator(".selected .event summary").first().click();
  await page.locator(".event[open] pre", { hasText: "step.started" }).waitFor();
  await holds(async () => assert.equal(await overflow(page), 0, "events"));
  await picture(page, "narrow_events");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Threads", exact: true }).click();
  await holds(async () => assert.equal(await overflow(page), 0, "threads"));
  await page.keyboard.press("Escape");
  await page.locator("#rail-toggle:focus").waitFor();
  for (const name of ["Places", "Keys: keyboard shortcuts"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await holds(async () => assert.equal(await overflow(page), 0, name));
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#places-toggle:focus").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the theme follows the system until it is chosen, and the choice is remembered",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { colorScheme: "dark" });
    const { page } = tab;
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const toggle = page.getByRole("button", { name: "Dark theme" });
    const [dark, light] = ["rgb(19, 20, 24)", "rgb(250, 249, 246)"];
    await holds(async () =>
      assert.deepEqual([await ground(), await toggle.getAttribute("aria-pressed")], [dark, "true"])
    );
    await toggle.click();
    await holds(async () =>
      assert.deepEqual([await ground(), await toggle.getAttribute("aria-pressed")], [light, "false"])
    );
    await page.reload();
    await holds(async () => assert.equal(await ground(), light));
    await toggle.click();
    await holds(async () => assert.equal(await ground(), dark));
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html[data-theme=light]").waitFor();
    await holds(async () =>
      assert.equal(await ground(), light, "back at what the system said, it follows the system")
    );
  },
  shared,
);

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 380]) {
    needsBrowser(
      `E15: ${colorScheme} at ${width} pixels: pictures are not blank, every text has contrast`,
      async () => {
        await using site = openSite();
        await using tab = await visit(site.url, { colorScheme, width, height: 800 });
        const { page } = tab;
        const look = async (name: string) => {
          await picture(page, `${name}_${colorScheme}_${width}`);
          const { colours, commonest } = await coloursOf(page, await page.screenshot());
          assert.ok(colours > 40 && commonest < 0.97, `${name}: ${colours} colours, ${commonest} of it one`);
          await holds(async () => assert.deepEqual(await lowContrast(page), [], name));
        };
        await page.locator("#agent:enabled").waitFor();
        await look("empty");
        await say(page, TWO_CITIES);
        await page.getByText("It is 18 °C", { exact: false }).first().waitFor();
        await idle(page);
        await say(page, "delete record r1");
        await page.getByRole("button", { name: "Approve" }).waitFor();
        await idle(page);
        await look("approval");
        if (width < 1000) await page.getByRole("button", { name: "Inspector" }).click();
        await stepRow(page, 2).click();
        await look("timeline");
        await page.keyboard.press("Escape"); // the sheet of the step
        await page.locator(".selected .event summary").first().click();
        await look("events");
        assert.deepEqual(tab.complaints, []);
      },
      shared,
    );
  }
}
