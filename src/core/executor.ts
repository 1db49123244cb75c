// ToolExecutor: runs the calls of a plan.

import type { StepMeter } from "./json_schema/fits_schema.ts";
import type { Agent } from "./agent.ts";
import type { NewMedia } from "./content/new_part.ts";
import type { MediaPart } from "./content/part.ts";
import type { CallMark, PlannedCall } from "./call.ts";
import type { CallResult, DeferredTerms } from "./tool/deferred.ts";
import type { Entry, Observation, Outcome } from "./entry.ts";
import type { ToolEvent } from "./event.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { Log } from "./ports.ts";
import type { RunTrace } from "./telemetry/telemetry.ts";
import type { OutboundSetup } from "./outbound/setup.ts";
import type { StateView } from "./tool/state_view.ts";
import type { Effect } from "./tool.ts";

/** What an executor reads of the step. */
export interface ExecutionContext {
  readonly agent: Agent;
  readonly tenant: string;
  readonly thread: string;
  readonly step: number;
  /** Fence epoch of this step; `attempt` of a call is this minus the epoch that planned it. */
  readonly epoch: number;
  readonly marks: ReadonlyMap<string, CallMark>;
  /** The thread was cancelled in this epoch; calls planned before it do not run. */
  readonly cancelledEpoch: number;
  readonly history: readonly Entry[];
  /** Of the thread. */
  readonly metadata: JsonObject;
  /** The user whom the step is booked to; undefined without one. */
  readonly user: string | undefined;
  /** The thread as the step began. Made when it is first read. */
  readonly state: StateView;
  /** Observations of calls that do not run, by call id: the caller sent a result, or continued without one. */
  readonly known: ReadonlyMap<string, Observation>;
  /**
   * Why a call does not run, with these arguments: no person has released it, or the release does not suffice by now. Undefined where it
   * may; no call is denied by default.
   */
  readonly denialOf?: ((call: PlannedCall) => string | undefined) | undefined;
  /** Results that have come for deferred calls, by call id; none by default. */
  readonly results?: ReadonlyMap<string, CallResult>;
  /** What tools send requests with; the platform's, each request once, by default. */
  readonly fetch?: typeof fetch;
  /** What requests to addresses of others are made from. */
  readonly outbound?: OutboundSetup | undefined;
  /** False where nothing takes results from outside of a step; true by default. */
  readonly canDefer?: boolean;
  /** The URL that takes the result of a call; undefined where the deployment has none. */
  readonly urlOfCallback?: ((callId: string, expiresInMs: number) => Promise<string>) | undefined;
  readonly signal: AbortSignal;
  /** Observes the run; undefined when nothing does. */
  readonly trace?: RunTrace | undefined;
  /**
   * Marks `once` calls as started, with one store request. Where the step was cancelled or fenced, nothing is marked and
   * `signal` has aborted: no tool may run.
   *
   * @throws {AgentError} store_unavailable - the store gave no answer
   */
  markStarted(callIds: readonly string[]): Promise<void>;
  /** Where the media of outputs are kept; without it they are left out. */
  readonly media?: MediaSink | undefined;
  /** Changes the outcome of a call before it is cut to its length; nothing by default. */
  readonly redact?: ResultRedaction | undefined;
  /** Takes what tools and hooks throw; nothing by default. */
  readonly log?: Log | undefined;
  /** What runs a tool in place of the executor; nothing by default. */
  readonly wrap?: ToolWrap | undefined;
}

/**
 * The redaction of outcomes. Never throws. Undefined where it cannot be said: what is left whole then is withheld behind the
 * executor, and a part of it might not be.
 */
export interface ResultRedaction {
  readonly output: (output: Json) => Json | undefined;
  /** Of the message or the hint of a failure. */
  readonly words: (words: string) => string | undefined;
}

/** Runs a tool: `run` gives what it returns, and may be left out or be called again. */
export type ToolWrap = (
  call: {
    readonly id: string;
    readonly name: string;
    readonly args: JsonObject;
    readonly effect: Effect;
    readonly attempt: number;
    readonly signal: AbortSignal;
  },
  run: () => Promise<unknown>,
) => Promise<unknown>;

/**
 * An observation; with `deferred` that of a call whose result comes later: it stands only where the run goes on without the
 * result.
 */
export type ExecutedCall = Observation & { readonly deferred?: DeferredTerms };

/** Keeps the media of outputs. */
export interface MediaSink {
  /** Bytes of the media of one output at most. */
  readonly maxBytes: number;
  /**
   * The media of one output, as an entry refers to them.
   *
   * @throws {AgentError} media_budget - the tenant stores no more on this day; `store_*`
   */
  store(media: readonly NewMedia[]): Promise<readonly MediaPart[]>;
}

/** Runs the calls of a plan. */
export interface ToolExecutor {
  /**
   * What is wrong with arguments, or with the answer to a question, under a JSON Schema: one line for each problem, a JSON
   * Pointer and what is wrong there. Empty for a value that fits. What the check costs is bounded; the meter takes it.
   */
  check(schema: JsonSchema, value: Json, meter?: StepMeter): readonly string[];

  /**
   * Exactly one observation for each call, in the order of the calls; events are emitted as they happen, and `emit` never
   * throws. An abort of `context.signal` stops the tools that run.
   *
   * @throws what `context.markStarted` rejects with; nothing has run then
   */
  execute(
    calls: readonly PlannedCall[],
    context: ExecutionContext,
    emit: (event: ToolEvent) => void,
  ): Promise<ExecutedCall[]>;
}

/** True when the agent's flags end the run with this outcome: no call behind it starts, and no plan follows. */
export function endsBatch(
  { throwOnToolFailure, stopOnToolBlock }: Pick<Agent, "throwOnToolFailure" | "stopOnToolBlock">,
  outcome: Outcome,
): boolean {
  return (throwOnToolFailure && (outcome === "failed" || outcome === "unknown")) ||
    (stopOnToolBlock && outcome === "blocked");
}
