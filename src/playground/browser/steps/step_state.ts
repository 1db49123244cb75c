// What the page knows of a step, as signals: events and stored entries change them, and its view follows.

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ChoiceOutcome } from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import type { AnswerPlace } from "../answers/find_answer.js";
import type { ShownChoice } from "./choice_line.ts";
import { Verbs } from "./verbs.tsx";

/** A model that has been asked and has not begun to answer. */
export interface Waiting {
  /** `gpt-5` */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** One step. */
export interface StepState {
  /** Null when it is not known, in a long history. */
  readonly number: number | null;
  readonly verbs: Verbs;
  /** `provider/model`; empty for a step that only runs tools. */
  readonly model: Signal<string>;
  /** Names of the tools that it ran, and of those that it planned; `text` stands for an answer. */
  readonly acted: Signal<readonly string[]>;
  readonly planned: Signal<readonly string[]>;
  readonly waiting: Signal<Waiting | undefined>;
  readonly choice: Signal<ShownChoice | undefined>;
  readonly outcome: Signal<ChoiceOutcome | null>;
  readonly usage: Signal<Usage | undefined>;
  /** Milliseconds from its start to its commit. */
  readonly ms: Signal<number | undefined>;
  /** Its details are shown. */
  readonly isOpen: Signal<boolean>;
  /** Where its answer stands, for how its tools were selected. */
  findAnswer: () => Promise<AnswerPlace | undefined>;
}

/** A step of which nothing is known but its number. */
export function createStepState(number: number | null, busy: ReadonlySignal<boolean>): StepState {
  return {
    number,
    verbs: new Verbs(`Actions on ${number === null ? "this step" : `step ${number}`}`, busy),
    model: signal(""),
    acted: signal<readonly string[]>([]),
    planned: signal<readonly string[]>([]),
    waiting: signal<Waiting | undefined>(undefined),
    choice: signal<ShownChoice | undefined>(undefined),
    outcome: signal<ChoiceOutcome | null>(null),
    usage: signal<Usage | undefined>(undefined),
    ms: signal<number | undefined>(undefined),
    isOpen: signal(false),
    findAnswer: () => Promise.resolve(undefined),
  };
}
