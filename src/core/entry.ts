// The history of a thread: an append-only list of entries, each stored as one JSON text.

import type { AmountLimits } from "./budget/limits.ts";
import type { ApprovalRecord } from "./approval/decision.ts";
import type { BlobRef } from "./store/blob_ref.ts";
import type { MediaPart, Part } from "./content/part.ts";
import type { Json } from "./json.ts";
import type { ReasoningEffort } from "./model/model_settings.ts";
import type { Origin, RequestRecord } from "./record.ts";
import type { Execution, OnUnsupported, ToolChoice } from "./tool_choice.ts";
import type { ChoiceOutcome, ChoiceSource, Enforcement, Violation } from "./tool_choice/choice_report.ts";
import type { CallApp } from "./tool/tool_app.ts";
import type { ToolFailure } from "./tool/tool_error.ts";
import type { ToolSpec } from "./tool/tool_spec.ts";
import type { Bridge } from "./tool/bridge.ts";
import type { SelectionDecision } from "./tool/selection_decision.ts";
import type { Usage } from "./usage.ts";

/** What a provider requires unchanged when the block is replayed to it: thinking signatures, encrypted reasoning. Dropped for another one. */
export interface Opaque {
  readonly provider: string;
  readonly model: string;
  readonly data: Json;
}

/** Text of an answer. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
  readonly meta?: Opaque;
}

/** Reasoning of an answer. */
export interface ReasoningBlock {
  readonly type: "reasoning";
  /** The readable part of the reasoning; empty when only the opaque part exists. */
  readonly text: string;
  readonly meta?: Opaque;
}

/** A tool call of an answer. */
export interface CallBlock {
  readonly type: "call";
  /** Minted by the driver before anything runs; the call's idempotency key downstream. */
  readonly id: string;
  readonly name: string;
  /** The argument text exactly as the model wrote it (`{}` when it wrote none); malformed text is kept. */
  readonly args: string;
  /** The call came through a bridge: what the model wrote stands in every later request. */
  readonly via?: Bridge;
  readonly meta?: Opaque;
}

/** One part of an answer. */
export type Block = TextBlock | ReasoningBlock | CallBlock;

/** Every {@link FinishReason}. */
export const FINISH_REASONS = ["stop", "calls", "length", "content_filter", "refusal"] as const;

/** Why a model stopped, derived from its blocks and from the reason that the API gives. */
export type FinishReason = typeof FINISH_REASONS[number];

interface EntryBase {
  /** Unique within the thread. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The thread version that the commit of this entry produced; 0 while it waits in the inbox. */
  readonly version: number;
}

/** An input of a step. */
export interface UserEntry extends EntryBase, Origin {
  readonly type: "user";
  /** The words of the input; with `parts`, those of its text parts. */
  readonly text: string;
  /** The whole input in its order, where it has media. */
  readonly parts?: readonly Part[];
  /** In the inbox only: the entry is pinned as soon as a step takes it. */
  readonly pin?: true;
  /** In the inbox only: no client waits for the run that the input begins, and these are its terms. */
  readonly run?: RunTerms;
  /** In the inbox only: a run that goes on does not take the entry. */
  readonly queued?: true;
  /** The input brings a strategic plan: it is the thread's from here on. */
  readonly plan?: Json;
  /** Id of the call that the run has gone on without, and whose result the input is: no model reads it as words of the user. */
  readonly resultOf?: string;
}

/** The terms that an input without a client sets for the run that it begins. */
export interface RunTerms {
  readonly toolChoice?: ToolChoice;
  /** False allows one call at most. Belongs to `toolChoice`. */
  readonly parallel?: false;
  readonly onUnsupported?: OnUnsupported;
  readonly execution?: Execution;
  readonly limits?: AmountLimits;
  /** `provider/model` in place of the agent's. */
  readonly model?: string;
  /** The user whom the steps are booked to, in a thread that belongs to none. */
  readonly user?: string;
  /** The events of the steps are kept while they run, so that others follow them. */
  readonly resumable?: true;
}

/** An answer of the model. */
export interface AssistantEntry extends EntryBase {
  readonly type: "assistant";
  /** In the order in which the model produced them. */
  readonly blocks: readonly Block[];
  readonly finish: FinishReason;
  /** `provider/model` that answered. */
  readonly model: string;
  readonly usage: Usage;
  /** The step was cancelled while the answer came: text is partial and calls are left out. */
  readonly interrupted?: true;
  /** Left out when the first answer satisfied an `auto` whose enforcement is `native` or `none`. */
  readonly choice?: ChoiceRecord;
  /** How its tools were selected since the answer before; absent where nothing was, or nothing is kept of it. */
  readonly selections?: readonly SelectionDecision[];
  /** Absent on an answer from before there were records, and on one whose step was not recorded. */
  readonly record?: RequestRecord;
}

