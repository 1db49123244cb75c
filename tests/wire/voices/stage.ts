// A deployment on the wire of one dialect, with agents of every form whose tools are strangers', and a model that does what a test
// scripts, disobedience included.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { withMedia } from "../../../src/core/content/with_media.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import type { PolicyRule } from "../../../src/core/policy.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { mcpServer } from "../../../src/plugins/mcp/client/mod.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { deferredCalls } from "../../../src/plugins/deferred_calls/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { orchestration } from "../../../src/plugins/orchestration/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import type { ServedMcp } from "../../support/mcp/server.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import type { Canaries } from "./canaries.ts";
import { fetchFromStranger } from "./from_stranger.ts";
import type { HttpTools } from "./http_tools.ts";
import type { Kind } from "./kinds.ts";
import { PIXEL } from "./mcp/results.ts";
import type { Strangers } from "./mcp/strangers.ts";
import { type Event, HOOKS_ENV, hooksDoor, TEMPLATES, toDelivery } from "./senders.ts";

const KEY = "acme-secret-0123456789";

/** The tool of the server that the operator and callers name. */
export const NAMED = "paper";
export const PREFIX = "desk_";

/** One answer of the model. */
export interface Move {
  readonly text?: string;
  readonly calls?: readonly (readonly [name: string, args: object | string])[];
}

/** A model that makes these moves in turn, and then says that it is done. */
export class Actor {
  moves: Move[] = [];
  /** What it quotes where it summarises. */
  quotes: (request: ParsedRequest) => string = () => "Much was seen.";

  readonly reply = (request: ParsedRequest): Reply => {
    const body = JSON.stringify(request.body);
    if (/Summarise th(?:e|is) conversation/.test(body)) return { text: this.quotes(request) };
    const { text, calls = [] } = this.moves.shift() ?? { text: '{"answer":"Done."}' };
    if (!body.includes("Answer with exactly one JSON object")) {
      return {
        ...(text === undefined ? {} : { text }),
        calls: calls.map(([name, args]) => ({ name, arguments: textOf(args) })),
        ignoresChoice: true,
      };
    }
    const [call] = calls;
    const decision = call === undefined
      ? { thought: "So.", type: "final_answer", tool: null, args: null, answer: text ?? "Done." }
      : { thought: "So.", type: "call_tool", tool: call[0], args: call[1], answer: null };
    return { text: JSON.stringify(decision), ignoresChoice: true };
  };
}

function textOf(args: object | string): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

export type Answer = {
  readonly status: number;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly state: string }[];
  readonly [part: string]: unknown;
};

export interface Stage {
  readonly actor: Actor;
  /** The dialect writes arguments as text. */
  readonly takesBrokenArguments: boolean;
  /** Makes a request of a client; the model makes these moves in it. */
  act(thread: string, path: string, body: object, moves?: readonly Move[], method?: string): Promise<Answer>;
  /** Delivers an event to an agent; the model makes these moves in the run that it begins. The id of the thread, if it is taken. */
  deliver(agent: string, event: Event, moves: readonly Move[]): Promise<string | undefined>;
  /** Settles when the deployment logs the message. */
  logged(message: string): Promise<void>;
  /** Milliseconds go by. */
  wait(ms: number): void;
  /** The differences between the past requests of a thread and those that its export leads to. */
  rewritten(thread: string): Promise<readonly unknown[]>;
}

const RULES: readonly PolicyRule[] = [
  { type: "at_most", tool: "look", times: 1 },
  { type: "after", tool: "breaks", after: ["look"] },
];

/** Other models of the servers that take pictures in results: there a name is in the text of a summary's own prompt alone. */
const SUMMARISERS = new Map([
  ["anthropic/claude-sonnet-4-5", "anthropic/claude-haiku-4-5-20251001"],
  ["azure/gpt-5", "azure/gpt-4o"],
  ["gemini/gemini-3.1-pro-preview", "gemini/gemini-3.1-flash"],
  ["openai/gpt-5", "openai/gpt-5-mini"],
  ["openai/gpt-5.6-sol", "openai/gpt-5.6-terra"],
]);

/** The servers of strangers. */
export interface Servers {
  readonly strangers: Strangers;
  readonly modern: ServedMcp;
  readonly httpTools: HttpTools;
}

