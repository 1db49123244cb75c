// A whole runtime in process, on a real store, with agents whose plans are scripted: what runtime tests are written with.

import assert from "node:assert/strict";
import { whyNoTool } from "../../src/agents/agent_parts.ts";
import type { Agent } from "../../src/core/agent.ts";
import type { Driver } from "../../src/core/driver.ts";
import type { Entry } from "../../src/core/entry.ts";
import { AgentError } from "../../src/core/error.ts";
import type { StepEvent } from "../../src/core/event.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { sha256 } from "../../src/core/text/sha256.ts";
import { sleep } from "../../src/deps/ports.ts";
import { createScriptedDriver, type PlanScript } from "../../src/kernel/drivers/scripted.ts";
import { createReactDriver } from "../../src/kernel/drivers/react.ts";
import { createToolCallingDriver } from "../../src/kernel/drivers/tool_calling.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import { readLoggedEvents } from "../../src/kernel/log/event_records.ts";
import type { RunResult, StartedRun } from "../../src/kernel/result.ts";
import { Budgets } from "../../src/plugins/budgets/budgets.ts";
import { MediaStore } from "../../src/plugins/media/media_store.ts";
import { HistoryCache } from "../../src/kernel/stored_history/history_cache.ts";
import { DefinitionCache } from "../../src/kernel/log/read_definition.ts";
import type { StepPlugin } from "../../src/kernel/hooks/plugin.ts";
import { CountGroups } from "../../src/kernel/hooks/count_groups.ts";
import { PluginHost } from "../../src/kernel/hooks/plugin_host.ts";
import { asking } from "../../src/plugins/approvals/judge.ts";
import { changePins } from "../../src/plugins/pins/pin_changes.ts";
import { admitPins } from "../../src/plugins/pins/pins.ts";
import { DELEGATION } from "../../src/plugins/orchestration/delegation.ts";
import { compact } from "../../src/plugins/summaries/compact.ts";
import { CapabilityCache } from "../../src/kernel/plan/capability_cache.ts";
import type { RunDeps } from "../../src/kernel/run_deps.ts";
import type { StepRequest } from "../../src/kernel/request.ts";
import { startRun } from "../../src/kernel/run.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../src/testing/recording_store.ts";
import { createExecutor } from "../../src/kernel/tools/executor.ts";
import { checkJson } from "../../src/kernel/tools/validate.ts";
import { assertStable, assertWellFormedStream, checkedHistory } from "./invariants.ts";
import { assertLegalRun } from "./events/legal_run.ts";
import { NO_WAKES } from "./unused_deps.ts";
import { NO_CONTRIBUTIONS } from "../../src/kernel/deps.ts";
import type { WakingDeps } from "../../src/http/ports/waking.ts";
import { enqueueInput } from "../../src/plugins/wakes/enqueue_input.ts";
import { wakeThread } from "../../src/plugins/wakes/wake_on_request.ts";

export interface LabOptions {
  readonly agents: readonly Agent[];
  /** Plans of the driver named "scripted". */
  readonly scenario?: PlanScript;
  /** More drivers, by name. */
  readonly drivers?: readonly Driver[];
  readonly store?: Store;
  /** What decides about its steps, besides what asks people. */
  readonly plugins?: readonly StepPlugin[];
  /** In the place of `plugins`: agents with policies have `policyHost()` of tests/plugins/policies. */
  readonly host?: LabHost;
  /** Leave histories unread: their entries are fillers, or reading them would cost what is measured. */
  readonly unchecked?: boolean;
  readonly deps?: Partial<RunDeps>;
}

export interface Ran {
  readonly events: StepEvent[];
  readonly answer: RunResult;
  readonly replayed: boolean;
}

export interface Lab {
  readonly store: Store;
  readonly deps: RunDeps & WakingDeps;
  /** Runs a request to its end and checks the stream and the history. Thread `t1` and the first agent unless said otherwise. */
  run(request?: Asked): Promise<Ran>;
  /** Starts a request, whose run its caller calls. */
  start(request?: Asked): Promise<StartedRun>;
  /** The AgentError that the request is refused with. */
  refused(request?: Asked): Promise<AgentError>;
  /** The whole history of a thread, checked. */
  history(thread?: string): Promise<Entry[]>;
  /** The events in the log of a thread. */
  logged(thread?: string): Promise<StepEvent[]>;
  /** Calls of the store, counted by method. */
  readonly counts: Map<string, number>;
}

export type Asked = Partial<Omit<StepRequest, "ref">> & { thread?: string; tenant?: string; input?: string };

/** Makes the plugins of a lab, whose parts are there when a step begins. */
export type LabHost = (deps: () => RunDeps) => PluginHost;

