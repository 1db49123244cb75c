// Calls that wait for people, as the API shows them.

import type { JsonObject, JsonSchema } from "../json.ts";
import type { ApprovalTerms } from "./call_view.ts";

/** A call that waits for people. */
export interface WaitingCall {
  readonly thread: string;
  /** Id of the thread at the top, when the thread runs a phase: its path takes the answer too. */
  readonly root?: string;
  readonly agent: string;
  /** Of the thread. */
  readonly metadata: JsonObject;
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  readonly args: JsonObject;
  readonly approval: ApprovalTerms;
  /** JSON Schema of the answer, of a question. */
  readonly answer?: JsonSchema;
}

/** A call that waits for people, and since when its thread does. */
export interface InboxItem extends WaitingCall {
  /** ISO 8601. */
  readonly since: string;
}

/** A page of an inbox. */
export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}
