// Row D10: what waits for people in a phase is shown and answered at the root.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { listInbox } from "../../../src/plugins/approvals/inbox.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { crew, outputsOf, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { eventually } from "../../support/eventually.ts";
import { codeOf } from "../../support/code_of.ts";

const ROOT = { tenant: "acme", thread: "t1" };
const TWO = [phase("facts", "research"), phase("figures", "research")];
const PLANS = [writes(TWO), runs("facts", "figures"), { says: "Done." }];

function signing(ran: string[] = []) {
  return defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    parameters: ["what"],
    needsApproval: true,
    run: ({ what }) => {
      ran.push(String(what));
      return { signed: what };
    },
  });
}

/** The worker signs in one phase and answers at once in the other. */
function signsFacts(lab: { agents: ReturnType<typeof crew> }): Lab {
  return createLab({
    ...lab,
    scenario: script(PLANS, ({ history: { entries } }, place) => {
      const [input] = entries;
      if (place > 0 || input?.type !== "user" || input.text.includes("figures")) {
        return { says: `plan ${place}` };
      }
      return { calls: [{ tool: "sign", args: { what: "facts" } }] };
    }),
  });
}

Deno.test("D10: a call of a phase that waits for people is told, listed and answered at the root, and runs once", async () => {
  const ran: string[] = [];
  const lab = signsFacts({ agents: crew({ tools: [signing(ran)] }) });
  const { answer, events } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.thread.status, "waiting");
  const requested = events.find((event) => event.type === "approval.requested");
  assert.match(requested?.thread ?? "", /^t1\.facts\./);
  const child = requested?.thread ?? "";

  const before = await readThread(ROOT, lab.deps);
  assert.equal(before.status, "waiting");
  const waiting = before.calls.filter(({ state }) => state === "approval");
  assert.deepEqual(waiting.map(({ thread, name }) => ({ thread, name })), [{ thread: child, name: "sign" }]);
  const inbox = await listInbox({ tenant: "acme" }, { limit: 20, order: "oldest" }, lab.deps);
  assert.deepEqual(inbox.items.map(({ thread, root }) => ({ thread, root })), [{
    thread: child,
    root: "t1",
  }]);

  const callId = waiting[0]?.id ?? "";
  const decided = await decideApproval(ROOT, callId, { approved: true, by: "ann", via: "api" }, lab.deps);
  assert.equal(decided.missing, 0);
  assert.equal((await lab.store.read(ROOT))?.header.status, "open");
  const again = decideApproval(ROOT, callId, { approved: true, by: "bob", via: "api" }, lab.deps);
  assert.equal(await codeOf(again), "approval_decided");

  const rest = await lab.run({ until: "done" });
  assert.equal(rest.answer.output, "Done.");
  assert.deepEqual(ran, ["facts"]);
  assert.deepEqual(outputsOf(await lab.history(), "run_phase").map(({ result }) => result), [
    "plan 1",
    "plan 0",
  ]);
  assert.equal(
    await codeOf(decideApproval(ROOT, callId, { approved: true, by: "ann", via: "api" }, lab.deps)),
    "call_unknown",
  );
});

Deno.test("D10: an input that comes while a phase waits for people stays in the inbox, with a warning, and is read behind it", async () => {
  const lab = signsFacts({ agents: crew({ tools: [signing()] }) });
  await lab.run({ input: "Go.", until: "done" });
  const { answer } = await lab.run({ input: "Hurry up.", until: "done" });
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["input_waits"]);
  const detail = await readThread(ROOT, lab.deps);
  assert.deepEqual({ status: detail.status, waiting: detail.waiting }, { status: "open", waiting: 1 });
  const [call] = detail.calls.filter(({ state }) => state === "approval");
  await decideApproval(ROOT, call?.id ?? "", { approved: true, by: "ann", via: "api" }, lab.deps);
  const last = await lab.run({ until: "done" });
  assert.equal(last.answer.output, "Done.");
  assert.deepEqual((await lab.history()).map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "tool",
    "user",
    "assistant",
  ]);
});

