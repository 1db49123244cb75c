// The answer of a person to a call that waits, while it is written: it outlives the form, which comes back when the answer is refused.

import { type Signal, signal } from "@preact/signals";
import type { StepEvent } from "../../../core/event.ts";
import type { ChangedArgs } from "../args/changed_args.ts";
import { visibleJson } from "../visible_json.ts";

/** What a person decides by. */
export type ApprovalTerms = Partial<
  Omit<Extract<StepEvent, { type: "approval.requested" }>, "type" | "seq">
>;

/** The fields of the form, and what was wrong with the last answer. */
export class ApprovalDraft {
  readonly terms: ApprovalTerms;
  readonly reason: Signal<string> = signal("");
  readonly answer: Signal<string> = signal("");
  /** The arguments to approve, as JSON text. */
  readonly args: Signal<string>;
  /** The same in fields of the tool's schema, once that is known; null where it names none. */
  changed: ChangedArgs | null | undefined;
  /** Empty while nothing is wrong. */
  readonly problem: Signal<string> = signal("");
  /** The arguments of the model. */
  readonly #planned: string;

  constructor(terms: ApprovalTerms) {
    this.terms = terms;
    this.#planned = visibleJson(terms.args ?? {});
    this.args = signal(this.#planned);
  }

  /** A person has begun to write. */
  get isEdited(): boolean {
    return this.reason.peek() !== "" || this.answer.peek() !== "" || this.args.peek() !== this.#planned ||
      !!this.changed?.typed.peek().size;
  }
}
