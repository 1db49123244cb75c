/** The chat as people use it: a real Chromium on the real app. */
import assert from "node:assert/strict";
import { demo } from "../../../functions/agents/demo.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { actionOf, cardTexts, closeBrowser, idle, openSite, overflow, picture, say, visit } from "./site.ts";
import { slow, studio } from "./studio.ts";

const EXAMPLE = "What is the weather in Paris and Oslo?";
const PARIS = "What is the weather in Paris?";
const PARIS_ANSWER = "It is 18 °C and clear in Paris.";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser(
  "E15: the page: a newcomer clicks the example, sees two steps, a tool call and the answer",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url);
    const { page } = tab;
    await page.getByRole("heading", { name: "New thread" }).waitFor();
    await picture(page, "intro");

    await say(page, PARIS);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 2));
    const card = page.getByRole("article", { name: "Tool call get_weather" });
    const line = card.getByRole("button", { name: /^get_weather/ });
    await holds(async () =>
      assert.equal(await card.locator("pre").count(), 0, "a completed call is one line")
    );
    await holds(async () =>
      assert.match(
        await line.innerText(),
        /^get_weather\s*\(city: "Paris"\)\s*→ \{city: "Paris", tempC: 18, sky: "clear"\}\s*Done\s*\d+ ms$/,
      )
    );
    await line.press("Enter");
    await holds(async () => assert.equal(await line.getAttribute("aria-expanded"), "true"));
    await holds(async () =>
      assert.deepEqual(await cardTexts(page), {
        state: "completed",
        args: '{ "city": "Paris" }',
        output: '{\n  "city": "Paris",\n  "tempC": 18,\n  "sky": "clear"\n}',
      })
    );
    await holds(async () => assert.match(await card.locator(".call-time").innerText(), /^\d+ ms$/));
    await holds(async () =>
      assert.match(await page.locator(".phases").first().innerText(), /chose get_weather/)
    );
    await holds(async () =>
      assert.match(await page.locator(".phases").last().innerText(), /ran get_weather\s*→?\s*answered/)
    );
    await holds(async () =>
      assert.equal(await page.locator(".step .choice").count(), 0, "a plain choice is a detail")
    );
    await (await actionOf(page, 1, "Details")).click();
    await holds(async () =>
      assert.match(
        await page.locator(".facts-list").first().innerText(),
        /Tool choice\s+the model chooses[^]*Applied by\s+API[^]*Sent to the model\s+.*auto[^]*Input tokens\s+\d+/,
      )
    );
    await holds(async () => assert.equal(await page.locator("#status").innerText(), "2 steps, saved"));
    await picture(page, "paris");

    await page.reload();
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await page.getByText(PARIS, { exact: true }).first().waitFor();
    await holds(async () => assert.equal((await cardTexts(page)).state, "completed"));
    await holds(async () => assert.equal(await page.getByRole("heading", { name: "Step 2" }).count(), 1));
    await picture(page, "reloaded");
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: the page: a call that needs approval runs when it is approved, and not when it is denied",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url);
    const { page } = tab;
    await say(page, "delete record r1");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.locator("#thread-state").innerText(), "Needs approval"));
    await picture(page, "approval");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
    await idle(page);
    await holds(async () => assert.equal((await cardTexts(page)).state, "completed"));

    await page.getByRole("button", { name: "New thread" }).click();
    await page.getByRole("heading", { name: "New thread" }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    await say(page, "delete record r1");
    await page.getByRole("button", { name: "Deny" }).waitFor();
    await idle(page);

    // The question survives a reload: nobody was connected, and nothing has run.
    await page.reload();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("I did not delete record r1.", { exact: true }).waitFor();
    await idle(page);
    await holds(async () => assert.equal((await cardTexts(page)).state, "denied"));
    await picture(page, "denied");

    await page.goBack();
    await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
);

