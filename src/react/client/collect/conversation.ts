// A conversation as a page shows it: what events and stored entries are folded into.

import type { FinishReason, Outcome } from "../../../core/entry.ts";
import type { ApprovalRequested } from "../../../core/event.ts";
import type { Json } from "../../../core/json.ts";
import type { ThreadStatus } from "../../../core/state.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import type { ToolFailure } from "../../../core/tool/tool_error.ts";
import type { MediaView, PartView } from "../../../core/contract/entries.ts";
import type { Usage } from "../../../core/usage.ts";

/** Text or reasoning of an answer. */
export interface TextPart {
  readonly type: "text" | "reasoning";
  /** The number of its block in the step. */
  readonly block: number;
  readonly text: string;
}

/** A call of an answer, with what became of it. */
export interface CallPart {
  readonly type: "call";
  /** The number of its block in the step; null for a call of which the answer is not in the conversation. */
  readonly block: number | null;
  readonly callId: string;
  readonly name: string;
  /** The argument text as far as it has come: JSON once the state is another than `streaming`. */
  readonly args: string;
  /**
   * `streaming`: its arguments come. `pending`: planned. `truncated`: the answer broke off, and the call is dropped. `approval`: it
   * waits for people. `client`: the caller is to run it. `running`: the tool has it. `deferred`: its result comes later. Else its
   * outcome.
   */
  readonly state:
    | "streaming"
    | "pending"
    | "truncated"
    | "approval"
    | "client"
    | "deferred"
    | "authorization"
    | "running"
    | Outcome;
  /** Present with an outcome. So are the next two. */
  readonly output?: Json;
  /** What the tool returned besides; from the history only, since events have no media. */
  readonly media?: readonly MediaView[];
  readonly error?: ToolFailure;
  /** The address at which the user authorizes the server of the tool, with `authorization`. */
  readonly url?: string;
  /** Milliseconds that the tool took. */
  readonly ms?: number;
}

/** A part of an answer. */
export type Part = TextPart | CallPart;

/** An answer of the model. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly parts: readonly Part[];
  /** `provider/model`. */
  readonly model: string;
  /** The thread version that has the answer; null while it comes, and for an answer that is not kept. */
  readonly version: number | null;
  readonly finish: FinishReason | null;
  /** The step was cancelled or failed while the answer came. */
  readonly interrupted?: true;
}

/** An input. The `url` of its media is a path below the base URL of the API, or a `data:` or https URL. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  /** The whole input in its order, where it has media. */
  readonly parts?: readonly PartView[];
}

/** A message of a conversation. `summary` stands in the prompt for what came before it. */
export type Message =
  | UserMessage
  | AssistantMessage
  | { readonly role: "summary"; readonly text: string };

/** A call that waits for people: `thread.approve(callId, answer)`. */
export interface PendingApproval extends Omit<ApprovalRequested, "type"> {
  /** Of a phase: the last step of its thread that had ended before the request. */
  readonly phaseStep?: number;
}

/** A phase of a plan, which runs in a thread of its own. */
export interface Phase {
  readonly thread: string;
  readonly phase: string;
  /** The call of `run_phase`. */
  readonly callId: string;
  readonly worker?: string;
  readonly state: "running" | "finished" | "failed";
  /** The last step of its thread that has ended, and the status after it; 0 and null before. */
  readonly step: number;
  readonly status: ThreadStatus | null;
}

/** Why the last step failed. */
export interface ConversationError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** Everything that events report. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** `running` from the start of a step to the end of its run. */
  readonly status: ThreadStatus | "running";
  readonly approvals: readonly PendingApproval[];
  readonly phases: readonly Phase[];
  /** Of the runs that were folded. */
  readonly usage: Usage;
  /** Of the last run. */
  readonly warnings: readonly Warning[];
  /** Missing unless the last step failed. */
  readonly error?: ConversationError;
  /** What a tool needs to know from the user: the next input answers it. */
  readonly question?: string;
  /** `seq` of the last event: the place from which `events({ after })` goes on. */
  readonly seq: number;
  /** Steps up to this number are in the messages already, from the history: their events change nothing. */
  readonly storedSteps: number;
  /** The step that goes on is one of those. */
  readonly isStored: boolean;
  /** `provider/model` of the step that goes on. */
  readonly model: string;
}

/** A conversation before its first message. */
export const EMPTY_CONVERSATION: Conversation = {
  messages: [],
  status: "waiting",
  approvals: [],
  phases: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  warnings: [],
  seq: 0,
  storedSteps: 0,
  isStored: false,
  model: "",
};
