// What a test scripts (Reply) and what it sees of a request (ParsedRequest), the same for both OpenAI dialects.
import type { ErrorBody } from "./error.ts";

/** One function call that the model makes. `arguments` is raw text: it may be broken JSON on purpose. */
export interface ScriptedCall {
  name: string;
  arguments: string;
  /** The call id; random (`call_...`) when absent. */
  id?: string;
}

/**
 * How a reply goes wrong after a 200:
 * `cut` ends the body cleanly in the middle, `reset` tears the connection down, `stall` sends some and then nothing
 * until the client goes away (see CapturedRequest.disconnected), `errorAfter: n` sends n deltas and an error frame.
 */
export type Fault = "cut" | "reset" | "stall" | {
  errorAfter: number;
  error: Partial<ErrorBody> & { message: string };
};

/** One scripted answer of the model. An empty object is an empty text. */
export interface Reply {
  text?: string;
  /** Thoughts. Reasoning models think "Considering the request." by default; "" means none. */
  reasoning?: string;
  calls?: ScriptedCall[];
  /** Derived from the content when absent: tool_calls, or stop (also for calls under a named tool choice). */
  finish?: "stop" | "length" | "tool_calls" | "content_filter";
  usage?: ScriptedUsage;
  /** Pause before each delta, in milliseconds. */
  chunkDelayMs?: number;
  /** Sizes, in code points, of the deltas of text, reasoning and arguments; cycled. Default [7]. */
  chunks?: number[];
  /** A streamed answer pauses after half of its deltas until this settles. */
  hold?: Promise<unknown>;
  fault?: Fault;
  /** An HTTP error status instead of an answer; `error` defaults to the official body of that status. */
  status?: number;
  error?: Partial<ErrorBody>;
  /** Added to (and overriding) the server's response headers. */
  headers?: Record<string, string>;
  /** The model disobeys: without this a reply that contradicts tool_choice is reported as a mistake of the test. */
  ignoresChoice?: boolean;
}

/** Token counts; `input` includes `cached` and `written`, `output` includes `reasoning`. Estimated when absent. */
export interface ScriptedUsage {
  input?: number;
  output?: number;
  cached?: number;
  /** To a prompt cache; Responses alone report it. */
  written?: number;
  reasoning?: number;
}

/** The tool choice in force, "auto" or "none" (no tools) when the request has none. */
export type Choice =
  | { kind: "auto" }
  | { kind: "none" }
  | { kind: "required" }
  | { kind: "named"; name: string }
  | { kind: "allowed"; mode: "auto" | "required"; names: string[] };

/** One entry of the conversation in the request. */
export type HistoryEntry =
  | { kind: "message"; role: string; text: string }
  | { kind: "call"; id: string; name: string; arguments: string }
  | { kind: "result"; id: string; output: string }
  | { kind: "reasoning"; id: string };

/** A legal request, as scripts see it. */
export interface ParsedRequest {
  /** "chat", "responses", or the name of another provider's dialect. */
  dialect: string;
  model: string;
  stream: boolean;
  /** The API is to summarise, and the text of the reply is in no answer: /responses/compact. */
  compacts?: true;
  /** Names of the offered function tools, in order. */
  tools: string[];
  choice: Choice;
  /** parallel_tool_calls, true when absent. */
  parallel: boolean;
  history: HistoryEntry[];
  /** True for a reasoning model whose effort is not "none". */
  reasons: boolean;
  body: Record<string, unknown>;
  /** 0 for the first legal request of the server. */
  turn: number;
}

/** Replies in order, or a function of the request. */
export type Script = Reply[] | ((request: ParsedRequest) => Reply | Promise<Reply>);

/** What arrived, legal or not. */
export interface CapturedRequest {
  method: string;
  /** With the query string, for example "/v1/responses". */
  path: string;
  headers: Headers;
  /** The parsed JSON body, undefined when there is none or it does not parse. */
  body: unknown;
  text: string;
  /** When it had come, by performance.now(). */
  readonly at: number;
  /** The status that was answered; undefined until then. */
  status?: number;
  /** Resolves when the client went away before the reply was complete. */
  disconnected: Promise<void>;
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
