// One thread on this page. The run is the server's; leaving this page, or opening another thread, does not end it.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { HistoryPage } from "../../core/contract/entries.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { StepEvent } from "../../core/event.ts";
import type { Actions } from "./actions.ts";
import { showModelInput } from "./answers/show_model_input.ts";
import {
  type AppCall,
  cancel,
  decide,
  detach,
  ENTRIES_SHOWN,
  fork,
  type ListedThread,
  readApp,
  readDetail,
  readThread,
  type RunOptions,
  startAppCall,
  startSteps,
  type StepBody,
  wake,
} from "./api/api.ts";
import type { AppActions } from "./apps/app_frame.tsx";
import { type Attachment, inputParts } from "./attachments.ts";
import type { ApprovalAnswer } from "./api/approval_answer.ts";
import { ApiError, isCode } from "./api/http.ts";
import { describeError } from "./components/problem.tsx";
import { AppCalls } from "./run/app_calls.ts";
import { Connection, type ConnectionState } from "./run/connection.ts";
import { hasGoneOn } from "./run/elsewhere.ts";
import { pendingEvents } from "./run/pending_calls.ts";
import { randomId } from "./run/random_id.ts";
import { RunProgress } from "./run/run_progress.ts";
import { RunStream } from "./run/run_stream.ts";
import { forgetSent, keepSent, sentTo } from "./run/sent_message.ts";
import { applyEvent } from "./transcript/apply_event.ts";
import { loadEntries } from "./transcript/load_entries.ts";
import { Offers, type Rest, type ShownProblem } from "./transcript/offers.ts";
import { Transcript } from "./transcript/transcript.ts";

/** Milliseconds between two readings of a thread that others go on with. */
const LOOK_MS = 2000;

/** Earlier entries that one more reading adds. */
const EARLIER = 160;

/** What the page around the conversation does with it. */
export interface ConversationListeners {
  /** What it says of itself has changed. */
  onChange(): void;
  onError(error: unknown): void;
  /** It turns to another thread. */
  onTurn(): void;
  onOpen(detail: ThreadDetail, history: HistoryPage): void;
  /** The thread of the address is not in the store. */
  onMissing(): void;
  /** `at` is milliseconds since the request, where that is known. */
  onEvent(event: StepEvent, at: number | undefined): void;
  /** A person has chosen a step. */
  onSelect(step: number): void;
  /** A fork was made, and is opened. */
  onBranch(thread: string): void;
  onConnection(state: ConnectionState): void;
  /** Of the next run. */
  options(): RunOptions;
}

/** One thread: sends messages, follows its event stream, reconnects, decides approvals, cancels. */
export class Conversation {
  thread = "";
  agent = "";
  /** A cancel was sent; the step ends at its next heartbeat. */
  stopping = false;
  progress = new RunProgress();
  /** The server does not answer: what the run does is not known. */
  isLost = false;
  /** What the page shows of the thread. */
  readonly transcript = new Transcript();
  /** What a person can do there. */
  readonly actions: Actions;

  readonly #listeners: ConversationListeners;
  readonly #connection: Connection;
  readonly #offers: Offers;
  readonly #stream: RunStream;
  readonly #running = signal(false);
  /** Others have run steps of the thread, or have deleted it, since the page has read it. */
  #hasGap = false;
  /** The thread is read: whether it runs is not known. */
  readonly #opening = signal(false);
  readonly opening: ReadonlySignal<boolean> = this.#opening;
  /** The store was ahead of the page when it was last read. */
  #isBehind = false;
  /** The store is read to find that out. */
  #isLooking = false;
  /** Aborts when the page turns to another thread. */
  #visit = new AbortController();
  #appCalls = new AppCalls();
  /** Settles when no run is followed. */
  #idle: Promise<void> = Promise.resolve();
  /** Calls whose answers the server has not accepted yet: after the last of them the run goes on. */
  #openAnswers = new Set<string>();
  /** Most entries of the thread on the page. */
  #entryLimit = ENTRIES_SHOWN;
  /** Where the run ends, as its request has it; a continuation has the same end. */
  #until: RunOptions["until"] = "done";

