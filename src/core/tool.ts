// Tools: their definition, and the context that a running tool reads.

import type { NeedsApproval } from "./approval/needs_approval.ts";
import type { Entry } from "./entry.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { OutboundSetup } from "./outbound/setup.ts";
import type { TraceHeaders } from "./text/trace_context.ts";
import type { AnyEnv, NamedEnv } from "./tool/bindings.ts";
import type { DeferOptions, Deferred } from "./tool/deferred.ts";
import type { StateView } from "./tool/state_view.ts";
import type { ToolApp } from "./tool/tool_app.ts";
import type { ToolSpec } from "./tool/tool_spec.ts";

/** The name of the tool that reads the outputs which a request has only in part; agents/read_output.ts. */
export const READ_OUTPUT = "read_output";

/** Every {@link Effect}. */
export const EFFECTS = ["pure", "keyed", "once"] as const;

/**
 * What may be repeated. `pure`: the tool is run again freely. `keyed`: it is run again with the same idempotency key. `once`:
 * it is never run again; after a crash the observation is `unknown`, unless `reconcile` decides.
 */
export type Effect = typeof EFFECTS[number];

/**
 * The second argument of a tool and its `reconcile`, and the last one of a hook. `ToolContext<"API_KEY" | "CACHE">` is that of a
 * tool with these names in `env`; in that of any other, `env` may be read by any name.
 */
export type ToolContext<Names extends string = string> = string extends Names ? AnyToolContext
  : NamedToolContext<Names>;

/** The context of a hook, or of a tool without a list of names. */
export interface AnyToolContext extends CallContext {
  /**
   * Environment variables and bindings of the platform, such as KV or D1: those that the tool and its agent name in `env`, as
   * far as the deployment has them. Frozen; the bindings themselves are the platform's.
   */
  readonly env: AnyEnv;
}

/** The context of a tool with these names in `env`. */
export interface NamedToolContext<Names extends string> extends CallContext {
  /** As in {@link AnyToolContext}; the type has the names of the tool alone. */
  readonly env: NamedEnv<Names>;
}

/** What the context of every tool and hook has. */
export interface CallContext {
  readonly tenant: string;
  readonly thread: string;
  readonly agent: string;
  /** The step number within the thread, from 1. */
  readonly step: number;
  readonly callId: string;
  /** Persisted before anything ran and the same on every attempt: pass it downstream as the idempotency key. */
  readonly idempotencyKey: string;
  /** From 1, which means that the call certainly runs for the first time; every step begun since the plan adds one. */
  readonly attempt: number;
  /** Aborts on timeout, on cancel and when another worker takes the thread over. */
  readonly signal: AbortSignal;
  /** A copy of what the creator of the thread wrote there: it proves nothing about a caller. */
  readonly metadata: JsonObject;
  /** The user whom the step is booked to: that of the thread, else of the request; undefined without one. */
  readonly user: string | undefined;
  /** The thread as the step began: its counters, plan and times. */
  readonly state: StateView;
  /**
   * W3C Trace Context of this call: `traceparent`, and `tracestate` where the trace has one; undefined without a trace. Spread
   * them into the headers of requests to other services: `{ ...context.traceHeaders }`.
   */
  readonly traceHeaders?: TraceHeaders | undefined;
  /**
   * The same for what `fetch` does not send, such as messages of a queue. `traceHeaders` has no `traceparent` where the platform's
   * `fetch` adds one: Deno with OTEL_DENO=true.
   */
  readonly traceContext?: TraceHeaders | undefined;
  /**
   * What `run` and `poll` return when the result comes later: the call stays open, for hours, without a step.
   *
   * @throws {TypeError} an option is missing or out of its range
   */
  defer(options: DeferOptions): Deferred;
  /**
   * A signed URL that takes the result of this call once, as `POST` with `{"output": ...}` or `{"error": {"message": ...}}`. It is
   * good for `expiresInMs`, one day by default.
   *
   * @throws {ToolError} failed - the deployment has no TREADLE_PUBLIC_URL or no TREADLE_APPROVAL_SECRET
   */
  callbackUrl(options?: { readonly expiresInMs?: number }): Promise<string>;
  /**
   * As `fetch`, and the one to send requests with that have an effect: they are sent once, which Deno's `fetch` does not promise, and
   * end with `signal`. A call of a `once` tool whose request ends without an answer is `unknown`.
   */
  readonly fetch: typeof fetch;
  /** What requests to addresses of others are made from; undefined in a deployment without them. Tools of the package use it. */
  readonly outbound?: OutboundSetup | undefined;
  /** The thread as it stood when the step began; only for tools that declared `wantsThread`. */
  readonly history?: readonly Entry[];
}

