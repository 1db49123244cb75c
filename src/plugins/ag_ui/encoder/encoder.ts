// The encoder of AG-UI: the events of one request as the events of one run. Each plan is one message with its texts and calls;
// every block that was begun is ended before the run ends, as the clients check.

import type { FinishReason } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import type { ApprovalRequested, StepEvent, StepEventBody, StepFinished } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { ThreadStatus } from "../../../core/state.ts";
import type { Encoder } from "../../../protocols/protocol.ts";
import { appFrame, authorizationFrame, errorFrame, frame, snapshotFrame, toOutcome } from "./frames.ts";
import { callMessageId, messageId, questionId, reasoningId, resultId } from "./ids.ts";
import { type AgUiMessage, readCallIds, resultText, VisibleMessages } from "./messages.ts";
import { type BlockKind, OpenBlocks } from "./open_blocks.ts";
import type { SharedThread } from "./state.ts";
import { diffThreads, stateSnapshot, toRunResult, withoutCall, withStep, withWait } from "./state.ts";
import { RunUsage } from "./usage.ts";

/** The run that a stream is of. */
export interface AgUiContext {
  /** As the client named them. */
  readonly threadId: string;
  readonly runId: string;
  readonly parentRunId?: string | undefined;
  /** The client has named the version 1 of the protocol: it gets the version of this stream, and the calls that it must run. */
  readonly declares: boolean;
  /** The page's own state. */
  readonly own: JsonObject;
  /** The thread before the run. */
  readonly thread: SharedThread;
  /** The messages that the client is to have. */
  readonly messages: readonly AgUiMessage[];
  /** It has others: the list is sent at the start. */
  readonly isBehind: boolean;
  /** The first of them, in a list before that one, where a message of the client stands in another place. */
  readonly inPlace?: readonly AgUiMessage[] | undefined;
  /** Calls of the caller that wait for results before the run. */
  readonly toRun?: readonly string[];
}

/** Encodes one stream; see `Encoder`. */
export class AgUiEncoder implements Encoder {
  readonly #context: AgUiContext;
  #visible: VisibleMessages;
  readonly #blocks = new OpenBlocks();
  /** Messages of the current plan: they may be withdrawn. */
  readonly #ofPlan = new Set<string>();
  /** Calls that have a message, and those that have their outcome. */
  readonly #calls: Set<string>;
  readonly #answered: Set<string>;
  readonly #toRun: Set<string>;
  readonly #usage = new RunUsage();
  #state: SharedThread;
  #step = 0;
  #reasonings = 0;
  #isStarted = false;
  #isInStep = false;
  /** RUN_FINISHED or RUN_ERROR has been written. */
  #isOver = false;