  constructor(listeners: ConversationListeners) {
    this.#listeners = listeners;
    this.actions = {
      fork: (version) => void this.#branch({ version }),
      again: (version) => void this.#branch({ version, replan: true }),
      edit: (version, text) => void this.#branch({ version: version - 1 }, text),
      showInput: (version) => void showModelInput(this.thread, version).catch(listeners.onError),
      select: listeners.onSelect,
      decide: (callId, answer) => void this.#decide(callId, answer),
      app: (callId) => this.#appActions(callId),
      showEarlier: () => this.#showEarlier(),
      thread: () => this.thread,
      agent: () => this.agent,
      busy: this.#running,
    };
    this.#connection = new Connection((state) => {
      this.isLost = state.type === "retrying";
      listeners.onConnection(state);
      listeners.onChange();
    });
    this.#stream = new RunStream(this.#connection, {
      report: (event, at) => this.#report(event, at),
      draw: (event) => this.#draw(event),
    });
    this.#offers = new Offers(this.transcript, {
      goOn: (execution) => void this.#goOn(execution),
      wake: () => void this.#wake(),
      detach: () => void this.#detach(),
    });
    setInterval(() => void this.#look(), LOOK_MS);
  }

  get isEmpty(): boolean {
    return this.thread === "";
  }

  /** A step runs and is not being stopped. While a thread is opened it may wait for a person, whose question a cancel would remove. */
  get canStop(): boolean {
    return this.running && !this.isOpening && !this.stopping;
  }

  /** A step runs, as far as the page knows. */
  get running(): boolean {
    return this.#running.peek();
  }

  set running(running: boolean) {
    this.#running.value = running;
  }

  get isOpening(): boolean {
    return this.#opening.peek();
  }

  /** Does not wait for the time of the next attempt. */
  retryNow(): void {
    this.#connection.retryNow();
  }

  /** Marks a step of the transcript. */
  select(step: number): void {
    this.transcript.select(step);
  }

  /** Says what went wrong, with a button that opens the thread again where that helps. */
  showProblem(problem: ShownProblem): void {
    const { thread } = this;
    this.#offers.report(problem, thread === "" ? undefined : () => void this.open(thread));
  }

  /** Turns to a thread that does not exist yet. */
  startNew(): void {
    this.#turnTo("");
    this.#listeners.onChange();
  }

  /** Turns to a thread, shows its history, and follows its run. `onShown` is called when the history is on the page. */
  async open(thread: string, onShown?: () => void): Promise<void> {
    if (thread !== this.thread) this.#entryLimit = ENTRIES_SHOWN;
    this.#turnTo(thread);
    this.#opening.value = true;
    this.#listeners.onChange();
    await this.#watched(async (signal) => {
      const found = await readThread(thread, this.#entryLimit, signal);
      if (signal.aborted) return;
      if (found === undefined) {
        this.#listeners.onMissing();
        this.transcript.addNotice({
          kind: "plain",
          title: "There is no such thread.",
          detail: `${thread} is not here. Your next message begins it.`,
        });
        return;
      }
      const { detail, history } = found;
      this.agent = detail.agent;
      this.progress = RunProgress.of(detail);
      this.#opening.value = !detail.running;
      this.#listeners.onOpen(detail, history);
      await loadEntries(this.transcript, history, detail.counters.steps - detail.version, signal);
      if (signal.aborted) return;
      onShown?.();
      this.#stream.follows(detail, history);
      for (const event of pendingEvents(detail)) applyEvent(this.transcript, event);
      if (detail.running) {
        const sent = sentTo(this.thread);
        if (sent !== undefined) this.transcript.addInput(sent);
        if (!await this.#stream.resume(thread, signal)) await this.open(thread);
      } else {
        this.#offerToGoOn(detail);
        void this.#stream.readLog(thread, signal);
      }
    });
  }

  /** Does not wait for the run of the thread. */
  async #showEarlier(): Promise<void> {
    this.#entryLimit += EARLIER;
    const rendered = Promise.withResolvers<void>();
    void this.open(this.thread, rendered.resolve).finally(rendered.resolve);
    await rendered.promise;
  }

  /** Opens the thread again where others have gone on with it. */
  async compare(listed: ListedThread): Promise<void> {
    if (this.running || this.#isEdited || !hasGoneOn(listed, this.progress)) return;
    await this.open(this.thread);
  }

  /** Follows what others do with a thread that they go on with. Their steps may have no events, so that the store says it. */
  async #look(): Promise<void> {
    const { thread, progress } = this;
    const { signal } = this.#visit;
    if (!progress.goesOn || document.hidden || this.#isEdited || this.#isLooking) return;
    this.#isLooking = true;
    const detail = await readDetail(thread, signal).catch(() => undefined);
    this.#isLooking = false;
    if (signal.aborted || detail === undefined || progress !== this.progress || this.#isEdited) return;
    const isBehind = hasGoneOn(detail, progress, this.running);
    // The events of a step that the page follows may be on their way.
    const isLate = isBehind && (this.#isBehind || !this.running);
    this.#isBehind = isBehind;
    if (isLate) await this.open(thread);
  }

  /** A person has begun an answer here, or it is on its way: the page is not drawn anew. */
  get #isEdited(): boolean {
    return this.#openAnswers.size > 0 || this.transcript.isEdited;
  }

  /** Sends a message. False when the server refused it, so that the text goes back to the input. */
  async send(
    agent: string,
    text: string,
    options: RunOptions,
    images: readonly Attachment[] = [],
  ): Promise<boolean> {
    const isNew = this.thread === "";
    if (isNew) this.thread = randomId("thread");
    this.agent = agent;
    this.#until = options.until;
    this.progress.begin();
    const visit = this.#visit;
    // Without the bytes: the images are rendered by their URLs.
    const sent = this.transcript.send(text, { pictures: images.map(({ name, url }) => ({ name, url })) });
    keepSent(this.thread, text);
    const input = images.length > 0 ? [{ parts: inputParts(text, images) }] : text;
    const isTaken = await this.#run({ agent, input, ...options });
    if (isTaken || visit !== this.#visit) return true;
    this.transcript.remove(sent);
    forgetSent(this.thread);
    if (isNew) this.thread = "";
    this.#listeners.onChange();
    return false;
  }

  /** Turns to a fork of the thread, and runs it where there is something to run: an input, or the plan that it leaves out. */
  async #branch(options: { version: number; replan?: boolean }, input?: string): Promise<void> {
    if (this.running) return;
    this.running = true; // a second click finds it
    const { agent } = this;
    const visit = this.#visit;
    let id: string;
    try {
      const forked = fork(this.thread, options);
      this.#idle = forked.then(() => {}, () => {});
      ({ id } = await forked);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.running = false;
      return this.#listeners.onError(error);
    }
    if (visit !== this.#visit) return;
    this.#turnTo(id); // before its address is followed
    this.#listeners.onBranch(id);
    await this.open(id);
    if (this.thread !== id) return;
    if (input !== undefined) await this.send(this.agent || agent, input, this.#listeners.options());
    else if (options.replan) await this.#goOn();
  }

  /** Cancels the step that runs. */
  async stop(): Promise<void> {
    const visit = this.#visit;
    this.stopping = true;
    this.#listeners.onChange();
    try {
      await cancel(this.thread);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.stopping = false;
      this.#listeners.onError(error);
      this.#listeners.onChange();
    }
  }

  async #decide(callId: string, answer: ApprovalAnswer): Promise<void> {
    const { thread, transcript } = this;
    const visit = this.#visit;
    const open = this.#openAnswers;
    open.add(callId);
    transcript.answer(callId, answer.approved);
    // The question is on the page a moment before its plan is committed.
    await this.#idle;
    try {
      const approval = await decide(thread, callId, answer);
      if (visit !== this.#visit) return await this.#openAgain(thread);
      transcript.call(callId)?.record(approval);
      if (approval.missing > 0) transcript.call(callId)?.awaitOthers(approval.missing);
      // The page is not drawn anew under a person's hands.
      else this.progress.unblock();
    } catch (error) {
      if (visit !== this.#visit) return;
      if (!isCode(error, "approval_decided")) {
        transcript.call(callId)?.refuseAnswer(`Nothing is recorded. ${describeError(error)}`);
        return isCode(error, "invalid_request") ? undefined : this.#listeners.onError(error);
      }
    } finally {
      open.delete(callId);
    }
    if (open.size > 0 || transcript.hasCall("approval")) return;
    await (this.progress.wake ? this.open(thread) : this.#goOn());
  }

  /** A thread that was left and opened again may be rendered as it was before an answer. */
  async #openAgain(thread: string): Promise<void> {
    if (thread === this.thread && !this.#isEdited) await this.open(thread);
  }

  async #wake(): Promise<void> {
    const { thread } = this;
    await this.#watched(async (signal) => {
      await wake(thread);
      if (!signal.aborted) await this.open(thread);
    });
  }

  /** The results come as inputs then. */
  async #detach(): Promise<void> {
    const { thread } = this;
    await this.#watched(async (signal) => {
      const { calls } = await readDetail(thread, signal);
      for (const call of calls) {
        if (call.state === "deferred") await detach(thread, call.id);
      }
      if (!signal.aborted) await (this.progress.wake ? this.open(thread) : this.#goOn());
    });
  }

  /** Goes on without an input. Another execution ends a prediction. */
  async #goOn(execution?: RunOptions["execution"]): Promise<void> {
    if (execution) this.progress.runPlanned();
    await this.#run({ agent: this.agent, until: this.#until, ...(execution && { execution }) });
  }

  #appActions(callId: string): AppActions {
    const { thread } = this;
    const calls = this.#appCalls;
    return {
      read: () => readApp(thread, callId),
      call: (name, args) => calls.make((onSent) => this.#callForApp({ callId, name, args }, thread, onSent)),
      say: async (text) => {
        if (this.running || thread !== this.thread) return false;
        return await this.send(this.agent, text, this.#listeners.options());
      },
    };
  }

  /** Runs a call of an app behind the run that goes on. A refusal is the app's, and not the person's. */
  async #callForApp(call: AppCall, thread: string, onSent: () => void): Promise<void> {
    while (this.running && thread === this.thread) await this.#idle;
    if (thread !== this.thread) throw new Error("The thread is no longer shown.");
    if (this.transcript.hasCall("approval")) throw new Error("The thread waits for an approval.");
    const input = this.transcript.send(`Call ${call.name}`, { origin: "app" });
    let refusal: ApiError | undefined;
    await this.#watched(async (signal) => {
      try {
        const start = (key: string) => startAppCall(thread, call, key, signal);
        onSent();
        const isWhole = await this.#stream.run(thread, start, signal, () => this.#listeners.onChange());
        if (!signal.aborted && !isWhole) await this.open(thread);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusal = error;
      }
    });
    if (refusal === undefined) return;
    this.transcript.remove(input);
    throw refusal;
  }

  /** Runs steps and follows them. False when the server refused. */
  async #run(body: StepBody): Promise<boolean> {
    let isTaken = false;
    await this.#watched(async (signal) => {
      const onTaken = () => {
        isTaken = true;
        this.#listeners.onChange();
      };
      const { thread } = this;
      const start = (key: string) => startSteps(thread, body, key, signal);
      const isWhole = await this.#stream.run(thread, start, signal, onTaken);
      if (!signal.aborted && (!isWhole || this.#hasGap)) await this.open(this.thread);
    });
    return isTaken;
  }

  #report(event: StepEvent, at: number | undefined): void {
    this.transcript.note(event, at);
    this.#appCalls.take(event);
    this.#listeners.onEvent(event, at);
  }

  /** Shows an event. Whether the run has ended. */
  #draw(event: StepEvent): boolean {
    const { steps } = this.progress;
    if (event.type === "step.started" && steps > 0) this.#hasGap ||= ![steps, steps + 1].includes(event.step);
    applyEvent(this.transcript, event);
    const isEnd = this.progress.take(event);
    if (isEnd || event.type === "step.finished") forgetSent(this.thread);
    if (["step.started", "step.finished", "step.failed"].includes(event.type)) this.#listeners.onChange();
    if (isEnd) this.#offerToGoOn(event.type === "step.finished" ? event : {});
    return isEnd;
  }

  #offerToGoOn({ question, error }: Pick<Rest, "question" | "error"> = {}): void {
    const { status, waitsFor, waiting, predicted, wake, parked } = this.progress;
    const until = this.#until;
    this.#offers.offer({ status, waitsFor, waiting, predicted, wake, parked, until, question, error });
  }

  /** Marks the page as busy while `watch` runs, and reports its exception unless the page has turned to another thread. */
  async #watched(watch: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#visit;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = promise;
    this.#offers.clear();
    this.running = true;
    this.#listeners.onChange();
    try {
      await watch(signal);
    } catch (error) {
      if (signal.aborted) return resolve();
      if (this.#offers.isPredicted && isCode(error, "nothing_to_do")) this.#offerToGoOn();
      else this.#listeners.onError(error);
    }
    if (!signal.aborted) {
      this.running = this.stopping = this.#opening.value = false;
      this.transcript.settle();
      this.#listeners.onChange();
    }
    resolve();
  }

  #turnTo(thread: string): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#connection.reset();
    this.transcript.clear();
    this.#openAnswers = new Set();
    this.#appCalls.clear();
    this.#appCalls = new AppCalls();
    this.thread = thread;
    this.agent = "";
    this.progress = new RunProgress();
    this.running =
      this.stopping =
      this.#opening.value =
      this.#hasGap =
      this.#isBehind =
        false;
    this.#stream.reset();
    this.#until = "done";
    this.#listeners.onTurn();
  }
}
