// Driver: how a plan is obtained from a model.

import type { Agent } from "./agent.ts";
import type { MediaReader } from "./content/part.ts";
import type { JsonCheck } from "./model/decision.ts";
import type { Lacks } from "./model/capability.ts";
import type { Block, Entry, FinishReason, Opaque } from "./entry.ts";
import type { PlanEvent } from "./event.ts";
import type { Json } from "./json.ts";
import type { ModelIo, Provider, RenderedHistory } from "./model/provider.ts";
import type { ResponseFacts } from "./record.ts";
import type { KnownTool } from "./tool/found_tools.ts";
import type { ToolSpec } from "./tool/tool_spec.ts";
import type { EffectiveChoice } from "./tool_choice/choice_report.ts";
import type { EnforcedChoice } from "./model/enforced_choice.ts";
import type { Usage } from "./usage.ts";

/** Everything a plan is made from. */
export interface Turn {
  /** With the instructions and the tools that the prompt begins with. */
  readonly agent: Agent;
  readonly provider: Provider;
  /** The model without its provider prefix. */
  readonly model: string;
  /** `provider/model`, as it is recorded in entries. */
  readonly modelRef: string;
  readonly history: TurnHistory;
  /** Reads the media of the thread; a request has it where its conversation has media. */
  readonly media?: MediaReader;
  /** Text that stands for what lies before {@link TurnHistory.entries}. */
  readonly summary: string | null;
  /** The same as the provider has signed it: the conversation begins with it, and `summary` is null. */
  readonly compacted?: Opaque | undefined;
  /** The strategic plan. */
  readonly plan: Json | undefined;
  /** The plan that the prompt begins with; a later one stands in a notice. */
  readonly promptPlan: Json | undefined;
  /** The agent's as they are now; the prompt may have others of before, whose calls do not run. */
  readonly tools: readonly ToolSpec[];
  readonly choice: EffectiveChoice;
  /** What is sent of the tools, and under which choice. */
  readonly enforced: EnforcedChoice;
  /** What the model is known to lack. */
  readonly lacks: Lacks;
  /** See CapabilityTable. */
  readonly schemaInPrompt: boolean;
  readonly cacheKey: string;
  /**
   * The beginning of each notice that is sent as a user message; the model knows it, and users do not. Undefined for a replay of a
   * request that was made before notices existed.
   */
  readonly noticeMark: string | undefined;
  /** The last line of the system prompt of such a request. */
  readonly hint?: string | undefined;
  /** A request of before is written again that has descriptions of tools with their headings in its text; absent for now. */
  readonly descriptions?: "as_written" | undefined;
  /**
   * The turn behind one more notice, for another request of the same plan. The notice is kept; an answer that was dropped is in no
   * later request. `text` has no words of that answer.
   */
  withNotice(about: "correction" | "words", text: string): Turn;
  mintCallId(): string;
  /** Checks arguments and answers, as the executor checks arguments. */
  readonly checkJson: JsonCheck;
  readonly io: ModelIo;
}

/** The history that a plan is made from; every call in it has its observation. src/kernel/history/README.md has the whole picture. */
export interface TurnHistory {
  /** The readable entries, oldest first, parsed. */
  readonly entries: readonly Entry[];
  /** The same without the first `count`; an entry is parsed when a property needs it, and is not to be copied or serialised. */
  from(count: number): readonly Entry[];
  /** What the assistant says first, of what has left the window: a summary, and an orchestrator's plan. Absent for nothing. */
  readonly recall?: string | undefined;
  /** How many of the entries, from the first on, have thinking that goes back to no model; absent for none. */
  readonly withoutThinking?: number | undefined;
  /** How many of them stand before the cut that the prompt begins at, and say nothing of the agent and its tools; absent where none would. */
  readonly withoutTools?: number | undefined;
  /** Tools that notices behind that cut add, each name once as it was added last; absent for none. */
  readonly added?: readonly ToolSpec[] | undefined;
  /** Tools that results of these searches name, each once as it was found first; empty for none. */
  found(search: string): readonly KnownTool[];
  /** What the last {@link keep} of this thread kept, while the entries still begin with those it stands for. */
  readonly rendered: RenderedHistory | undefined;
  /** Keeps what was rendered for the next turn of the thread in this isolate. */
  keep(rendered: RenderedHistory): void;
}

/** One answer of a model, with calls whose ids are minted. */
export interface Plan {
  readonly blocks: readonly Block[];
  readonly finish: FinishReason;
  readonly usage: Usage;
  /** `provider/model`. */
  readonly model: string;
  /** Of the model's answer; undefined without a whole one. */
  readonly response?: ResponseFacts;
}

/**
 * How a summary is requested. `alone`: in a prompt of its own, which has the entries as text. `continues`: the turn is that of the last
 * plan, and the request is the plan's with the request for a summary as its last message, so that the prompt cache of the plan is read. `provider`: the
 * request is the plan's, and the API summarises it.
 */
export type SummaryForm = "alone" | "continues" | "provider";

/** How a plan is obtained from a model. */
export interface Driver {
  readonly name: string;
  /**
   * How the model gets its tools. `native`: by the API's function calling, so that the choice goes onto the wire.
   * `prompt`: the prompt describes them, and a request has neither tools nor a choice. `none`: no model is called; the choice is
   * verified afterwards.
   */
  readonly toolForm: "native" | "prompt" | "none";
  /**
   * Makes one plan and emits its events while they come; `emit` never throws. Every started block has been ended when the
   * promise settles: on error a call ends with readiness `truncated`. When `io.signal` aborts with reason `step_cancelled`,
   * the plan holds the text so far, without calls.
   *
   * @throws {AgentError} `model_*`
   */
  plan(turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan>;
  /** A text that may stand for the entries of the turn from now on; part of compaction. See {@link SummaryForm}; `alone` by default. */
  summarize(turn: Turn, form?: SummaryForm): Promise<Summary>;
}

/** At most 8,000 characters; an empty text is useless, and its usage counts nevertheless. */
export interface Summary {
  readonly text: string;
  readonly usage: Usage;
  /** Of the model's answer. */
  readonly response?: ResponseFacts;
  /** See {@link SummaryEntry.meta}. */
  readonly meta?: Opaque | undefined;
}
