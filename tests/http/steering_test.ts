// X7, E11 over HTTP: a tool that asks the user, a tool that is rate limited, and the words for both that are refused.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { agent as builder } from "../../src/agents/builder.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { threadDetailSchema } from "../../src/http/schemas/responses/threads.ts";
import { createTestApp } from "./_app.ts";

const STEPS = "/v1/threads/t1/steps";
const NOW = 1_700_000_000_000;

const fails = (error: ToolError) =>
  defineTool({
    name: "search",
    description: "Searches.",
    effect: "pure",
    run: () => {
      throw error;
    },
  });

Deno.test("X7: a tool's question is the output, stands in the thread, and ends the stream", async () => {
  const search = fails(new ToolError("context_required", "Which city is it?"));
  const agent = defineAgent({
    name: "asks",
    instructions: "",
    driver: "scripted",
    tools: [search],
    onContextRequired: "ask",
  });
  const app = createTestApp({
    agents: [agent],
    scenario: [{ calls: [{ tool: "search" }] }, { says: "Done." }],
  });
  const response = await app.send("POST", STEPS, { agent: "asks", input: "go", until: "done" });
  const answer = await response.json();
  assert.deepEqual([response.status, answer.output, answer.thread.status, answer.thread.question], [
    200,
    "Which city is it?",
    "waiting",
    "Which city is it?",
  ]);
  const thread = threadDetailSchema.parse(await (await app.send("GET", "/v1/threads/t1")).json());
  assert.deepEqual([thread.status, thread.question, thread.calls], ["waiting", "Which city is it?", []]);
  const idle = await app.send("POST", STEPS, {});
  assert.deepEqual([idle.status, (await idle.json()).code], [409, "nothing_to_do"]);

  const streamed = await app.send("POST", "/v1/threads/t2/steps", {
    agent: "asks",
    input: "go",
    until: "done",
  }, { accept: "text/event-stream" });
  assert.match(
    await streamed.text(),
    /event: step\.finished\n.*"status":"waiting".*"question":"Which city is it\?"/,
  );
  const next = await (await app.send("POST", STEPS, { input: "Paris.", until: "done" })).json();
  assert.deepEqual([next.output, next.thread.question], ["Done.", undefined]);
});

Deno.test("X7: a thread that rests for a tool answers 503 with Retry-After, and takes an input", async () => {
  let now = NOW;
  const search = fails(new ToolError("rate_limited", "Too many.", { retryAfterMs: 30_500 }));
  const agent = defineAgent({ name: "limited", instructions: "", driver: "scripted", tools: [search] });
  const call = { calls: [{ tool: "search" }] };
  const app = createTestApp({ agents: [agent], scenario: [call, call, { says: "Done." }], clock: () => now });
  const response = await app.send("POST", STEPS, { agent: "limited", input: "go", until: "done" });
  const answer = await response.json();
  assert.deepEqual([response.status, answer.thread.status, answer.thread.resumeAt], [
    200,
    "open",
    new Date(NOW + 30_500).toISOString(),
  ]);
  now += 10_000;
  const early = await app.send("POST", STEPS, { until: "done" });
  assert.deepEqual([early.status, early.headers.get("retry-after"), (await early.json()).code], [
    503,
    "21",
    "not_yet",
  ]);
  const next = await (await app.send("POST", STEPS, { input: "Never mind.", until: "done" })).json();
  assert.deepEqual([next.output, next.calls[0].state], ["Done.", "skipped"]);
});

Deno.test("X7: onContextRequired is observe or ask, in a definition and by the builder", () => {
  assert.throws(
    () => defineAgent(JSON.parse('{"name":"a","onContextRequired":"stop"}')),
    /\/onContextRequired .*write observe or ask/,
  );
  const built = builder("a").onContextRequired("ask").build();
  assert.deepEqual(built, defineAgent({ name: "a", onContextRequired: "ask" }));
  assert.deepEqual(defineAgent({ name: "a", onContextRequired: "observe" }), defineAgent({ name: "a" }));
});

Deno.test("E11: TREADLE_CANCEL_WATCH is subscribe, poll or off", () => {
  for (const word of ["subscribe", "poll", "off"]) createTestApp({ env: { TREADLE_CANCEL_WATCH: word } });
  assert.throws(() => createTestApp({ env: { TREADLE_CANCEL_WATCH: "sse" } }), {
    code: "config_invalid",
    message: /TREADLE_CANCEL_WATCH must be subscribe, poll or off/,
  });
});
