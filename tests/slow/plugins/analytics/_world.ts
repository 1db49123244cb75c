// Random steps of three agents on a real deployment, and what a naive count of their histories comes to.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../../src/agents/define_policy.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { AssistantEntry, ToolEntry } from "../../../../src/core/entry.ts";
import type { Store } from "../../../../src/core/store.ts";
import { isForced, permits, type ToolChoice } from "../../../../src/core/tool_choice.ts";
import type { EffectiveChoice, Enforcement } from "../../../../src/core/tool_choice/choice_report.ts";
import { readLoggedEvents } from "../../../../src/kernel/log/event_records.ts";
import { analytics } from "../../../../src/plugins/analytics/mod.ts";
import { policies } from "../../../../src/plugins/policies/mod.ts";
import { checkedHistory } from "../../../support/invariants.ts";
import { failing, lacking, type Reply, testModel } from "../../../support/model.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { createTestApp, KEY, type TestApp } from "../../../http/_app.ts";

const TOOLS = ["search", "confirm", "delete", "broken", "pay"] as const;
export const AGENTS = ["plain", "guarded", "forced"] as const;

const CHOICES: readonly (ToolChoice | "unset")[] = [
  "unset",
  "unset",
  { type: "auto" },
  { type: "none" },
  { type: "required" },
  { type: "tool", name: "search" },
  { type: "allowed", names: ["search", "confirm"], mode: "auto" },
  { type: "allowed", names: ["search", "broken"], mode: "required" },
];

const tools = TOOLS.map((name) =>
  defineTool({
    name,
    description: "Works.",
    parameters: [],
    effect: "pure",
    ...(name === "pay" ? { needsApproval: true } : {}),
    run: () => {
      if (name === "broken") throw new Error("broken");
      return name;
    },
  })
);

interface FailedPlan {
  readonly agent: string;
  readonly choice: EffectiveChoice;
  readonly corrected: boolean;
}

/** What the steps came to, as the test saw it from outside. */
export interface World {
  readonly app: TestApp;
  readonly store: Store;
  /** The plans that failed, as the event logs have them: no history has them. */
  readonly failedPlans: readonly FailedPlan[];
  /** Features that the model's API refused. */
  readonly refusals: () => number;
  readonly threads: readonly { readonly thread: string; readonly agent: string }[];
}

/** Runs steps until there are `wanted`; answers how it went. */
export async function runWorld(seed: number, wanted: number, store?: Store): Promise<World> {
  const random = mulberry32(seed);
  const pick = <T>(from: readonly T[]): T =>
    from[Math.floor(random() * from.length)] ?? assert.fail("nothing");
  let refusals = 0;
  const refused = new Set<string>();
  const answerOf = (kind: string): Reply => {
    if (random() < 0.04) return failing("model_content_filter");
    if (kind === "required" && !refused.has(kind) && random() < 0.3) {
      refused.add(kind);
      refusals++;
      return lacking("required");
    }
    const calls = Array.from({ length: Math.floor(random() * 3) }, () => pick([...TOOLS, "invented"]));
    return calls.length === 0 ? { says: "Done." } : { calls };
  };
  const model = testModel(({ choice }) => answerOf(choice.type));
  const base = { model: "first/m", tools, limits: { repeatedCalls: 100, stepsPerRun: 6 } } as const;
  const own: readonly (Partial<AgentDefinition> & { readonly name: string })[] = [
    { name: "plain", onViolation: "retry" },
    { name: "guarded", policy: "guarded" },
    // The API has no forced choice for this agent, so the model is asked for it in words.
    { name: "forced", toolChoice: { type: "required" }, capabilities: { required: false } },
  ];
  const app = createTestApp({
    plugins: [analytics(), policies()],
    providers: [model.provider],
    agents: own.map((each) => defineAgent({ ...base, ...each })),
    policies: [definePolicy({
      name: "guarded",
      rules: [{ type: "first", tool: "search" }, {
        type: "forbid_unless",
        tool: "delete",
        unless: "confirm",
      }],
    })],
    ...(store === undefined ? {} : { store }),
  });
  const threads = Array.from({ length: 24 }, (_, index) => ({
    thread: `t${index}`,
    agent: AGENTS[index % AGENTS.length] ?? "plain",
  }));
  const failedPlans: FailedPlan[] = [];
  const world = { app, store: app.store, failedPlans, refusals: () => refusals, threads };
  /** Threads whose run has used up its steps: they need an input. */
  const exhausted = new Set<string>();
  for (let steps = 0; steps < wanted; steps++) {
    const { thread, agent } = pick(threads);
    const waiting = await openApprovals(app, thread);
    for (const callId of waiting) {
      await send(app, "POST", `/v1/threads/${thread}/approvals/${callId}`, { approved: random() < 0.5 });
    }
    const toolChoice = pick(CHOICES);
    const isOpen = (await app.store.read({ tenant: "acme", thread }))?.header.status === "open" &&
      !exhausted.delete(thread);
    const body = isOpen
      ? { resumable: true }
      : { agent, input: "go", resumable: true, ...(toolChoice === "unset" ? {} : { toolChoice }) };
    const response = await send(app, "POST", `/v1/threads/${thread}/steps`, body);
    const { code } = await response.json();
    if (typeof code !== "string") continue;
    if (code === "budget_exhausted") exhausted.add(thread);
    else assert.match(code, /^model_content_filter$|^approval_required$|^choice_unsupported$/);
    if (code.startsWith("model_")) failedPlans.push({ agent, ...await lastPlan(app.store, thread) });
  }
  return world;
}

