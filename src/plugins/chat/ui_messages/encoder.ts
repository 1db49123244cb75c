// The encoder of the UI message stream: the events of one request as the chunks of one assistant message. A step of the message
// is a plan with the outcomes of its calls; the client goes on by itself when every call of the last step has an outcome.

import { unreachable } from "../../../core/error.ts";
import type {
  PlanRestarted,
  StepEvent,
  StepEventBody,
  StepFailed,
  StepFinished,
  StepStarted,
} from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Encoder } from "../../../protocols/protocol.ts";
import { NOT_RUN } from "../../../http/conversation/committed_events.ts";
import { toFinishReason } from "./finish_reason.ts";
import { appFrame, authorizationFrame, inputTakenFrame, stepFrame } from "./data_frames.ts";
import { toMessageId } from "./message_id.ts";
import { DONE, failureText, type Flags, frame, inputErrorFrame, inputFrame, outcomeFrame } from "./frames.ts";

/** The message that a stream is of. */
export interface UiMessageContext {
  /** Id of the thread: `metadata.runId` of the message. */
  readonly thread: string;
  /** Of the message that goes on, or that is repeated; by default it is made from what the first step answers. */
  readonly messageId?: string | undefined;
  /** Ids of the calls that the client's message has; undefined for a message that begins. */
  readonly known?: ReadonlySet<string> | undefined;
  /** A plan may wait for people or for the caller: calls are emitted when it is known which of them wait. */
  readonly holds: boolean;
  /** Outputs are the answer, so the client is not to go on from them. */
  readonly outputsAnswer?: boolean;
}

interface Call {
  readonly name: string;
  readonly block: number;
  args: string;
  /** The message has its part, begun by its place alone. */
  isPlaced?: boolean;
  /** The message has its part, with the arguments or a failure. */
  isVisible: boolean;
  isReady: boolean;
}

/** The first event behind the calls of a step is one of these. */
const BEGINS_PLAN: ReadonlySet<StepEventBody["type"]> = new Set([
  "text.started",
  "reasoning.started",
  "call.started",
  "plan.restarted",
  "usage",
  "step.finished",
]);

/** Encodes one stream; see `Encoder`. */
export class UiMessageEncoder implements Encoder {
  readonly #context: UiMessageContext;
  readonly #flags: Flags;
  readonly #blocks = new Map<number, { readonly id: string; readonly kind: "text" | "reasoning" }>();
  readonly #calls = new Map<string, Call>();
  readonly #settled = new Set<string>();
  #isStarted = false;
  /** The last chunk has been written: finish, abort or error. */
  #isOver = false;
  #hasStep = false;
  /** The next part of an answer begins a step of the message. */
  #isBetween = true;
  #hasRequests = false;
  #count = 0;
  /** The step answers another input: its calls are of this message, and its plan is another one, which no stream of this one begins. */
  #isAnswered = false;
  /** Of the last step that has ended. */
  #version: number | undefined;

  constructor(context: UiMessageContext) {
    this.#context = context;
    this.#flags = context.outputsAnswer ? { providerExecuted: true } : {};
    for (const id of context.known ?? []) {
      this.#calls.set(id, { name: "", block: -1, args: "{}", isVisible: true, isReady: true });
    }
  }

