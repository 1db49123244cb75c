// Threads with a story: forks, cancels, corrections, fallbacks, definitions that change, and threads of earlier versions.

import assert from "node:assert/strict";
import { agents as demoAgents } from "../../../functions/agents/mod.ts";
import { createApp, createDeps, defineAgent } from "../../../src/mod.ts";
import { reportText } from "../../../src/cli/verify/report_text.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { CASES } from "../../wire/cases.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { assertVerified, type Recorder, startRecorder, worker } from "../../cli/_recorded.ts";

const WIRES = CASES.filter(({ name }) =>
  ["anthropic", "openai chat", "openai responses", "gemini"].includes(name)
);

for (const wire of WIRES) {
  Deno.test(`record: forks of every kind are proven on ${wire.name}, and forks of forks`, async () => {
    await using recorder = await startRecorder(wire);
    const { step, post, verify } = recorder;
    await step("source", { agent: "brief", input: "Job 1: 1 call", until: "done" });
    await step("source", { input: "Job 2: 2 calls", until: "done" });
    const { thread: { version } } = await step("source", { input: "Job 3: 1 call" });
    await post("/v1/threads/source/fork", { id: "skipped" }, 201);
    await post("/v1/threads/source/fork", { id: "running", calls: "run" }, 201);
    await step("source", { until: "done" });
    for (let input = 4; input < 7; input++) {
      await step("source", { input: `Job ${input}: 1 call`, until: "done" });
    }
    await post("/v1/threads/source/fork", { id: "replanned", version, replan: true }, 201);
    for (let at = 1; at <= version; at++) {
      await post("/v1/threads/source/fork", { id: `at${at}`, version: at }, 201);
    }
    await post("/v1/threads/at2/fork", { id: "untouched" }, 201);
    await step("running", { until: "done" });
    await step("replanned", { until: "done" });
    for (const fork of ["skipped", "running", "replanned", "at1", "at3"]) {
      await step(fork, { input: "And: 1 call", until: "done" });
    }
    await post("/v1/threads/at3/fork", { id: "grandchild" }, 201);
    await step("grandchild", { input: "Last: 1 call", until: "done" });
    const threads = [
      "source",
      "skipped",
      "running",
      "replanned",
      "at1",
      "at2",
      "at3",
      "untouched",
      "grandchild",
    ];
    for (const thread of threads) assertVerified(await verify(thread), thread);
  });

  Deno.test(`record: a corrected plan and an agent that changes are proven on ${wire.name}`, async () => {
    const disobeys = (request: ParsedRequest): Reply => {
      const isForced = request.choice.kind === "required" || request.choice.kind === "named";
      const isCorrected = JSON.stringify(request.body).includes("Your last answer was dropped");
      return isForced && !isCorrected
        ? { text: "I would rather talk.", ignoresChoice: true }
        : worker(request);
    };
    const store = createMemoryStore();
    const agents = (instructions: string) => (common: Parameters<typeof defineAgent>[0]) => [
      defineAgent({ ...common, name: "strict", onViolation: "retry", instructions }),
    ];
    await using first = await startRecorder(wire, { reply: disobeys, store, agents: agents("One.") });
    await first.step("t", {
      agent: "strict",
      input: "1 call",
      until: "done",
      toolChoice: { type: "tool", name: "look" },
    });
    const report = await first.verify("t");
    assertVerified(report, "corrected");
    assert.equal(report.proven, 2);
    const rewritten = await rewrittenOf(await first.export("t"), first);
    assert.deepEqual(rewritten, ["violation equal", "answer equal", "answer equal"]);
    await using second = await startRecorder(wire, { store, agents: agents("Two.") });
    await second.step("t", { input: "1 call", until: "done" });
    assertVerified(await second.verify("t"), "changed");
    const { blobs } = await readExport(await second.export("t"));
    assert.equal(blobs.size, 2, "each definition is kept once");
  });

  Deno.test(`record: decisions of react are proven on ${wire.name}, also one that was requested again`, async () => {
    const decide = (request: ParsedRequest): Reply => {
      const text = JSON.stringify(request.body);
      if (text.includes("fumble") && !text.includes("Your last answer was not used")) {
        return { text: "I would look around." };
      }
      const made = text.split("fine").length - 1;
      return {
        text: JSON.stringify(
          made === 0
            ? { thought: "I look.", type: "call_tool", tool: "look", args: { at: "home" } }
            : { thought: "I know.", type: "final_answer", answer: "All is clear." },
        ),
      };
    };
    await using recorder = await startRecorder(wire, {
      reply: decide,
      agents: (common) => [defineAgent({ ...common, name: "reacts", driver: "react" })],
    });
    const { output } = await recorder.step("t", { agent: "reacts", input: "look", until: "done" });
    assert.equal(output, "All is clear.");
    const report = await recorder.verify("t");
    assertVerified(report, "react");
    assert.equal(report.proven, 2);
    await recorder.step("u", { agent: "reacts", input: "fumble", until: "done" });
    const retried = await recorder.verify("u");
    assertVerified(retried, "requested again");
    assert.equal(retried.proven, 2);
    const requests = await rewrittenOf(await recorder.export("u"), recorder);
    assert.deepEqual(
      requests.slice(0, 2),
      ["answer equal", "answer equal"],
      "also that whose answer was dropped",
    );
  });

  Deno.test(`record: a cancelled answer is proven on ${wire.name}, and what follows it`, async () => {
    const started = Promise.withResolvers<void>();
    const held = new Promise<void>(() => {});
    const hangs = (request: ParsedRequest): Reply => {
      if (!JSON.stringify(request.body).includes("hang") || request.turn > 0) return worker(request);
      started.resolve();
      return { text: "A long answer that never comes to its end, whatever happens.", hold: held };
    };
    await using recorder = await startRecorder(wire, { reply: hangs });
    const running = recorder.step("t", {
      agent: "worker",
      input: "hang",
      resumable: true,
      toolChoice: { type: "allowed", names: ["look"], mode: "auto" },
    }, 409);
    await started.promise;
    await recorder.post("/v1/threads/t/cancel", {});
    await running;
    await recorder.step("t", { input: "1 call", until: "done" });
    const report = await recorder.verify("t");
    assertVerified(report, "cancelled");
    assert.equal(report.proven, 3);
    const { entries } = await readExport(await recorder.export("t"));
    assert.equal(entries.filter((entry) => entry.type === "assistant" && entry.interrupted).length, 1);
  });
}

