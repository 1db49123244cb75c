// Parts that a user of the package writes: a store, a driver, a provider and an executor, each against the public surface
// alone. mod_test.ts runs a step on these parts; tests/slow/pack has them outside the repository.

import {
  type AbandonRequest,
  type AdvanceOutcome,
  type AdvanceRequest,
  AgentError,
  type AwaitingThread,
  type BeginOutcome,
  type BeginRequest,
  type BlobRef,
  type Block,
  type Booking,
  type Capabilities,
  type ChoiceRequest,
  type CommitOutcome,
  type CommitRequest,
  type DecideOutcome,
  type Decision,
  type Driver,
  type ExecutionContext,
  type Feature,
  type ForkRequest,
  type GivenTitle,
  type HistoryWindow,
  type Json,
  type LedgerDay,
  type ListedThread,
  type LoggedEvent,
  type ModelRequest,
  type ModelResult,
  type ModelSettings,
  type NewThread,
  type Observation,
  type Plan,
  type PlanEvent,
  type PlannedCall,
  type Provider,
  type Reservation,
  type ReserveOutcome,
  type Store,
  type StreamIo,
  type Summary,
  type ThreadFilter,
  type ThreadRef,
  type ThreadSnapshot,
  type ToolEvent,
  type ToolExecutor,
  type ToolFailure,
  type Turn,
  type WatchOutcome,
} from "@treadle/treadle";

/** A store in front of another: it notes the name of every method that is called. */
export class NotingStore implements Store {
  readonly name = "noting";
  readonly called: string[] = [];
  readonly #inner: Store;

  constructor(inner: Store) {
    this.#inner = inner;
  }

  create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    return this.#note("create").create(ref, thread);
  }
  begin(request: BeginRequest): Promise<BeginOutcome> {
    return this.#note("begin").begin(request);
  }
  commit(request: CommitRequest): Promise<CommitOutcome> {
    return this.#note("commit").commit(request);
  }
  advance(request: AdvanceRequest): Promise<AdvanceOutcome> {
    return this.#note("advance").advance(request);
  }
  abandon(request: AbandonRequest): Promise<void> {
    return this.#note("abandon").abandon(request);
  }
  markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    return this.#note("markStarted").markStarted(ref, epoch, callIds);
  }
  flush(
    ref: ThreadRef,
    lease: { owner: string; epoch: number; leaseMs: number },
    events: readonly LoggedEvent[],
  ): Promise<"ok" | "fenced"> {
    return this.#note("flush").flush(ref, lease, events);
  }
  cancel(ref: ThreadRef): Promise<{ running: boolean; version: number } | undefined> {
    return this.#note("cancel").cancel(ref);
  }
  putFacets(
    ref: ThreadRef,
    request: { readonly version: number; readonly facets: readonly string[] },
  ): Promise<"put" | "busy" | "missing"> {
    return this.#note("putFacets").putFacets(ref, request);
  }
  putLabel(
    ref: ThreadRef,
    label: { readonly title?: GivenTitle | undefined; readonly archived?: boolean | undefined },
  ): Promise<boolean> {
    return this.#note("putLabel").putLabel(ref, label);
  }
  listAwaiting(
    tenant: string,
    page: { cursor?: string; limit: number; order: "newest" | "oldest" },
  ): Promise<{ threads: AwaitingThread[]; cursor?: string }> {
    return this.#note("listAwaiting").listAwaiting(tenant, page);
  }
  decide(ref: ThreadRef, callId: string, decision: Decision, needed?: number): Promise<DecideOutcome> {
    return this.#note("decide").decide(ref, callId, decision, needed);
  }
  read(ref: ThreadRef): Promise<ThreadSnapshot | undefined> {
    return this.#note("read").read(ref);
  }
  taken(ref: ThreadRef): Promise<number> {
    return this.#note("taken").taken(ref);
  }
  inbox(ref: ThreadRef): Promise<readonly string[]> {
    return this.#note("inbox").inbox(ref);
  }
  withdraw(ref: ThreadRef, request: { epoch: number; texts: readonly string[] }): Promise<boolean> {
    return this.#note("withdraw").withdraw(ref, request);
  }
  history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    return this.#note("history").history(ref, page);
  }
  list(
    tenant: string,
    page: { cursor?: string; limit: number; filter?: ThreadFilter },
  ): Promise<{ threads: ListedThread[]; cursor?: string; unindexed?: true }> {
    return this.#note("list").list(tenant, page);
  }
  fork(request: ForkRequest): Promise<boolean> {
    return this.#note("fork").fork(request);
  }
  remove(ref: ThreadRef): Promise<boolean> {
    return this.#note("remove").remove(ref);
  }
  readEvents(
    ref: ThreadRef,
    after: number,
    limit: number,
  ): Promise<{ events: LoggedEvent[]; running: boolean } | undefined> {
    return this.#note("readEvents").readEvents(ref, after, limit);
  }
  putBlob(ref: ThreadRef, text: string): Promise<BlobRef> {
    return this.#note("putBlob").putBlob(ref, text);
  }
  getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined> {
    return this.#note("getBlob").getBlob(ref, blob);
  }
  recordLearnedCapabilities(
    tenant: string,
    model: string,
    features: readonly Feature[],
    ttlMs: number,
  ): Promise<void> {
    return this.#note("recordLearnedCapabilities").recordLearnedCapabilities(tenant, model, features, ttlMs);
  }
  putDefinition(...args: Parameters<Store["putDefinition"]>): Promise<boolean> {
    return this.#note("putDefinition").putDefinition(...args);
  }
  enqueue(...args: Parameters<Store["enqueue"]>): ReturnType<Store["enqueue"]> {
    return this.#note("enqueue").enqueue(...args);
  }
  moveDue(...args: Parameters<Store["moveDue"]>): Promise<boolean> {
    return this.#note("moveDue").moveDue(...args);
  }
  listDue(...args: Parameters<Store["listDue"]>): ReturnType<Store["listDue"]> {
    return this.#note("listDue").listDue(...args);
  }
  readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined> {
    return this.#note("readDefinition").readDefinition(tenant, kind, name);
  }
  listDefinitions(tenant: string, kind: string): Promise<readonly string[]> {
    return this.#note("listDefinitions").listDefinitions(tenant, kind);
  }
  removeDefinition(tenant: string, kind: string, name: string): Promise<boolean> {
    return this.#note("removeDefinition").removeDefinition(tenant, kind, name);
  }
  readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]> {
    return this.#note("readLearnedCapabilities").readLearnedCapabilities(tenant, model);
  }
  reserve(tenant: string, reservation: Reservation): Promise<ReserveOutcome> {
    return this.#note("reserve").reserve(tenant, reservation);
  }
  book(tenant: string, booking: Booking): Promise<void> {
    return this.#note("book").book(tenant, booking);
  }
  readLedger(tenant: string, from: string, to: string): Promise<LedgerDay[]> {
    return this.#note("readLedger").readLedger(tenant, from, to);
  }
  watch(
    ref: ThreadRef,
    lease: { readonly owner: string; readonly epoch: number },
    signal: AbortSignal,
  ): Promise<WatchOutcome> {
    return this.#note("watch").watch(ref, lease, signal);
  }
  ping(): Promise<void> {
    return this.#note("ping").ping();
  }
  close(): Promise<void> {
    return this.#note("close").close();
  }

  #note(method: string): Store {
    this.called.push(method);
    return this.#inner;
  }
}

