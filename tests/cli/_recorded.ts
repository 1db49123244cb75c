// A deployment on a simulated provider whose threads are exported and verified: the whole app, over the requests of its clients.

import assert from "node:assert/strict";
import type { Agent } from "../../src/core/agent.ts";
import { createApp } from "../../src/app.ts";
import { createDeps } from "../../src/deps/create_deps.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Store } from "../../src/core/store.ts";
import type { ModelSettings } from "../../src/core/model/model_settings.ts";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import type { VerifyParts } from "../../src/cli/verify/past_requests.ts";
import { type Report, verifyThread } from "../../src/cli/verify/verify_thread.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { forks } from "../../src/plugins/forks/mod.ts";
import { media } from "../../src/plugins/media/mod.ts";
import { approvals } from "../../src/plugins/approvals/mod.ts";
import { budgets } from "../../src/plugins/budgets/mod.ts";
import { openaiApi } from "../../src/plugins/openai_api/mod.ts";
import { orchestration } from "../../src/plugins/orchestration/mod.ts";
import { pins } from "../../src/plugins/pins/mod.ts";
import { summaries } from "../../src/plugins/summaries/mod.ts";
import { PROVIDERS } from "../../src/provider_registry.ts";
import type { WireCase } from "../wire/case.ts";
import type { ParsedRequest, Reply } from "../wire/openai/reply.ts";
import type { Simulator } from "../wire/simulator.ts";

export const KEY = "acme-secret-0123456789";

