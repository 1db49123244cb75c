/** The panels beside the chat, the run options, the keys and the schemes, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { agents } from "../../functions/agents/mod.ts";
import { demo } from "../../functions/agents/demo.ts";
import { needsBrowser } from "../support/requires.ts";
import {
  closeBrowser,
  coloursOf,
  idle,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  type Site,
  visit,
} from "./site.ts";
import { slow, studio } from "./studio.ts";

const TWO_CITIES = "What is the weather in Paris and Oslo?";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser("E15: a run with an approval shows in the chat, the timeline and the raw events", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "delete record r1");
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await idle(page);
  assert.match(
    await stepRow(page, 1).innerText(),
    /Step 1 plan delete_record\s[\s\S]*v1 · waiting · \d+ in, \d+ out/,
  );
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
  await idle(page);

  const second = stepRow(page, 2);
  assert.match(await second.innerText(), /Step 2 act delete_record → plan the answer\s[\s\S]*v2 · done · /);
  assert.deepEqual(await partsOf(page, 2), ["begin", "act", "wait", "plan", "commit"]);
  await second.click();
  for (const fact of ["delete_record", "choice requested", "choice sent", "tools sent", "enforcement"]) {
    await page.getByRole("term").filter({ hasText: fact }).waitFor();
  }

  const logged = await loggedSeqs(site, page);
  assert.deepEqual(await shownSeqs(page), logged);
  const requests = page.getByRole("list", { name: "Requests and events" }).getByRole("listitem").filter({
    has: page.getByRole("button", { name: "Copy as curl" }),
  });
  assert.deepEqual((await requests.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()), [
    "POST /v1/threads/…/steps 200 Copy as curl",
    `POST /v1/threads/…/approvals/${await callId(site, page)} 200 Copy as curl`,
    "POST /v1/threads/…/steps 200 Copy as curl",
  ]);

  // A reload has the times that the server wrote down, and the same events.
  await page.reload();
  await stepRow(page, 2).waitFor();
  await page.locator("#count").getByText(String(logged.length + 1), { exact: true }).waitFor();
  assert.deepEqual(await shownSeqs(page), logged);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: raw events are filtered, opened, and the request that made them is copied as curl",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, {
      width: 1280,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page } = tab;
    await say(page, `${TWO_CITIES} It's "now" \\ $HOME`);
    await stepRow(page, 2).getByText("done").waitFor();
    await idle(page);
    const all = (await shownSeqs(page)).length;
    await page.getByRole("checkbox", { name: "deltas" }).uncheck();
    const withoutDeltas = await shownTypes(page);
    assert.ok(withoutDeltas.length < all && !withoutDeltas.some((type) => type.endsWith(".delta")));
    await page.getByRole("searchbox", { name: "Filter events" }).fill("TOOL.");
    assert.deepEqual(await shownTypes(page), [
      "tool.started",
      "tool.started",
      "tool.finished",
      "tool.finished",
    ]);
    assert.match(await page.locator("#count").innerText(), /^4 of \d+$/);
    await page.locator(".event:visible summary").last().click();
    const opened = page.locator(".event[open] pre", { hasText: "tool.finished" });
    const event = JSON.parse(await opened.innerText());
    assert.deepEqual([event.type, event.outcome, event.output.city], ["tool.finished", "completed", "Oslo"]);

    await page.getByRole("searchbox", { name: "Filter events" }).fill("");
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const sent = await shellArguments(await page.evaluate("navigator.clipboard.readText()"));
    const thread = new URL(page.url()).hash.slice(1);
    assert.deepEqual(sent.slice(0, 3), ["-N", "-X", "POST"]);
    assert.equal(sent[3], `${site.url}v1/threads/${thread}/steps`);
    assert.deepEqual(JSON.parse(sent.at(-1) ?? ""), {
      agent: "demo",
      input: `${TWO_CITIES} It's "now" \\ $HOME`,
      until: "done",
    });
    assert.ok(sent.includes("accept: text/event-stream"));
  },
  shared,
);

needsBrowser("E15: a key is never copied: curl reads it from the environment", async () => {
  await using site = openSite({ env: { TREADLE_API_KEYS: "acme:0123456789abcdef" } });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.getByLabel("API key").fill("0123456789abcdef");
  await page.getByRole("button", { name: "Use key" }).click();
  await say(page, TWO_CITIES);
  await stepRow(page, 2).getByText("done").waitFor();
  await page.locator(".exchange summary").click();
  const curl = await page.locator(".exchange pre", { hasText: "curl" }).innerText();
  assert.match(curl, /-H "authorization: Bearer \$TREADLE_KEY"/);
  assert.doesNotMatch(await page.locator("body").innerText(), /0123456789abcdef/);
}, shared);

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
      [() => choice.selectOption("default"), undefined, /auto → .*auto.* native/],
      [() => choice.selectOption("none"), { type: "none" }, /none → .*none.* native/],
      [() => choice.selectOption("required"), { type: "required" }, /required → .*required.* native/],
      [
        () => choice.selectOption("convert_units"),
        { type: "tool", name: "convert_units" },
        /convert_units → .*convert_units.* native/,
      ],
      [
        async () => {
          await choice.selectOption("allowed set…");
          await page.getByRole("group", { name: "Allowed tools" }).getByLabel("delete_record").uncheck();
        },
        { type: "allowed", names: ["get_weather", "convert_units"], mode: "auto" },
        /auto of get_weather, convert_units → /,
      ],
      [
        async () => {
          await page.getByLabel("Mode").selectOption("required");
          await page.getByLabel("in every step").check();
        },
        { type: "allowed", names: ["get_weather", "convert_units"], mode: "required", times: "always" },
        /required of get_weather, convert_units → /,
      ],
    ];
    // With `step` each case is one request and one row, whatever the choice makes the model do.
    await page.locator("#agent:enabled").waitFor();
    await page.getByLabel("Until").selectOption("step");
    for (const [index, [choose, sent, reported]] of cases.entries()) {
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
      assert.match(await page.getByRole("log").innerText(), /tool choice/);
    }

    // Going on goes as far as the run was asked to.
    await choice.selectOption("default");
    await page.getByRole("button", { name: "New thread" }).click();
    await say(page, TWO_CITIES);
    await page.getByRole("button", { name: "Next step" }).click();
    await stepRow(page, 2).getByText("done").waitFor();
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
  await page.getByLabel("Execution").selectOption("predict");
  await page.getByLabel("Until").selectOption("settled");
  await say(page, TWO_CITIES);
  await stepRow(page, 1).getByText("waiting").waitFor();
  await idle(page);
  assert.deepEqual(bodies, [{ agent: "demo", input: TWO_CITIES, execution: "predict", until: "settled" }]);
  assert.equal(await page.locator('.call[data-state="planned"]').count(), 2, "predicted calls do not run");
}, shared);

needsBrowser(
  "E15: a click on a step selects it in the chat and among the events, from either side",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280, height: 700 });
    const { page } = tab;
    for (const _round of [1, 2, 3]) {
      await say(page, TWO_CITIES);
      await idle(page);
    }
    await stepRow(page, 6).getByText("done").waitFor();
    await stepRow(page, 1).click();
    assert.equal(await stepRow(page, 1).getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator(".step.selected h2").innerText(), "Step 1");
    const first = page.locator(".event-list .selected").first();
    assert.match(await first.innerText(), /step\.started/);
    assert.ok(await isInSight(page, ".event-list .selected"));
    assert.ok(await isInSight(page, ".step.selected"));

    await page.getByRole("log").getByRole("button", { name: "Step 5" }).click();
    assert.equal(await stepRow(page, 5).getAttribute("aria-pressed"), "true");
    assert.equal(await stepRow(page, 1).getAttribute("aria-pressed"), "false");
    assert.ok(await isInSight(page, ".row[aria-pressed=true]"));
    assert.ok(await isInSight(page, ".event-list .selected"));
  },
  shared,
);

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

  await press("Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab");
  await page.locator("button:focus", { hasText: "Approve" }).waitFor();
  assert.ok(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'"));
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
  await page.locator("#thread-id:focus").waitFor();
  await press("Escape", "Alt+n");
  await page.getByRole("heading", { name: "One request. One step." }).waitFor();
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
  await page.getByText("Stopped. What was said until then is kept.").waitFor();
  await stepRow(page, 1).getByText("step_cancelled").waitFor();
}, shared);

needsBrowser("E15: threads are listed, opened by a link and by their id", async () => {
  await using site = openSite();
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "delete record r1");
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await idle(page);
  const first = new URL(page.url()).hash.slice(1);
  await page.getByRole("button", { name: "New thread" }).click();
  await say(page, TWO_CITIES);
  await page.getByText("It is 18 °C", { exact: false }).first().waitFor();
  await idle(page);

  await page.getByRole("button", { name: "Threads" }).click();
  const dialog = page.getByRole("dialog", { name: "Threads" });
  await dialog.getByRole("link").nth(1).waitFor();
  assert.match(await dialog.getByRole("link").first().innerText(), /demo · 2 steps · done/);
  assert.equal(await dialog.getByRole("link").first().getAttribute("aria-current"), "true");
  await dialog.getByRole("link", { name: first }).click();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  assert.equal(new URL(page.url()).hash, `#${first}`);

  await page.getByRole("button", { name: "Threads" }).click();
  await dialog.getByLabel("Thread id").fill("thread_gone");
  await dialog.getByRole("button", { name: "Open" }).click();
  await page.getByText("There is no such thread.").waitFor();
}, shared);

needsBrowser("E15: a refusal is a row among the requests, and a busy thread can be watched", async () => {
  let busy = true;
  await using site = openSite({
    network: (request, answer) =>
      busy && request.method === "POST"
        ? Promise.resolve(Response.json({
          title: "A step is in progress",
          detail: "Thread t has a step in progress; retry after 800 ms.",
          code: "thread_busy",
          errors: [{ pointer: "/busy", detail: "may be queue" }],
        }, { status: 409 }))
        : answer(),
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, TWO_CITIES);
  await page.getByText("/busy may be queue").waitFor();
  await page.getByRole("button", { name: "Watch it" }).waitFor();
  await page.locator(".exchange summary", { hasText: "409" }).click();
  await page.locator(".exchange pre", { hasText: '"code": "thread_busy"' }).waitFor();
  busy = false;
  await page.getByRole("button", { name: "Send" }).click();
  await stepRow(page, 2).getByText("done").waitFor();
}, shared);

needsBrowser("E15: at 380 pixels each panel has a tab, and none is wider than the screen", async () => {
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
  await page.getByLabel("Tool choice").selectOption("allowed");
  await page.getByLabel("Mode").selectOption("required");
  assert.equal(await overflow(page), 0, "chat");
  await page.getByRole("button", { name: "Timeline" }).click();
  assert.equal(await page.getByLabel("Message", { exact: true }).isVisible(), false);
  await stepRow(page, 2).click();
  assert.equal(await overflow(page), 0, "timeline");
  await picture(page, "narrow_timeline");
  await page.getByRole("button", { name: "Events" }).click();
  assert.ok(await isInSight(page, ".event-list .selected"));
  await page.locator(".selected .event summary").first().click();
  await page.locator(".event[open] pre", { hasText: "step.started" }).waitFor();
  assert.equal(await overflow(page), 0, "events");
  await picture(page, "narrow_events");
  for (const name of ["Threads", "Keyboard shortcuts"]) {
    await page.getByRole("button", { name }).click();
    assert.equal(await overflow(page), 0, name);
    await page.keyboard.press("Escape");
  }
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
    assert.deepEqual([await ground(), await toggle.getAttribute("aria-pressed")], [dark, "true"]);
    await toggle.click();
    assert.deepEqual([await ground(), await toggle.getAttribute("aria-pressed")], [light, "false"]);
    await page.reload();
    assert.equal(await ground(), light);
    await toggle.click();
    assert.equal(await ground(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html[data-theme=light]").waitFor();
    assert.equal(await ground(), light, "back at what the system said, it follows the system");
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
          const png = await picture(page, `${name}_${colorScheme}_${width}`);
          const { colours, commonest } = await coloursOf(page, png);
          assert.ok(colours > 40 && commonest < 0.97, `${name}: ${colours} colours, ${commonest} of it one`);
          assert.deepEqual(await lowContrast(page), [], name);
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
        if (width < 1000) await page.getByRole("button", { name: "Timeline" }).click();
        await stepRow(page, 2).click();
        await look("timeline");
        if (width < 1000) await page.getByRole("button", { name: "Events" }).click();
        await page.locator(".selected .event summary").first().click();
        await look("events");
        assert.deepEqual(tab.complaints, []);
      },
      shared,
    );
  }
}

function stepRow(page: Page, number: number) {
  return page.getByRole("list", { name: "Steps" }).getByRole("button", {
    name: new RegExp(`^Step ${number}\\b`),
  });
}

/** The parts that a step's bars show, in order. */
function partsOf(page: Page, number: number): Promise<string[]> {
  return stepRow(page, number).locator(".track > *").evaluateAll((bars) =>
    bars.map((bar) => (bar.getAttribute("class") ?? "").replace("bar-", ""))
  );
}

