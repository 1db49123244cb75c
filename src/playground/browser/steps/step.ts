// One step on the page: what it acted on, what it planned, what it cost. Events and stored entries change it, and its view follows.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { PlanRestarted } from "../../../core/event.ts";
import type { ChoiceOutcome } from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import type { AnswerPlace } from "../answers/find_answer.ts";
import { GrowingText } from "../answers/growing_text.ts";
import type { Call } from "../calls/call.ts";
import type { NoticeContent } from "../components/notice.tsx";
import type { ShownChoice } from "./choice_line.ts";

/** What a step consists of, in order. */
export type StepPart =
  | { readonly type: "text"; readonly text: GrowingText }
  | { readonly type: "reasoning"; readonly text: GrowingText }
  | { readonly type: "call"; readonly call: Call }
  | { readonly type: "notice"; readonly notice: NoticeContent }
  /** The request for its plan was repeated. */
  | { readonly type: "again"; readonly how: string };

/** A model that got a request and has not begun to answer. */
export interface Waiting {
  /** `gpt-5` */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** How the repeated request for a plan differs. */
const AGAIN: Partial<Record<PlanRestarted["reason"], string>> = {
  capability: "without what was refused",
  violation: "because it did not keep to the tool choice",
};

/** A step. What it shows is in signals. */
export class Step {
  readonly #parts = signal<readonly StepPart[]>([]);
  readonly #model = signal("");
  readonly #acted = signal<readonly string[]>([]);
  readonly #planned = signal<readonly string[]>([]);
  readonly #waiting = signal<Waiting | undefined>(undefined);
  readonly #choice = signal<ShownChoice | undefined>(undefined);
  readonly #outcome = signal<ChoiceOutcome | null>(null);
  readonly #usage = signal<Usage | undefined>(undefined);
  readonly #ms = signal<number | undefined>(undefined);
  readonly #isLive = signal(false);
  readonly #version = signal<number | undefined>(undefined);
  readonly type = "step";
  /** Null when it is not known, in a long history. */
  readonly number: number | null;
  readonly parts: ReadonlySignal<readonly StepPart[]> = this.#parts;
  /** `provider/model`; empty for a step that only runs tools. */
  readonly model: ReadonlySignal<string> = this.#model;
  /** Names of the tools that it ran, and of those that it planned; `text` stands for an answer. */
  readonly acted: ReadonlySignal<readonly string[]> = this.#acted;
  readonly planned: ReadonlySignal<readonly string[]> = this.#planned;
  readonly waiting: ReadonlySignal<Waiting | undefined> = this.#waiting;
  readonly choice: ReadonlySignal<ShownChoice | undefined> = this.#choice;
  /** Whether the plan satisfied its choice; null where there is none. */
  readonly outcome: ReadonlySignal<ChoiceOutcome | null> = this.#outcome;
  readonly usage: ReadonlySignal<Usage | undefined> = this.#usage;
  /** Milliseconds from its start to its commit. */
  readonly ms: ReadonlySignal<number | undefined> = this.#ms;
  /** It runs. */
  readonly isLive: ReadonlySignal<boolean> = this.#isLive;
  /** That it has committed. */
  readonly version: ReadonlySignal<number | undefined> = this.#version;
  /** Where its answer stands, for how its tools were selected; undefined for a step that has run here. */
  place: AnswerPlace | undefined;
  /** The texts of the answer by the numbers of their blocks. */
  readonly #blocks = new Map<number, GrowingText>();
  /** The parts that belong to the plan so far. */
  readonly #plan = new Set<StepPart>();
  /** How many tools run. */
  #running = 0;

  constructor(number: number | null) {
    this.number = number;
  }

  /** It begins to run. */
  start(): void {
    this.#isLive.value = true;
  }

  /** It has ended. */
  end(): void {
    this.#isLive.value = false;
    this.#waiting.value = undefined;
  }

