/** The timeline and the raw events beside the chat, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { eventually, holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { violations } from "./axe.ts";
import { closeBrowser, idle, isInSight, openSite, overflow, say, type Site, stepRow, visit } from "./site.ts";

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
  await holds(async () =>
    assert.match(
      await stepRow(page, 1).innerText(),
      /Step 1 chose delete_record\s[\s\S]*\d+ in, \d+ out/,
    )
  );
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
  await idle(page);

  const second = stepRow(page, 2);
  await holds(async () =>
    assert.match(await second.innerText(), /Step 2 ran delete_record → answered\s[\s\S]*\d+ in, /)
  );
  await eventually(async () => (await partsOf(page, 2)).includes("hold"));
  await holds(async () =>
    assert.deepEqual(await partsOf(page, 2), ["hold", "begin", "act", "wait", "plan", "commit"])
  );
  await second.click();
  const sheet = page.getByRole("region", { name: "Details", exact: true });
  for (
    const fact of [
      "Tool choice",
      "Set by",
      "Applied by",
      "Tools offered",
      "Sent to the model",
      "Input tokens",
      "Saved as version",
    ]
  ) {
    await sheet.getByRole("term").filter({ hasText: fact }).first().waitFor();
  }

  const logged = await loggedSeqs(site, page);
  await holds(async () => assert.deepEqual(await shownSeqs(page), logged));
  const requests = page.getByRole("list", { name: "Requests and events" }).getByRole("listitem").filter({
    has: page.getByRole("button", { name: "Copy as curl" }),
  });
  await holds(async () =>
    assert.deepEqual((await requests.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()), [
      "POST /v1/threads/…/steps 200 Copy as curl",
      `POST /v1/threads/…/approvals/${await callId(site, page)} 200 Copy as curl`,
      "POST /v1/threads/…/steps 200 Copy as curl",
    ])
  );

  // A reload has the times that the server wrote down, and the same events.
  await page.reload();
  await stepRow(page, 2).waitFor();
  await page.locator("#count").getByText(String(logged.length + 1), { exact: true }).waitFor();
  await holds(async () => assert.deepEqual(await shownSeqs(page), logged));
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
    await stepRow(page, 2).getByText(/\d+ in, /).waitFor();
    await idle(page);
    const all = (await shownSeqs(page)).length;
    await page.getByRole("checkbox", { name: "pieces of texts" }).uncheck();
    const withoutDeltas = await shownTypes(page);
    assert.ok(withoutDeltas.length < all && !withoutDeltas.some((type) => type.endsWith(".delta")));
    await page.getByRole("searchbox", { name: "Filter events" }).fill("TOOL.");
    await holds(async () =>
      assert.deepEqual(await shownTypes(page), [
        "tool.started",
        "tool.started",
        "tool.finished",
        "tool.finished",
      ])
    );
    await holds(async () => assert.match(await page.locator("#count").innerText(), /^4 of \d+$/));
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
  await stepRow(page, 2).getByText(/\d+ in, /).waitFor();
  await page.locator(".exchange summary").click();
  const curl = await page.locator(".exchange pre", { hasText: "curl" }).innerText();
  assert.match(curl, /-H "authorization: Bearer \$TREADLE_KEY"/);
  await holds(async () => assert.doesNotMatch(await page.locator("body").innerText(), /0123456789abcdef/));
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
    await stepRow(page, 6).getByText(/\d+ in, /).waitFor();
    await stepRow(page, 1).click();
    await holds(async () => assert.equal(await stepRow(page, 1).getAttribute("aria-pressed"), "true"));
    await holds(async () => assert.equal(await page.locator(".step.selected h2").innerText(), "Step 1"));
    const first = page.locator(".event-list .selected").first();
    await holds(async () => assert.match(await first.innerText(), /step\.started/));
    await holds(async () => assert.ok(await isInSight(page, ".event-list .selected")));
    await holds(async () => assert.ok(await isInSight(page, ".step.selected")));

    await page.getByRole("log").getByRole("button", { name: "Step 5" }).click();
    await holds(async () => assert.equal(await stepRow(page, 5).getAttribute("aria-pressed"), "true"));
    await holds(async () => assert.equal(await stepRow(page, 1).getAttribute("aria-pressed"), "false"));
    await holds(async () => assert.ok(await isInSight(page, ".row[aria-pressed=true]")));
    await holds(async () => assert.ok(await isInSight(page, ".event-list .selected")));
  },
  shared,
);

needsBrowser(
  "E15: a step and a call open a sheet with their facts; Escape closes it and gives the focus back",
  async () => {
    await using site = openSite();
    for (const width of [1440, 390]) {
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "delete record r1");
      await page.getByRole("button", { name: "Approve" }).waitFor();
      await idle(page);
      if (width < 1280) await page.locator(".bar").getByRole("button", { name: "Inspector" }).click();
      const sheet = page.getByRole("region", { name: "Details", exact: true });
      await stepRow(page, 1).focus();
      await page.keyboard.press("Enter");
      await sheet.getByRole("heading", { name: "Step 1" }).waitFor();
      await sheet.getByRole("list", { name: "Parts" }).getByText("model").waitFor();
      await holds(async () =>
        assert.match(await sheet.innerText(), /Tool choice\s+the model chooses[^]*Input tokens\s+\d/)
      );
      await holds(async () => assert.equal(await page.evaluate("document.activeElement.className"), "sheet"));
      if (width < 1280) {
        const [inner, outer] = await Promise.all([
          sheet.boundingBox(),
          page.locator("#inspector").boundingBox(),
        ]);
        assert.ok((inner?.width ?? 0) >= (outer?.width ?? 0) - 1, "the sheet covers the panel");
      }
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.equal(await overflow(page), 0));
      await sheet.getByRole("button", { name: "Model input" }).click();
      // By its name: a panel that lies over the page is a dialog too.
      const input = page.getByRole("dialog", { name: "Model input" });
      await input.getByText("delete record r1").first().waitFor();
      await page.keyboard.press("Escape");
      await sheet.focus();
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await holds(async () => assert.equal(await page.evaluate("document.activeElement.dataset.step"), "1"));

      // What the thread waits for is its open end; the call that waits has a sheet too.
      const steps = page.getByRole("list", { name: "Steps" });
      const wait = steps.getByRole("listitem").filter({ hasText: "Needs approval delete_record" });
      await wait.waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await sheet.getByRole("heading", { name: "delete_record" }).waitFor();
      await holds(async () =>
        assert.match(await sheet.innerText(), /State\s+Needs approval[^]*Needed\s+1[^]*"id": "r1"/)
      );
      await page.keyboard.press("Escape");
      await holds(async () => assert.equal(await page.evaluate("document.activeElement.className"), "lane"));
      assert.deepEqual(tab.complaints, []);
    }
  },
  shared,
);

needsBrowser(
  "E15: keys that turn an open sheet to another step leave the focus in the list; Zoom has it alone",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1440 });
    const { page } = tab;
    await say(page, "What is the weather in Paris?");
    await idle(page);
    await stepRow(page, 2).waitFor();
    await stepRow(page, 1).click();
    const sheet = page.getByRole("region", { name: "Details", exact: true });
    await sheet.getByRole("heading", { name: "Step 1" }).waitFor();
    await page.keyboard.press("Alt+ArrowDown");
    await sheet.getByRole("heading", { name: "Step 2" }).waitFor();
    await page.evaluate("new Promise((done) => setTimeout(done, 100))"); // effects of the sheet run behind a frame
    await holds(async () => assert.equal(await page.evaluate("document.activeElement.dataset.step"), "2"));
    await sheet.getByRole("button", { name: "Zoom" }).click();
    await stepRow(page, 1).waitFor({ state: "detached" });
    await holds(async () => assert.equal(await stepRow(page, 2).count(), 1));
    await sheet.getByRole("button", { name: "All steps" }).click();
    await stepRow(page, 1).waitFor();
  },
  shared,
);

needsBrowser("E15: a plan that failed has a mark with the code of its error", async () => {
  const driver = createScriptedDriver(
    [{ fails: new AgentError("model_invalid_request", "The provider answered 400: context is too long.") }],
    "broken",
  );
  await using site = openSite({
    agents: [defineAgent({ name: "broken", driver: "broken" })],
    drivers: [driver],
  });
  await using tab = await visit(site.url, { width: 1440 });
  const { page } = tab;
  await say(page, "Hello");
  await page.getByText("context is too long").first().waitFor();
  await page.reload(); // from the store alone
  const mark = stepRow(page, 1).locator(".bar-failed");
  await mark.waitFor();
  await holds(async () =>
    assert.match(await mark.getAttribute("title") ?? "", /^model_invalid_request: .*too long/)
  );
  await holds(async () => assert.match(await stepRow(page, 1).innerText(), /model_invalid_request/));
}, shared);

needsBrowser(
  "E15: a thread whose log of events is gone shows the entries of its history in their place",
  async () => {
    await using site = openSite();
    const made = await fetch(`${site.url}v1/threads/stored/steps`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agent: "demo", input: TWO_CITIES, until: "done" }),
    });
    assert.equal(made.status, 200, await made.text());
    await using tab = await visit(`${site.url}#stored`, { width: 1440 });
    const { page } = tab;
    const lines = page.getByRole("list", { name: "Lines of the history" }).getByRole("listitem");
    await page.getByText("Events of older steps are no longer kept: these lines are from the history.")
      .waitFor();
    const texts = (await lines.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    assert.match(texts[0] ?? "", /^Step 1 input "What is the weather .*" \d\d:\d\d:\d\d\.\d{3}$/);
    assert.deepEqual(
      texts.map((text) => text.split(" ").slice(0, 3).join(" ")),
      ["Step 1 input", "Step 1 plan", "Step 2 tool.completed", "Step 2 tool.completed", "Step 2 plan"],
    );
    await lines.nth(2).locator("summary").click();
    await lines.nth(2).locator("pre").getByText('"completed"').waitFor();
    await stepRow(page, 2).click();
    await page.locator(".history-lines .selected").nth(2).waitFor();

    // Of steps with events only those are shown.
    await page.keyboard.press("Escape");
    await say(page, TWO_CITIES);
    await idle(page);
    await page.locator(".event b", { hasText: "step.started" }).first().waitFor();
    await holds(async () => assert.equal(await lines.count(), 5));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

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
  const kept = await page.evaluate("sessionStorage.getItem('treadle.sent')");
  assert.equal(kept, null, "whoever watches the thread does not see the refused message in it");
  await page.locator(".exchange summary", { hasText: "409" }).click();
  await page.locator(".exchange pre", { hasText: '"code": "thread_busy"' }).waitFor();
  busy = false;
  await page.getByRole("button", { name: "Send" }).click();
  await stepRow(page, 2).getByText(/\d+ in, /).waitFor();
}, shared);

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
