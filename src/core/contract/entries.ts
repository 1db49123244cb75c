// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { MediaKind } from "../content/part.ts";
import type {
  Block,
  ChoiceRecord,
  CutCause,
  FinishReason,
  NoticeSubject,
  Opaque,
  Outcome,
  ToolChanges,
} from "../entry.ts";
import type { Json } from "../json.ts";
import type { RequestRecord } from "../record.ts";
import type { SelectionDecision } from "../tool/selection_decision.ts";
import type { ToolFailure } from "../tool/tool_error.ts";
import type { Usage } from "../usage.ts";
import type { ApprovalRecordView } from "./calls.ts";

/** A page of a thread's entries. */
export interface HistoryPage {
  readonly entries: readonly EntryView[];
  /** Index of the first entry. */
  readonly start: number;
  /** Entries in the whole history. */
  readonly length: number;
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

/** An entry as the API returns it, discriminated by `type`. */
export type EntryView =
  | UserEntryView
  | AssistantEntryView
  | ToolEntryView
  | SummaryEntryView
  | NoticeEntryView
  | CutEntryView
  | FailureEntryView;

/** What every entry has. */
export interface ShownEntry {
  /** Unique within the thread. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** The thread version that the commit of this entry produced. */
  readonly version: number;
}

/** An input of a step. */
export interface UserEntryView extends ShownEntry {
  readonly type: "user";
  /** The words of the input; with `parts`, those of its text parts. */
  readonly text: string;
  /** The whole input in its order, where it has media. */
  readonly parts?: readonly PartView[];
  /** The API key: `key_` and the first 8 characters of its SHA-256 in base64url. */
  readonly by?: string;
  /** The way in: `steps`, `plan`, `phase`. */
  readonly door?: string;
  /** The input brings a strategic plan: it is the thread's from here on. */
  readonly plan?: Json;
  /** The call that the run went on without: the input is its result, and the model reads it as that. */
  readonly resultOf?: string;
}

/** An answer of the model. */
export interface AssistantEntryView extends ShownEntry {
  readonly type: "assistant";
  /** In the order in which the model produced them. */
  readonly blocks: readonly Block[];
  readonly finish: FinishReason;
  /** `provider/model` that answered. */
  readonly model: string;
  readonly usage: Usage;
  /** The step was cancelled while the answer came: text is partial and calls are left out. */
  readonly interrupted?: true;
  /** Left out where an auto that the API holds was kept to. */
  readonly choice?: ChoiceRecord;
  /** How its tools were selected since the answer before. */
  readonly selections?: readonly SelectionDecision[];
  readonly record?: RequestRecord;
}

/** The recorded outcome of one call; its origin is that of a caller's result. */
export interface ToolEntryView extends ShownEntry {
  readonly type: "tool";
  readonly callId: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** What the tool returned; null when it did not complete. */
  readonly output: Json;
  /** What the model reads after the output. */
  readonly media?: readonly MediaView[];
  /** Text among the media, and their names, stand in the result in every request. */
  readonly inResult?: true;
  readonly error?: ToolFailure;
  /** Wall time of the tool in milliseconds. */
  readonly ms: number;
  /** The API key: `key_` and the first 8 characters of its SHA-256 in base64url. */
  readonly by?: string;
  /** The way in: `steps`, `plan`, `phase`. */
  readonly door?: string;
  /** Who decided what about the call, when it needed approval. */
  readonly approval?: ApprovalRecordView;
  /** The call is denied, and no person has refused it: another input came, the time was over, or a rule forbids it. */
  readonly undecided?: true;
  /**
   * The tool received the arguments that a person approved in place of the model's, which reads them before the
   * outcome.
   */
  readonly edited?: true;
  /**
   * A caller says that a call of a tool of the server came to this, and no tool ran: it counts for no rule, no budget
   * and no plan.
   */
  readonly brought?: true;
  /** The app that shows the call; missing where none does. */
  readonly app?: {
    /** Name of the MCP server in its agent. */
    readonly server: string;
    /** The `ui://` resource of the server. */
    readonly uri: string;
  };
  /** The fork that the call was moved to. */
  readonly movedTo?: string;
}

/** Stands for all entries before index `through`, which stay in the history. */
export interface SummaryEntryView extends ShownEntry {
  readonly type: "summary";
  readonly text: string;
  /** The index before which entries leave the prompt. */
  readonly through: number;
  /** Of the model that made it, which the record names. */
  readonly usage?: Usage;
  readonly record?: RequestRecord;
  /** The provider has written the summary: what goes back to it. */
  readonly meta?: Opaque;
}

/** A message of the application to the model, at the place where it became true. */
export interface NoticeEntryView extends ShownEntry {
  readonly type: "notice";
  readonly about: NoticeSubject;
  /** A message of the application to the model. */
  readonly text: string;
  /** Tools in the text whose names some APIs do not take. */
  readonly names?: readonly string[];
  /** The tools that there are, or are no longer there, from here on. */
  readonly tools?: ToolChanges;
  /** The effort of thinking from here on. */
  readonly effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** It counts until the next input. */
  readonly until?: "next_input";
}

/** The place where a new prompt begins. */
export interface CutEntryView extends ShownEntry {
  readonly type: "cut";
  /** Why the prompt does not begin with the one before it. */
  readonly why: readonly CutCause[];
  /** Index of the first entry of the window. */
  readonly start: number;
  /** The task of the run stands before the window. */
  readonly task?: true;
  /** The strategic plan that the prompt has from here on. */
  readonly plan?: Json;
  /** Digest of the definition whose instructions and tools the prompt has from here on. */
  readonly frame?: string;
  /** The summary, and the plan of an orchestrator, are the assistant's words from here on. */
  readonly recalls?: true;
}

/** Requests that led to no answer or no summary: no model reads it. */
export interface FailureEntryView extends ShownEntry {
  readonly type: "failure";
  /** Of the step's error, or of its summary's. */
  readonly code: string;
  /** Of a summary: the entries before this were to be summarised. */
  readonly through?: number;
  readonly record: RequestRecord;
}

/** A part of an input. */
export type PartView =
  | {
    readonly type: "text";
    readonly text: string;
  }
  | MediaView;

/** A medium of an entry. */
export interface MediaView {
  readonly type: MediaKind;
  /** The IANA media type without parameters, in lower case: `image/png`. */
  readonly mediaType: string;
  /** The name of the file, as the caller gave it. */
  readonly name?: string;
  /** SHA-256 of the stored base64, in hex; absent where the provider reads a URL. */
  readonly id?: string;
  /** Number of bytes; absent where the provider reads a URL. */
  readonly bytes?: number;
  /** Where the bytes are: a path of this API, or the URL that the caller gave. */
  readonly url: string;
}

/** An address of the bytes of a medium that needs no key. */
export interface MediaLink {
  /** The address, by which any client reads the bytes. */
  readonly url: string;
  /** Until when it is good: 10 to 20 minutes; the same one for 10 minutes; ISO 8601. */
  readonly expiresAt: string;
}
