// What the fault tests stand on: a real Redis behind the REST bridge, a model that does what the input says, a ledger that
// records what tools really did, and both runtimes to boot, break and boot again.

import assert from "node:assert/strict";
import type { Entry, ToolEntry } from "../../../src/core/entry.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import { BEGIN } from "../../../src/stores/upstash/lua/begin.ts";
import { COMMIT } from "../../../src/stores/upstash/lua/commit.ts";
import { MARK } from "../../../src/stores/upstash/lua/lease.ts";
import type { Script } from "../../../src/stores/upstash/lua/script.ts";
import { hashOfScript } from "../../../src/stores/upstash/script_hash.ts";
import { ThreadKeys } from "../../../src/stores/upstash/keys.ts";
import { bootDeno, type BootedProcess } from "../../support/boot_deno.ts";
import { bootWorker, type WorkerOptions } from "../support/boot_worker.ts";
import { frames } from "../support/client.ts";
import { assertLinearHistory, assertWellFormedStream } from "../../support/invariants.ts";
import { type Ledger, serveLedger } from "../support/ledger.ts";
import {
  type OpenAIServer,
  type ParsedRequest,
  type Reply,
  serveOpenAI,
  simulatedKey,
} from "../../wire/openai/server.ts";
import { type Fault, type FaultSubject, type RedisRest, serveRedisRest } from "../../support/redis/rest.ts";
import { type RedisServer, startRedis } from "../../support/redis/server.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";

const BOOTS = { deno: bootDeno, workerd: bootWorker };

export type RuntimeName = keyof typeof BOOTS;

export const RUNTIMES: readonly RuntimeName[] = ["deno", "workerd"];

/** Miniflare keeps a child process and timers beyond a test's own scope. */
export const loose = { sanitizeOps: false, sanitizeResources: false };

/** Whose key the servers have. */
export const TENANT = "acme";
const KEY = "key-of-acme-0123456789";
const AUTHORIZED = { authorization: `Bearer ${KEY}` };

/** A booted runtime whose `fetch` shows the key. */
export type Runtime = BootedProcess;

export interface Scene extends AsyncDisposable {
  readonly redis: RedisServer;
  readonly rest: RedisRest;
  readonly openai: OpenAIServer;
  readonly ledger: Ledger;
  /** `more` are variables beside those of the scene. */
  boot(name: RuntimeName, options?: WorkerOptions, more?: Record<string, string>): Promise<Runtime>;
  /**
   * The model's next answer number `turn` (from 0) to the job differs in this; resolves when it is asked for. With
   * `before`, it says nothing at all until that settles.
   */
  bend(job: string, turn: number, reply: Reply, before?: Promise<unknown>): Promise<void>;
  /** What befalls requests to the store from now on; set it. */
  onStore: (script: ScriptName | undefined, request: FaultSubject) => Fault | undefined;
  /** Stands for the 30 seconds after which the lease of a dead worker runs out. */
  expireLease(thread: string): Promise<void>;
  /** The whole history, checked. `pending`: ids of calls that have not run yet. */
  history(runtime: Runtime, thread: string): Promise<Entry[]>;
}

/** The store's scripts that tests wait for. */
export type ScriptName = "begin" | "mark" | "commit";

/** `id: once keyed+pure`: an answer that calls `once`, one that calls `keyed` and `pure` at once, and "Done: id". */
export function job(id: string, ...steps: string[]): string {
  return `${id}: ${steps.join(" ")}`;
}

/** How the ledger knows a call: by its job and its place in it, counted from 0. */
export function labelOf(id: string, place: number): string {
  return `${id}/${place}`;
}

export function finalText(id: string): string {
  return `Done with the job that was given to me as ${id}, as it should be.`;
}

export interface SceneOptions {
  /** Redis writes its append-only file, so that it may be killed too. */
  readonly appendonly?: boolean;
  /** How long the ledger takes for each answer. */
  readonly ledgerMs?: () => number;
  /** What every answer of the model has besides what it says. */
  readonly manner?: () => Reply;
}

