// Deliberate defects: what could go wrong in begin, commit, the executor or act, planted one at a time. The chaos must find
// each of them. Those of the scripts are changes of the real Lua text; those of memory change the tables under the real
// begin and commit; the others sit between the runtime and its store or its executor.

import assert from "node:assert/strict";
import type { Observation } from "../../../src/core/entry.ts";
import type { ExecutionContext } from "../../../src/core/executor.ts";
import type { AgentState } from "../../../src/core/state.ts";
import type { Store } from "../../../src/core/store.ts";
import type { CommitRequest } from "../../../src/core/store/commit.ts";
import type { HistoryWindow } from "../../../src/core/store/thread.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import type { RunDeps } from "../../../src/kernel/run_deps.ts";
import { BEGIN } from "../../../src/stores/upstash/lua/begin.ts";
import { COMMIT } from "../../../src/stores/upstash/lua/commit.ts";
import { FLUSH, MARK } from "../../../src/stores/upstash/lua/lease.ts";
import { DECIDE } from "../../../src/stores/upstash/lua/thread.ts";
import { LOCKING_LINE, type Script } from "../../../src/stores/upstash/lua/script.ts";
import type { InboxItem, ReceiptRecord, ThreadRecord } from "../../../src/stores/embedded/tables.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import type { ChaosOptions } from "../chaos.ts";
import { overridden } from "../overridden.ts";
import type { ViolationKind } from "../world.ts";

/** How a defect is looked for, and as what it shows. */
export interface Mutation {
  readonly name: string;
  /** Any of these. */
  readonly caughtAs: readonly ViolationKind[];
  /** 0.15 unless said otherwise. */
  readonly crash?: number;
  /** For defects that only a lost lease brings to light. */
  readonly stall?: number;
}

/** A defect of a script: this text of it becomes that. */
export interface ScriptDefect {
  readonly script: Script;
  readonly text: string;
  readonly becomes: string;
}

/** A defect of a script that the chaos finds. */
export interface ScriptMutation extends Mutation, ScriptDefect {}

/** A defect of the tables under the memory store's begin and commit. */
export interface TableMutation extends Mutation {
  readonly tables: () => MemoryTables;
}

/** A defect between the runtime and what it is given. */
export interface RuntimeMutation extends Mutation, Pick<ChaosOptions, "alterStore" | "alterDeps"> {}