/** The plugins of a deployment that asks people. */
export function hostOf(...plugins: readonly StepPlugin[]): PluginHost {
  return new PluginHost([...plugins, asking]);
}

export function createLab(options: LabOptions): Lab {
  assertPoliciesRead(options);
  const bare = options.store ?? createMemoryStore();
  const { store, counts } = createRecordingStore(bare);
  const drivers = [
    createScriptedDriver(options.scenario ?? []),
    ...options.drivers ?? [],
    createToolCallingDriver(),
    createReactDriver(),
  ];
  const provider = createScriptedProvider({ sleep });
  const deps: RunDeps & WakingDeps = {
    sha256,
    store,
    histories: new HistoryCache(1_000_000),
    definitions: new DefinitionCache(),
    media: new MediaStore(32_000_000),
    mediaLimits: { bytes: 20_000_000, tenantBytesPerDay: undefined, cacheBytes: 32_000_000 },
    countGroups: new CountGroups(),
    capabilities: new CapabilityCache(),
    accounts: undefined,
    ledger: true,
    spending: new Budgets(),
    lateResults: { urlOf: undefined },
    waking: { open: () => NO_WAKES, enqueue: enqueueInput, wake: wakeThread },
    pinning: { change: changePins, admit: admitPins },
    delegation: DELEGATION,
    contributions: NO_CONTRIBUTIONS,
    afterPlan: [compact],
    wakes: NO_WAKES,
    agents: new Map(options.agents.map((agent) => [agent.name, agent])),
    plugins: options.host?.(() => deps) ?? hostOf(...options.plugins ?? []),
    model: (ref) => ({ provider, model: "demo", ref: ref ?? "scripted/demo" }),
    driver(name) {
      const driver = drivers.find((candidate) => candidate.name === name);
      if (driver) return driver;
      throw new AgentError("agent_invalid", `There is no driver ${name}.`);
    },
    executor: createExecutor({ clock: Date.now, sleep }),
    sources: {
      store,
      outbound: { fetch, allowPrivate: [], log: () => {} },
      clock: Date.now,
      log: () => {},
      env: {},
      check: whyNoTool,
      sleep,
      random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
      sealSecrets: [],
    },
    checkJson,
    environmentChoice: undefined,
    fetch,
    clock: Date.now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sleep,
    log: () => {},
    wakeLimits: { budgetMs: 0, failures: 5 },
    outbound: { fetch, allowPrivate: [], log: () => {} },
    sealSecrets: [],
    ...options.deps,
  };
  const seen = new Map<string, Entry[]>();
  const read = async (ref: ThreadRef) => {
    const name = `${ref.tenant}/${ref.thread}`;
    const entries = await checkedHistory(bare, ref);
    assertStable(seen.get(name) ?? [], entries);
    seen.set(name, entries);
    return entries;
  };
  const start = (asked: Asked) => {
    const { thread: _thread, tenant: _tenant, input, ...rest } = asked;
    return startRun({
      ref: refOf(asked),
      inputs: input === undefined ? [] : [input],
      until: "step",
      toolResults: [],
      busy: "reject",
      resumable: false,
      ...(rest.agent === undefined && input !== undefined && options.agents[0]
        ? { agent: options.agents[0].name }
        : {}),
      ...rest,
    }, deps);
  };
  return {
    store,
    deps,
    counts,
    start: (asked = {}) => start(asked),
    async run(asked = {}) {
      const started = await start(asked);
      if (started.type === "queued") throw new Error("The request was queued.");
      const events: StepEvent[] = [];
      const answer = await started.run((event) => events.push(event));
      assertWellFormedStream(events);
      assert.ok(assertLegalRun(events, started.type === "replayed" ? "repeated" : "live"));
      if (!options.unchecked) await read(refOf(asked));
      return { events, answer, replayed: started.type === "replayed" };
    },
    async refused(asked = {}) {
      try {
        await start(asked);
      } catch (error) {
        if (error instanceof AgentError) return error;
        throw error;
      }
      throw new Error("The request was not refused.");
    },
    async history(thread = "t1") {
      return await read({ tenant: "acme", thread });
    },
    async logged(thread = "t1") {
      const page = await bare.readEvents({ tenant: "acme", thread }, 0, 1_000);
      return [...readLoggedEvents(page?.events ?? [])];
    },
  };
}

/** Without a plugin that reads it a policy would hold nothing. */
function assertPoliciesRead({ agents, host, deps }: LabOptions): void {
  const ruled = agents.find(({ policy }) => policy !== undefined);
  if (ruled === undefined || host !== undefined || deps?.plugins !== undefined) return;
  assert.fail(`Agent ${ruled.name} has a policy: the lab needs the host policyHost().`);
}

function refOf({ thread = "t1", tenant = "acme" }: Asked): ThreadRef {
  return { tenant, thread };
}