/** What a tool's `reconcile` finds out about a call whose worker vanished. */
export type Reconciled =
  | { readonly happened: true; readonly output: Json }
  | { readonly happened: false }
  | { readonly happened: "unknown" };

/** A tool as the executor runs it; `defineTool` makes one. */
export interface Tool extends ToolSpec {
  readonly effect: Effect;
  /** Milliseconds until the call fails with `timeout`. */
  readonly timeoutMs: number;
  /** UTF-8 bytes of JSON; longer output is cut and marked. */
  readonly maxOutputBytes: number;
  /** Bytes of the media of one output; what the deployment takes by default, which is the most. */
  readonly maxMediaBytes?: number;
  /** Characters of its output that a request has, at least 500, in place of the agent's `limits.outputChars`. */
  readonly promptChars?: number;
  /** Whether people must approve the exact arguments of a call before the tool runs: never, always, or by conditions. */
  readonly needsApproval: NeedsApproval;
  /** How many different people must approve; 1 by default. One denial denies. */
  readonly approvals?: number;
  /** Milliseconds from the plan until an unanswered approval ends in a denial; the agent's by default. */
  readonly approvalTtlMs?: number;
  /** A person may approve other arguments than the model's. False by default; not with several approvals. */
  readonly approvalEdits?: boolean;
  /**
   * The tool is a question to a person: the JSON Schema of the answer, which is the output of the call. `run` is not called.
   */
  readonly answer?: JsonSchema;
  /** The tool belongs to the caller, who runs its calls and brings their results. `run` is not called. */
  readonly client?: true;
  /** No request has its definition: its calls come through `call_tool` (core/tool/tool_selection.ts). */
  readonly bridged?: true;
  /** Its words are a stranger's: no notice has them. */
  readonly foreign?: true;
  /** What the apps of its server have to do with it; missing for a tool of a server without apps. */
  readonly app?: ToolApp | undefined;
  /** The code of its author as a text, where `run` wraps it. */
  readonly code?: () => string;
  /** What arguments have to fit beside `parameters`: the schema of the code, where a catalogue gives the tool another one. */
  readonly ownParameters?: JsonSchema;
  /** The tool reads `context.history`. */
  readonly wantsThread: boolean;
  /** Names of the environment variables and bindings that the tool reads from `context.env`; none by default. */
  readonly env?: readonly string[];
  /**
   * Runs the tool. The arguments have been validated against `parameters`. An output is any value with a JSON form; an `OutputWithMedia`
   * has media too, a `Deferred` comes later, and an `AuthorizationNeeded` has not run.
   *
   * @throws {ToolError} with the kind of the failure; any other thrown value counts as `failed`
   */
  run(args: JsonObject, context: ToolContext): Promise<unknown>;
  /**
   * Finds out whether a deferred call has its result: returns it, or `context.defer(...)` again. A thrown ToolError of the kind
   * `retryable` or `rate_limited`, and no answer in time, mean another poll; any other thrown value fails the call.
   */
  readonly poll?: (ref: Json, context: ToolContext) => Promise<unknown>;
  /** Finds out, for a `once` tool, whether a call happened whose worker vanished after the call was started. */
  readonly reconcile?: (callId: string, context: ToolContext) => Promise<Reconciled>;
}
