// One worker: it serves one delivery of one request in some isolate, and everything it needs of the outside comes through
// here. When it crashes, nothing that it waits for ever answers: no `finally` of a dead worker reaches the store.

import { AgentError } from "../../src/core/error.ts";
import type { StepEvent } from "../../src/core/event.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Defer, Sleep } from "../../src/core/ports.ts";
import type { Store } from "../../src/core/store.ts";
import type { WatchOutcome } from "../../src/core/store/step_store.ts";
import type { Tool, ToolContext } from "../../src/core/tool.ts";
import { createScriptedDriver } from "../../src/kernel/drivers/scripted.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import { Budgets } from "../../src/plugins/budgets/budgets.ts";
import type { RunResult } from "../../src/kernel/result.ts";
import { DELEGATION } from "../../src/plugins/orchestration/delegation.ts";
import { MediaStore } from "../../src/plugins/media/media_store.ts";
import { HistoryCache } from "../../src/kernel/stored_history/history_cache.ts";
import { DefinitionCache } from "../../src/kernel/log/read_definition.ts";
import { CountGroups } from "../../src/kernel/hooks/count_groups.ts";
import { analytics } from "../../src/plugins/analytics/mod.ts";
import { CapabilityCache } from "../../src/kernel/plan/capability_cache.ts";
import type { RunDeps } from "../../src/kernel/run_deps.ts";
import type { StepRequest } from "../../src/kernel/request.ts";
import { startRun } from "../../src/kernel/run.ts";
import { sha256 } from "../../src/core/text/sha256.ts";
import { createExecutor } from "../../src/kernel/tools/executor.ts";
import { overridden } from "./overridden.ts";
import type { Random } from "./random.ts";
import { assertLinearHistory, assertWellFormedStream } from "../support/invariants.ts";
import { assertLegalRun } from "../support/events/legal_run.ts";
import { CHAOS_ACCOUNTS } from "./check_ledger.ts";
import { planFor } from "./script.ts";
import type { World } from "./world.ts";
import { NO_SOURCES, NO_WAKES } from "../support/unused_deps.ts";
import { NO_CONTRIBUTIONS } from "../../src/kernel/deps.ts";
import { hostOf } from "../support/lab.ts";

/** What a client sees of a delivery. */
export type Delivered =
  | { readonly type: "answered"; readonly answer: RunResult; readonly replayed: boolean }
  | { readonly type: "queued"; readonly waiting: number }
  | { readonly type: "refused"; readonly error: AgentError }
  /** The connection broke. */
  | { readonly type: "vanished" };

/** A crash at one of the events that a run tells: most runs tell more than these. */
const EVENTS = 8;

/** Calls whose output is too large for the history, so that a blob holds it; and how large it is. */
const LARGE = /-r1\.0\.0$/;
const LARGE_BYTES = 70_000;

/** How long a stalled isolate stands still: the lease of 30 s runs out meanwhile. */
const STALL_MS = { low: 31_000, high: 60_000 };

/** Time between two reads of a watched step. */
const WATCH_MS = 100;

/** Requests that the runtime itself sends again when the store is away. */
const SENT_AGAIN: readonly string[] = ["commit", "advance", "putBlob", "markStarted"];

/** Most refusals in a row of a store that is away. */
const AWAY_IN_A_ROW = 2;

/** What an isolate remembers, whichever of its workers read it. */
const histories = new WeakMap<Store, HistoryCache>();

function historiesOf(isolate: Store): HistoryCache {
  const known = histories.get(isolate) ?? new HistoryCache(1_000_000);
  histories.set(isolate, known);
  return known;
}

export class Worker {
  readonly #world: World;
  readonly #random: Random;
  readonly #store: Store;
  readonly #died: Promise<void>;
  #die = () => {};
  #isAlive = true;
  #stalledUntil = 0;
  /** The store was asked to mark `once` calls of the step in progress: their fate hangs on this worker. */
  #holdsMarks = false;
  /** It stood still since its step began: its lease may be over. */
  #hasStalled = false;
  #timesAway = 0;
  readonly #diesBegun: boolean;
  readonly #defer: Defer;

  /** `diesBegun`: it crashes with the answer of its begin. `defer` gets what goes on behind the answers, until it has ended or crashed. */
  constructor(
    world: World,
    store: Store,
    random: Random,
    { diesBegun = false, defer = () => {} }: { readonly diesBegun?: boolean; readonly defer?: Defer } = {},
  ) {
    this.#diesBegun = diesBegun;
    this.#defer = (work) => defer(Promise.race([work, this.#died]));
    this.#world = world;
    this.#store = store;
    this.#random = random;
    this.#died = new Promise((resolve) => this.#die = resolve);
  }

