// The events of the plan of a step: those of all its answers, one after another.

import type { AnswerDropped, PlanEvent, PlanRestarted, StepEventBody } from "../../core/event.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";

/** The events of all answers of a step. Blocks are numbered over all answers, and a warning is emitted once. */
export class PlanEvents {
  readonly #emit: (event: StepEventBody) => void;
  readonly #warnings: Warning[];
  /** The number of the first block of the current answer. */
  #from = 0;
  /** The number of the next block. */
  #next = 0;

  constructor(emit: (event: StepEventBody) => void, warnings: readonly Warning[]) {
    this.#emit = emit;
    this.#warnings = [...warnings];
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  /** The current answer has begun a block. */
  get hasOutput(): boolean {
    return this.#next > this.#from;
  }

  beginAnswer(): void {
    this.#from = this.#next;
  }

  take(event: Exclude<PlanEvent, AnswerDropped>): void {
    if (event.type === "warning") return this.warn(event);
    const block = event.block + this.#from;
    if (block >= this.#next) this.#next = block + 1;
    this.#emit(this.#from === 0 ? event : { ...event, block });
  }

  warn({ code, message }: Warning): void {
    if (this.#warnings.some((known) => known.message === message)) return;
    this.#warnings.push({ code, message });
    this.#emit({ type: "warning", code, message });
  }

  restart(event: Omit<PlanRestarted, "from">): void {
    this.#emit({ ...event, from: this.#next });
  }
}