export const SCRIPT_MUTATIONS: readonly ScriptMutation[] = [
  {
    name: "begin does not raise the epoch",
    script: BEGIN,
    text: "epoch = epoch + 1\nlocal created",
    becomes: "local created",
    stall: 0.1,
    caughtAs: ["events", "observation_wrong"],
  },
  {
    name: "begin queues the inputs of a repeated key again",
    script: BEGIN,
    text: "if accepted then inputs, lastInput = 0, moreArgs - 1 end",
    becomes: "",
    caughtAs: ["input_twice"],
  },
  {
    name: "begin takes no lease",
    script: BEGIN,
    text: "redis.call('SET', K.lease, owner, 'PX', N.leaseMs)",
    becomes: "",
    crash: 0,
    caughtAs: ["unknown_unstarted"],
  },
  {
    name: "begin replays without the entries of the request's first run",
    script: BEGIN,
    text: "r.text, first, behind, entries(first, behind, length",
    becomes: "r.text, behind, behind, entries(behind, behind, length",
    caughtAs: ["replay_differs"],
  },
  {
    name: "begin forgets that a key was accepted",
    script: BEGIN,
    text: "accepted = true\n    if behind",
    becomes: "if behind",
    caughtAs: ["input_twice", "step_twice"],
  },
  {
    name: "begin does not return the newest entry",
    script: BEGIN,
    text: "take(K.active, size - 1)",
    becomes: "take(K.active, size - 2)",
    caughtAs: ["step_twice", "step_missing", "input_missing", "error", "replay_differs", "history"],
  },
  {
    name: "commit ignores the fence",
    script: COMMIT,
    text: "if epoch ~= current or not beganLast then",
    becomes: "if false then",
    stall: 0.1,
    caughtAs: ["step_twice", "error"],
  },
  {
    name: "commit ignores fence and version",
    script: COMMIT,
    text: "if epoch ~= current or not beganLast then",
    becomes: "version = N.version\nif false then",
    stall: 0.1,
    caughtAs: ["step_twice", "history", "history_changed", "replay_differs"],
  },
  {
    name: "commit is not recognised when it comes again",
    script: COMMIT,
    text:
      "if tonumber(made) == N.version + 1 and by == owner then return answer(N.version + 1, tonumber(nextEpoch), 0, 0) end",
    becomes: "",
    crash: 0,
    caughtAs: ["error"],
  },
  {
    name: "commit appends again when it comes again",
    script: COMMIT,
    text: "if tonumber(made) == N.version + 1 and by == owner then return",
    becomes: `if tonumber(made) == N.version + 1 and by == owner then
  for i = moreArgs, moreArgs - 1 + N.entries do redis.call('RPUSH', K.active, ARGV[i]) end
  redis.call('HINCRBY', K.header, 'len', N.entries)
  return`,
    caughtAs: ["history", "replay_differs", "step_twice"],
  },
  {
    name: "commit does not consume the inbox",
    script: COMMIT,
    text: "if N.consumed > 0 then redis.call('LTRIM', K.inbox, N.consumed, -1) end",
    becomes: "",
    caughtAs: ["input_twice", "history", "history_changed"],
  },
  {
    name: "commit drops an entry",
    script: COMMIT,
    text: "append(ARGV, moreArgs, N.entries)",
    becomes: "append(ARGV, moreArgs, math.max(N.entries - 1, 1))",
    caughtAs: ["history", "step_missing", "replay_differs", "error", "history_changed"],
  },
  {
    name: "commit leaves the pending calls behind",
    script: COMMIT,
    text: "redis.call('DEL', K.pending)",
    becomes: "if N.pendingIds > 0 then redis.call('DEL', K.pending) end",
    caughtAs: ["history", "left_behind", "once_repeated"],
  },
  {
    name: "commit keeps the marks of calls that have ended",
    script: COMMIT,
    text: "redis.call('DEL', K.pending)",
    becomes: "redis.call('HDEL', K.pending, 'c')",
    caughtAs: ["left_behind", "history"],
  },
  {
    name: "commit loses the receipt",
    script: COMMIT,
    text: "if K.receipt then\n  if lease == 0 then",
    becomes: "if false then\n  if lease == 0 then",
    caughtAs: ["replay_differs", "error", "step_missing", "step_twice", "input_twice"],
  },
  {
    name: "commit keeps the lease",
    script: COMMIT,
    text: "if holder == owner then redis.call('DEL', K.lease) end",
    becomes: "",
    caughtAs: ["left_behind"],
  },
  {
    name: "advance keeps the epoch",
    script: COMMIT,
    text: "nextEpoch = lease > 0 and current + 1 or current",
    becomes: "nextEpoch = current",
    caughtAs: ["events"],
  },
  {
    name: "advance gives up the receipt",
    script: COMMIT,
    text: "redis.call('HSET', K.receipt, 'e', nextEpoch, 't', after)",
    becomes: "redis.call('DEL', K.receipt)",
    caughtAs: ["replay_differs", "input_twice", "step_twice"],
  },
  {
    name: "markStarted records nothing",
    script: MARK,
    text: "for i = moreArgs, #ARGV do redis.call('HSET', K.pending, 's:' .. ARGV[i], N.epoch) end",
    becomes: "",
    caughtAs: ["once_repeated", "observation_wrong"],
  },
  {
    name: "markStarted ignores the fence",
    script: MARK,
    text: "if tonumber(f.epoch) ~= N.epoch or tonumber(f.beginEpoch) ~= N.epoch then return 0 end",
    becomes: "",
    stall: 0.1,
    caughtAs: ["once_repeated"],
  },
  {
    name: "queueing an input does not renew the thread's lifetime",
    script: BEGIN,
    text: "push()\n  keep()\n  note('Q', 0)",
    becomes: "push()\n  note('Q', 0)",
    crash: 0,
    caughtAs: ["input_missing"],
  },
  {
    name: "decide counts a person twice whose first answer was lost",
    script: DECIDE,
    text: " or (by ~= '' and by == T.by)",
    becomes: "",
    stall: 0.1,
    caughtAs: ["approval"],
  },
  {
    name: "decide takes more decisions than are needed",
    script: DECIDE,
    text: "if count > N.needed then return known end",
    becomes: "",
    caughtAs: ["approval"],
  },
  {
    name: "decide goes on after a denial",
    script: DECIDE,
    text: " or approved == '0'",
    becomes: "",
    caughtAs: ["approval"],
  },
  {
    name: "decide takes a decision while a step runs, and does not fence it",
    script: DECIDE,
    text: DECIDE.source.slice(DECIDE.source.indexOf("if lease ~="), DECIDE.source.indexOf("local line")),
    becomes: "",
    caughtAs: ["approval"],
  },
  {
    name: "a thread that begin makes keeps what a former one left",
    script: BEGIN,
    text: "redis.call('DEL', K.active, K.previous, K.lease, K.pending, K.inbox, K.events)",
    becomes: "",
    crash: 0,
    caughtAs: ["left_behind"],
  },
  {
    name: "a flush takes the lease of the step that overtook it",
    script: FLUSH,
    text: "if not runs then return {'fenced'} end\nlocal holder = redis.call('GET', K.lease)",
    becomes: "local holder = false",
    stall: 0.3,
    caughtAs: ["left_behind", "error"],
  },
];

