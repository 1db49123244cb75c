// What a component has of a thread: its state, which is made anew with each change, and the functions that change it.

import { addInput } from "./client/collect/fold.ts";
import {
  type CallPart,
  type Conversation,
  type ConversationError,
  EMPTY_CONVERSATION,
  type Message,
  type PendingApproval,
} from "./client/collect/conversation.ts";
import type { TreadleError } from "./client/error.ts";
import type { ForkOptions, ShareOptions, StreamOptions } from "./client/options.ts";
import type {
  GivenResult as ToolResult,
  GivenTool as ClientTool,
  PersonAnswer as ApprovalAnswer,
  StepInput as Input,
} from "../core/contract/requests.ts";
import type { NewShare } from "../core/contract/shares.ts";
import type { ThreadView } from "../core/contract/threads.ts";
import type { Json, JsonObject } from "../core/json.ts";

/** Why something is not as it was to be: the error of a request with its code, or that of the last step. */
export type ThreadError = TreadleError | ConversationError;

/** A client tool of the page. */
export interface PageTool extends ClientTool {
  /**
   * Runs a call, and what it returns goes to the model; what it throws does as a failure. Without it the page answers by `answerCall`.
   * A page that is loaded again before the result was sent runs the call again.
   */
  readonly run?: (args: JsonObject, call: { readonly callId: string }) => Json | Promise<Json>;
}

/** How the runs of a thread are requested, as the client takes it. */
export interface RunTerms extends Omit<StreamOptions, "signal" | "idempotencyKey" | "clientTools"> {
  /** Tools that the page has, for each run. */
  readonly clientTools?: readonly PageTool[] | undefined;
}

/** Settings of a thread on a page. Components with the same thread share them: what one leaves out stays as another has set it. */
export interface ThreadOptions extends RunTerms {
  /** Least milliseconds between two states while text arrives: 40. All other changes make a state at once. */
  readonly throttleMs?: number | undefined;
}

/** How a store begins. */
export interface ThreadStoreSettings {
  /** The state until the stored conversation is read, and on a server. */
  readonly initial?: Conversation | undefined;
  /** There is no such thread yet: nothing is read. */
  readonly isNew?: boolean | undefined;
}

/** An input that is not part of the conversation yet. */
export interface PendingInput {
  /** Its idempotency key. */
  readonly id: string;
  readonly input: Input;
  /**
   * `sending`: the request is on its way. `queued`: the deployment has it, and a run takes it later. `failed`: it was refused, or could
   * not be sent; `retry` sends it again under the same key, `discard` forgets it.
   */
  readonly state: "sending" | "queued" | "failed";
  /** With `failed`. */
  readonly error?: ThreadError | undefined;
}

/** A thread as components render it. A message, a part or an approval that did not change is the same object as before. */
export interface ThreadState {
  /** The conversation, and behind it the inputs that are not part of it yet. */
  readonly messages: readonly Message[];
  /** Inputs that are not part of the conversation yet, in their order. */
  readonly inputs: readonly PendingInput[];
  /** Calls that wait for people, but for those whose answer is on its way. */
  readonly approvals: readonly PendingApproval[];
  /** Calls that the page is to answer by `answerCall`, but for those that are answered. */
  readonly calls: readonly CallPart[];
  /** `loading`: the stored conversation comes. `sending`: a request for a run is on its way. Else as of the conversation. */
  readonly status: "loading" | "sending" | Conversation["status"];
  /** What failed last; gone with the next run. */
  readonly error?: ThreadError | undefined;
  /** The rest: usage, warnings, phases, the question of a tool. */
  readonly conversation: Conversation;
}

/** Where a fork begins, and what it begins with. */
export interface ThreadForkOptions extends Omit<ForkOptions, "signal"> {
  /** Sent in the fork. Without it a fork with `replan` plans its last answer again. */
  readonly input?: Input | undefined;
}

/**
 * What a component does with a thread. Each function is the same one as long as the thread is. They do not reject, `fork` and `share` apart: what
 * fails is `error` of the state.
 */
export interface ThreadActions {
  /** Sends an input. Settles at the end of its run, or when the input is queued. */
  readonly send: (input: Input, terms?: RunTerms) => Promise<void>;
  /** Stops what runs, and what waits for people. The text that has come stays. */
  readonly stop: () => Promise<void>;
  /**
   * Answers a call that waits for people, as it was rendered: an answer to a call that has changed is refused. With the last answer the run
   * goes on. Settles at its end.
   */
  readonly decide: (callId: string, answer: boolean | ApprovalAnswer) => Promise<void>;
  /**
   * Lets the run go on without the result of a deferred call, which comes as an input. Behind the last call that the run waits for it
   * goes on. Settles at its end.
   */
  readonly detach: (callId: string) => Promise<void>;
  /** Gives the outcome of a client tool. With the last one the run goes on. Settles at its end. */
  readonly answerCall: (result: ToolResult) => Promise<void>;
  /** Makes a thread with the history up to a version, to which the page may go: its id is `id`. @throws {TreadleError} */
  readonly fork: (options?: ThreadForkOptions) => Promise<ThreadView>;
  /** Makes a link by which others read the thread as it is now. @throws {TreadleError} */
  readonly share: (options?: Omit<ShareOptions, "signal">) => Promise<NewShare>;
  /** Does again what failed: requests under their idempotency keys, a stream that was lost, a step. */
  readonly retry: () => Promise<void>;
  /** Forgets an input that failed. */
  readonly discard: (inputId: string) => void;
  /** Reads what is stored, for what others may have done. What runs is followed. */
  readonly refresh: () => Promise<void>;
}

/** The messages that an input becomes. */
export function toMessages(input: Input): readonly Message[] {
  return addInput(EMPTY_CONVERSATION, input).messages;
}

/** Calls of client tools without an outcome. */
export function listClientCalls({ messages }: Conversation): CallPart[] {
  return messages.flatMap((message) => message.role === "assistant" ? message.parts : [])
    .filter((part): part is CallPart => part.type === "call" && part.state === "client");
}