export async function openScene({ appendonly = false, ledgerMs, manner }: SceneOptions = {}): Promise<Scene> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis({ appendonly }));
  const rest = stack.use(
    await serveRedisRest({
      redis,
      token: "token-for-tests",
      faults: (request) => scene.onStore(scriptOf(request), request),
    }),
  );
  const ledger = stack.use(serveLedger({ delayMs: ledgerMs }));
  const bends = new Map<string, Bend>();
  const openai = stack.use(
    await serveOpenAI({
      reply: async (request) => ({ ...manner?.(), ...await answer(request, ledger.url, bends) }),
    }),
  );
  const direct = new RespClient(redis);
  stack.defer(() => direct.close());
  const env = {
    UPSTASH_REDIS_REST_URL: rest.url,
    UPSTASH_REDIS_REST_TOKEN: rest.token,
    TREADLE_API_KEYS: `${TENANT}:${KEY}`,
    TREADLE_MODEL: "openai/gpt-4.1",
    OPENAI_API_KEY: simulatedKey,
    OPENAI_BASE_URL: openai.url,
  };
  const owned = stack.move();
  const scene: Scene = {
    redis,
    rest,
    openai,
    ledger,
    onStore: () => undefined,
    boot: async (name, bootOptions, more) => {
      const booted = await BOOTS[name]({ ...env, ...more }, {
        agents: "tests/slow/integration/_agents.ts",
        ...bootOptions,
      });
      return {
        ...booted,
        fetch: (path, init) =>
          booted.fetch(path, {
            ...init,
            headers: { ...AUTHORIZED, ...Object.fromEntries(new Headers(init?.headers)) },
          }),
      };
    },
    bend: (id, turn, reply, before) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      bends.set(`${id} ${turn}`, { reply, before, asked: resolve });
      return promise;
    },
    expireLease: async (thread) => {
      await direct.send([["DEL", new ThreadKeys("td", { tenant: TENANT, thread }).lease]]);
    },
    history: async (runtime, thread) => {
      assert.deepEqual(openai.complaints, [], "the model was asked in ways that its script does not know");
      const entries: Entry[] = [];
      for (let after: number | null = 0; after !== null;) {
        const response = await runtime.fetch(`/v1/threads/${thread}/history?limit=200&after=${after}`);
        const page: { entries: Entry[]; next: number | null } = await response.json();
        entries.push(...page.entries);
        after = page.next;
      }
      const response = await runtime.fetch(`/v1/threads/${thread}`);
      const { calls }: { calls: { id: string }[] } = await response.json();
      assertLinearHistory(entries, calls.map(({ id }) => id));
      return entries;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return scene;
}

// Requests --------------------------------------------------------------------------------------------------------------

/** Follows a thread's event log to the end of what runs, and checks the stream. Waits for a running step, whoever runs it. */
export async function followEvents(runtime: Runtime, thread: string, after = 0): Promise<StepEvent[]> {
  const response = await runtime.fetch(`/v1/threads/${thread}/events?after=${after}`);
  assert.equal(response.status, 200, `events of ${thread}`);
  const events: StepEvent[] = [];
  for await (const { data } of frames(response.body ?? assert.fail("no body"))) {
    const event: StepEvent | { type: "stream.failed"; message: string } = JSON.parse(data);
    if (event.type === "stream.failed") assert.fail(event.message);
    events.push(event);
  }
  if (after === 0) assertWellFormedStream(events);
  return events;
}

/** Begins a step over SSE and returns its response, whose body is the caller's to read or to leave. */
export async function openStep(
  runtime: Pick<Runtime, "fetch">,
  thread: string,
  body: object,
  init: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  return await runtime.fetch(`/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...init.headers },
    body: JSON.stringify(body),
    ...(init.signal ? { signal: init.signal } : {}),
  });
}

export function observationsOf(entries: readonly Entry[]): ToolEntry[] {
  return entries.filter((entry) => entry.type === "tool");
}

// The store -------------------------------------------------------------------------------------------------------------

const SCRIPTS: readonly (readonly [ScriptName, readonly string[]])[] = [
  ["begin", await formsOf(BEGIN)],
  ["mark", await formsOf(MARK)],
  ["commit", await formsOf(COMMIT)],
];

async function formsOf({ source, locking }: Script): Promise<string[]> {
  return [source, locking, await hashOfScript(source), await hashOfScript(locking)];
}

/** Which of our scripts a request runs, beside those of the ledger; by hash or, when Redis does not know it yet, by source. */
function scriptOf({ commands }: FaultSubject): ScriptName | undefined {
  const run = commands.map(([, what]) => what);
  return SCRIPTS.find(([, forms]) => forms.some((form) => run.includes(form)))?.[0];
}

// The model -------------------------------------------------------------------------------------------------------------

interface Bend {
  readonly reply: Reply;
  readonly before: Promise<unknown> | undefined;
  asked(): void;
}

async function answer(
  { history }: ParsedRequest,
  ledger: string,
  bends: Map<string, Bend>,
): Promise<Reply> {
  const last = history.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
  const said = history[last];
  // Inputs that were sent one after the other are one message; the last line counts.
  const line = (said?.kind === "message" ? said.text : "").split("\n").at(-1) ?? "";
  const [id = "", text = ""] = line.split(/:\s*/);
  const plans = text.split(" ").filter((word) => word !== "").map((word) => word.split("+"));
  const made = history.slice(last + 1).filter((entry) => entry.kind === "call").length;
  const { turn, plan } = planAfter(plans, made);
  const bend = bends.get(`${id} ${turn}`);
  bends.delete(`${id} ${turn}`);
  bend?.asked();
  await bend?.before;
  const planned: Reply = plan.length === 0 ? { text: finalText(id) } : {
    text: `Now ${plan.join(" and ")}.`,
    calls: plan.map((name, index) => ({
      name,
      arguments: JSON.stringify({ ledger, label: labelOf(id, made + index) }),
    })),
  };
  return { ...planned, ...bend?.reply };
}

/** The plan that follows when this many calls have been made, and its number. */
function planAfter(plans: readonly string[][], made: number): { turn: number; plan: readonly string[] } {
  let left = made;
  for (const [turn, plan] of plans.entries()) {
    if (left < plan.length) return { turn, plan };
    left -= plan.length;
  }
  return { turn: plans.length, plan: [] };
}