  constructor(context: AgUiContext) {
    this.#context = context;
    this.#state = context.thread;
    this.#visible = new VisibleMessages(context.messages);
    this.#calls = new Set(context.messages.flatMap(({ toolCalls }) => readCallIds(toolCalls)));
    this.#answered = new Set(
      context.messages.flatMap(({ toolCallId }) => typeof toolCallId === "string" ? [toolCallId] : []),
    );
    this.#toRun = new Set(context.toRun);
  }

  encode(event: StepEvent | StepEventBody): string {
    if (this.#isOver) return "";
    switch (event.type) {
      case "step.started": {
        const before = this.begin() + this.#endStep();
        this.#step = event.step;
        this.#reasonings = 0;
        this.#ofPlan.clear();
        this.#isInStep = true;
        this.#usage.model(event.model);
        const stepName = `step-${event.step}`;
        return before + frame({ type: "STEP_STARTED", stepName }) +
          this.#change(withStep(this.#state, event));
      }
      case "text.started": {
        const id = messageId(this.#state.id, this.#step);
        const isOpen = this.#open(event.block, id, "text");
        this.#visible.text(id, "assistant", "");
        return isOpen ? "" : frame({ type: "TEXT_MESSAGE_START", messageId: id, role: "assistant" });
      }
      case "reasoning.started": {
        const id = reasoningId(this.#state.id, this.#step, this.#reasonings++);
        this.#open(event.block, id, "reasoning");
        this.#visible.text(id, "reasoning", "");
        return frame({ type: "REASONING_START", messageId: id }) +
          frame({ type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" });
      }
      case "text.delta":
      case "reasoning.delta": {
        const block = this.#blocks.get(event.block);
        if (block === undefined || block.kind === "call" || event.text === "") return "";
        const isText = block.kind === "text";
        this.#visible.text(block.id, isText ? "assistant" : "reasoning", event.text);
        const type = isText ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT";
        return frame({ type, messageId: block.id, delta: event.text });
      }
      case "text.ended":
      case "reasoning.ended":
        return this.#blocks.end(event.block);
      case "call.started":
        this.#open(event.block, event.callId, "call");
        return this.#startCall(event.callId, event.name, messageId(this.#state.id, this.#step));
      case "call.delta":
        return this.#blocks.get(event.block) !== undefined ? this.#args(event.callId, event.text) : "";
      case "call.ready":
        return this.#ready(event);
      case "approval.requested":
        return this.#request(event);
      case "result.requested":
        this.#toRun.add(event.callId);
        return this.#show(event.callId, event.name, event.args);
      case "tool.started":
        return this.#show(event.callId, event.name, event.args);
      case "tool.finished":
        return this.#show(event.callId, event.name, {}) +
          this.#result(event.callId, resultText(event)) + appFrame(event.callId, event.app);
      case "input.taken": {
        const { type: name, id, door } = event;
        return frame({ type: "CUSTOM", name, value: { id, door } });
      }
      case "plan.restarted":
        this.#usage.model(event.model);
        return this.#takeBack();
      case "usage": {
        this.#usage.add(event);
        const { inputTokens, outputTokens } = this.#state.usage;
        return this.#change({
          usage: {
            inputTokens: inputTokens + event.inputTokens,
            outputTokens: outputTokens + event.outputTokens,
          },
        });
      }
      case "step.finished":
        return this.#finish(event);
      case "step.failed": {
        const { error: { code, message }, version } = event;
        const status = code === "step_cancelled" ? "cancelled" : "failed";
        return this.#fail(code, message, { version, status });
      }
      case "call.deferred":
        return this.#change(withWait(this.#state, event, "later"));
      case "authorization.requested":
        return authorizationFrame(event) + this.#change(withWait(this.#state, event, "authorization"));
      case "warning":
      case "child.started":
      case "child.step":
      case "child.finished":
        return "";
      default:
        return unreachable(event);
    }
  }

  close(error?: string, code = "internal"): string {
    if (this.#isOver) return "";
    return this.begin() +
      this.#fail(code, error ?? "The stream ended before its run; send the run again.", {});
  }

  /** The first events, once. */
  begin(): string {
    if (this.#isStarted) return "";
    this.#isStarted = true;
    const { threadId, runId, parentRunId, declares, own, isBehind, inPlace } = this.#context;
    const start = {
      type: "RUN_STARTED",
      threadId,
      runId,
      parentRunId,
      protocolVersion: declares ? "1.0" : undefined,
    };
    // The state names the newest message: a stream that is cut between them leaves a client that has the messages.
    return frame(start) + (isBehind ? snapshotFrame(inPlace) + this.#snapshot() : "") +
      frame({ type: "STATE_SNAPSHOT", snapshot: stateSnapshot(own, this.#state) });
  }

  /** The end of a stream whose run is at rest: that of a run that has ended, or that waits. */
  end(status: ThreadStatus): string {
    if (this.#isOver) return "";
    return this.begin() + this.#endStep() + this.#over(status, null);
  }

  /**
   * The messages as they are committed. A message that a client has stays in its place, so those of the plan leave first: then the
   * input, which was not committed before, stands before them.
   */
  renew(messages: readonly AgUiMessage[]): string {
    for (const id of this.#ofPlan) this.#visible.void(id);
    const before = this.#snapshot();
    this.#visible = new VisibleMessages(messages);
    return before + this.#snapshot();
  }

  #snapshot(): string {
    return snapshotFrame(this.#visible.list());
  }

  #change(change: Partial<SharedThread>): string {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const delta = diffThreads(before, this.#state);
    return delta.length === 0 ? "" : frame({ type: "STATE_DELTA", delta });
  }

  // Blocks of a plan
  // -------------------------------------------------------------------------------------------------------------

  #open(number: number, id: string, kind: BlockKind): boolean {
    this.#ofPlan.add(kind === "call" ? messageId(this.#state.id, this.#step) : id);
    return this.#blocks.open(number, { id, kind });
  }

  #endStep(): string {
    const blocks = this.#blocks.endAll();
    if (!this.#isInStep) return blocks;
    this.#isInStep = false;
    return blocks + frame({ type: "STEP_FINISHED", stepName: `step-${this.#step}` });
  }

  /** The messages of the plan are void: they leave the client's list. */
  #takeBack(): string {
    const ends = this.#blocks.endAll();
    const isVisible = [...this.#ofPlan].some((id) => this.#visible.has(id));
    for (const id of this.#ofPlan) this.#visible.void(id);
    this.#ofPlan.clear();
    this.#reasonings = 0;
    if (!isVisible) return ends;
    this.#calls.clear();
    for (const { toolCalls } of this.#visible.list()) {
      for (const id of readCallIds(toolCalls)) this.#calls.add(id);
    }
    return ends + this.#snapshot();
  }

  // Calls
  // -------------------------------------------------------------------------------------------------------------

  #startCall(toolCallId: string, toolCallName: string, parentMessageId: string): string {
    this.#calls.add(toolCallId);
    this.#visible.call(parentMessageId, toolCallId, toolCallName);
    return frame({ type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId });
  }

  #args(toolCallId: string, delta: string): string {
    if (delta === "") return "";
    this.#visible.args(toolCallId, delta);
    return frame({ type: "TOOL_CALL_ARGS", toolCallId, delta });
  }

  #ready({ block, callId, args, readiness }: Extract<StepEventBody, { type: "call.ready" }>): string {
    if (this.#blocks.get(block) === undefined) return "";
    const rest = this.#visible.hasArgs(callId) ? "" : this.#args(callId, args);
    const whole = rest + this.#blocks.end(block);
    return readiness === "ready"
      ? whole
      : whole + this.#result(callId, "The answer was cut off in this call.");
  }

  /** The call as a whole, when the client has it not yet, in a message of its own: its plan was in another stream. */
  #show(callId: string, name: string, args: JsonObject): string {
    if (this.#calls.has(callId)) return "";
    return this.#startCall(callId, name, callMessageId(callId)) + this.#args(callId, JSON.stringify(args)) +
      frame({ type: "TOOL_CALL_END", toolCallId: callId });
  }

  #result(toolCallId: string, content: string): string {
    this.#toRun.delete(toolCallId);
    const change = this.#change(withoutCall(this.#state, toolCallId));
    if (this.#answered.has(toolCallId)) return change;
    this.#answered.add(toolCallId);
    this.#visible.result(toolCallId, content);
    const type = "TOOL_CALL_RESULT";
    return frame({ type, messageId: resultId(toolCallId), toolCallId, content, role: "tool" }) + change;
  }

  #request(event: ApprovalRequested): string {
    const { callId, name, args, digest, expiresAt, thread, edits, asks } = event;
    const call = thread === undefined ? this.#show(callId, name, args) : "";
    const at = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
    const approval = { callId, name, args, digest, expiresAt: at, thread, edits, asks };
    const others = this.#state.approvals.filter((each) => each.digest !== digest);
    return call + this.#change({ approvals: [...others, approval] });
  }

  // The end
  // -------------------------------------------------------------------------------------------------------------

  #finish({ finish, status, question, continues, version }: StepFinished): string {
    const blocks = this.#blocks.endAll();
    const asked = question === undefined ? "" : this.#say(question);
    const change = this.#change({ version, status: continues ? "running" : status });
    const end = blocks + asked + change + this.#endStep();
    return continues ? end : end + this.#over(status, finish);
  }

  #say(text: string): string {
    const id = questionId(this.#state.id, this.#step);
    this.#visible.text(id, "assistant", text);
    return frame({ type: "TEXT_MESSAGE_START", messageId: id, role: "assistant" }) +
      frame({ type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: text }) +
      frame({ type: "TEXT_MESSAGE_END", messageId: id });
  }

  #over(status: ThreadStatus, finish: FinishReason | null): string {
    this.#isOver = true;
    const { threadId, runId } = this.#context;
    const { approvals } = this.#state;
    const outcome = toOutcome(status, approvals, this.#context.declares ? [...this.#toRun] : []);
    const result = toRunResult(this.#state, status, finish);
    const usage = this.#usage.list();
    return frame({
      type: "RUN_FINISHED",
      threadId,
      runId,
      result,
      outcome,
      usage: usage.length === 0 ? undefined : usage,
    });
  }

  #fail(code: string, message: string, change: Partial<SharedThread>): string {
    const before = this.#blocks.endAll() + this.#change(change) + this.#endStep();
    this.#isOver = true;
    return before + errorFrame(code, message);
  }
}
