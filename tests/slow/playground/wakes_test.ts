/** Threads that go on without this page: woken, resting, parked, waiting for a result, and begun by a door. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createScriptedDriver, type PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { violations } from "./axe.ts";
import { closeBrowser, lowContrast, openSite, overflow, picture, type Site, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const LOOK = { says: "I look first.", calls: [{ tool: "look" }] };
const EXPORT = { says: "I export it.", calls: [{ tool: "export_records", args: { day: "2026-11-22" } }] };
const DONE = { says: "Done by itself." };

/** A deployment whose model follows the scenario, and one failure of a step parks a thread. */
function wakingSite(scenario: PlanScript): Site {
  const tools = [
    defineTool({ name: "look", description: "Looks.", run: () => "seen" }),
    defineTool({
      name: "export_records",
      description: "Exports, for hours.",
      parameters: { type: "object" },
      run: (_args, context) => context.defer({ ref: { job: "exp_20261122_0007" }, expiresInMs: 7_200_000 }),
    }),
  ];
  return openSite({
    agents: [defineAgent({ name: "worker", driver: "scripted", tools })],
    drivers: [createScriptedDriver(scenario)],
    env: { TREADLE_WAKE_FAILURES: "1" },
  });
}

/** Gives the thread t1 an input, and leaves the steps after the first to wake-ups, without a log of events. */
async function begin({ url }: Site, wake = true): Promise<{ calls: { id: string }[] }> {
  const response = await fetch(`${url}v1/threads/t1/steps`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ agent: "worker", input: "Go.", until: "step", ...(wake ? { wake } : {}) }),
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}

async function settled({ url }: Site, isIt: (thread: Record<string, unknown>) => boolean) {
  for (;;) {
    const thread = await (await fetch(`${url}v1/threads/t1`)).json();
    if (isIt(thread)) return thread;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function complete({ url }: Site, callId = "") {
  const response = await fetch(`${url}v1/threads/t1/calls/${callId}/result`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"output":{"rows":12}}',
  });
  assert.equal(response.status, 200);
}

async function looked(site: Site, name: string, words: readonly string[]) {
  await using tab = await visit(`${site.url}#t1`, { width: 1280 });
  const { page } = tab;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [380, 1280]) {
      await page.setViewportSize({ width, height: 820 });
      for (const text of words) await page.locator("main").getByText(text).first().waitFor();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      await holds(async () => assert.equal(await overflow(page), 0, `${name} at ${width}`));
      await holds(async () => assert.deepEqual(await lowContrast(page), [], `${name} at ${width}`));
      await holds(async () => assert.deepEqual(await violations(page), [], `${name} at ${width}`));
      await picture(page, `wakes_${name}_${width}_${colorScheme}`);
    }
  }
  assert.deepEqual(tab.complaints, []);
}

needsBrowser(
  "E15: E8: the page follows a run that goes on without it, though its steps log no events",
  async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let plans = 0;
    await using site = wakingSite(async () => {
      const plan = plans++;
      if (plan > 0) await gates[plan - 1]?.promise;
      return plan < 2 ? LOOK : DONE;
    });
    await begin(site);
    await using tab = await visit(`${site.url}#t1`);
    const { page } = tab;
    await page.locator("#thread-state", { hasText: "Running" }).waitFor();
    gates[0]?.resolve();
    await page.locator(".step").nth(1).waitFor();
    await page.locator("#thread-state", { hasText: "Running" }).waitFor();
    gates[1]?.resolve();
    await page.locator("main").getByText("Done by itself.").waitFor();
    await page.locator("#thread-state", { hasText: "Done" }).waitFor();
    await holds(async () => assert.equal(await page.locator(".step").count(), 3));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: E8: a run that rests says until when, and that it goes on by itself", async () => {
  let plans = 0;
  await using site = wakingSite(() => {
    if (plans++ === 0) return LOOK;
    return {
      fails: new AgentError("model_rate_limit", "The provider limits the model.", {
        retryAfterMs: 3_600_000,
      }),
    };
  });
  await begin(site);
  await settled(site, ({ resumeAt }) => resumeAt !== undefined);
  await looked(site, "rests", [
    "Resumes at",
    "The run goes on by itself.",
    "The provider limits the model.",
    "This page follows it.",
  ]);
}, shared);