Deno.test("record: a request without what the model refused, and one to a fallback model, are proven", async () => {
  const stubborn = CASES.find(({ name }) => name === "compatible") ?? assert.fail();
  await using compatible = await startRecorder(stubborn, {
    agents: (common) => [defineAgent({ ...common, name: "stubborn", model: "compatible/a-thinking-model" })],
  });
  await compatible.step("t", {
    agent: "stubborn",
    input: "1 call",
    until: "done",
    toolChoice: { type: "tool", name: "look" },
  });
  assertVerified(await compatible.verify("t"), "learned");
  const plan = (await readExport(await compatible.export("t"))).entries.find(({ type }) =>
    type === "assistant"
  );
  assert(plan?.type === "assistant");
  assert.deepEqual(plan.record?.lacks, ["forced_thinking"]);
  assert.deepEqual(await rewrittenOf(await compatible.export("t"), compatible), [
    "capability equal",
    "answer equal",
    "answer equal",
  ]);

  const anthropic = CASES.find(({ name }) => name === "anthropic") ?? assert.fail();
  const limited = { status: 429, error: { message: "Slow down." }, headers: { "retry-after": "600" } };
  await using backed = await startRecorder(anthropic, {
    reply: (request) => request.model.includes("sonnet") ? limited : worker(request),
    agents: (common) => [
      defineAgent({
        ...common,
        name: "backed",
        capabilities: { tool: false },
        fallbackModel: "anthropic/claude-opus-4-5",
      }),
    ],
  });
  await backed.step("t", {
    agent: "backed",
    input: "1 call",
    until: "done",
    toolChoice: { type: "tool", name: "look" },
  });
  const report = await backed.verify("t");
  assertVerified(report, "fallback");
  assert.deepEqual(await rewrittenOf(await backed.export("t"), backed), [
    "fallback equal",
    "answer equal",
    "fallback equal",
    "answer equal",
  ]);
  const answers = (await readExport(await backed.export("t"))).entries.filter(({ type }) =>
    type === "assistant"
  );
  assert.deepEqual(
    answers.map((entry) => entry.type === "assistant" && entry.model),
    ["anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5"],
  );
});