/** The tool choice of an answer, how it was enforced, and whether the answer satisfied it. */
export interface ChoiceRecord {
  readonly requested: ToolChoice;
  readonly source: ChoiceSource;
  readonly enforcement: Enforcement;
  readonly outcome: ChoiceOutcome;
  /** The choice that rules of the agent's policy narrowed to the requested one. */
  readonly underlying?: ToolChoice;
  /** How the answer before this one violated the choice: it was dropped and the request was repeated. */
  readonly corrected?: Violation;
}

/** Every {@link Outcome}. */
export const OUTCOMES = ["completed", "failed", "blocked", "denied", "skipped", "unknown"] as const;

/** How a call ended. `unknown`: a `once` tool was started and its worker vanished. */
export type Outcome = typeof OUTCOMES[number];

/** The recorded outcome of one call: exactly one for every call, in the order of the calls. The origin is that of a caller's result. */
export interface ToolEntry extends EntryBase, Origin {
  readonly type: "tool";
  readonly callId: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** What the tool returned; null when it did not complete. */
  readonly output: Json;
  /** What the tool returned besides the output; the model reads it after the output. */
  readonly media?: readonly MediaPart[];
  /**
   * What can be said of the media in the result is said there: a file that is text, and the names of those that a message of the user
   * has in its place. Missing without media, and in entries of earlier versions, whose requests had both in that message.
   */
  readonly inResult?: true;
  readonly error?: ToolFailure;
  /** Wall time of the tool in milliseconds. */
  readonly ms: number;
  /** Who decided what about the call, when it needed approval. */
  readonly approval?: ApprovalRecord;
  /**
   * The call is denied, and no person has refused it: an input came in place of a decision, the time was over, or a rule forbids by now
   * what was planned or approved. Missing in entries of earlier versions, whose requests say that a person refused each.
   */
  readonly undecided?: true;
  /**
   * The tool received the arguments of a person in place of the model's; the model reads them before the outcome. Missing in entries of
   * earlier versions, whose requests did not say it.
   */
  readonly edited?: true;
  /**
   * The caller sent this outcome for the call of a server's tool: no tool ran, so it counts for no rule, no budget of calls,
   * no count of the tool and no plan. The origin is the caller.
   */
  readonly brought?: true;
  /** The app of the tool's server that shows the call; missing where none does. */
  readonly app?: CallApp | undefined;
  /** The thread that the call was moved to, by a fork. */
  readonly movedTo?: string;
}

/** Stands for all entries before index `through`, which stay in the history but leave the prompt. */
export interface SummaryEntry extends EntryBase {
  readonly type: "summary";
  readonly text: string;
  readonly through: number;
  /** Of the model that made it, which the record names. Absent where no model was called, and before 2026-11-22. */
  readonly usage?: Usage;
  /** As {@link AssistantEntry.record}, with the model. */
  readonly record?: RequestRecord;
  /** The API of the provider wrote the summary: requests to it begin with this in place of the text, unchanged. */
  readonly meta?: Opaque;
}

/** Every {@link NoticeSubject}. */
export const NOTICE_SUBJECTS = [
  "choice",
  "correction",
  "plan",
  "words",
  "tools",
  "agent",
  "reminder",
] as const;

/**
 * What a notice is about. `choice`: the tool choice of the next answer, which the API has no field for. `correction`: what was wrong
 * with an answer that was dropped. `plan`: the strategic plan from here on. `words`: the last try of a step requests an answer in words,
 * because the decisions before it could not be used. `tools`: tools were added or withdrawn. `agent`: the agent's definition has
 * changed. `reminder`: what holds for one turn, or is said again.
 */
export type NoticeSubject = typeof NOTICE_SUBJECTS[number];

/**
 * A message of the application to the model, at the place where it became true. It is written once and is in every later request, so
 * that a request begins with the one before it. Its words are Treadle's and the operator's: text of a tool or a document never
 * stands in a notice.
 */
export interface NoticeEntry extends EntryBase {
  readonly type: "notice";
  readonly about: NoticeSubject;
  readonly text: string;
  /** Names of tools in the text that some APIs do not take: a request has the names there that its tools have on the wire. */
  readonly names?: readonly string[];
  /** Which tools there are from here on, where it changes. The text says it too, for an API without a field for it. */
  readonly tools?: ToolChanges;
  /** The effort of thinking from here on, for an API that counts the one of the request to the prompt. */
  readonly effort?: ReasoningEffort;
  /** The text counts until the next input. It stays in all later requests, in which an API that can no longer shows it. */
  readonly until?: "next_input";
}