export const TABLE_MUTATIONS: readonly TableMutation[] = [
  {
    name: "memory: commit does not consume the inbox",
    caughtAs: ["input_twice", "history", "step_twice", "history_changed"],
    tables: () =>
      new class extends MemoryTables {
        override dropInbox(): void {}
      }(),
  },
  {
    name: "memory: commit appends its entries the wrong way round",
    caughtAs: ["history", "step_missing", "error"],
    tables: () =>
      new class extends MemoryTables {
        override appendEntries(id: number, start: number, entries: readonly string[]): void {
          super.appendEntries(id, start, entries.toReversed());
        }
      }(),
  },
  {
    name: "memory: commit loses the receipt",
    caughtAs: ["input_twice", "step_twice", "replay_differs", "error"],
    tables: () =>
      new class extends MemoryTables {
        override putReceipt(id: number, key: string, receipt: ReceiptRecord): void {
          if (receipt.state === "done") this.removeReceipt(id, key);
          else super.putReceipt(id, key, receipt);
        }
      }(),
  },
  {
    name: "memory: markStarted is forgotten by the next begin",
    caughtAs: ["once_repeated", "approval"],
    tables: () =>
      new class extends MemoryTables {
        override updateThread(record: ThreadRecord): void {
          super.updateThread({ ...record, marks: new Map() });
        }
      }(),
  },
  {
    name: "memory: begin queues an input only when none waits",
    caughtAs: ["input_missing", "stuck", "step_missing", "error"],
    tables: () =>
      new class extends MemoryTables {
        override pushInbox(id: number, items: readonly InboxItem[]): void {
          if (this.inboxSize(id) === 0) super.pushInbox(id, items);
        }
      }(),
  },
  {
    name: "memory: queueing an input does not renew the thread's lifetime",
    crash: 0,
    caughtAs: ["input_missing"],
    tables: () =>
      new class extends MemoryTables {
        override updateThread(record: ThreadRecord): void {
          const old = this.thread(record.ref);
          const queues = old && old.queuedBy !== record.queuedBy;
          super.updateThread(queues ? { ...record, expiresAt: old.expiresAt } : record);
        }
      }(),
  },
  {
    name: "memory: a commit does not make its blobs permanent",
    crash: 0,
    caughtAs: ["error", "history"],
    tables: () =>
      new class extends MemoryTables {
        override makeBlobsPermanent(): void {}
      }(),
  },
];