/** What the log has of the plan of the last step: its last choice, and whether an answer was dropped. */
async function lastPlan(store: Store, thread: string): Promise<Omit<FailedPlan, "agent">> {
  const page = await store.readEvents({ tenant: "acme", thread }, 0, 5_000) ?? assert.fail("no log");
  const events = [...readLoggedEvents(page.events)];
  const own = events.slice(events.findLastIndex(({ type }) => type === "step.started"));
  const asked = own.flatMap((event) =>
    event.type === "step.started" || event.type === "plan.restarted" ? [event] : []
  );
  return {
    choice: asked.at(-1)?.choice ?? assert.fail("no choice"),
    corrected: asked.some((event) => event.type === "plan.restarted" && event.reason === "violation"),
  };
}

async function openApprovals(app: TestApp, thread: string): Promise<string[]> {
  const response = await send(app, "GET", `/v1/threads/${thread}/approvals`);
  if (response.status === 404) return [];
  const { open } = await response.json();
  return open.map(({ callId }: { readonly callId: string }) => callId);
}

/** A request with the key of tenant acme, without the checks of all threads. */
export async function send(app: TestApp, method: string, path: string, body?: unknown): Promise<Response> {
  return await app.fetch(
    new Request(`http://treadle.test${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

/** Sums by agent, and by agent and tool. */
export interface Truth {
  readonly plans: Map<string, Record<string, number>>;
  readonly tools: Map<string, Record<string, number>>;
}

/** Counts the histories and the counters of all threads. */
export async function truthOf({ store, threads, failedPlans }: World): Promise<Truth> {
  const plans = new Map<string, Record<string, number>>();
  const byTool = new Map<string, Record<string, number>>();
  const add = (map: Map<string, Record<string, number>>, key: string, name: string, count = 1) => {
    const row = map.get(key) ?? {};
    map.set(key, row);
    row[name] = (row[name] ?? 0) + count;
  };
  for (const { thread, agent } of threads) {
    const ref = { tenant: "acme", thread };
    const snapshot = await store.read(ref);
    if (snapshot === undefined) continue;
    const { counters } = snapshot.header;
    for (const name of ["steps", "inputTokens", "outputTokens", "microDollars"] as const) {
      if (counters[name] > 0) add(plans, agent, name, counters[name]);
    }
    for (const entry of await checkedHistory(store, ref)) {
      if (entry.type === "assistant") countPlan(entry, agent);
      if (entry.type === "tool") countCall(entry, agent);
    }
  }
  for (const { agent, corrected, choice: { requested, enforcement } } of failedPlans) {
    add(plans, agent, "failed");
    if (corrected) add(plans, agent, "corrected");
    countChoice(agent, requested, enforcement);
  }
  return { plans, tools: byTool };

  function countPlan(entry: AssistantEntry, agent: string): void {
    const { choice } = entry;
    const requested: ToolChoice = choice?.requested ?? { type: "auto" };
    const outcome = choice?.outcome ?? { type: "satisfied" };
    const enforcement = choice?.enforcement ?? "native";
    const called = new Set(entry.blocks.flatMap((block) => block.type === "call" ? [block.name] : []));
    countChoice(agent, requested, enforcement);
    add(plans, agent, outcome.type);
    if (called.size > 0) add(plans, agent, "chosen");
    if (choice?.corrected !== undefined) add(plans, agent, "corrected");
    for (const name of TOOLS) {
      if (called.has(name) && permits(requested, name)) add(byTool, `${agent} ${name}`, "chosen");
    }
  }

  function countChoice(agent: string, requested: ToolChoice, enforcement: Enforcement): void {
    add(plans, agent, "plans");
    add(plans, agent, enforcement);
    if (isForced(requested)) add(plans, agent, "forced");
    if (enforcement === "announced") add(plans, agent, "degraded");
    const isNamed = requested.type === "tool" || requested.type === "allowed";
    for (const name of TOOLS) {
      if (!permits(requested, name)) continue;
      add(byTool, `${agent} ${name}`, "offered");
      if (isForced(requested) && isNamed) add(byTool, `${agent} ${name}`, "forced");
    }
  }

  function countCall({ name, outcome, error }: ToolEntry, agent: string): void {
    const key = `${agent} ${TOOLS.some((tool) => tool === name) ? name : "?"}`;
    const message = error?.message ?? "";
    if (outcome === "completed") add(byTool, key, "callsCompleted");
    else if (outcome === "denied") add(byTool, key, "refusedByPeople");
    else if (outcome === "blocked") {
      add(byTool, key, /tool choice of this answer/.test(message) ? "refusedByChoice" : "refusedByPolicy");
    } else if (error?.kind === "unknown_tool") add(byTool, key, "invalid");
    else if (outcome === "failed") add(byTool, key, "callsFailed");
    else add(byTool, key, outcome);
  }
}