/** How the tools of a conversation change at one place; the frame of the prompt, `tools` of the request, stays as it is. */
export interface ToolChanges {
  /** Tools that are there from here on, new or again; one of a known name takes the place of that. */
  readonly added?: readonly ToolSpec[];
  /** Names of tools of the frame that are there again, as the frame has them. */
  readonly returned?: readonly string[];
  /** Names of tools that are no longer there. */
  readonly withdrawn?: readonly string[];
}

/** Every {@link CutCause}. */
export const CUT_CAUSES = [
  "model",
  "window",
  "summary",
  "pins",
  "task",
  "agent",
  "choice",
  "tools",
  "notices",
  "thinking",
  "form",
  "version",
  "compaction",
] as const;

/**
 * Why a prompt does not begin with the one before it. `model`: another model is called. `window`: old entries have left the window.
 * `summary`: one stands for old entries. `pins`: other entries are pinned before the window. `task`: the task of the run stands
 * before the window, or no longer does. `agent`: the agent's definition has changed in a way that no notice reports. `choice`: a tool
 * choice is held by other tools than those of the last request. `tools`: tools were added, withdrawn or changed in a way that no
 * notice reports. `notices`: the model has refused messages of the application, which become the user's, or what they had besides
 * text. `thinking`: it has refused thinking of its own. `form`: the request has another form of answers, where the vendor counts their
 * schema to the prompt. `version`: a release whose rules are others wrote the prompt before. `compaction`: a summary that the
 * provider has signed stands for old entries, or no longer does.
 */
export type CutCause = typeof CUT_CAUSES[number];

/** Another model gets the same prompt: the thinking of one model is never sent to another, and is left out without a cut. */
export function isOfModel(why: readonly CutCause[]): boolean {
  return why.length === 1 && why[0] === "model";
}

/**
 * The place where a new prompt begins, and the prompt cache of the last one is no longer used. A model that binds its thinking to the prompt no
 * longer gets that of the answers before it. Between two cuts each request begins with the whole of the one before it.
 */
export interface CutEntry extends EntryBase {
  readonly type: "cut";
  /** At least one. */
  readonly why: readonly CutCause[];
  /** Index of the first entry of the window. */
  readonly start: number;
  /** The task of the run stands before the window. */
  readonly task?: true;
  /** The strategic plan that the prompt has from here on; absent for the one that the thread began with. */
  readonly plan?: Json;
  /** Digest of the definition whose instructions and tools the prompt has from here on; absent before schema 6. */
  readonly frame?: string;
  /**
   * The summary, and the plan of an orchestrator, follow it in the words of the assistant. Missing in cuts of earlier versions,
   * whose prompts have both in their instructions.
   */
  readonly recalls?: true;
}

/**
 * Requests that led to no entry of their own: the plan of a step failed, or was cancelled before the model had said anything, or a
 * summary failed. No model reads it. Threads before schema 6 have none.
 */
export interface FailureEntry extends EntryBase {
  readonly type: "failure";
  /** The code of the error, such as `model_overloaded`. */
  readonly code: string;
  /** Of a summary: the entries before this index were to be summarised. */
  readonly through?: number;
  /** Its `earlier` has the requests. */
  readonly record: RequestRecord;
}

/** One entry of a history. */
export type Entry =
  | UserEntry
  | AssistantEntry
  | ToolEntry
  | SummaryEntry
  | NoticeEntry
  | CutEntry
  | FailureEntry;

/** An entry that may have the record of requests. */
export type RecordedEntry = AssistantEntry | SummaryEntry | FailureEntry;

/** The record of an entry that has one. */
export function findRequestRecord(entry: Entry): RequestRecord | undefined {
  switch (entry.type) {
    case "assistant":
    case "summary":
    case "failure":
      return entry.record;
    default:
      return undefined;
  }
}

/** An observation without its place in the history. */
export type Observation = Omit<ToolEntry, "type" | "id" | "at" | "version" | "approval">;

/** An entry too large for the history list: its whole JSON text lies in a blob. */
export interface BlobEntry {
  readonly type: "blob";
  readonly blob: BlobRef;
}

/** The calls of an assistant entry, in order. */
export function listCalls(entry: Pick<AssistantEntry, "blocks">): CallBlock[] {
  return entry.blocks.filter((block) => block.type === "call");
}

/** The text of an answer: its text blocks, joined. */
export function joinText(blocks: readonly Block[]): string {
  return blocks.map((block) => block.type === "text" ? block.text : "").join("");
}