needsBrowser(
  "E15: the page: Shift+Enter begins a line, and the keyboard reaches every control in order",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url);
    const { page } = tab;
    const box = page.getByLabel("Message", { exact: true });
    await page.locator("#input:focus").waitFor();
    await box.pressSequentially("first");
    await box.press("Shift+Enter");
    await box.pressSequentially("second");
    await holds(async () => assert.equal(await box.inputValue(), "first\nsecond"));
    await box.press("Enter");
    await page.getByText("I am the scripted demo model", { exact: false }).waitFor();
    await holds(async () => assert.equal(await page.locator(".user p").innerText(), "first\nsecond"));

    await idle(page);
    await page.getByRole("link", { name: /^first second\s+Done/ }).waitFor();
    await page.locator(".brand").focus();
    const order: string[] = [];
    for (let press = 0; press < 13; press++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      const name = await focused.getAttribute("aria-label") ?? (await focused.innerText()).split("\n")[0] ??
        "";
      order.push(await focused.getAttribute("id") ?? name);
    }
    assert.deepEqual(order, [
      "agent",
      "new-thread",
      "inspector-toggle",
      "Threads",
      "theme",
      "help-open",
      "Select",
      "Density",
      "thread-search",
      "thread-filter",
      "first second",
      "thread-id",
      "Open",
    ]);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: the page: what users, models and tools write is text, never markup", async () => {
  const attack = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const { agents, drivers } = studio([
    {
      reasoning: attack,
      text: attack,
      calls: [{ name: "leak", args: JSON.stringify({ [attack]: attack }) }],
    },
    { text: "done" },
  ], attack);
  await using site = openSite({ agents, drivers });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, attack);
  await page.getByRole("log").getByText("done", { exact: true }).waitFor();
  await idle(page);
  await page.reload();
  await page.getByRole("log").getByText("done", { exact: true }).waitFor();
  await holds(async () => assert.equal(await page.locator("body :is(img, script)").count(), 0));
  await holds(async () => assert.equal(await page.title(), "Treadle"));
  await holds(async () => assert.match((await cardTexts(page)).output, /<img src=x/));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the page: reasoning is folded, failures and warnings are told",
  async () => {
    const { agents, drivers } = studio([
      {
        reasoning: "The user wants two things at once, so I will call both tools.",
        text: "Let me look at both.",
        warning: "The model ignores temperature.",
        calls: [{ name: "leak", args: "{}" }, { name: "broken", args: '{"path":"/etc/hosts"}' }, {
          name: "no_such",
          args: "{}",
        }, { name: "leak", args: "{not json" }],
      },
      { text: "One of the tools failed.\n\nSecond paragraph." },
    ], { rows: [1, 2, null, true, "text"] });
    await using site = openSite({ agents, drivers });
    await using tab = await visit(site.url, { colorScheme: "dark", height: 1200 });
    const { page } = tab;
    await say(page, "Show me everything");
    await page.getByText("One of the tools failed.", { exact: false }).waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.getByText("so I will call both").isVisible(), false));
    await page.getByText("Reasoning", { exact: true }).click();
    await holds(async () => assert.equal(await page.getByText("so I will call both").isVisible(), true));
    const states = await page.locator(".call").evaluateAll((cards) =>
      cards.map((card) => card.getAttribute("data-state"))
    );
    assert.equal(states[0], "completed");
    assert.deepEqual(states.slice(1), ["failed", "failed", "failed"]);
    const open = await page.locator(".call-line").evaluateAll((lines) =>
      lines.map((line) => line.getAttribute("aria-expanded"))
    );
    assert.deepEqual(open, ["false", "true", "true", "true"], "a call that failed is open by itself");
    await page.locator(".call").nth(1).getByText("Free some space, then try again.").waitFor();
    await page.locator(".call-line").nth(1).click();
    await holds(async () => assert.equal(await page.locator(".call").nth(1).locator("pre").count(), 0));
    await page.getByRole("log").getByText("The model ignores temperature.").waitFor();
    await picture(page, "studio_dark");
    assert.deepEqual(tab.complaints, []);
  },
);

needsBrowser("E15: the page: a stream that breaks is taken up where it broke", async () => {
  let broken = 0;
  await using site = openSite({
    network: async (request, answer) => {
      const response = await answer();
      if (request.method !== "POST" || !request.url.endsWith("/steps")) return response;
      broken += 1;
      return cutAfter(response, 700);
    },
  });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, PARIS);
  await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
  await idle(page);
  assert.equal(broken, 1);
  // Among the raw events too, each is there once and none is missing.
  const places = (await page.locator(".event .seq").allInnerTexts()).map((seq) => Number(seq) % 1_000_000);
  const starts = places.flatMap((place, index) => place === 1 ? [index] : []);
  assert.equal(starts.length, 2);
  assert.deepEqual(
    places,
    places.map((_, index) => index < (starts[1] ?? 0) ? index + 1 : index - (starts[1] ?? 0) + 1),
  );
  await holds(async () => assert.equal(await page.getByText("Let me check.", { exact: true }).count(), 1));
  await holds(async () => assert.equal(await page.getByRole("heading", { name: /^Step \d+$/ }).count(), 2));
  await holds(async () => assert.equal(await page.locator("#status").innerText(), "2 steps, saved"));
}, shared);

