// The run as Treadle makes it: 50 requests "one step", answered by two isolates in turn.

import assert from "node:assert/strict";
import type { Entry } from "../../../src/core/entry.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import {
  type AgentDefinition,
  createApp,
  createDeps,
  defineAgent,
  definePolicy,
  defineTool,
} from "../../../src/mod.ts";
import { toolSelection } from "../../../src/plugins/selection/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { Sent } from "./measure.ts";
import type { Vendor } from "./vendors.ts";
import {
  INSTRUCTIONS,
  isForced,
  modelOf,
  PARAMETERS,
  planFrom,
  resultOf,
  type RunKind,
  STEPS,
  TASK,
  TOOLS,
} from "./work.ts";

const KEY = "acme-secret-0123456789";

/** The requests of the run, each with the cuts of the log that stand before its answer and behind the answer before. */
export async function runTreadle(
  { wire, model }: Vendor,
  kind: RunKind,
  more: Pick<AgentDefinition, "hold" | "capabilities"> = {},
): Promise<Sent[]> {
  await using server = await wire.start({ reply: modelOf(kind) });
  const store = createMemoryStore();
  const settings = wire.settings === undefined ? {} : { settings: wire.settings };
  const apps = [0, 1].map(() =>
    createApp(createDeps({
      env: { ...wire.env(server), TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "test" },
      ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
      agents: [defineAgent({ ...agentOf(kind), ...settings, model: `${wire.provider}/${model}`, ...more })],
      log: () => {},
      stores: { test: () => store },
    }))
  );
  const ask = async (step: number, method: string, path: string, body: object) => {
    const app = apps[step % 2] ?? assert.fail();
    const response = await app.fetch(
      new Request(`http://treadle.test/v1/threads/t1${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      { defer: (promise) => void promise.catch(() => {}) },
    );
    const text = await response.text();
    assert.equal(response.status, 200, `${wire.name}, step ${step}, ${path}: ${text}`);
  };
  for (let step = 0; step < STEPS; step++) {
    const plan = kind === "mixed" ? planFrom(step) : undefined;
    if (plan !== undefined) await ask(step, "PUT", "/plan", { plan });
    await ask(step, "POST", "/steps", {
      ...(step === 0 ? { agent: "a", input: TASK } : {}),
      ...(kind === "mixed" && isForced(step) ? { toolChoice: "audit" } : {}),
      until: "step",
    });
  }
  assert.deepEqual(server.complaints, []);
  const page = await store.history({ tenant: "acme", thread: "t1" }, { after: 0, limit: 10_000 });
  const cuts = cutsBefore((page?.entries ?? []).map(readEntry));
  assert.equal(server.requests.length, STEPS, `${wire.name}: a request a step`);
  return server.requests.map(({ body, headers, status }, step) => {
    assert.equal(status, 200);
    return { body, headers, cuts: cuts[step] ?? [] };
  });
}

/** For each answer the causes of the cuts since the answer before. */
function cutsBefore(entries: readonly Entry[]): string[][] {
  const all: string[][] = [[]];
  for (const entry of entries) {
    if (entry.type === "cut") all.at(-1)?.push(...entry.why);
    if (entry.type === "assistant") all.push([]);
  }
  return all;
}

const OWN = TOOLS.map(({ name, description }) =>
  defineTool({
    name,
    description,
    parameters: PARAMETERS,
    effect: "pure",
    run: ({ order }) => resultOf(name, String(order)),
  })
);

/** 5,000 tools, the others of which nobody asks for. */
const SELECTION = toolSelection({
  tools: [
    ...OWN,
    ...Array.from({ length: 5_000 - OWN.length }, (_, index) =>
      defineTool({
        name: `archive_${index}`,
        description: `Puts page ${index} of the ledger into the archive.`,
        parameters: PARAMETERS,
        run: () => "done",
      })),
  ],
  find: 3,
});

function agentOf(kind: RunKind): AgentDefinition {
  return {
    name: "a",
    instructions: INSTRUCTIONS,
    ...(kind === "catalogue" ? { selection: SELECTION } : { tools: OWN }),
    tokenEfficient: true,
    limits: { stepsPerRun: STEPS + 10, parallelCalls: 11, repeatedCalls: 100 },
    ...(kind !== "mixed" ? {} : {
      plan: "Begin with the list of open orders.",
      policy: definePolicy({
        name: "shop",
        rules: [{ type: "forbid_unless", tool: "publish", unless: "review" }],
      }),
    }),
  };
}
