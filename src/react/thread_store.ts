// A thread as an external store, free of any framework: its requests, and one stream for all components that show it.

import { hasCode } from "./client/error.ts";
import type { Thread } from "./client/thread.ts";
import { wait } from "./client/transport.ts";
import type {
  GivenResult as ToolResult,
  PersonAnswer as ApprovalAnswer,
  StepInput as Input,
} from "../core/contract/requests.ts";
import type { ThreadView } from "../core/contract/threads.ts";
import type { StepEvent } from "../core/event.ts";
import { readStored } from "./read_stored.ts";
import { chooseInputOptions, toContinueOptions, toWaitingOptions, waitsWhileBusy } from "./run_request.ts";
import { type OpenStream, type Reading, StreamReader } from "./stream_reader.ts";
import { Subscribers } from "./subscribers.ts";
import { ThreadModel, toThreadError } from "./thread_model.ts";
import type {
  RunTerms,
  ThreadActions,
  ThreadForkOptions,
  ThreadOptions,
  ThreadState,
  ThreadStoreSettings,
} from "./thread_state.ts";

/** Least milliseconds between two states while text comes. */
const THROTTLE_MS = 40;

/** Milliseconds until a thread that runs, and of which no event came, is read again. */
const READ_AGAIN_MS = 250;

/** Events that come by the hundred. */
const DELTAS: ReadonlySet<string> = new Set(["text.delta", "reasoning.delta", "call.delta"]);

/** The other stores of the page. */
export interface SharedStores {
  /** The store of a thread. */
  find(id: string): ThreadStore;
  /** A store is open: components that come have it. */
  keep(store: ThreadStore): void;
  /** A store is closed. */
  drop(store: ThreadStore): void;
}

/** A thread of a page. It is read while a component shows it; its runs go on without. */
export class ThreadStore implements ThreadActions {
  readonly id: string;
  /** Opens the store with its first listener, and closes it a moment after the last one has gone. */
  readonly subscribe: Subscribers["subscribe"];
  readonly #stores: SharedStores;
  readonly #thread: Thread;
  readonly #model: ThreadModel;
  readonly #subscribers: Subscribers;
  readonly #reader = new StreamReader((event) => this.#fold(event));
  readonly #first: ThreadState;
  #state: ThreadState;
  #options: ThreadOptions = {};
  #closed = new AbortController();
  #loaded: Promise<boolean> | undefined;
  /** The requests for runs, each behind the one before. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(thread: Thread, { initial, isNew = false }: ThreadStoreSettings, stores: SharedStores) {
    this.id = thread.id;
    this.#stores = stores;
    this.#thread = thread;
    this.#model = new ThreadModel(initial, !isNew && initial === undefined);
    this.#subscribers = new Subscribers({ onOpen: () => this.#open(), onClose: () => this.#close() });
    this.subscribe = this.#subscribers.subscribe;
    if (isNew) this.#loaded = Promise.resolve(true);
    this.#first = this.#state = this.#model.toState();
  }

  /** The state now. */
  readonly getSnapshot = (): ThreadState => this.#state;

  /** The state before anything was read: what a server renders, and a browser first. */
  readonly getServerSnapshot = (): ThreadState => this.#first;

  /** Sets those options that have a value. */
  configure(options: ThreadOptions): void {
    const present = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#options = { ...this.#options, ...Object.fromEntries(present) };
  }

  // What components do -------------------------------------------------------------------------------------------------