needsBrowser(
  "E15: the page: a reload in the middle of a step shows the message and follows the step to its end",
  async () => {
    const gate = Promise.withResolvers<void>();
    const { agents, drivers } = slow(gate.promise);
    await using site = openSite({ agents, drivers });
    await using tab = await visit(site.url);
    const { page } = tab;
    await say(page, "Take your time");
    await page.locator(".step-body").getByText("one").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await picture(page, "running");
    await page.reload();
    await page.getByText("Take your time", { exact: true }).waitFor();
    gate.resolve();
    await page.getByText("one two", { exact: true }).waitFor();
    await idle(page);
    await holds(async () => assert.equal(await page.locator(".user").count(), 1));
    assert.deepEqual(tab.complaints, []);
  },
);

needsBrowser("E15: the page: Stop cancels the step and keeps what was said", async () => {
  const { agents, drivers } = slow(new Promise(() => {}), "and one ");
  await using site = openSite({ agents, drivers });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "Take your time");
  await page.locator(".step-body").getByText("one").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. Everything up to here is kept.").waitFor();
  await idle(page);
  await holds(async () => assert.equal(await page.locator("#thread-state").innerText(), "Cancelled"));
  await picture(page, "stopped");

  await page.reload();
  await page.locator(".step-body").getByText("one and one").waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the page: with keys it asks for one, keeps it for the tab, and says when it is wrong",
  async () => {
    await using site = openSite({ env: { TREADLE_API_KEYS: "acme:0123456789abcdef" } });
    await using tab = await visit(site.url);
    const { page } = tab;
    const field = page.getByLabel("API key");
    await field.fill("wrong-key-wrong-key");
    await page.getByRole("button", { name: "Use key" }).click();
    await page.getByText("The API key is not known.").waitFor();
    await picture(page, "key");
    await field.fill("0123456789abcdef");
    await page.getByRole("button", { name: "Use key" }).click();
    await say(page, PARIS);
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
    await holds(async () => assert.equal(await field.isVisible(), false));
    await page.reload();
    await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
  },
  shared,
);

needsBrowser("E15: the page: a refusal shows title, detail and code, and gives the text back", async () => {
  await using site = openSite({
    network: (request, answer) =>
      request.method === "POST"
        ? Promise.resolve(Response.json(
          {
            title: "A budget is used up",
            detail: "Thread t has used its 10 steps.",
            code: "budget_exhausted",
          },
          { status: 402, headers: { "content-type": "application/problem+json" } },
        ))
        : answer(),
  });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, PARIS);
  await page.getByText("A budget is used up").waitFor();
  await page.getByText("Thread t has used its 10 steps.").waitFor();
  await page.getByText("budget_exhausted").waitFor();
  await holds(async () =>
    assert.equal(await page.getByLabel("Message", { exact: true }).inputValue(), PARIS)
  );
  await picture(page, "refused");
}, shared);

needsBrowser("E15: the page: at 380 pixels, in the dark, nothing is wider than the screen", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, { width: 380, height: 760, colorScheme: "dark" });
  const { page } = tab;
  await page.getByRole("button", { name: EXAMPLE }).waitFor();
  await holds(async () => assert.equal(await overflow(page), 0));
  await picture(page, "narrow_intro");
  await say(page, PARIS);
  await page.getByText(PARIS_ANSWER, { exact: true }).waitFor();
  await idle(page);
  await say(page, `delete record ${"r".repeat(60)}`);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await idle(page);
  await holds(async () => assert.equal(await overflow(page), 0));
  await picture(page, "narrow");
  await holds(async () =>
    assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(19, 20, 24)")
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the page: a thread that does not exist is said so, and agents are chosen by name",
  async () => {
    const { agents, drivers } = studio([{ text: "Hello from the studio." }], null);
    await using site = openSite({ agents: [demo, ...agents], drivers });
    await using tab = await visit(`${site.url}#thread_gone`);
    const { page } = tab;
    await page.getByText("There is no such thread.").waitFor();
    await page.getByLabel("Agent").selectOption("studio");
    await holds(async () =>
      assert.equal(await page.getByRole("button", { name: EXAMPLE }).isVisible(), false)
    );
    await say(page, "Hello");
    await page.getByText("Hello from the studio.").waitFor();
    assert.match(new URL(page.url()).hash, /^#thread_[0-9a-z]{20}$/);
  },
  shared,
);

/** The response, whose connection breaks after so many bytes. */
function cutAfter(response: Response, bytes: number): Response {
  let passed = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, Math.max(0, bytes - passed)));
      passed += chunk.length;
      if (passed >= bytes) controller.terminate();
    },
  });
  response.body?.pipeTo(cut.writable).catch(() => {});
  return new Response(cut.readable, response);
}
