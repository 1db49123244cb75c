// A deployment whose agent pays: a tool with the approval that a test gives it, a clock that the test moves, any store.

import type { Plugin } from "../../../src/http/plugin.ts";
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool, type ToolDefinition } from "../../../src/agents/define_tool.ts";
import type { Hooks } from "../../../src/core/agent.ts";
import type { JsonObject, JsonSchema } from "../../../src/core/json.ts";
import type { Store } from "../../../src/core/store.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createTestApp, json, type TestApp } from "../../http/_app.ts";

export const STEPS = "/v1/threads/t1/steps";
export const PARAMETERS: JsonSchema = {
  type: "object",
  properties: { to: { type: "string" }, amount: { type: "number" } },
  required: ["to", "amount"],
  additionalProperties: false,
};

type Terms = Partial<
  Pick<
    ToolDefinition<undefined>,
    "needsApproval" | "approvals" | "approvalTtlMs" | "approvalEdits" | "effect" | "idempotent"
  >
>;

export interface PayOptions {
  readonly terms?: Terms;
  readonly calls?: readonly JsonObject[];
  readonly scenario?: readonly ScriptedPlan[];
  /** Of the tool that pays. */
  readonly parameters?: JsonSchema;
  readonly tools?: readonly Tool[];
  /** The agent has no tool that pays. */
  readonly withoutPay?: true;
  readonly store?: Store;
  readonly hooks?: Hooks;
  readonly agentTtlMs?: number;
  readonly env?: Record<string, string>;
  readonly plugins?: readonly Plugin[];
}

export interface Pay extends TestApp {
  /** The arguments that the tool ran with. */
  readonly paid: JsonObject[];
  /** Moves the clock of the deployment. */
  pass(ms: number): void;
  now(): number;
  /** Runs a step of t1; the first one creates it. */
  step(body?: JsonObject): Promise<JsonObject>;
  /** The calls of t1 that wait. */
  waiting(thread?: string): Promise<{ readonly id: string; readonly digest: string }[]>;
  decide(callId: string, answer: JsonObject): Promise<{ readonly status: number; readonly body: JsonObject }>;
  /** The tool entries of t1. */
  observed(): Promise<JsonObject[]>;
}

export function payTool(terms: Terms, paid: JsonObject[], parameters: JsonSchema = PARAMETERS): Tool {
  return defineTool({
    name: "pay",
    description: "Pays.",
    parameters: { ...parameters },
    needsApproval: true,
    ...terms,
    run: (args) => {
      paid.push(args);
      return { paid: args.amount ?? null };
    },
  });
}

export function createPay(options: PayOptions = {}): Pay {
  const paid: JsonObject[] = [];
  let now = 1_800_000_000_000;
  const calls = options.calls ?? [{ to: "bob", amount: 150 }];
  const agent = defineAgent({
    name: "payer",
    driver: "scripted",
    tools: [
      ...options.withoutPay ? [] : [payTool(options.terms ?? {}, paid, options.parameters)],
      ...options.tools ?? [],
    ],
    ...(options.hooks === undefined ? {} : { hooks: options.hooks }),
    ...(options.agentTtlMs === undefined ? {} : { approvalTtlMs: options.agentTtlMs }),
  });
  const app = createTestApp({
    agents: [agent],
    scenario: options.scenario ??
      [{ calls: calls.map((args) => ({ tool: "pay", args })) }, { says: "Done." }],
    clock: () => now,
    ...(options.store === undefined ? {} : { store: options.store }),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.plugins === undefined ? {} : { plugins: options.plugins }),
  });
  const { send } = app;
  return {
    ...app,
    paid,
    pass: (ms) => void (now += ms),
    now: () => now,
    step: async (body = {}) => await json(await send("POST", STEPS, body)),
    async waiting(thread = "t1") {
      const { calls } = await json(await send("GET", `/v1/threads/${thread}`));
      assert(Array.isArray(calls));
      return calls.flatMap((call) => {
        const { id, state, approval } = call as { id: string; state: string; approval: { digest: string } };
        return state === "approval" ? [{ id, digest: approval.digest }] : [];
      });
    },
    async decide(callId, answer) {
      const response = await send("POST", `/v1/threads/t1/approvals/${callId}`, answer);
      return { status: response.status, body: await json(response) };
    },
    async observed() {
      const { entries } = await json(await send("GET", "/v1/threads/t1/history?limit=200"));
      return (entries as JsonObject[]).filter(({ type }) => type === "tool");
    },
  };
}

/** Plans the calls of the scenario in t1; returns those that wait. */
export async function planned(
  pay: Pay,
  metadata: JsonObject = {},
): Promise<readonly [Waiting, ...Waiting[]]> {
  await pay.step({ agent: "payer", input: "pay", metadata });
  const [first, ...rest] = await pay.waiting();
  return [first ?? assert.fail("no call waits"), ...rest];
}

interface Waiting {
  readonly id: string;
  readonly digest: string;
}
