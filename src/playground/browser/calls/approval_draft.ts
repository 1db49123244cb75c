// The answer of a person to a call that waits, while it is written: it outlives the form, which comes back when the answer is refused.

import { type Signal, signal } from "@preact/signals";
import type { StepEvent } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import { visibleJson } from "../json_view.tsx";

/** What a person decides by. */
export type ApprovalTerms = Partial<
  Omit<Extract<StepEvent, { type: "approval.requested" }>, "type" | "seq">
>;

/** What they decide. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly via: "page";
  /** Of the call that was shown. */
  readonly digest?: string | undefined;
  readonly reason?: string | undefined;
  /** In place of the model's. */
  readonly args?: JsonObject | undefined;
  /** To a question. */
  readonly answer?: string | undefined;
}

/** The fields of the form, and what was wrong with the last answer. */
export class ApprovalDraft {
  readonly terms: ApprovalTerms;
  readonly reason: Signal<string> = signal("");
  readonly answer: Signal<string> = signal("");
  /** The arguments to approve, as JSON text. */
  readonly args: Signal<string>;
  /** Empty while nothing is wrong. */
  readonly problem: Signal<string> = signal("");

  constructor(terms: ApprovalTerms) {
    this.terms = terms;
    this.args = signal(visibleJson(terms.args ?? {}));
  }

  /** A person has begun to write. */
  get isEdited(): boolean {
    return this.reason.peek() !== "" || this.answer.peek() !== "";
  }
}
