// A deployment in process: the real app and the real runtime on the memory store, with scripted plans and a log to read.

import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createApp } from "../../src/app.ts";
import type { Agent } from "../../src/core/agent.ts";
import type { Driver } from "../../src/core/driver.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { OutboundTransport } from "../../src/core/outbound/setup.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { Clock, Sleep } from "../../src/core/ports.ts";
import type { Provider, ProviderDefinition } from "../../src/core/model/provider.ts";
import type { Store } from "../../src/core/store.ts";
import { type AppDeps, createDeps } from "../../src/deps/create_deps.ts";
import type { LoadProvider } from "../../src/deps/deployed_providers.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../src/kernel/drivers/scripted.ts";
import type { Invocation } from "../../src/http/context.ts";
import type { Plugin } from "../../src/http/plugin.ts";
import type { Authenticate } from "../../src/http/access/identity.ts";
import { orchestration } from "../../src/plugins/orchestration/mod.ts";
import { approvals } from "../../src/plugins/approvals/mod.ts";
import { deferredCalls } from "../../src/plugins/deferred_calls/mod.ts";
import { forks } from "../../src/plugins/forks/mod.ts";
import { wakes } from "../../src/plugins/wakes/mod.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { checkedHistory } from "../support/invariants.ts";
import { readPage } from "../support/page.ts";
import * as z from "zod/mini";
import { assertDocumented } from "./_documented.ts";

export const KEY = "acme-secret-0123456789";
export const OTHER_KEY = "beta-secret-0123456789";

export interface TestApp {
  readonly app: ReturnType<typeof createApp>;
  readonly deps: AppDeps;
  readonly store: Store;
  readonly logs: string[];
  /** Settles when everything that was deferred has settled. */
  idle(): Promise<void>;
  /** A request with the key of tenant acme; objects go as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  fetch(request: Request, invocation?: Invocation): Promise<Response>;
}

export interface TestAppOptions {
  readonly scenario?: readonly ScriptedPlan[];
  /** Takes the place of the scenario. */
  readonly driver?: Driver;
  /** Models to ask beside the scripted one, for agents beyond the tester. */
  readonly providers?: readonly (Provider | ProviderDefinition)[];
  /** Providers that are loaded at their first use: none by default. */
  readonly registry?: Readonly<Record<string, LoadProvider>>;
  readonly agents?: readonly Agent[];
  readonly policies?: readonly Policy[];
  readonly env?: Record<string, string>;
  readonly bindings?: Readonly<Record<string, unknown>>;
  /** Takes the place of the keys. */
  readonly authenticate?: Authenticate;
  readonly basePath?: string;
  /** What the deployment adds to the kernel, beside what asks people, takes results of deferred calls, forks, and wakes threads. */
  readonly plugins?: readonly Plugin[];
  readonly outboundTransport?: OutboundTransport;
  readonly heartbeatMs?: number;
  /** Memory by default. */
  readonly store?: Store;
  readonly clock?: Clock;
  readonly sleep?: Sleep;
}

export const SAYS_HI: readonly ScriptedPlan[] = [{ says: "Hi." }];
export const LOOKS_UP: readonly ScriptedPlan[] = [
  { says: "Let me see.", calls: [{ tool: "echo", args: { text: "hi" } }] },
  { says: "Done." },
];
export const REMOVES: readonly ScriptedPlan[] = [{ calls: [{ tool: "remove", args: { id: "r1" } }] }, {
  says: "Gone.",
}];

export function createTestApp(options: TestAppOptions = {}): TestApp {
  const store = options.store ?? createMemoryStore();
  const logs: string[] = [];
  const deps = createDeps({
    env: {
      TREADLE_STORE: "test",
      ...(options.authenticate === undefined ? { TREADLE_API_KEYS: `acme:${KEY},beta:${OTHER_KEY}` } : {}),
      ...options.env,
    },
    authenticate: options.authenticate,
    agents: [tester, ...options.agents ?? []],
    policies: options.policies ?? [],
    providers: [scripted, ...options.providers ?? []],
    registry: options.registry ?? {},
    stores: { test: () => store },
    drivers: [options.driver ?? createScriptedDriver(options.scenario ?? SAYS_HI)],
    log: (level, message, fields) => logs.push(JSON.stringify({ level, message, ...fields })),
    pollMs: 5,
    plugins: withNeeded(options.plugins ?? []),
    outboundTransport: options.outboundTransport,
    ...(options.bindings === undefined ? {} : { bindings: options.bindings }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.sleep === undefined ? {} : { sleep: options.sleep }),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  });
  const app = createApp(deps, { readAsset: readPage, basePath: options.basePath });
  const deferred: Promise<unknown>[] = [];
  const defer = (promise: Promise<unknown>) => void deferred.push(promise);
  const fetch = async (request: Request, invocation: Invocation = {}) => {
    const response = await app.fetch(request, { defer, ...invocation });
    await assertDocumented(request, response, options.basePath);
    return response;
  };
  return {
    app,
    deps,
    store,
    logs,
    idle: async () => void await Promise.all(deferred),
    fetch,
    async send(method, path, body, headers = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(
        new Request(`http://treadle.test${path}`, {
          method,
          headers: { authorization: `Bearer ${KEY}`, ...type, ...headers },
          ...json,
        }),
      );
      await checkHistories(store);
      return response;
    },
  };
}

/** The tester has a tool that people approve. */
function withNeeded(plugins: readonly Plugin[]): readonly Plugin[] {
  const all = plugins.some(({ asksPeople }) => asksPeople) ? plugins : [...plugins, approvals()];
  const more = [deferredCalls(), orchestration(), forks(), wakes()].filter(({ name }) =>
    !all.some((own) => own.name === name)
  );
  return [...all, ...more];
}

/** Whatever a request did: the threads of acme are linear and legal. */
async function checkHistories(store: Store): Promise<void> {
  const { threads } = await store.list("acme", { limit: 100 });
  for (const { thread } of threads) await checkedHistory(store, { tenant: "acme", thread });
}

/** The JSON object of a response. */
export async function json(response: Response): Promise<JsonObject> {
  return await response.json();
}

/** The schema of an answer, with nothing in it that the schema does not name. */
export function exactly<Shape extends z.core.$ZodShape>({ shape }: { readonly shape: Shape }) {
  return z.strictObject(shape);
}

const echo = defineTool({
  name: "echo",
  description: "Gives back its text.",
  parameters: ["text"],
  effect: "pure",
  run: ({ text }) => ({ text }),
});
const remove = defineTool({
  name: "remove",
  description: "Removes a record.",
  parameters: ["id"],
  needsApproval: true,
  run: ({ id }) => ({ removed: id }),
});
const tester = defineAgent({
  name: "tester",
  description: "For tests.",
  instructions: "Test.",
  driver: "scripted",
  tools: [echo, remove],
});
