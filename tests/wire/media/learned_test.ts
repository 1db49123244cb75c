// C4, P7: a refused image is learned and described in the same step, and a model that takes the thread over gets it, or
// reports all that it does not get.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { RunResult } from "../../../src/kernel/result.ts";
import type { NewInput } from "../../../src/kernel/request.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { image, pdf } from "../../plugins/media/_media.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { Simulator } from "../simulator.ts";

const store = createMemoryStore();

Deno.test("C4: a refused image is learned in the step, sent to the next model, and reported by one that takes none", async () => {
  const [openrouter, anthropic, openai] = ["openrouter", "anthropic", "openai chat"].map(caseOf);
  assert.ok(openrouter && anthropic && openai);
  const error = { message: "No endpoints found that support image input" };
  await using blind = await openrouter.start({
    reply: ({ turn }) => turn === 0 ? { status: 404, error } : { text: "A word." },
  });
  const first = await step(openrouter, blind, "openrouter/some/text-model", [[
    { type: "text", text: "What?" },
    image,
  ]]);
  assert.deepEqual(codes(first), ["capability_learned", "media_described"]);
  assert.deepEqual(blind.requests.map(({ status }) => status), [404, 200]);
  assert.match(blind.requests[1]?.text ?? "", /is not shown: the model takes no images/);

  await using seeing = await anthropic.start();
  const second = await step(anthropic, seeing, "anthropic/claude-sonnet-4-5", [[pdf(1000)]]);
  assert.deepEqual(codes(second), ["agent_changed"]);
  assert.match(seeing.requests[0]?.text ?? "", /"type":"image".*"type":"document"/);

  await using old = await openai.start();
  const third = await step(openai, old, "openai/o3-mini", ["And now?"]);
  assert.deepEqual(codes(third), ["agent_changed", "media_described", "media_described"]);
  for (const server of [blind, seeing, old]) assert.deepEqual(server.complaints, []);
});

function caseOf(name: string): WireCase | undefined {
  return CASES.find((wire) => wire.name === name);
}

function codes({ error, warnings }: RunResult): string[] {
  assert.equal(error, undefined);
  return warnings.map(({ code }) => code);
}

async function step(
  wire: WireCase,
  server: Simulator,
  model: string,
  inputs: readonly NewInput[],
): Promise<RunResult> {
  const deps = createDeps({
    plugins: [media()],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    agents: [defineAgent({ name: "a", model, tools: [] })],
    log: () => {},
    stores: { test: () => store },
  });
  const started = await startRun({
    ref: { tenant: "acme", thread: "t1" },
    agent: "a",
    inputs,
    until: "step",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, deps);
  if (started.type !== "running") return assert.fail(started.type);
  return await started.run(() => {});
}