Deno.test("record: a thread is verified without the deployment that wrote it, and its keys", async () => {
  for (const wire of WIRES.filter(({ name }) => name !== "gemini")) {
    await using recorder = await startRecorder(wire);
    await recorder.step("t", { agent: "worker", input: "2 calls", until: "done" });
    const env = Object.fromEntries(
      Object.entries(wire.env(recorder.server)).filter(([name]) => /URL|_API$/.test(name)),
    );
    assertVerified(
      await verifyThread(await readExport(await recorder.export("t")), partsFor(env)),
      wire.name,
    );
  }
});

Deno.test("record: the demo is proven, and a report names the first entry that differs", async () => {
  const deps = createDeps({
    env: { TREADLE_OPEN: "1", TREADLE_STORE: "memory" },
    agents: demoAgents,
    log: () => {},
  });
  const app = createApp(deps);
  const send = async (path: string, body?: object) =>
    await app.fetch(
      new Request(`http://treadle.test/v1/threads/t/${path}`, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: { "content-type": "application/json" },
      }),
    );
  const asked = { agent: "demo", input: "What is the weather in Paris?", until: "done" };
  assert.equal((await send("steps", asked)).status, 200);
  const exported = await (await send("export")).text();
  const report = await verifyThread(await readExport(exported), partsFor({}));
  assertVerified(report, "demo");
  assert.match(reportText(report), /^Requests: 2 proven of 2 recorded; 0 steps sent none\.$/m);
  assert.match(reportText(report), /Result: verified\.$/);

  const changed = exported.replace('tempC\\\\\\":18', 'tempC\\\\\\":19');
  assert.notEqual(changed, exported);
  const found = await verifyThread(await readExport(changed), partsFor({}));
  assert.equal(found.verdict, "differs");
  // The entry belongs to the second commit, and the request behind it is the first that shows it.
  assert.equal(found.differences[0]?.index, 2);
  assert.equal(found.proven, 1);
  await deps.close();
});

Deno.test("record: who brought what is in the entries, and a repeated request changes nothing", async () => {
  const wire = WIRES[0] ?? assert.fail();
  await using recorder = await startRecorder(wire);
  await recorder.step("t", { agent: "worker", input: "1 call of remove" });
  await recorder.decide("t", true, "Fine.");
  const key = { "idempotency-key": "once" };
  const { output } = await recorder.step("t", { until: "done" }, 200, key);
  const exported = await recorder.export("t");
  assert.equal((await recorder.step("t", { until: "done" }, 200, key)).output, output);
  assert.equal(await recorder.export("t"), exported);
  const { entries } = await readExport(exported);
  const [input, plan, tool, answer] = entries;
  assert(input?.type === "user" && plan?.type === "assistant" && tool?.type === "tool");
  assert(answer?.type === "assistant");
  assert.match(input.by ?? "", /^key_[\w-]{8}$/);
  assert.equal(input.door, "steps");
  const { outcome, digest, decisions } = tool.approval ?? assert.fail("no record of the approval");
  const [{ at, ...decision } = assert.fail("no decision"), ...more] = decisions;
  assert.deepEqual([outcome, more], ["approved", []]);
  assert.ok(at > 0);
  assert.deepEqual(decision, { approved: true, reason: "Fine.", by: input.by, via: "api", digest });
  assert.equal(tool.by, undefined, "the server ran the tool");
  assert.ok(plan.record?.response !== undefined && plan.record.finish !== undefined);
  assert.equal(plan.record.definition?.length, 43);
  assert.equal(answer.record?.definition, undefined, "the definition is named once");
});

/** Why each request was followed by another one, or that it was answered, with its verdict. */
async function rewrittenOf(text: string, { parts }: Recorder): Promise<string[]> {
  const found: string[] = [];
  for await (const { record, verdict } of rewriteRequests(await readExport(text), parts)) {
    const why = record !== undefined && "why" in record ? record.why : "answer";
    found.push(`${why} ${verdict.type === "partly" ? verdict.cause : verdict.type}`);
  }
  return found;
}