Deno.test("D10: a denial at the root reaches the worker, and its call does not run", async () => {
  const ran: string[] = [];
  const lab = signsFacts({ agents: crew({ tools: [signing(ran)] }) });
  await lab.run({ input: "Go.", until: "done" });
  const [call] = (await readThread(ROOT, lab.deps)).calls.filter(({ state }) => state === "approval");
  const answer = { approved: false, reason: "Not now.", by: "ann", via: "api" } as const;
  await decideApproval(ROOT, call?.id ?? "", answer, lab.deps);
  const { answer: { thread } } = await lab.run({ until: "done" });
  assert.equal(thread.status, "done");
  assert.deepEqual(ran, []);
  const entries = await lab.history(call?.thread);
  const denied = entries.find((entry) => entry.type === "tool");
  assert.equal(denied?.type === "tool" ? denied.outcome : "", "denied");
});

Deno.test("D10: a question of a phase is answered at the root, and the answer is the output of its call", async () => {
  const lab = createLab({
    agents: crew({ tools: [askUser()] }),
    scenario: script(
      [writes(TWO), runs("facts"), { says: "Done." }],
      (_turn, place) =>
        place === 0
          ? { calls: [{ tool: "ask_user", args: { question: "Which year?" } }] }
          : { says: "Thanks." },
    ),
  });
  await lab.run({ input: "Go.", until: "done" });
  const [call] = (await readThread(ROOT, lab.deps)).calls.filter(({ state }) => state === "approval");
  const answer = { approved: true, answer: "1999", by: "ann", via: "api" } as const;
  await decideApproval(ROOT, call?.id ?? "", answer, lab.deps);
  await lab.run({ until: "done" });
  const entries = await lab.history(call?.thread);
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []), ["1999"]);
});

Deno.test("D10: an approval of a phase that nobody answers ends in a denial, and the root is open before", async () => {
  let now = Date.now();
  const tool = defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    parameters: ["what"],
    needsApproval: true,
    approvalTtlMs: 60_000,
    run: () => null,
  });
  const agents = crew({ tools: [tool] });
  const lab = createLab({
    agents,
    deps: { clock: () => now },
    scenario: script(
      [writes(TWO), runs("facts"), { says: "Done." }],
      (_turn, place) =>
        place === 0 ? { calls: [{ tool: "sign", args: { what: "facts" } }] } : { says: "Unsigned." },
    ),
  });
  await lab.run({ input: "Go.", until: "done" });
  assert.equal((await readThread(ROOT, lab.deps)).status, "waiting");
  now += 61_000;
  assert.equal((await readThread(ROOT, lab.deps)).status, "open");
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
});

Deno.test("D10: an answer that comes while another phase runs is acted on by the same request", async () => {
  const started = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const slow = defineTool({
    name: "slow",
    description: "Takes long.",
    effect: "pure",
    run: async () => {
      started.resolve();
      await going.promise;
      return null;
    },
  });
  const ran: string[] = [];
  const lab = createLab({
    agents: crew({ tools: [signing(ran), slow] }),
    scenario: script(PLANS, ({ history: { entries } }, place) => {
      if (place > 0) return { says: "Done." };
      const [input] = entries;
      const isFacts = input?.type === "user" && input.text.startsWith("Goal: Do facts.");
      return { calls: [isFacts ? { tool: "sign", args: { what: "facts" } } : { tool: "slow" }] };
    }),
  });
  const running = lab.run({ input: "Go.", until: "done" });
  await started.promise;
  let callId: string | undefined;
  await eventually(async () => {
    const { calls } = await readThread(ROOT, lab.deps);
    callId = calls.find(({ state }) => state === "approval")?.id;
    return callId !== undefined;
  });
  await decideApproval(ROOT, callId ?? "", { approved: true, by: "ann", via: "api" }, lab.deps);
  going.resolve();
  const { answer } = await running;
  assert.equal(answer.output, "Done.");
  assert.deepEqual(ran, ["facts"]);
});
