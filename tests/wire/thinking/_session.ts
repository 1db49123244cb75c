// One thread of a Claude model against a server that checks preserved thinking.
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { pins } from "../../../src/plugins/pins/mod.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Store } from "../../../src/core/store.ts";
import type { StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import type { StepRequest } from "../../../src/kernel/request.ts";
import type { RunResult } from "../../../src/kernel/result.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";

/** Pauses before another try last at most this long; those are left out. */
const LONGEST_PAUSE_MS = 8_000;

export const THREAD = { tenant: "acme", thread: "t1" };

export type Asked = Partial<Omit<StepRequest, "ref">> & { readonly input?: string; readonly thread?: string };

export interface Session {
  readonly deps: RuntimeDeps;
  readonly store: Store;
  /** Runs to the end of the run; fails when the step fails. */
  run(asked?: Asked): Promise<RunResult>;
  /** The same, with what it fails with. */
  attempt(asked?: Asked): Promise<RunResult>;
  /** Statuses of the requests since the last call. */
  statuses(): (number | undefined)[];
  /** Why the prompt of the thread was cut, each time. */
  cuts(): Promise<string[]>;
  /** The verdict on the record of a thread: `verified` where every request is written again byte for byte. */
  verdict(thread?: string): Promise<string>;
}

export function caseOf(name: string): WireCase {
  return CASES.find((each) => each.name === name) ?? assert.fail(`no wire case ${name}`);
}

export const tool = (name: string, output = "blue") =>
  defineTool({ name, description: "Looks.", parameters: ["at"], effect: "pure", run: () => output });

/** A model that thinks, calls once where it may, and answers from what it saw. */
export function thinksAndCalls({ choice, tools, history }: ParsedRequest): Reply {
  const reasoning = `Thought ${history.length}.`;
  const [name] = tools;
  const isForced = choice.kind === "named" || choice.kind === "required";
  if (name === undefined || choice.kind === "none" || (!isForced && history.at(-1)?.kind === "result")) {
    return { reasoning, text: "It is blue." };
  }
  const chosen = choice.kind === "named" ? choice.name : name;
  return { reasoning, calls: [{ name: chosen, arguments: `{"at":"sky ${history.length}"}` }] };
}

/** `store` is that of an isolate before. */
export function openSession(
  wire: WireCase,
  server: Simulator,
  definition: Omit<AgentDefinition, "name">,
  store: Store = createMemoryStore(),
  plugins: readonly StepPlugin[] = [],
): Session {
  const deps = createDeps({
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1", TREADLE_PREFIX_CHECKS: "strict" },
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    agents: [defineAgent({ name: "a", model: `${wire.provider}/${wire.model}`, ...definition })],
    plugins: [...plugins, approvals(), pins(), policies(), summaries()],
    log: () => {},
    sleep: (ms, signal) => sleep(ms <= LONGEST_PAUSE_MS ? 0 : ms, signal),
    stores: { test: () => store },
  });
  let seen = 0;
  const attempt = async ({ input, thread, ...asked }: Asked = {}) => {
    const ref = { ...THREAD, ...(thread === undefined ? {} : { thread }) };
    const started = await startRun({
      ref,
      agent: "a",
      inputs: input === undefined ? [] : [input],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
      ...asked,
    }, deps);
    if (started.type !== "running") return assert.fail(started.type);
    const result = await started.run(() => {});
    assert.deepEqual(server.complaints, []);
    return result;
  };
  return {
    deps,
    store,
    attempt,
    async run(asked) {
      const result = await attempt(asked);
      assert.equal(result.error, undefined, JSON.stringify(result.error));
      return result;
    },
    async cuts() {
      const page = await store.history(THREAD, { after: 0, limit: 1_000 });
      return (page?.entries ?? []).map(readEntry).flatMap((entry) => entry.type === "cut" ? entry.why : []);
    },
    statuses() {
      const statuses = server.requests.slice(seen).map(({ status }) => status);
      seen = server.requests.length;
      return statuses;
    },
    async verdict(thread = THREAD.thread) {
      const lines: string[] = [];
      for await (const line of await exportThread({ ...THREAD, thread }, deps)) {
        lines.push(JSON.stringify(line));
      }
      const { verdict, differences } = await verifyThread(
        await readExport(lines.map((line) => `${line}\n`).join("")),
        deps,
      );
      assert.deepEqual(differences, []);
      return verdict;
    },
  };
}