async function shownSeqs(page: Page): Promise<number[]> {
  return (await page.locator(".event:visible .seq").allInnerTexts()).map(Number);
}

function shownTypes(page: Page): Promise<string[]> {
  return page.locator(".event:visible b").allInnerTexts();
}

/** The ids of the thread's events, from the API. */
async function loggedSeqs(site: Site, page: Page): Promise<number[]> {
  const url = `${site.url}v1/threads/${new URL(page.url()).hash.slice(1)}/events`;
  const response = await fetch(url, { headers: { accept: "text/event-stream" } });
  return [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
}

/** The id of the thread's only call, from the API. */
async function callId(site: Site, page: Page): Promise<string> {
  const url = `${site.url}v1/threads/${new URL(page.url()).hash.slice(1)}/history`;
  const { entries } = await (await fetch(url)).json();
  return entries.find(({ type }: { type: string }) => type === "tool").callId;
}

/** What a shell gives to curl. */
async function shellArguments(command: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`],
    env: { HOME: "/nowhere" },
    stdin: "null",
  }).output();
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

/** Whether the first match lies inside the window and inside what scrolls it. */
function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const node = document.querySelector(${JSON.stringify(selector)});
    const { top } = node.getBoundingClientRect();
    const frame = node.closest(".scroller").getBoundingClientRect();
    return top >= frame.top - 1 && top < frame.bottom;
  })()`);
}