export interface Recorder {
  readonly parts: VerifyParts;
  readonly store: Store;
  readonly server: Simulator;
  post(path: string, body: object, status?: number): Promise<Answer>;
  put(path: string, body: object): Promise<void>;
  /** Runs a step, or several with `until`. */
  step(
    thread: string,
    body: object,
    status?: number,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Answers the approval that the thread waits for. */
  decide(thread: string, approved: boolean, reason?: string): Promise<void>;
  export(thread: string): Promise<string>;
  /** Exports and verifies. */
  verify(thread: string): Promise<Report>;
}

export interface Answer {
  readonly status: number;
  readonly thread: { readonly status: string; readonly version: number; readonly pins?: readonly number[] };
  readonly calls: readonly { readonly id: string; readonly name: string; readonly state: string }[];
  readonly output: string | null;
  readonly code?: string;
}

/** What the model does unless a test has another reply: a job says how many plans call tools, such as "2 calls". */
export function worker({ choice, tools, history, parallel, body }: ParsedRequest): Reply {
  if (/Answer with the summary only/.test(JSON.stringify(body))) return { text: "Jobs were done." };
  if (choice.kind === "none" || tools.length === 0) return { text: "I have no tool to call." };
  const from = history.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
  const [, count = "0", name = "look"] = /(\d+) calls?(?: of (\w+))?/.exec(textAt(history, from)) ?? [];
  const made = history.slice(from + 1).filter((entry) => entry.kind === "result").length;
  // What the API has no field for is told behind the conversation, by the names of the agent.
  const [, told] = /Call the tool (\w+) in your next answer/.exec(textAt(history, from)) ?? [];
  if (/call no tool in your next answer/.test(textAt(history, from))) return { text: "I was told not to." };
  const named = told !== undefined && tools.includes(told)
    ? told
    : choice.kind === "named"
    ? choice.name
    : choice.kind === "allowed"
    ? choice.names[0]
    : undefined;
  const isForced = named !== undefined && made === 0 || choice.kind === "required";
  if (!isForced && made >= Number(count)) return { text: `Done after ${made} calls.` };
  const wanted = named ?? (tools.includes(name) ? name : tools[0] ?? "");
  const call = { name: wanted, arguments: JSON.stringify({ at: `place ${made}` }) };
  return { calls: parallel && made === 0 && count === "3" ? [call, { ...call }] : [call] };
}

function textAt(history: ParsedRequest["history"], index: number): string {
  const entry = history[index];
  return entry?.kind === "message" ? entry.text : "";
}

const look = defineTool({
  name: "look",
  description: "Looks at a place.",
  parameters: [{ name: "at", description: "The place" }],
  effect: "pure",
  run: ({ at }) => ({ at, sky: "clear", note: 'It is "fine" — 18 °C.' }),
});
const find = defineTool({
  name: "find",
  description: "Finds a thing.",
  parameters: ["at"],
  effect: "keyed",
  run: ({ at }) => `Found at ${at}.`,
});
const remove = defineTool({
  name: "remove",
  description: "Removes a thing.",
  parameters: ["at"],
  needsApproval: true,
  run: ({ at }) => ({ removed: at }),
});
const dump = defineTool({
  name: "dump",
  description: "Returns a large text.",
  parameters: ["at"],
  effect: "pure",
  maxOutputBytes: 200_000,
  run: () => "x".repeat(90_000),
});

export interface RecorderOptions {
  readonly reply?: (request: ParsedRequest) => Reply | Promise<Reply>;
  readonly settings?: ModelSettings;
  /** Of every agent. */
  readonly limits?: Partial<Agent["limits"]>;
  readonly store?: Store;
  readonly agents?: (common: Parameters<typeof defineAgent>[0]) => readonly Agent[];
}

/** Starts the deployment; `using` ends it. */
export async function startRecorder(
  wire: WireCase,
  { reply = worker, settings, limits, store = createMemoryStore(), agents = () => [] }: RecorderOptions = {},
): Promise<Recorder & AsyncDisposable> {
  const server = await wire.start({ reply });
  const common = {
    name: "worker",
    model: `${wire.provider}/${wire.model}`,
    instructions: "Do the job.\n\nBe brief — “quietly”.",
    tools: [look, find, remove, dump],
    settings: { ...wire.settings, ...settings },
    limits,
  };
  const deps = createDeps({
    plugins: [approvals(), budgets(), forks(), media(), openaiApi(), orchestration(), pins(), summaries()],
    registry: PROVIDERS,
    env: { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "given", ...wire.env(server) },
    agents: [
      defineAgent(common),
      defineAgent({ ...common, name: "sparing", tokenEfficient: true, plan: { phases: ["look", "tell"] } }),
      defineAgent({ ...common, name: "textual", historyForm: "text" }),
      defineAgent({ ...common, name: "brief", compaction: { afterEntries: 6, keepEntries: 2 } }),
      defineAgent({
        ...common,
        name: "narrow",
        limits: { ...limits, historyEntries: 6, repeatedCalls: 100 },
      }),
      defineAgent({ ...common, name: "single", limits: { ...limits, parallelCalls: 1 } }),
      ...agents(common),
    ],
    stores: { given: () => store },
    bindings: wire.bindings?.(server),
    fetch: wire.fetch?.(server),
    log: () => {},
  });
  const app = createApp(deps);
  const deferred: Promise<unknown>[] = [];
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) =>
    await app.fetch(
      new Request(`http://treadle.test${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
      { defer: (promise) => void deferred.push(promise) },
    );
  const post = async (
    path: string,
    body: object,
    status = 200,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await send("POST", path, body, headers);
    const answer = await response.json();
    assert.equal(response.status, status, `POST ${path}: ${JSON.stringify(answer)}`);
    return { ...answer, status: response.status };
  };
  const exported = async (thread: string) => {
    const response = await send("GET", `/v1/threads/${thread}/export`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/x-ndjson");
    return await response.text();
  };
  return {
    parts: deps,
    store,
    server,
    post,
    async put(path, body) {
      const response = await send("PUT", path, body);
      assert.equal(response.status, 200, `PUT ${path}: ${await response.text()}`);
    },
    step: (thread, body, status, headers) => post(`/v1/threads/${thread}/steps`, body, status, headers),
    async decide(thread, approved, reason) {
      const { calls } = await (await send("GET", `/v1/threads/${thread}`)).json();
      const { id } = calls.find(({ state }: { state: string }) => state === "approval");
      await post(`/v1/threads/${thread}/approvals/${id}`, { approved, reason });
    },
    export: exported,
    verify: async (thread) => await verifyThread(await readExport(await exported(thread)), deps),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(deferred);
      await deps.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Everything of the thread was recorded, and every request of it is proven. */
export function assertVerified(report: Report, name: string): void {
  const { differences, unprovable, verdict, chain } = report;
  assert.deepEqual(differences, [], name);
  assert.deepEqual(unprovable, [], name);
  assert.equal(verdict, "verified", `${name}: ${JSON.stringify({ ...report, chain: chain.type })}`);
  assert.ok(report.proven > 0, `${name} has no request`);
}