export const RUNTIME_MUTATIONS: readonly RuntimeMutation[] = [
  {
    name: "runtime: the history cache is filled before the commit is known",
    caughtAs: ["history", "error"],
    alterDeps: cachingEarly,
  },
  {
    name: "runtime: an advance forgets the run of a queued input",
    crash: 0,
    caughtAs: ["run"],
    alterStore: keepingRuns,
  },
  {
    name: "ledger: an advance books nothing",
    crash: 0,
    caughtAs: ["ledger"],
    alterStore: (store) =>
      overridden(store, { advance: ({ booking: _, ...request }) => store.advance(request) }),
  },
  {
    name: "ledger: a booking leaves the reservations of its step",
    crash: 0,
    caughtAs: ["ledger"],
    alterStore: (store) =>
      overridden(store, {
        commit: ({ booking, ...request }) =>
          store.commit(booking ? { ...request, booking: { ...booking, reservations: [] } } : request),
        reserve: (tenant, reservation) => store.reserve(tenant, { ...reservation, now: 0 }),
      }),
  },
  {
    name: "executor: forgets marks, so a once tool runs again after a takeover",
    caughtAs: ["once_repeated"],
    alterDeps: (deps) => executing(deps, (context) => ({ ...context, marks: new Map() })),
  },
  {
    name: "executor: runs once tools without marking them",
    caughtAs: ["once_repeated"],
    alterDeps: (deps) => executing(deps, (context) => ({ ...context, markStarted: () => Promise.resolve() })),
  },
  {
    name: "executor: runs what one of two people approved",
    crash: 0,
    caughtAs: ["approval"],
    alterDeps: (deps) =>
      executing(deps, (context) => ({
        ...context,
        marks: new Map([...context.marks].map(([id, { decisions = [], ...mark }]) => [id, {
          ...mark,
          decisions: decisions.flatMap((decision) => [decision, decision]),
        }])),
      })),
  },
  {
    name: "executor: runs the arguments of the model where a person approved others",
    crash: 0,
    caughtAs: ["approval"],
    alterDeps: (deps) =>
      executing(deps, (context) => ({
        ...context,
        marks: new Map([...context.marks].map(([id, { decisions = [], ...mark }]) => [id, {
          ...mark,
          decisions: decisions.map(({ edit: _edit, ...decision }) => decision),
        }])),
      })),
  },
  {
    name: "executor: gives a keyed tool a fresh key on each attempt",
    caughtAs: ["keyed_repeated"],
    alterDeps: (deps) =>
      withTools(deps, (tool) => ({
        ...tool,
        run: (args, context) =>
          tool.run(args, { ...context, idempotencyKey: `${context.callId}-${context.attempt}` }),
      })),
  },
  {
    name: "executor: runs a tool again after it succeeded",
    crash: 0,
    caughtAs: ["once_repeated"],
    alterDeps: (deps) =>
      withTools(deps, (tool) => ({
        ...tool,
        run: async (args, context) => {
          await tool.run(args, context);
          return await tool.run(args, context);
        },
      })),
  },
  {
    name: "executor: gives each call the other's observation",
    crash: 0,
    caughtAs: ["observation_wrong"],
    alterDeps: (deps) =>
      observing(deps, (observations) =>
        observations.map((observation, index) => ({
          ...observation,
          output: observations.at(index - 1)?.output ?? null,
        }))),
  },
  {
    name: "act: an observation is dropped",
    crash: 0,
    caughtAs: ["history", "replay_differs"],
    alterStore: (store) =>
      committing(store, (entries) => {
        const last = entries.findLastIndex((text) => text.startsWith('{"type":"tool"'));
        return entries.filter((_, index) => index !== last);
      }),
  },
  {
    name: "act: observations are committed in the order of their ids",
    crash: 0,
    caughtAs: ["history"],
    alterStore: (store) =>
      committing(store, (entries) => {
        const tools = entries.filter((text) => text.startsWith('{"type":"tool"')).sort().values();
        return entries.map((text) => text.startsWith('{"type":"tool"') ? tools.next().value ?? text : text);
      }),
  },
  {
    name: "act: an observation is committed twice",
    crash: 0,
    caughtAs: ["history"],
    alterStore: (store) =>
      committing(
        store,
        (entries) => entries.flatMap((text) => text.startsWith('{"type":"tool"') ? [text, text] : [text]),
      ),
  },
  {
    name: "runtime: an acknowledged request may run again",
    caughtAs: ["step_twice", "replay_differs", "input_twice", "error", "step_missing"],
    alterStore: (store) =>
      overridden(store, {
        commit: ({ receipt, ...rest }) =>
          store.commit({ ...rest, ...(receipt ? { receipt: { ...receipt, outcome: "retry" } } : {}) }),
      }),
  },
  {
    name: "runtime: a warm isolate trusts the history that it read first",
    caughtAs: ["step_twice", "step_missing", "error", "replay_differs", "history"],
    alterStore: (store) => {
      const windows = new Map<string, HistoryWindow>();
      return overridden(store, {
        async begin(request) {
          const begun = await store.begin(request);
          if (begun.type !== "begun" || begun.window.entries.length === 0) return begun;
          const window = windows.get(request.ref.thread) ?? begun.window;
          windows.set(request.ref.thread, window);
          return { ...begun, window };
        },
      });
    },
  },
  {
    name: "runtime: a lost answer of commit is taken for a refusal",
    caughtAs: ["error", "step_missing", "replay_differs"],
    crash: 0,
    alterStore: (store) => {
      const seen = new Set<string>();
      return overridden(store, {
        commit(request) {
          const attempt = `${request.owner} ${request.epoch}`;
          if (seen.has(attempt)) return Promise.resolve({ type: "conflict", version: request.version + 1 });
          seen.add(attempt);
          return store.commit(request);
        },
      });
    },
  },
];