/** A provider whose model answers every request with one text. */
export function echoProvider(text: string): Provider {
  return {
    name: "echo",
    capabilities(_model: string, settings: ModelSettings): Capabilities {
      return {
        lacks: { allowed: "the model has no such choice" },
        thinks: settings.reasoningEffort === "high",
      };
    },
    map({ choice }: ChoiceRequest): Json {
      return choice.type;
    },
    historyWriter: () => undefined,
    prepare() {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body: ({ messages }: ModelRequest): string => JSON.stringify(messages),
    stream(request: ModelRequest, { emit, signal }: StreamIo): Promise<ModelResult> {
      if (signal.aborted) return Promise.reject(new AgentError("model_network", "The request was aborted."));
      emit({ type: "text.started", block: 0 });
      emit({ type: "text.delta", block: 0, text });
      emit({ type: "text.ended", block: 0 });
      return Promise.resolve({
        blocks: [{ type: "text", text }],
        finish: "stop",
        usage: { inputTokens: request.messages.length, outputTokens: 1 },
        model: request.model,
      });
    },
  };
}

/** A driver that calls the agent's first tool once, and answers with its model's text afterwards. */
export const firstToolDriver: Driver = {
  name: "first_tool",
  toolForm: "native",
  async plan(turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
    const [tool] = turn.enforced.tools;
    const base = { usage: { inputTokens: 0, outputTokens: 0 }, model: turn.modelRef };
    if (tool !== undefined && turn.choice.requested.type !== "none") {
      const id = turn.mintCallId();
      emit({ type: "call.started", block: 0, callId: id, name: tool.name });
      emit({ type: "call.ready", block: 0, callId: id, name: tool.name, args: "{}", readiness: "ready" });
      return { ...base, blocks: [{ type: "call", id, name: tool.name, args: "{}" }], finish: "calls" };
    }
    const { blocks, finish, usage } = await turn.provider.stream({
      model: turn.model,
      choice: turn.enforced.choice,
      tools: [],
      parallel: undefined,
      settings: {},
      lacks: turn.lacks,
      system: "",
      messages: [],
      cacheKey: turn.cacheKey,
      cacheBreakpoints: false,
    }, {
      ...turn.io,
      emit: (event) => {
        if (event.type === "text.started" || event.type === "text.ended") {
          emit(toPlanEvent(event.type, event.block));
        }
        if (event.type === "text.delta") emit({ type: "text.delta", block: event.block, text: event.text });
      },
    });
    return {
      ...base,
      blocks: blocks.filter((block): block is Block => block.type !== "call"),
      finish,
      usage,
    };
  },
  summarize(): Promise<Summary> {
    return Promise.resolve({ text: "", usage: { inputTokens: 0, outputTokens: 0 } });
  },
};

function toPlanEvent(type: "text.started" | "text.ended", block: number): PlanEvent {
  return { type, block };
}

/** An executor that refuses every call. */
export const refusingExecutor: ToolExecutor = {
  check: () => [],
  execute(
    calls: readonly PlannedCall[],
    context: ExecutionContext,
    emit: (event: ToolEvent) => void,
  ): Promise<Observation[]> {
    const error: ToolFailure = { kind: "failed", message: `refused in step ${context.step}` };
    return Promise.resolve(calls.map((call): Observation => {
      const observation: Observation = {
        callId: call.id,
        name: call.name,
        outcome: "blocked",
        output: null,
        error,
        ms: 0,
      };
      emit({ type: "tool.finished", ...observation });
      return observation;
    }));
  },
};
