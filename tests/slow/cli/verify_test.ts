// Threads of every provider, made by the real runtime, are verified: each request is written again, byte for byte.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { CASES, triedCases } from "../../wire/cases.ts";
import { assertVerified, type Recorder, startRecorder } from "../../cli/_recorded.ts";

for (const wire of triedCases()) {
  Deno.test(`record: every request of a thread on ${wire.name} is proven`, async () => {
    await using recorder = await startRecorder(wire);
    for (const [thread, make] of Object.entries(THREADS)) {
      await make(recorder, thread);
      assertVerified(await recorder.verify(thread), `${wire.name}: ${thread}`);
    }
  });
}

/** How each thread comes to be. */
const THREADS: Readonly<Record<string, (recorder: Recorder, thread: string) => Promise<void>>> = {
  async tools({ step }, thread) {
    await step(thread, { agent: "worker", input: "2 calls", until: "done" });
    await step(thread, { input: ["Thank you.", "And now: 3 calls of find"], until: "done" });
    await step(thread, { input: "Nothing more." });
  },
  async single({ step }, thread) {
    await step(thread, { agent: "single", input: "2 calls" });
    for (let times = 0; times < 2; times++) await step(thread, {});
  },
  async choices({ step }, thread) {
    const choices = [
      { type: "tool", name: "find" },
      { type: "required" },
      { type: "none" },
      { type: "allowed", names: ["find", "look"], mode: "auto" },
      { type: "allowed", names: ["find", "look"], mode: "required" },
    ];
    for (const toolChoice of choices) {
      await step(thread, { agent: "worker", input: "1 call", toolChoice, until: "done" });
    }
    const toolChoice = { type: "auto", disable_parallel_tool_use: true };
    await step(thread, { input: "3 calls", toolChoice, until: "done" });
  },
  /** The budget leaves less than an answer may have, and so the request asks for less. */
  async limited({ step }, thread) {
    await step(thread, { agent: "worker", input: "2 calls", until: "done", limits: { tokens: 7_000 } });
    await step(thread, { input: "1 call", until: "done" });
  },
  async approvals({ step, decide }, thread) {
    for (const approved of [true, false]) {
      await step(thread, { agent: "worker", input: "1 call of remove" });
      await decide(thread, approved, approved ? undefined : "Not today.");
      await step(thread, { until: "done" });
    }
  },
  async predicted({ step }, thread) {
    const { calls } = await step(thread, { agent: "worker", input: "1 call", execution: "predict" });
    const toolResults = calls.map(({ id }) => ({ callId: id, output: { seen: "elsewhere" } }));
    await step(thread, { toolResults, execution: "loop", until: "done" });
  },
  /** Tools that a request brings are in the definition that the record names. */
  async brought({ step }, thread) {
    const tool = (name: string) => ({
      name,
      description: `The caller's ${name}.`,
      parameters: { properties: { at: { type: "string" } } },
    });
    for (const name of ["locate", "scan"]) {
      const body = { agent: "worker", input: `1 call of ${name}`, clientTools: [tool(name)], until: "done" };
      const { calls } = await step(thread, body);
      const toolResults = calls.map(({ id }) => ({ callId: id, output: "seen" }));
      await step(thread, { toolResults, until: "done" });
    }
    await step(thread, { input: "1 call", until: "done" });
  },
  async sparing({ step }, thread) {
    await step(thread, { agent: "sparing", input: "2 calls", until: "done" });
    await step(thread, {
      input: "1 call",
      toolChoice: { type: "tool", name: "look" },
      until: "done",
    });
  },
  async textual({ step }, thread) {
    await step(thread, { agent: "textual", input: "2 calls", until: "done" });
  },
  async compacted({ step }, thread) {
    for (let input = 1; input <= 5; input++) {
      await step(thread, { agent: "brief", input: `Job ${input}: 1 call`, until: "done" });
    }
  },
  /** A budget limits each request: also a summary, which asks for no maximum by itself, and a maximum like the agent's. */
  async compactedWithin({ step }, thread) {
    for (let input = 1; input <= 5; input++) {
      const limits = { tokens: 1_000_000 };
      await step(thread, { agent: "brief", input: `Job ${input}: 1 call`, until: "done", limits });
    }
  },
  async windowed({ step }, thread) {
    await step(thread, { agent: "narrow", input: `The task: 6 calls. ${"It is long. ".repeat(60)}` });
    await step(thread, { until: "done" });
    await step(thread, { input: "1 call", until: "done" });
  },
  async large({ step }, thread) {
    await step(thread, { agent: "worker", input: `1 call of dump\n${"A line.\n".repeat(10_000)}` });
    await step(thread, { until: "done" });
  },
  async planned({ step, post }, thread) {
    await post("/v1/threads", { agent: "worker", id: thread, plan: { goal: "look" } }, 201);
    await step(thread, { input: "1 call", until: "done" });
  },
};

for (const wire of triedCases()) {
  Deno.test(`record: a kept chat of OpenAI's API is legal for ${wire.name}, and proven`, async () => {
    await using recorder = await startRecorder(wire);
    const tool = {
      type: "function",
      function: { name: "locate", parameters: { type: "object", properties: {} } },
    };
    const call = (id: string) => ({ id, type: "function", function: { name: "locate", arguments: "{}" } });
    const kept = await recorder.post("/v1/chat/completions", {
      model: "worker",
      store: true,
      tools: [tool, "look"],
      messages: [
        { role: "system", content: "Answer in English." },
        { role: "assistant", content: "How can I help?" },
        { role: "user", content: "Where am I?" },
        { role: "assistant", content: null, tool_calls: [call("a1"), call("a2")] },
        { role: "tool", tool_call_id: "a2", content: "Paris" },
        { role: "tool", tool_call_id: "a1", content: "Paris" },
        { role: "user", content: "1 call of look" },
      ],
    });
    const { id } = Object(kept);
    const { proven, unrecorded, differences, unprovable, chain } = await recorder.verify(id);
    assert.deepEqual({ proven, differences, unprovable, chain: chain.type }, {
      proven: 1,
      differences: [],
      unprovable: [],
      chain: "holds",
    });
    assert.equal(unrecorded, 2); // what the caller says that a model has answered
  });
}

Deno.test("record: P7: requests to a model that a request names are proven, with what that one lacks", async () => {
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  await using recorder = await startRecorder(wire, {
    agents: (common) => [
      defineAgent({
        ...common,
        name: "listed",
        models: ["openai/gpt-4o-mini"],
        capabilities: { required: false },
      }),
    ],
  });
  const job = { agent: "listed", input: "1 call", toolChoice: "required", until: "done" };
  for (const named of [{}, { model: "openai/gpt-4o-mini" }, {}]) {
    await recorder.step("t1", { ...job, ...named });
  }
  assertVerified(await recorder.verify("t1"), wire.name);
});
