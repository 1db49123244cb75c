// Driver: how a plan is obtained from a model.

import type { Agent } from "./agent.ts";
import type { Lacks } from "./capability.ts";
import type { Block, Entry, FinishReason } from "./entry.ts";
import type { BlockEvent } from "./event.ts";
import type { Json } from "./json.ts";
import type { ModelIo } from "./ports.ts";
import type { Provider } from "./provider.ts";
import type { ToolSpec } from "./tool.ts";
import type { EffectiveChoice, EnforcedChoice, Warning } from "./tool_choice.ts";
import type { Usage } from "./usage.ts";

/** Everything a plan is made from. */
export interface Turn {
  readonly agent: Agent;
  readonly provider: Provider;
  /** The model without its provider prefix. */
  readonly model: string;
  /** `provider/model`, as it is recorded in entries. */
  readonly modelRef: string;
  /** The readable history, oldest first; every call has its observation. */
  readonly entries: readonly Entry[];
  /** The same without the first `count`, each read only as far as its properties are: not to be copied or serialised. */
  entriesFrom(count: number): readonly Entry[];
  /** What this thread's last turn remembered, when the entries still begin with those it stands for. */
  readonly memo: RenderedHistory | undefined;
  remember(memo: RenderedHistory): void;
  /** Text that stands for what lies before `entries`. */
  readonly summary: string | null;
  readonly plan: Json | undefined;
  /** The agent's. */
  readonly tools: readonly ToolSpec[];
  readonly choice: EffectiveChoice;
  /** What is sent of the tools, and under which choice. */
  readonly enforced: EnforcedChoice;
  /** What the model is known to lack. */
  readonly lacks: Lacks;
  readonly cacheKey: string;
  mintCallId(): string;
  readonly io: ModelIo;
}

/** The beginning of a history as it was written for a model: never parsed, validated or written again. */
export interface RenderedHistory {
  /** Names what the text is written in; whoever asks for another has no memo. */
  readonly key: string;
  /** How many entries the text stands for. */
  readonly count: number;
  readonly text: string;
}

/** What a driver emits while it plans. */
export type PlanEvent = BlockEvent | ({ readonly type: "warning" } & Warning);

export interface Plan {
  readonly blocks: readonly Block[];
  readonly finish: FinishReason;
  readonly usage: Usage;
  /** `provider/model`. */
  readonly model: string;
}

/** How a plan is obtained from a model. */
export interface Driver {
  readonly name: string;
  /**
   * Makes one plan and emits its events while they come; `emit` never throws. Every started block has been ended when the
   * promise settles: on error a call ends with readiness `truncated`. When `io.signal` aborts with reason `step_cancelled`,
   * the plan holds the text so far, without calls.
   *
   * @throws {AgentError} `model_*`
   */
  plan(turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan>;
  /** A text that may stand for the entries of the turn from now on; part of compaction. */
  summarize(turn: Turn): Promise<Summary>;
}

/** At most 8,000 characters. */
export interface Summary {
  readonly text: string;
  readonly usage: Usage;
}