  /** A request for a plan is sent to the model, with a choice where it is known. */
  ask(model: string, choice: ShownChoice | undefined): void {
    this.#model.value = model;
    if (choice !== undefined) this.#choice.value = choice;
  }

  /** The time of the request to the model, in epoch milliseconds. A clock that is ahead of this one counts as now. */
  awaitModel(since: number): void {
    const model = this.model.peek();
    const isAsked = this.isLive.peek() && model !== "" && this.#running === 0;
    if (!isAsked || this.planned.peek().length > 0) return;
    this.#waiting.value = { model: model.replace(/^[^/]*\//, ""), since: Math.min(since, Date.now()) };
  }

  /** A tool of this step runs from now on. */
  begin(): void {
    this.#running += 1;
    this.#waiting.value = undefined;
  }

  /** A tool that this step ran has an outcome. */
  act(name: string): void {
    this.#running = Math.max(0, this.#running - 1);
    this.#acted.value = [...this.acted.peek(), name];
  }

  /** It plans a call. */
  addCall(call: Call): void {
    this.#planned.value = [...this.planned.peek(), call.name];
    this.#addPlanned({ type: "call", call });
  }

  /** Removes a call from the step. */
  removeCall(call: Call): void {
    this.#parts.value = this.parts.peek().filter((part) => part.type !== "call" || part.call !== call);
  }

  /** A block of text begins. */
  startText(block: number): void {
    const planned = this.planned.peek();
    if (!planned.includes("text")) this.#planned.value = [...planned, "text"];
    this.#addPlanned({ type: "text", text: this.#startBlock(block) });
  }

  /** A block of reasoning begins. */
  startReasoning(block: number): void {
    this.#addPlanned({ type: "reasoning", text: this.#startBlock(block) });
  }

  /** A block goes on. */
  write(block: number, text: string): void {
    this.#blocks.get(block)?.write(text);
  }

  /** A block is whole. */
  endBlock(block: number): void {
    this.#blocks.get(block)?.end();
  }

  /** The choice in full, from the event of its start; a request that was repeated had another one then. */
  explain(choice: ShownChoice): void {
    const known = this.choice.peek();
    if (known === undefined || known.enforcement === choice.enforcement) this.#choice.value = choice;
  }

  /** The request for the plan is repeated: the parts of the last answer are removed. A warning before it names the reason. */
  replan({ choice, reason, model }: Pick<PlanRestarted, "choice" | "reason" | "model">): void {
    this.#parts.value = this.parts.peek().filter((part) => !this.#plan.has(part));
    this.#plan.clear();
    this.#blocks.clear();
    this.#planned.value = [];
    this.#model.value = model;
    this.#choice.value = choice;
    this.askAgain(AGAIN[reason] ?? `of ${model}`);
  }

  /** What its plan has used. */
  reportUsage(usage: Usage): void {
    this.#usage.value = usage;
  }

  /** It has committed a version. `outcome` is what came of its choice; undefined where the plan is not known. */
  commit(version: number, outcome?: ChoiceOutcome | null): void {
    this.#version.value = version;
    if (outcome !== undefined) this.#outcome.value = outcome;
  }

  /** Its duration in milliseconds. */
  measure(ms: number): void {
    this.#ms.value = ms;
  }

  /** How the request was repeated. */
  askAgain(how: string): void {
    this.#add({ type: "again", how });
  }

  /** A notice about the step. */
  addNotice(notice: NoticeContent): void {
    this.#add({ type: "notice", notice });
  }

  #startBlock(block: number): GrowingText {
    const text = new GrowingText();
    this.#blocks.set(block, text);
    return text;
  }

  #addPlanned(part: StepPart): void {
    this.#waiting.value = undefined;
    this.#plan.add(part);
    this.#add(part);
  }

  #add(part: StepPart): void {
    this.#parts.value = [...this.parts.peek(), part];
  }
}
