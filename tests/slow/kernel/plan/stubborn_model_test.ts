// A model that calls a tool whatever it is asked, behind a real server: how many requests a run pays for, and how it ends, by
// driver, choice and limit.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Limits } from "../../../../src/core/agent.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { vllm } from "../../../../src/providers/openai/compatible.ts";
import { createTestApp, json, type TestApp } from "../../../http/_app.ts";

const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });
const other = defineTool({ name: "other", description: "Another.", effect: "pure", run: () => "" });
const DRIVERS = ["tool_calling", "react", "scripted"] as const;

interface Served extends AsyncDisposable, TestApp {
  /** Bodies of the requests that the model got; with the driver `scripted` one for each plan. */
  readonly requests: { readonly tools?: readonly unknown[] }[];
}

interface StubbornOptions {
  readonly limits?: Partial<Limits>;
  /** Answers where a request has no tools. */
  readonly isFair?: boolean;
  /** Calls with other arguments in each plan. */
  readonly varies?: boolean;
}

/** A deployment with an agent for each driver, whose model is a server of Chat Completions that ignores `tool_choice`. */
function serve({ limits = {}, isFair = false, varies = false }: StubbornOptions = {}): Served {
  const requests: { tools?: readonly unknown[] }[] = [];
  const args = (): JsonObject => varies ? { at: requests.length } : { text: "hi" };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = await request.json();
    requests.push(body);
    const isReact = body.tools === undefined && JSON.stringify(body.messages).includes("You are react.");
    const decision = JSON.stringify({ thought: "", type: "call_tool", tool: "echo", args: args() });
    const call = {
      index: 0,
      id: `c${requests.length}`,
      type: "function",
      function: { name: "echo", arguments: JSON.stringify(args()) },
    };
    const says = isReact ? decision : isFair && body.tools === undefined ? "Done." : undefined;
    const delta = says === undefined ? { tool_calls: [call] } : { content: says };
    const chunk = (choice: object) =>
      `data: ${
        JSON.stringify({
          id: "x",
          object: "chat.completion.chunk",
          created: 1,
          model: "m",
          choices: [{ index: 0, finish_reason: null, ...choice }],
        })
      }\n\n`;
    const text = chunk({ delta: { role: "assistant", ...delta } }) +
      chunk({ delta: {}, finish_reason: says === undefined ? "tool_calls" : "stop" }) + "data: [DONE]\n\n";
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  });
  const driver = createScriptedDriver(() => {
    requests.push({});
    return { calls: [{ tool: "echo", args: args() }] };
  });
  const app = createTestApp({
    plugins: [agUi(), chat(), openaiApi()],
    providers: [vllm],
    driver,
    agents: DRIVERS.map((name) =>
      defineAgent({
        name,
        driver: name,
        model: "vllm/m",
        tools: [echo, other],
        limits,
        instructions: `You are ${name}.`,
      })
    ),
    env: { VLLM_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` },
  });
  return { ...app, requests, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Requests of a plan that react corrects: the first, and `maxRetries` more. */
const REACT_TRIES = 3;

// Choice, and the plans that the run makes of it: three calls and three refused repeats, or what the choice refuses at once.
const CHOICES: readonly (readonly [choice: unknown, plans: number, isIllegal: boolean])[] = [
  ["auto", 6, false],
  ["none", 3, true],
  ["required", 6, false],
  [{ type: "required", times: "always" }, 4, false],
  ["echo", 6, false],
  [{ type: "tool", name: "echo", times: "always" }, 4, false],
  [{ type: "tool", name: "other" }, 3, true],
  [{ type: "allowed", names: ["echo"], mode: "auto" }, 6, false],
  [{ type: "allowed", names: ["other"], mode: "auto" }, 3, true],
  [{ type: "allowed", names: ["other"], mode: "required", times: "always" }, 3, true],
];

for (const driver of DRIVERS) {
  for (const [toolChoice, plans, isIllegal] of CHOICES) {
    const requests = driver === "react" && isIllegal ? plans * REACT_TRIES : plans;
    Deno.test(`C7: ${driver} under ${JSON.stringify(toolChoice)}: a stubborn model ends as failed after ${requests} requests`, async () => {
      for (const accept of ["application/json", "text/event-stream"]) {
        await using served = serve();
        const body = { agent: driver, input: "go", until: "done", toolChoice };
        const response = await served.send("POST", "/v1/threads/t1/steps", body, { accept });
        const text = await response.text();
        assert.match(text, /"code":"loop_detected"/);
        if (accept === "application/json") assert.equal(response.status, 422);
        else assert.match(text, /event: step\.failed/);
        assert.equal(served.requests.length, requests, accept);
        const thread = await json(await served.send("GET", "/v1/threads/t1"));
        assert.equal(thread.status, "failed");
        assert.match(JSON.stringify(thread.error), /loop_detected/);
      }
    });
  }
}

Deno.test("C7: limits.repeatedCalls is the bound, and a run by single steps has it too", async () => {
  for (const repeatedCalls of [1, 2, 5]) {
    await using served = serve({ limits: { repeatedCalls } });
    let status = 200;
    let steps = 0;
    for (; status === 200; steps++) {
      const body = steps === 0 ? { agent: "tool_calling", input: "go" } : {};
      const response = await served.send("POST", "/v1/threads/t1/steps", body);
      status = response.status;
      await response.body?.cancel();
    }
    assert.deepEqual([status, steps, served.requests.length], [422, 2 * repeatedCalls, 2 * repeatedCalls]);
  }
});

Deno.test("C7: calls of other arguments are refused as often under none, and once a budget of calls is used up", async () => {
  for (
    const [limits, toolChoice, requests] of [[{}, "none", 3], [{ calls: 2 }, undefined, 5], [
      { perRun: { calls: 1 } },
      "auto",
      4,
    ]] as const
  ) {
    await using served = serve({ limits, varies: true });
    const body = { agent: "tool_calling", input: "go", until: "done", ...(toolChoice && { toolChoice }) };
    const response = await served.send("POST", "/v1/threads/t1/steps", body);
    assert.deepEqual([response.status, (await json(response)).code], [422, "loop_detected"]);
    assert.equal(served.requests.length, requests);
  }
});

Deno.test("C7: a new input after loop_detected begins a new run, and a new tool choice counts anew", async () => {
  await using served = serve({ isFair: true });
  const first = await served.send("POST", "/v1/threads/t1/steps", {
    agent: "tool_calling",
    input: "go",
    until: "done",
  });
  assert.equal(first.status, 422);
  await first.body?.cancel();
  const again = await served.send("POST", "/v1/threads/t1/steps", { until: "done" });
  assert.deepEqual([again.status, served.requests.length], [422, 7], "the run goes on where it failed");
  await again.body?.cancel();
  const answered = await served.send("POST", "/v1/threads/t1/steps", { until: "done", toolChoice: "none" });
  assert.equal((await json(answered)).output, "Done.");
});

Deno.test("C7: under none a server that ignores the field gets no tools behind the first refused plan, and answers", async () => {
  await using served = serve({ isFair: true });
  const body = { agent: "tool_calling", input: "go", until: "done", toolChoice: "none" };
  const answer = await json(await served.send("POST", "/v1/threads/t1/steps", body));
  assert.equal(answer.output, "Done.");
  assert.deepEqual(served.requests.map(({ tools = [] }) => tools.length), [2, 0]);
});

Deno.test("C7: the last step that a limit permits is asked for again without tools where the server ignores none, and the run has its answer", async () => {
  const cases: readonly Partial<Limits>[] = [
    { stepsPerRun: 3 },
    { steps: 3 },
    { stepsPerRun: 3, calls: 2 },
  ];
  for (const limits of cases) {
    await using served = serve({ limits, isFair: true, varies: true });
    const body = { agent: "tool_calling", input: "go", until: "done" };
    const answer = await json(await served.send("POST", "/v1/threads/t1/steps", body));
    assert.equal(answer.output, "Done.", JSON.stringify(limits));
    assert.deepEqual(served.requests.map(({ tools = [] }) => tools.length), [2, 2, 2, 0]);
  }
});

Deno.test("C7: every door reports a stubborn model with the code, after the same requests", async () => {
  const said = [{ id: "m1", role: "user", content: "go", parts: [{ type: "text", text: "go" }] }];
  const doors: readonly (readonly [path: string, body: object, status: number])[] = [
    ["/api/chat/tool_calling?mode=full", { id: "c1", messages: said }, 200],
    ["/v1/chat/completions", { model: "tool_calling", messages: [{ role: "user", content: "go" }] }, 400],
    ["/v1/responses", { model: "tool_calling", input: "go" }, 400],
    ["/agui/tool_calling?mode=full", {
      threadId: "c1",
      runId: "r1",
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages: [{ id: "m1", role: "user", content: "go" }],
    }, 200],
  ];
  for (const [path, body, status] of doors) {
    await using served = serve();
    const response = await served.send("POST", path, body);
    const text = await response.text();
    assert.deepEqual([path, response.status], [path, status]);
    assert.match(text, /loop_detected|made only calls that are refused/, path);
    assert.equal(served.requests.length, 6, path);
  }
});