/** Builds the deployment. */
export function setStage(
  wire: WireCase,
  server: Simulator,
  actor: Actor,
  { strangers, modern, httpTools }: Servers,
  canaries: Canaries,
): Stage {
  const says = (planted: Kind<"result">) => canaries.says("result", planted);
  const tools = [
    defineTool({
      name: "look",
      description: "Looks.",
      effect: "pure",
      run: () => ({ saw: says("output of a local tool") }),
    }),
    defineTool({
      name: "breaks",
      description: "Breaks.",
      effect: "pure",
      run: () => {
        throw new ToolError("failed", says("message of a tool's error"), { hint: says("hint of an error") });
      },
    }),
    defineTool({
      name: "reads",
      description: "Reads a file.",
      effect: "pure",
      run: () =>
        withMedia(says("output beside media"), [
          {
            type: "file",
            mediaType: "text/plain",
            name: `${canaries.word("result", "name of a text")}.txt`,
            data: btoa(says("text of a tool's file")),
          },
          {
            type: "image",
            mediaType: "image/png",
            name: canaries.word("result", "name of a picture"),
            data: PIXEL,
          },
        ]),
    }),
    defineTool({
      name: "asks",
      description: "Asks a person.",
      parameters: ["what"],
      needsApproval: true,
      approvalEdits: true,
      run: () => says("output of an approved tool"),
    }),
    defineTool({
      name: "later",
      description: "Takes long.",
      effect: "once",
      run: (_args, context) => context.defer({ ref: { job: 1 }, expiresInMs: 86_400_000 }),
    }),
    ...httpTools.tools,
  ];
  const page = defineTool({ name: "page", description: "Shows on the page." });
  const source = mcpServer({
    name: "desk",
    url: strangers.server.url,
    prefix: PREFIX,
    approval: "never",
  });
  const hall = mcpServer({ name: "hall", url: modern.url, prefix: "hall_", approval: "never" });
  const common = {
    model: `${wire.provider}/${wire.model}`,
    instructions: "Do the job.",
    tools: [...tools, page],
    toolSources: [source, hall],
    webhooks: TEMPLATES,
    onViolation: "retry" as const,
    maxRetries: 1,
    limits: { outputChars: 600, repeatedCalls: 100, stepsPerRun: 12 },
    ...(wire.settings === undefined ? {} : { settings: wire.settings }),
  };
  let now = Date.UTC(2026, 10, 26);
  const worker = { ...common, name: "worker", tools };
  const agents = [
    defineAgent({ ...common, name: "plain", policy: { rules: [...RULES] } }),
    defineAgent({
      ...common,
      name: "formed",
      finalViaInference: true,
      output: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
    }),
    defineAgent({ ...common, name: "strict", hold: "strict" }),
    defineAgent({ ...common, name: "sums", compaction: { afterEntries: 8, keepEntries: 2 } }),
    // Another model summarises in a prompt of its own, where media are text with their names.
    defineAgent({
      ...common,
      name: "retold",
      compaction: {
        afterEntries: 8,
        keepEntries: 2,
        model: SUMMARISERS.get(common.model) ?? common.model,
      },
    }),
    defineAgent({ ...common, name: "react", driver: "react", finalViaInference: true }),
    defineAgent({ ...common, name: "words", historyForm: "text" }),
    defineAgent({ ...worker, toolSources: [source, hall] }),
    defineAgent({
      ...common,
      name: "lead",
      tools: [tools[0] ?? assert.fail()],
      limits: { ...common.limits, historyEntries: 12 },
      orchestrate: { workers: { hand: { agent: "worker", description: "Works." } } },
    }),
  ];
  const own = wire.fetch?.(server) ?? fetch;
  const awaited = new Map<string, PromiseWithResolvers<void>>();
  const ofStrangers = [strangers.server.url, modern.url, httpTools.url];
  const deps = createDeps({
    registry: PROVIDERS,
    env: {
      ...wire.env(server),
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_STORE: "test",
      TREADLE_PREFIX_CHECKS: "1",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      ...HOOKS_ENV,
    },
    plugins: [
      policies(),
      approvals(),
      summaries(),
      deferredCalls(),
      media(),
      orchestration(),
      wakes(),
      hooksDoor,
    ],
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const isStrange = ofStrangers.some((each) => url.startsWith(each));
      return isStrange ? fetchFromStranger(canaries, input, init) : own(input, init);
    },
    agents,
    clock: () => now,
    sleep: (ms, signal) => sleep(ms <= 8_000 ? 0 : ms, signal),
    log: (_level, message) => awaited.get(message)?.resolve(),
    stores: { test: () => createMemoryStore() },
  });
  const app = createApp(deps);
  const send = async (request: Request, moves: readonly Move[]) => {
    actor.moves = [...moves];
    const deferred: Promise<unknown>[] = [];
    const response = await app.fetch(request, { defer: (promise) => void deferred.push(promise) });
    // What is deferred may defer more.
    for (const promise of deferred) await promise.catch(() => {});
    return response;
  };
  return {
    actor,
    takesBrokenArguments: !wire.objectArgs,
    logged(message) {
      const waiting = Promise.withResolvers<void>();
      awaited.set(message, waiting);
      return waiting.promise;
    },
    wait: (ms) => void (now += ms),
    async rewritten(thread) {
      const url = `http://treadle.test/v1/threads/${thread}/export`;
      const response = await app.fetch(new Request(url, { headers: { authorization: `Bearer ${KEY}` } }));
      const { differences, unprovable } = await verifyThread(await readExport(await response.text()), deps);
      return [...differences, ...unprovable];
    },
    async act(thread, path, body, moves = [], method = "POST") {
      canaries.arrive(JSON.stringify(body));
      const request = new Request(`http://treadle.test/v1/threads/${thread}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
      });
      const response = await send(request, moves);
      const answer = await response.json();
      // A model that does not call what it has to, twice, fails its run; the thread goes on with the next input.
      const isFailure = response.status === 502 || answer.code === "choice_unsupported";
      assert.ok(response.status < 400 || isFailure, JSON.stringify([path, answer]));
      return { ...answer, status: response.status };
    },
    async deliver(agent, { payload, isTaken }, moves) {
      const response = await send(await toDelivery(agent, payload, canaries), moves);
      const text = await response.text();
      assert.equal(response.status, isTaken ? 202 : 204, text);
      return isTaken ? JSON.parse(text).thread : undefined;
    },
  };
}
