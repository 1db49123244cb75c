// P7: a thread that starts on anthropic goes on with bedrock, gemini, mistral and openai, and back again; on each it completes a
// run with a tool, and each server sees the whole conversation in its own form.
import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Entry } from "../../src/core/entry.ts";
import { createDeps } from "../../src/deps/create_deps.ts";
import { startRun } from "../../src/kernel/run.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../src/provider_registry.ts";
import { checkedHistory } from "../support/invariants.ts";
import { toolRun } from "./openai/script.ts";
import { CASES } from "./cases.ts";

const ROUTE = [
  "anthropic",
  "bedrock",
  "gemini",
  "mistral",
  "openai chat",
  "openai responses",
  "cohere",
  "ollama",
  "anthropic",
];

const REF = { tenant: "acme", thread: "journey" };

const look = defineTool({
  name: "Guide.LookAround",
  description: "What there is to see in a place.",
  parameters: ["place"],
  effect: "pure",
  run: ({ place }) => `The old town of ${place}.`,
});

Deno.test("P7: a thread travels from provider to provider, a tool run on each", async () => {
  const store = createMemoryStore();
  for (const [leg, name] of ROUTE.entries()) {
    const wire = CASES.find((each) => each.name === name) ?? assert.fail(name);
    const place = `Town${leg}`;
    await using server = await wire.start({
      // The one tool, under whatever name it has here.
      reply: (request) =>
        toolRun([{ name: request.tools[0] ?? "", arguments: JSON.stringify({ place }) }], {
          reasoning: `Thinking of ${place}.`,
          final: `${place} has an old town.`,
        })(request),
    });
    const agent = defineAgent({
      name: "guide",
      model: `${wire.provider}/${wire.model}`,
      tools: [look],
      ...(wire.settings ? { settings: wire.settings } : {}),
    });
    const deps = createDeps({
      plugins: [],
      registry: PROVIDERS,
      env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
      ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
      ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
      agents: [agent],
      stores: { test: () => store },
    });
    const started = await startRun({
      ref: REF,
      agent: "guide",
      inputs: [`What is in ${place}?`],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, deps);
    assert.equal(started.type, "running");
    if (started.type !== "running") return;
    const result = await started.run(() => {});
    assert.equal(result.error, undefined);
    assert.equal(result.output, `${place} has an old town.`);

    assert.deepEqual(server.complaints, []);
    const last = server.requests.at(-1)?.text ?? "";
    for (let past = 0; past <= leg; past++) {
      assert.ok(
        last.includes(`What is in Town${past}?`),
        `${name} was not told what was asked on leg ${past}`,
      );
      assert.ok(last.includes(`The old town of Town${past}.`), `${name} was not told what leg ${past} saw`);
    }
  }
  const entries = await checkedHistory(store, REF);
  const spoken = entries.filter((entry): entry is Extract<Entry, { type: "assistant" }> =>
    entry.type === "assistant"
  );
  assert.equal(spoken.length, 2 * ROUTE.length);
  assert.equal(entries.filter(({ type }) => type === "tool").length, ROUTE.length);
});