  readonly send = async (input: Input, terms: RunTerms = {}): Promise<void> => {
    const { inputs, steps } = this.#model;
    const { messages } = this.#model.toState();
    const { id } = inputs.add(input, { ...this.#options, ...terms }, steps, messages);
    this.#model.error = undefined;
    this.#publish();
    await this.#deliver(id);
  };

  readonly stop = async (): Promise<void> => {
    await this.#request(async (signal) => {
      await this.#turn; // what is on its way is stopped, too
      await this.#thread.cancel({ signal });
      if (this.#reader.current === undefined) await this.#load();
    });
  };

  readonly decide = async (callId: string, answer: boolean | ApprovalAnswer): Promise<void> => {
    const { conversation, deciding } = this.#model;
    const digest = conversation.approvals.find((each) => each.callId === callId)?.digest;
    const decision = typeof answer === "boolean" ? { approved: answer } : answer;
    this.#model.error = undefined;
    deciding.add(callId);
    this.#publish();
    await this.#request(async (signal) => {
      const { missing } = await this.#thread.approve(callId, { digest, ...decision }, { signal });
      if (missing === 0) this.#model.removeApproval(callId);
    });
    deciding.delete(callId);
    this.#publish();
    // The thread may be another one than the page shows: another person has answered, or the call has changed.
    if (hasCode(this.#model.error, "approval_decided", "approval_mismatch", "call_unknown")) {
      return await this.refresh();
    }
    if (this.#model.conversation.approvals.length === 0) await this.continue();
  };

  readonly detach = async (callId: string): Promise<void> => {
    this.#model.error = undefined;
    this.#publish();
    const isDetached = await this.#request(async (signal) => {
      await this.#thread.detachCall(callId, { signal });
      this.#model.detached.add(callId);
    });
    // The thread may be another one than the page shows: the result has come, or the run has gone on.
    if (hasCode(this.#model.error, "call_unknown", "result_given", "result_refused")) {
      return await this.refresh();
    }
    if (isDetached && !this.#model.isWaiting) await this.continue();
  };

  readonly answerCall = async (result: ToolResult): Promise<void> => {
    this.#model.calls.answer(result);
    this.#publish();
    await this.continue();
  };

  readonly fork = async ({ input, ...options }: ThreadForkOptions = {}): Promise<ThreadView> => {
    const view = await this.#thread.fork(options);
    const fork = this.#stores.find(view.id);
    fork.configure(this.#options);
    if (input !== undefined) void fork.send(input);
    else if (options.replan) void fork.continue();
    return view;
  };

  readonly share: ThreadActions["share"] = (options) => this.#thread.share(options);

  readonly retry = async (): Promise<void> => {
    this.#model.error = undefined;
    this.#publish();
    // What failed for the page may have arrived.
    if (this.#reader.current === undefined && !await this.#load()) return;
    const { conversation, inputs, calls } = this.#model;
    const failed = inputs.renew(conversation.messages);
    this.#publish();
    if (failed.length > 0) await Promise.all(failed.map((id) => this.#deliver(id)));
    else if (["failed", "open"].includes(conversation.status) || calls.batch(conversation)) {
      await this.continue();
    }
  };

  readonly discard = (inputId: string): void => {
    const { inputs } = this.#model;
    if (inputs.find(inputId)?.state !== "failed") return;
    inputs.take(inputId);
    this.#model.error = undefined;
    this.#publish();
  };

  readonly refresh = async (): Promise<void> => {
    if (this.#reader.current === undefined) await this.#subscribers.hold(() => this.#load());
  };

  /** Goes on with a run that waits for nothing any more, with the outcomes of client tools where there are some. */
  async continue(): Promise<void> {
    const { conversation, calls } = this.#model;
    if (calls.isWaiting(conversation)) return;
    const batch = calls.batch(conversation);
    this.#model.isContinuing = true;
    this.#publish();
    await this.#run((signal) => {
      const options = { ...toContinueOptions(this.#options), signal };
      if (batch === undefined) return this.#thread.stream(undefined, options);
      return this.#thread.toolResults(batch.results, { ...options, idempotencyKey: batch.id });
    }, {
      onBegin: () => this.#model.isContinuing = false,
      onRefused: (thrown) => {
        this.#model.isContinuing = false;
        if (!hasCode(thrown, "approval_required", "nothing_to_do", "thread_busy")) {
          this.#fail(thrown);
          return false;
        }
        this.#publish();
        // Another caller has gone on with the run, as far as it goes.
        if (this.#reader.current === undefined) void this.#load();
        return false;
      },
    });
  }

  // Requests -----------------------------------------------------------------------------------------------------------

  /** Sends an input, and reads its run to the end. */
  async #deliver(id: string): Promise<void> {
    const { inputs } = this.#model;
    await this.#run((signal) => this.#streamInput(id, signal), {
      onBegin: (first) => this.#model.takeInput(id, first),
      onRefused: (thrown) => {
        const delivery = inputs.find(id);
        if (delivery === undefined) return false; // a step has consumed it
        const { terms, options, first, isAccepted } = delivery;
        const isForRest = waitsWhileBusy(terms) && options !== undefined && !waitsWhileBusy(options);
        if (isForRest && !isAccepted && hasCode(thrown, "thread_busy")) {
          inputs.change(id, { options: toWaitingOptions(terms), first: options });
          return true;
        }
        // The key is this input's alone, so its first request got through: the thread was busy with it, or has it behind another run.
        if (first !== undefined && hasCode(thrown, "idempotency_mismatch")) {
          inputs.change(id, { options: first, first: undefined, isAccepted: true, isRepeated: true });
          return true;
        }
        if (isForRest && hasCode(thrown, "version_conflict") && terms.expectedVersion === undefined) {
          inputs.change(id, { options: undefined });
          return true;
        }
        if (hasCode(thrown, "input_queued") || isAccepted && hasCode(thrown, "thread_busy")) {
          inputs.change(id, { state: "queued" });
          this.#publish();
          if (this.#reader.current === undefined) this.#follow();
        } else if (wasTakenBefore(thrown)) {
          inputs.take(id);
          this.#publish();
          if (this.#reader.current === undefined) void this.#load();
        } else {
          inputs.fail(id, toThreadError(thrown));
          this.#fail(thrown);
        }
        return false;
      },
    });
  }

  async *#streamInput(id: string, signal: AbortSignal): AsyncGenerator<StepEvent, void> {
    const { inputs } = this.#model;
    const { input = "", terms = {}, options: chosen } = inputs.find(id) ?? {};
    const isRunning = this.#model.conversation.status === "running";
    const options = chosen ?? await chooseInputOptions(terms, isRunning, this.#thread, signal);
    inputs.change(id, { options });
    yield* this.#thread.stream(input, { ...options, idempotencyKey: id, signal });
  }

  /**
   * Requests a run behind the requests before it, and reads the run to its end. `onRefused` is true where it is requested again: before
   * the requests behind it, which are in the order of what the person has sent.
   */
  async #run(
    open: OpenStream,
    { onBegin, onRefused }: {
      readonly onBegin: (first: StepEvent) => void;
      readonly onRefused: (thrown: unknown) => boolean;
    },
  ): Promise<void> {
    const begun = this.#subscribers.hold(async () => {
      await Promise.all([this.#turn, this.#loaded]);
      for (;;) {
        try {
          return await this.#reader.begin(open, (first) => {
            this.#model.error = undefined;
            onBegin(first);
          });
        } catch (thrown) {
          if (!onRefused(thrown)) return undefined;
        }
      }
    });
    this.#turn = begun.catch(() => {}); // the caller has the same promise
    const reading = await begun;
    if (reading !== undefined) await this.#readToEnd(reading);
  }

  /** Sends a request that is to arrive, also when no component shows the thread any more. */
  async #request(send: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    return await this.#subscribers.hold(() => this.#attempt(send));
  }

  /** False when it failed: its error is that of the state. */
  async #attempt(run: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = this.#closed;
    try {
      await run(signal);
      return true;
    } catch (thrown) {
      if (!signal.aborted) this.#fail(thrown);
      return false;
    }
  }

  // Reading ------------------------------------------------------------------------------------------------------------

  #open(): void {
    this.#closed = new AbortController();
    this.#stores.keep(this);
    globalThis.addEventListener?.("online", this.#reconnect);
    this.#loaded ??= this.#load();
  }

  #close(): void {
    this.#closed.abort();
    this.#reader.abort();
    this.#loaded = undefined;
    globalThis.removeEventListener?.("online", this.#reconnect);
    this.#stores.drop(this);
  }

  /** The network is back. */
  readonly #reconnect = (): void => {
    if (hasCode(this.#model.error, "connection_failed", "stream_cut")) void this.retry();
  };

  /** Reads what is stored, and follows what runs. False when it failed. */
  async #load(): Promise<boolean> {
    return await this.#attempt(async (signal) => {
      const { stored, waiting } = await readStored(this.#thread, this.#model.inputs.hasQueued, signal);
      this.#model.isLoading = false;
      // A run that has begun meanwhile says more, and is behind when it has ended.
      const isReading = this.#reader.current !== undefined;
      if (isReading) this.#model.isBehind = true;
      else this.#model.adopt(stored, waiting);
      this.#publish();
      if (isReading) return;
      if (stored.status === "running") this.#follow();
      else this.#goOn();
    });
  }