  encode(event: StepEvent | StepEventBody): string {
    if (this.#isOver) return "";
    if (this.#isAnswered && BEGINS_PLAN.has(event.type)) return this.#part();
    switch (event.type) {
      case "step.started":
        this.#isAnswered = event.input !== undefined &&
          (this.#isStarted || this.#context.known !== undefined);
        this.#isBetween = true;
        this.#hasRequests = false;
        return this.begin(event) + stepFrame(event);
      case "text.started":
      case "reasoning.started": {
        const kind = event.type === "text.started" ? "text" : "reasoning";
        const id = `${kind}_${++this.#count}`;
        this.#blocks.set(event.block, { id, kind });
        return this.#openStep() + frame({ type: `${kind}-start`, id });
      }
      case "text.delta":
      case "reasoning.delta": {
        const block = this.#blocks.get(event.block);
        if (block === undefined || event.text === "") return "";
        return frame({ type: `${block.kind}-delta`, id: block.id, delta: event.text });
      }
      case "text.ended":
      case "reasoning.ended":
        return this.#endBlock(event.block);
      case "call.started": {
        const { callId, name, block } = event;
        const isVisible = !this.#context.holds;
        this.#calls.set(callId, { name, block, args: "", isVisible, isReady: false });
        const start = { type: "tool-input-start", toolCallId: callId, toolName: name, ...this.#flags };
        return this.#openStep() + (isVisible ? frame(start) : "");
      }
      case "call.delta": {
        const call = this.#calls.get(event.callId);
        if (call === undefined || event.text === "") return "";
        call.args += event.text;
        const delta = { type: "tool-input-delta", toolCallId: event.callId, inputTextDelta: event.text };
        return call.isVisible ? frame(delta) : "";
      }
      case "call.ready":
        return this.#ready(event);
      case "approval.requested": {
        this.#hasRequests = true;
        return this.#show(event.callId, event.name, event.args) +
          frame({ type: "tool-approval-request", approvalId: event.digest, toolCallId: event.callId });
      }
      case "result.requested":
        this.#hasRequests = true;
        return this.#show(event.callId, event.name, event.args);
      case "tool.started":
        if (!this.#isOfMessage(event.callId)) return "";
        return this.#place() + this.#show(event.callId, event.name, event.args);
      case "tool.finished":
        return this.#outcome(event);
      case "input.taken":
        return inputTakenFrame(event);
      case "plan.restarted":
        return this.#restart(event);
      case "step.finished":
        return this.#finish(event);
      case "step.failed":
        return this.#fail(event);
      case "authorization.requested":
        return authorizationFrame(event);
      case "warning":
      case "usage":
      case "call.deferred":
      case "child.started":
      case "child.step":
      case "child.finished":
        return "";
      default:
        return unreachable(event);
    }
  }

  close(error?: string): string {
    if (this.#isOver) return DONE;
    const errorText = error ?? "The stream ended before its run; read it again.";
    const last = this.begin() + this.#endStep() + frame({ type: "error", errorText });
    this.#isOver = true;
    return last + DONE;
  }

  /** The frames after which a stream is cut off that may be at any place. */
  static cut(errorText: string): string {
    return frame({ type: "error", errorText }) + DONE;
  }

  /** The first chunk, once. `began` is the first step of the message, where the context has no id. */
  begin(began: Pick<StepStarted, "input" | "step"> = { step: 0 }): string {
    if (this.#isStarted) return "";
    this.#isStarted = true;
    const { thread, messageId = toMessageId(thread, began) } = this.#context;
    return frame({ type: "start", messageId, messageMetadata: { runId: thread } });
  }

  /** A part of a call that the caller is to run from now on. */
  reopen(id: string, name: string, args: JsonObject): string {
    return inputFrame({ id, name, args: JSON.stringify(args) }, this.#flags);
  }

  /** Outcomes of the calls that have none and get none any more. */
  dropCalls(callIds: readonly string[]): string {
    return callIds.filter((id) => !this.#settled.has(id)).map((toolCallId) =>
      frame({ type: "tool-output-error", toolCallId, errorText: NOT_RUN })
    ).join("");
  }

  /** The last chunk of a response after which the client waits, or has nothing more to do. */
  end(finishReason: "stop" | "tool-calls", version?: number): string {
    // A step without calls is what the client does not go on from.
    const step = finishReason === "stop" && !this.#hasStep ? frame({ type: "start-step" }) : "";
    if (step !== "") this.#hasStep = true;
    const finish = frame({ type: "finish", finishReason, messageMetadata: { version } });
    this.#isOver = true;
    return step + this.#endStep() + finish;
  }

  /** The end of a stream whose message waits: the client has no answer, and nothing to do. */
  leave(): string {
    if (this.#isStarted) return this.close();
    this.#isOver = true;
    return frame({ type: "finish", finishReason: "stop" }) + DONE;
  }

  /** Ends the message before a plan of another one, with a step without calls, which the client does not go on from. */
  #part(): string {
    this.#isBetween = true;
    return this.#openStep() + this.end("stop", this.#version);
  }

  /** A plan begins: what is before it belongs to another step of the message. */
  #openStep(): string {
    if (!this.#isBetween) return "";
    this.#isBetween = false;
    const before = this.#hasStep ? frame({ type: "finish-step" }) : "";
    this.#hasStep = true;
    return before + frame({ type: "start-step" });
  }

  #endBlock(number: number): string {
    const block = this.#blocks.get(number);
    if (block === undefined) return "";
    this.#blocks.delete(number);
    return frame({ type: `${block.kind}-end`, id: block.id });
  }

  #endBlocks(): string {
    return [...this.#blocks.keys()].map((number) => this.#endBlock(number)).join("");
  }

  #endStep(): string {
    let frames = this.#endBlocks();
    if (this.#hasStep) frames += frame({ type: "finish-step" });
    this.#hasStep = false;
    return frames;
  }

  #ready({ callId, args, readiness, name }: Extract<StepEventBody, { type: "call.ready" }>): string {
    const call = this.#calls.get(callId);
    if (call === undefined) return "";
    call.args = args;
    call.isReady = readiness === "ready";
    if (!call.isVisible) return "";
    if (call.isReady) return inputFrame({ id: callId, name, args }, this.#flags);
    return inputErrorFrame({ id: callId, name, args }, "The answer was cut off.", this.#flags);
  }

  /** Begins the parts of the calls that run, in the order of the plan: they start and fail in any order. */
  #place(): string {
    let frames = "";
    for (const [toolCallId, call] of this.#calls) {
      if (!call.isReady || call.isVisible || call.isPlaced) continue;
      call.isPlaced = true;
      frames += frame({ type: "tool-input-start", toolCallId, toolName: call.name, ...this.#flags });
    }
    return frames;
  }

  /** The part of a call, when the message has it not yet. */
  #show(id: string, name: string, args: JsonObject): string {
    const call = this.#calls.get(id);
    if (call?.isVisible) return "";
    const text = call?.args ?? JSON.stringify(args);
    this.#calls.set(id, { name, block: call?.block ?? -1, args: text, isVisible: true, isReady: true });
    return inputFrame({ id, name, args: text }, this.#flags);
  }

  /** False for a call of the message before: its card is the client's, and a second one would be another call. */
  #isOfMessage(callId: string): boolean {
    return this.#calls.has(callId) || this.#context.known !== undefined;
  }

  #outcome(event: Extract<StepEventBody, { type: "tool.finished" }>): string {
    const { callId: toolCallId, name, output, error, app } = event;
    if (!this.#isOfMessage(toolCallId)) return "";
    this.#settled.add(toolCallId);
    this.#isBetween = true;
    const flags = this.#flags;
    const places = this.#place();
    const call = this.#calls.get(toolCallId);
    // Its arguments are wrong, so the client is not to act on them.
    if (error?.kind === "invalid_arguments" || error?.kind === "unknown_tool") {
      if (call !== undefined) call.isVisible = true;
      const part = { id: toolCallId, name, args: call?.args ?? "{}" };
      return places + inputErrorFrame(part, failureText(output, error), flags);
    }
    const shown = app === undefined ? "" : appFrame(toolCallId, app);
    return places + this.#show(toolCallId, name, {}) + outcomeFrame(event, flags) + shown;
  }

  /** Parts that the client has stay there, because only the newer major takes parts back. */
  #restart({ from }: PlanRestarted): string {
    let frames = this.#endBlocks();
    for (const [toolCallId, call] of this.#calls) {
      if (call.block < 0 || call.block >= from) continue;
      this.#calls.delete(toolCallId);
      const errorText = "The answer was dropped before this call ran.";
      if (call.isVisible || call.isPlaced) {
        frames += frame({ type: "tool-output-error", toolCallId, errorText });
      }
    }
    this.#isBetween = true;
    return frames;
  }

  #finish(event: StepFinished): string {
    const { finish, status, question, continues, version } = event;
    let frames = finish === null ? "" : this.#openStep();
    // With a request among them, the other calls wait for it: a part without an outcome would hold the client up.
    // The calls of a step that goes on are emitted as they run: a client would act on one that does not.
    if (!continues && (status !== "waiting" || !this.#hasRequests)) {
      for (const [id, call] of this.#calls) {
        if (call.isReady) frames += this.#show(id, call.name, {});
      }
    }
    if (finish !== null) this.#isBetween = true;
    if (question !== undefined) frames += this.#say(question);
    this.#version = version;
    if (continues) return frames;
    const finishReason = question === undefined ? toFinishReason(status, finish) : "stop";
    frames += this.#endStep() + frame({ type: "finish", finishReason, messageMetadata: { version } });
    this.#isOver = true;
    return frames;
  }

  #say(text: string): string {
    this.#isBetween = true;
    const id = `text_${++this.#count}`;
    return this.#openStep() + frame({ type: "text-start", id }) +
      frame({ type: "text-delta", id, delta: text }) + frame({ type: "text-end", id });
  }

  #fail({ version, error }: StepFailed): string {
    const metadata = frame({ type: "message-metadata", messageMetadata: { version } });
    const isCancelled = error.code === "step_cancelled";
    // Calls may have their outcomes by now: a step without calls is what the client does not go on from.
    if (isCancelled) this.#isBetween = true;
    const frames = (isCancelled ? this.#openStep() : "") + this.#endStep() + metadata;
    this.#isOver = true;
    // Without its reason: the first versions of ai 6 know no such field, and read it as a fault.
    if (isCancelled) return frames + frame({ type: "abort" });
    return frames + frame({ type: "error", errorText: error.message });
  }
}
