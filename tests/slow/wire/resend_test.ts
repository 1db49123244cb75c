// C4: a forced choice, or anything else, that a model refuses, as the real API does, while our table does not know: the step completes with
// one request more, says so, and nobody asks again: not the next step, not another thread of the tenant, not another isolate.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import type { Store } from "../../../src/core/store.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { RunResult } from "../../../src/kernel/result.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { RefusedFeature, WireCase } from "../../wire/case.ts";
import { CASES, triedCases } from "../../wire/cases.ts";
import { obedient } from "../../wire/obedient.ts";
import type { Simulator } from "../../wire/simulator.ts";

const tool = (name: string) =>
  defineTool({ name, description: "Looks.", parameters: ["at"], effect: "pure", run: () => "blue" });

/** What an agent answers in whose model lacks a form of answers. */
const COLOUR = { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] };

const CHOICES: Readonly<Record<string, ToolChoice>> = {
  required: { type: "required", times: "always" },
  tool: { type: "tool", name: "look", times: "always" },
  none: { type: "none" },
  allowed: { type: "allowed", names: ["look"], mode: "auto" },
  notices: { type: "allowed", names: ["look"], mode: "auto" },
  forced_thinking: { type: "required", times: "always" },
  tools: { type: "required", times: "always" },
};

for (const wire of triedCases()) {
  // Media, summaries by the provider and searches, which no plan asks for: capabilities_test.ts has their refusals, and what is learned
  // of them is the same for every feature; selection/results_test.ts has the whole way of a search, notices/learned_test.ts that of a tool
  // that comes later.
  const ofPlans = wire.refuses.filter(({ media, compact, search, adds }) =>
    !(media || compact || search || adds)
  );
  for (const refused of ofPlans) {
    const choice = CHOICES[refused.feature] ?? { type: "auto" };
    Deno.test(`C4: ${wire.name}: ${refused.model} refuses ${refused.feature}: one re-send, told, remembered`, async () => {
      await using server = await wire.start({
        reply: (request) =>
          refused.output === undefined ? obedient(request, '{"at":"sky"}') : { text: '{"colour":"blue"}' },
      });
      const store = createMemoryStore();
      const first = deployment(wire, server, store, refused, choice);

      const { events, answer } = await first.step("acme", "t1", "What colour?");
      assert.equal(answer.error, undefined);
      assert.deepEqual(verdicts(server), ["refused", "answered"]);
      if (choice.type !== "auto") assert.notEqual(answer.choice?.enforcement, "native");
      assert.ok(answer.warnings.some(({ code }) => code === "capability_learned"));
      const restarted = events.filter((event) => event.type === "plan.restarted");
      assert.deepEqual(restarted.map(({ reason, from }) => [reason, from]), [["capability", 0]]);
      assert.deepEqual(restarted[0]?.choice, answer.choice);

      await first.step("acme", "t1", "And now?");
      await first.step("acme", "t2", "And here?");
      const elsewhere = deployment(wire, server, store, refused, choice);
      await elsewhere.step("acme", "t1", "And then?");
      assert.deepEqual(verdicts(server).slice(2), ["answered", "answered", "answered"]);
      // Another isolate asks the store before it sends a choice; a plain request is worth a refusal, not a look each time.
      const [began] = events;
      const isPlain = choice.type === "auto" ||
        (began?.type === "step.started" && began.choice?.enforcement === "announced");
      await elsewhere.step("acme", "t3", "And there?");
      const expected = isPlain ? ["refused", "answered"] : ["answered"];
      assert.deepEqual(verdicts(server).slice(5), expected);

      // What one tenant has learned is not told to another.
      await elsewhere.step("beta", "t1", "What colour?");
      assert.deepEqual(verdicts(server).slice(5 + expected.length), ["refused", "answered"]);
      assert.deepEqual(server.complaints, []);
    });
  }
}

const REFUSALS: Readonly<Record<string, (turn: number) => string>> = {
  "the same setting again": () => "reasoning_effort",
  "another setting each time": (turn) => ["reasoning_effort", "temperature", "top_p"][turn] ?? "tools",
};

for (const [what, paramOf] of Object.entries(REFUSALS)) {
  Deno.test(`C4: a model that refuses ${what} is sent one request more and then the step fails`, async () => {
    const wire = CASES.find(({ name }) => name === "compatible");
    assert.ok(wire);
    await using server = await wire.start({
      reply: ({ turn }) => {
        const error = { message: "Not supported.", code: "unsupported_value", param: paramOf(turn) };
        return { status: 400, error };
      },
    });
    const settings = { reasoningEffort: "low", temperature: 0.5, topP: 0.5 } as const;
    const refused = { feature: "effort", model: "some-model", settings } as const;
    const { step } = deployment(wire, server, createMemoryStore(), refused, { type: "auto" });
    const { answer } = await step("acme", "t1", "What colour?");
    assert.equal(answer.error?.code, "model_invalid_request");
    assert.equal(server.requests.length, 2);
    assert.deepEqual(server.complaints, []);
  });
}

// Refusals have 400 almost everywhere.
function verdicts({ requests }: Simulator): string[] {
  return requests.map(({ status = 0 }) => status === 200 ? "answered" : status < 500 ? "refused" : "failed");
}

interface Deployment {
  step(tenant: string, thread: string, input?: string): Promise<{ events: StepEvent[]; answer: RunResult }>;
}

/** A fresh isolate whose agent believes that the model has the feature. */
function deployment(
  wire: WireCase,
  server: Simulator,
  store: Store,
  { model, settings, feature, parallel, output }: RefusedFeature,
  toolChoice: ToolChoice,
): Deployment {
  const agent = defineAgent({
    name: "a",
    model: `${wire.provider}/${model}`,
    tools: [tool("look"), tool("listen")],
    toolChoice,
    capabilities: { [feature]: true },
    settings: { ...settings },
    ...(parallel === false ? { limits: { parallelCalls: 1 } } : {}),
    ...(output === undefined ? {} : { output: COLOUR }),
    ...(output === "alone" ? { tools: [] } : {}),
  });
  const deps = createDeps({
    plugins: [],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    agents: [agent],
    log: () => {},
    stores: { test: () => store },
  });
  return {
    async step(tenant, thread, input) {
      const started = await startRun({
        ref: { tenant, thread },
        agent: "a",
        inputs: input === undefined ? [] : [input],
        until: "step",
        toolResults: [],
        busy: "reject",
        resumable: false,
      }, deps);
      if (started.type !== "running") return assert.fail(started.type);
      const events: StepEvent[] = [];
      const answer = await started.run((event) => events.push(event));
      return { events, answer };
    },
  };
}