/** The runtime with a cache that is given each history as its commit would leave it, whatever becomes of the commit. */
function cachingEarly(deps: RunDeps): RunDeps {
  const { store, histories } = deps;
  let read: ReadHistory | undefined;
  const altered = overridden(store, {
    async begin(request) {
      const kept = histories.get(request.ref);
      const begun = await store.begin(request);
      if (begun.type !== "begun") return begun;
      const { window: { start, entries } } = begun;
      read = begun.cacheIsCurrent ? kept?.history.append(entries) : new ReadHistory(start, entries);
      return begun;
    },
    commit(request) {
      const { ref, owner, version, entries, afterCancel } = request;
      if (read && !afterCancel) {
        histories.keep(ref, { version: version + 1, owner, history: read.append(entries) });
      }
      return store.commit(request);
    },
    async advance(request) {
      const advanced = await store.advance(request);
      read = read?.append(request.entries);
      return advanced;
    },
  });
  return { ...deps, store: altered };
}

/** A store that is given the run of the step before, where an advance has found a queued input. */
function keepingRuns(store: Store): Store {
  const runs = new Map<string, AgentState["run"]>();
  const kept = <T extends Pick<CommitRequest, "owner" | "state">>(request: T): T => {
    const run = runs.get(request.owner);
    if (run === undefined) return request;
    const state: AgentState = JSON.parse(request.state);
    return { ...request, state: JSON.stringify({ ...state, run }) };
  };
  return overridden(store, {
    commit: (request) => store.commit(kept(request)),
    async advance(request) {
      const altered = kept(request);
      const advanced = await store.advance(altered);
      if (advanced.type !== "advanced" || advanced.inbox.length === 0) return advanced;
      const { run }: AgentState = JSON.parse(altered.state);
      runs.set(request.owner, run);
      return advanced;
    },
  });
}

/** The runtime with an executor that is told something else. */
function executing(deps: RunDeps, change: (context: ExecutionContext) => ExecutionContext): RunDeps {
  return {
    ...deps,
    executor: {
      ...deps.executor,
      execute: (calls, context, emit) => deps.executor.execute(calls, change(context), emit),
    },
  };
}

/** The runtime with an executor that says something else. */
function observing(
  deps: RunDeps,
  change: (observations: readonly Observation[]) => Observation[],
): RunDeps {
  return {
    ...deps,
    executor: {
      ...deps.executor,
      execute: async (calls, context, emit) => change(await deps.executor.execute(calls, context, emit)),
    },
  };
}

function withTools(deps: RunDeps, change: (tool: Tool) => Tool): RunDeps {
  const agents = [...deps.agents.values()].map((agent) => ({ ...agent, tools: agent.tools.map(change) }));
  return { ...deps, agents: new Map(agents.map((agent) => [agent.name, agent])) };
}

/** A store that is given other entries. */
function committing(store: Store, change: (entries: readonly string[]) => string[]): Store {
  const changed = <T extends Pick<CommitRequest, "entries">>(request: T): T => ({
    ...request,
    entries: change(request.entries),
  });
  return overridden(store, {
    commit: (request) => store.commit(changed(request)),
    advance: (request) => store.advance(changed(request)),
  });
}

/** Changes the script until the end of the scope. */
export function planted({ script, text, becomes }: ScriptDefect): Disposable {
  const original = { ...script };
  const parts = original.source.split(text);
  assert.equal(parts.length, 2, `the script has ${parts.length - 1} times the text ${text}`);
  const source = parts.join(becomes);
  Object.assign(script, { source, locking: LOCKING_LINE + source });
  return { [Symbol.dispose]: () => void Object.assign(script, original) };
}