  /** What is due when no step runs: inputs that wait, and calls of the page. */
  #goOn(): void {
    const { inputs, conversation, calls, isWaiting } = this.#model;
    if (inputs.hasQueued && conversation.status === "open" && !isWaiting) void this.continue();
    calls.run(conversation, this.#options.clientTools ?? [], (result) => void this.answerCall(result));
  }

  /** Reads the event log behind the last event. The inputs of its steps are in the history alone. */
  #follow(): void {
    const after = this.#model.conversation.seq;
    const reading = this.#reader.read((signal) => this.#thread.events({ after, signal }));
    this.#model.isBehind = true;
    void this.#readToEnd(reading);
  }

  async #readToEnd({ ended }: Reading): Promise<void> {
    const { seq } = this.#model.conversation;
    await this.#attempt(async (signal) => {
      const isWhole = await ended.catch((thrown) => {
        if (hasCode(thrown, "event_unknown")) return false; // the place is that of a repeated answer
        throw thrown;
      });
      if (!isWhole) this.#model.isBehind = true;
      if (signal.aborted || this.#reader.current !== undefined) return;
      const { isBehind, inputs, conversation } = this.#model;
      if (!isBehind && !inputs.hasQueued) return this.#goOn();
      if (conversation.seq === seq) await wait(READ_AGAIN_MS, signal);
      await this.#load();
    });
  }

  #fold(event: StepEvent): void {
    this.#model.fold(event);
    this.#publish(DELTAS.has(event.type));
  }

  #fail(thrown: unknown): void {
    this.#model.isLoading = false;
    this.#model.error = toThreadError(thrown);
    this.#publish();
  }

  #publish(isDelta = false): void {
    const { throttleMs = THROTTLE_MS } = this.#options;
    this.#subscribers.notify(() => this.#state = this.#model.toState(), isDelta ? throttleMs : 0);
  }
}

/**
 * Whether the refusal of an input says that a run has it: nothing is left to do, or what the thread waits for would end with an input
 * that is new. Its first request got through, and the answer was lost.
 */
function wasTakenBefore(thrown: unknown): boolean {
  if (hasCode(thrown, "approval_required", "nothing_to_do")) return true;
  return hasCode(thrown, "not_yet") && thrown.details.calls !== undefined;
}
