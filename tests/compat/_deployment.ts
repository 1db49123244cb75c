// The deployment that wrote the threads, and that goes on with them: its agents, its tools, and a scripted model. Only the
// public entry points of the package are used, so that the same file runs on any version of it.

import { type Agent, createApp, createDeps, defineAgent, defineTool, type Effect } from "../../src/mod.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";

export const TENANT = "acme";
const KEY = "acme-secret-0123456789";

/** One run of a tool. */
export interface Execution {
  readonly tool: string;
  readonly label: string;
  readonly key: string;
  readonly attempt: number;
}

export type Location =
  | { readonly type: "sqlite"; readonly path: string }
  | { readonly type: "upstash"; readonly url: string; readonly token: string };

/** A store that the test has opened. */
interface OpenedStore {
  readonly type: "given";
  readonly store: ReturnType<typeof createDeps>["store"];
}

export interface DeploymentOptions {
  readonly location: Location | OpenedStore;
  /** Base URL of the scripted model. */
  readonly model: string;
  readonly clock: () => number;
  /** A tool waits for it before it returns. */
  readonly gate?: (label: string) => Promise<void> | undefined;
}

export interface Deployment extends AsyncDisposable {
  readonly executions: Execution[];
  readonly store: ReturnType<typeof createDeps>["store"];
  /** A request of the tenant; a body goes as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The history of a thread as its store keeps it, oldest entry first. */
  storedTexts(thread: string): Promise<string[]>;
}

export function deploy({ location, model, clock, gate = () => undefined }: DeploymentOptions): Deployment {
  const executions: Execution[] = [];
  const deps = createDeps({
    env: {
      TREADLE_API_KEYS: `${TENANT}:${KEY}`,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: model,
      ...variablesOf(location),
    },
    agents: agentsWith(executions, gate),
    stores: {
      ...(location.type === "given" ? { given: () => location.store } : {}),
      sqlite: ({ location: path, lifetimes, clock }) => createSqliteStore({ path, lifetimes, clock }),
    },
    clock,
    log: () => {},
  });
  const app = createApp(deps);
  const deferred: Promise<unknown>[] = [];
  return {
    executions,
    store: deps.store,
    send: async (method, path, body, headers = {}) =>
      await app.fetch(
        new Request(`http://treadle.test${path}`, {
          method,
          headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
        { defer: (promise) => void deferred.push(promise) },
      ),
    async storedTexts(thread) {
      const texts: string[] = [];
      for (;;) {
        const page = await deps.store.history({ tenant: TENANT, thread }, {
          after: texts.length,
          limit: 500,
        });
        if (page === undefined || page.entries.length === 0) return texts;
        texts.push(...page.entries);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(deferred);
      await deps.close();
    },
  };
}

function variablesOf(location: Location | OpenedStore): Record<string, string> {
  switch (location.type) {
    case "sqlite":
      return { TREADLE_STORE: `sqlite:${location.path}` };
    case "upstash":
      return {
        TREADLE_STORE: "upstash",
        UPSTASH_REDIS_REST_URL: location.url,
        UPSTASH_REDIS_REST_TOKEN: location.token,
      };
    case "given":
      return { TREADLE_STORE: "given" };
  }
}

function agentsWith(executions: Execution[], gate: (label: string) => Promise<void> | undefined): Agent[] {
  const tool = (name: string, effect: Effect, needsApproval: boolean) =>
    defineTool({
      name,
      description: `Does the work of class ${effect}.`,
      parameters: ["label"],
      effect,
      needsApproval,
      run: async ({ label }, { idempotencyKey, attempt }) => {
        executions.push({ tool: name, label: String(label), key: idempotencyKey, attempt });
        await gate(String(label));
        return { did: label };
      },
    });
  const common = {
    model: "anthropic/claude-sonnet-4-5",
    instructions: "Do the job.",
    tools: [
      tool("pure", "pure", false),
      tool("keyed", "keyed", false),
      tool("once", "once", false),
      tool("remove", "once", true),
    ],
  };
  return [
    defineAgent({ ...common, name: "worker" }),
    // Its definition is over 4 KB.
    defineAgent({ ...common, name: "wordy", instructions: "Do the job. ".repeat(1_000) }),
    defineAgent({ ...common, name: "exporter", tools: [exportTool()] }),
    defineAgent({ ...common, name: "brief", compaction: { afterEntries: 6, keepEntries: 2 } }),
  ];
}

/** A tool whose result comes later, from outside, within an hour. */
function exportTool() {
  return defineTool({
    name: "export",
    description: "Exports, for up to an hour.",
    parameters: ["label"],
    effect: "once",
    run: ({ label }, context) => context.defer({ ref: label, expiresInMs: 3_600_000 }),
  });
}