needsBrowser("E15: E8: a parked thread has its reason, and a button tries it again", async () => {
  let isHealed = false;
  let plans = 0;
  await using site = wakingSite(() => {
    if (plans++ === 0) return LOOK;
    return isHealed ? DONE : { fails: new AgentError("model_server", "The provider is broken.") };
  });
  await begin(site);
  await settled(site, ({ parked }) => parked !== undefined);
  await looked(site, "parked", [
    "Stopped trying: it does not go on by itself.",
    "1 step failed in a row until",
    "The provider is broken.",
    "model_server",
  ]);
  await using tab = await visit(`${site.url}#t1`);
  const { page } = tab;
  isHealed = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("main").getByText("Done by itself.").waitFor();
  await page.locator("#thread-state", { hasText: "Done" }).waitFor();
  await holds(async () => assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0));
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: X6: a deferred call shows what it waits for, and its result when it comes", async () => {
  let plans = 0;
  await using site = wakingSite(() => plans++ === 0 ? EXPORT : DONE);
  const { calls } = await begin(site);
  await settled(site, ({ waitsFor }) => waitsFor === "deferred");
  await looked(site, "deferred", ["The run waits for a result.", "Waits since", "exp_20261122_0007"]);
  await using tab = await visit(`${site.url}#t1`);
  const { page } = tab;
  await page.locator('.call[data-state="deferred"]').waitFor();
  await complete(site, calls[0]?.id);
  await page.locator("main").getByText("Done by itself.").waitFor();
  await page.locator('.call[data-state="completed"]').waitFor();
  await holds(async () => assert.equal(await page.locator(".call").count(), 1));
  assert.deepEqual(tab.complaints, []);
}, shared);

for (const wakes of [true, false]) {
  const kind = wakes ? "a run that goes on by itself" : "a run of this page";
  needsBrowser(`E15: V5: ${kind} goes on without a result, which is an input when it comes`, async () => {
    let plans = 0;
    await using site = wakingSite(() => plans++ === 0 ? EXPORT : DONE);
    await begin(site, wakes);
    await using tab = await visit(`${site.url}#t1`);
    const { page } = tab;
    if (!wakes) {
      await page.getByRole("button", { name: "Run them" }).or(page.getByRole("button", { name: "Go on" }))
        .click();
    }
    await page.getByRole("button", { name: "Continue without it" }).click();
    await page.locator("main").getByText("Done by itself.").waitFor();
    await page.locator('.call[data-state="completed"]').waitFor();
    const { entries } = await (await fetch(`${site.url}v1/threads/t1/history`)).json();
    const call = entries.find(({ type }: { type: string }) => type === "tool");
    assert.equal(call.output.status, "deferred");
    await complete(site, call.callId);
    await page.getByText(/^The result of call/).waitFor();
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

needsBrowser("E15: E9: an input of a webhook or a schedule names its door", async () => {
  await using site = wakingSite(() => DONE);
  const tasks: Promise<unknown>[] = [];
  for (const [door, by] of [["webhook", "github"], ["schedule", "nightly report"]] as const) {
    await enqueueInput(
      {
        ref: { tenant: "local", thread: "t1" },
        agent: "worker",
        input: `An input by ${door}.`,
        origin: { door, by },
        receiptMs: 1000,
        idempotency: { key: door, bodyHash: door },
      },
      { defer: (promise) => tasks.push(promise) },
      site.deps,
    );
    for (; tasks.length > 0;) await tasks.shift();
    await settled(site, ({ status, waiting }) => status === "done" && waiting === 0);
  }
  await looked(site, "origin", ["webhook github", "schedule nightly report"]);
}, shared);

needsBrowser(
  "E15: X6: where no wake-up goes on, the page offers the step that takes the result",
  async () => {
    let plans = 0;
    await using site = wakingSite(() => plans++ === 0 ? EXPORT : DONE);
    await begin(site, false);
    await using tab = await visit(`${site.url}#t1`);
    const { page } = tab;
    await page.getByRole("button", { name: "Run them" }).or(page.getByRole("button", { name: "Go on" }))
      .click();
    await page.locator('.call[data-state="deferred"]').waitFor();
    await page.getByText("The run waits for a result.").waitFor();
    await page.locator("#thread-state", { hasText: "Waits for a result" }).waitFor();
    const { calls } = await (await fetch(`${site.url}v1/threads/t1`)).json();
    await complete(site, calls[0]?.id);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.locator("main").getByText("Done by itself.").waitFor();
    await holds(async () => assert.equal(await page.locator(".call").count(), 1));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