  /** Serves the request to its end, unless it crashes. */
  serve(request: StepRequest): Promise<Delivered> {
    const vanished = this.#died.then((): Delivered => ({ type: "vanished" }));
    return Promise.race([this.#serve(request), vanished]);
  }

  async #serve(request: StepRequest): Promise<Delivered> {
    const { thread } = request.ref;
    try {
      const started = await startRun(request, this.#deps(thread));
      if (started.type === "queued") return started;
      const last = this.#random.chance(this.#world.odds.crash) ? this.#random.between(1, EVENTS) : Infinity;
      const events: StepEvent[] = [];
      const answer = await started.run((event) => {
        if (!this.#isAlive) return;
        events.push(event);
        if (started.type === "running") this.#world.tell(event, thread, this);
        if (events.length === last) this.#crash();
      }, this.#defer);
      // Of a worker that has crashed, the beginning.
      const form = started.type === "replayed" ? "repeated" : "live";
      this.#world.check("events", thread, () => assertLegalRun(events, form));
      if (!this.#isAlive) return await never();
      this.#world.check("events", thread, () => assertWellFormedStream(events));
      return { type: "answered", answer, replayed: started.type === "replayed" };
    } catch (error) {
      if (error instanceof AgentError) return { type: "refused", error };
      throw error;
    }
  }

  #deps(thread: string): RunDeps {
    const { time, agent, crew, random } = this.#world;
    const agents = [agent, ...crew?.agents ?? []].map((known) => ({
      ...known,
      tools: known.tools.map((tool): Tool => ({
        ...tool,
        run: (args, context) => this.#runTool(tool, args, context),
      })),
    }));
    const driver = createScriptedDriver(async (turn) => {
      const { history: { entries } } = turn;
      this.#world.check("history", thread, () => assertLinearHistory(entries));
      await this.#outside(this.#random.between(5, 400), () => Promise.resolve());
      return crew === undefined ? planFor(entries) : crew.planFor(turn);
    });
    return this.#world.alter({
      store: this.#facade(),
      histories: historiesOf(this.#store),
      media: new MediaStore(1_000_000),
      mediaLimits: { bytes: 1_000_000, tenantBytesPerDay: undefined, cacheBytes: 1_000_000 },
      countGroups: new CountGroups(),
      definitions: new DefinitionCache(),
      capabilities: new CapabilityCache(),
      plugins: hostOf(analytics()),
      accounts: CHAOS_ACCOUNTS,
      ledger: true,
      sources: NO_SOURCES,
      contributions: NO_CONTRIBUTIONS,
      spending: new Budgets(),
      delegation: DELEGATION,
      afterPlan: [],
      wakes: NO_WAKES,
      wakeLimits: { budgetMs: 0, failures: 5 },
      outbound: { fetch, allowPrivate: [], log: () => {} },
      sealSecrets: [],
      agents: new Map(agents.map((known) => [known.name, known])),
      model: () => ({ provider: PROVIDER, model: "demo", ref: "scripted/demo" }),
      driver: () => driver,
      executor: createExecutor({ clock: time.clock, sleep: this.#sleep }),
      checkJson: () => [],
      environmentChoice: undefined,
      fetch,
      clock: time.clock,
      random: (count) => random.bytes(count),
      sha256,
      sleep: this.#sleep,
      log: () => {},
    });
  }

  /** A tool has been given a call; its effect happens somewhere else a little later. */
  #runTool({ name, effect }: Tool, { reference, note }: JsonObject, context: ToolContext): Promise<Json> {
    const { runs, charges, reservations } = this.#world;
    const call = String(reference);
    const padding: JsonObject = LARGE.test(call) ? { padding: "x".repeat(LARGE_BYTES) } : {};
    runs.set(context.callId, (runs.get(context.callId) ?? 0) + 1);
    return this.#outside(this.#random.between(1, 40), async () => {
      if (effect === "once") charges.push(call);
      if (effect !== "keyed") {
        return { tool: name, reference: call, ...(note === undefined ? {} : { note }), ...padding };
      }
      const known = reservations.get(context.idempotencyKey);
      const reservation = known ??
        { reference: call, output: { tool: name, reference: call, number: reservations.size, ...padding } };
      reservations.set(context.idempotencyKey, reservation);
      return reservation.output;
    });
  }

  /** The store as this worker reaches it: every method is an await on the outside. */
  #facade(): Store {
    const { marked, markedLate } = this.#world;
    const store = overridden(this.#store, {
      markStarted: (ref, epoch, callIds) => {
        for (const id of callIds) {
          marked.add(id);
          if (this.#hasStalled) markedLate.add(id);
        }
        return this.#store.markStarted(ref, epoch, callIds);
      },
    });
    return new Proxy(store, {
      get: (store, property) => {
        const method = Reflect.get(store, property);
        if (typeof method !== "function") return method;
        const name = String(property);
        if (name === "watch") return (...args: Parameters<Store["watch"]>) => this.#watch(...args);
        return (...args: unknown[]) => this.#ask(name, async () => await method.apply(store, args));
      },
    });
  }

  /**
   * A store watches in real time, which the seed does not decide: here the header is read as virtual time passes, whenever a
   * request may have changed it. Only cancels are found, which is the least that a store promises; who was overtaken finds out
   * by a flush or a commit.
   */
  async #watch(...[ref, { epoch }, signal]: Parameters<Store["watch"]>): Promise<WatchOutcome> {
    for (let seen = -1;;) {
      try {
        await this.#sleep(WATCH_MS, signal);
      } catch {
        return "stopped";
      }
      const ends = this.#world.endsOf(ref.thread);
      if (ends === seen) continue;
      seen = ends;
      const snapshot = await this.#world.time.hold(this.#store.read(ref));
      if (!this.#isAlive) return await never();
      if (snapshot !== undefined && snapshot.header.cancelledEpoch > epoch) return "fenced";
    }
  }

  async #ask(name: string, send: () => Promise<unknown>): Promise<unknown> {
    if (name === "markStarted") this.#holdsMarks = true;
    if (name === "begin") this.#hasStalled = false;
    const answer = await this.#outside(this.#random.between(1, 8), () => this.#lossy(name, send));
    if (name === "commit" || name === "advance") this.#holdsMarks = false;
    if (name === "begin" && this.#diesBegun) return await this.#vanish();
    return answer;
  }

  /** Now and then the answer is lost: the client sends the request again, or tells its caller that the store is away. */
  async #lossy(name: string, send: () => Promise<unknown>): Promise<unknown> {
    const { odds, tally, time } = this.#world;
    const answer = await time.hold(send());
    if (!this.#random.chance(odds.loss)) {
      this.#timesAway = 0;
      return answer;
    }
    tally.lost++;
    // Without crashes no call may end `unknown`. The runtime asks once whether its calls are marked: an outage that hides the
    // answer would leave marks of calls that nobody runs.
    const mayBeAway = odds.crash > 0 || SENT_AGAIN.includes(name) || !this.#holdsMarks;
    if (mayBeAway && this.#timesAway < AWAY_IN_A_ROW && this.#random.chance(0.5)) {
      this.#timesAway++;
      throw new AgentError("store_unavailable", "The answer was lost.", { retryAfterMs: 1_000 });
    }
    await time.sleep(this.#random.between(50, 250));
    return await time.hold(send());
  }

  /** One await on the outside: it takes time there and back, and the worker may crash or stall on both ways. */
  async #outside<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const { odds } = this.#world;
    const crash = this.#random.chance(odds.crash) ? this.#random.pick(["before", "after"]) : "none";
    if (this.#random.chance(odds.stall)) this.#stall();
    await this.#pass(Math.ceil(ms / 2));
    if (crash === "before") this.#crash();
    if (!this.#isAlive) return await never();
    const [outcome] = await Promise.allSettled([work()]);
    await this.#pass(Math.floor(ms / 2));
    if (crash === "after") this.#crash();
    if (!this.#isAlive) return await never();
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }

  readonly #sleep: Sleep = async (ms, signal) => {
    await this.#world.time.sleep(ms, signal);
    await this.#pass(0);
    if (!this.#isAlive) await never();
    signal?.throwIfAborted();
  };

  /** Time passes, and more of it while the isolate stands still. */
  async #pass(ms: number): Promise<void> {
    const { time } = this.#world;
    if (ms > 0) await time.sleep(ms);
    while (this.#stalledUntil > time.clock()) await time.sleep(this.#stalledUntil - time.clock());
  }

  /** Without crashes no call may end `unknown`, so nobody loses a lease while the fate of a `once` call hangs on it. */
  #stall(): void {
    const { odds, tally, time } = this.#world;
    if (odds.crash === 0 && this.#holdsMarks) return;
    tally.stalls++;
    this.#hasStalled = true;
    this.#stalledUntil = time.clock() + this.#random.between(STALL_MS.low, STALL_MS.high);
  }

  #crash(): Promise<never> {
    if (this.#isAlive) this.#world.tally.crashes++;
    return this.#vanish();
  }

  /** Ends the worker without counting a crash: the scene decides it, not the odds. */
  #vanish(): Promise<never> {
    this.#isAlive = false;
    this.#die();
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

const PROVIDER = createScriptedProvider();
