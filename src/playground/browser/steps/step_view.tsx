// One step on the page: what it acted on, what it planned, what it cost.

import { render } from "preact";
import type { PlanRestarted } from "../../../core/event.ts";
import type { ChoiceOutcome } from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import { Answer } from "../answers/answer.js";
import { findAnswer } from "../answers/find_answer.js";
import type { CallCard } from "../calls/call_card.tsx";
import { element } from "../dom.js";
import type { ShownChoice } from "./choice_line.ts";
import { StepFrame } from "./step_frame.tsx";
import { createStepState, type StepState } from "./step_state.ts";
import { copyVerb, type Handlers } from "./verbs.tsx";

/** How the repeated request for a plan differs. */
const AGAIN: Partial<Record<PlanRestarted["reason"], string>> = {
  capability: "without what was refused",
  violation: "after a violation",
};

/** The elements of one step: phases, blocks of the answer, tool calls, facts and cost. */
export class StepView {
  readonly element = element("section", "step");
  readonly state: StepState;
  readonly #handlers: Handlers;
  /** Blocks of the answer and calls go in here, in order. */
  readonly #body: HTMLElement;
  /** What texts are written to. */
  readonly #blocks = new Map<number, Answer | Text>();
  /** The nodes of the plan so far. */
  readonly #drawn: HTMLElement[] = [];
  /** Of the plan. */
  readonly #texts: Answer[] = [];
  /** How many tools run. */
  #running = 0;
  #isLive = false;

  constructor(number: number | null, onSelect: (number: number) => void, handlers: Handlers) {
    this.#handlers = handlers;
    this.state = createStepState(number, handlers.busy);
    const { verbs, isOpen } = this.state;
    verbs.add(
      { title: "Fork", run: handlers.fork },
      { title: "Details", when: "always", expanded: isOpen, run: () => void (isOpen.value = !isOpen.peek()) },
    );
    const body: { current: HTMLDivElement | null } = { current: null };
    render(<StepFrame state={this.state} body={body} onSelect={onSelect} />, this.element);
    this.#body = body.current ?? element("div", "step-body");
  }

  /** `provider/model` */
  showModel(model: string): void {
    this.state.model.value = model;
  }

  /** While a step is live, assistive technology delays reading it out, and its mark on the thread moves. */
  set live(live: boolean) {
    this.#isLive = live;
    this.element.classList.toggle("live", live);
    this.element.ariaBusy = String(live);
    if (!live) this.#rest();
  }

  /** The model has been asked since then, in epoch milliseconds. A clock that is ahead of this one counts as now. */
  awaitModel(since: number): void {
    const { model: { value: model }, planned } = this.state;
    if (!this.#isLive || model === "" || this.#running > 0 || planned.peek().length > 0) return;
    this.state.waiting.value = { model: model.replace(/^[^/]*\//, ""), since: Math.min(since, Date.now()) };
  }

  #rest(): void {
    this.state.waiting.value = undefined;
  }

  /** A tool of this step runs from now on. */
  begin(): void {
    this.#running += 1;
    this.#rest();
  }

  /** A tool that this step ran has an outcome. */
  act(name: string): void {
    this.#running = Math.max(0, this.#running - 1);
    this.state.acted.value = [...this.state.acted.peek(), name];
  }

  /** Draws a call that the step plans. */
  addCall(card: CallCard): void {
    this.#plan(card.name);
    this.#draw(card.element);
  }

  /** A block of text begins. */
  startText(block: number): void {
    if (this.#texts.length === 0) this.state.verbs.add(copyVerb("the text", () => this.#source));
    if (!this.state.planned.peek().includes("text")) this.#plan("text");
    const answer = new Answer();
    this.#blocks.set(block, answer);
    this.#texts.push(answer);
    this.#draw(answer.element);
  }

  /** The text of a block is whole. */
  endText(block: number): void {
    const text = this.#blocks.get(block);
    if (text instanceof Answer) text.end();
  }

  /** What the model wrote, without its reasoning. */
  get #source(): string {
    return this.#texts.map(({ source }) => source).join("\n\n");
  }

  #plan(what: string): void {
    this.state.verbs.add(
      { title: "Regenerate", run: this.#handlers.again },
      { title: "Model input", when: "committed", run: this.#handlers.showInput },
    );
    this.state.planned.value = [...this.state.planned.peek(), what];
  }

  /** A block of reasoning begins. */
  startReasoning(block: number): void {
    const text = document.createTextNode("");
    this.#blocks.set(block, text);
    this.#draw(
      element("details", "reasoning", element("summary", "", "Reasoning"), element("p", "text", text)),
    );
  }

  /** A block goes on. */
  write(block: number, text: string): void {
    const written = this.#blocks.get(block);
    if (written instanceof Answer) written.write(text);
    else written?.appendData(text);
  }

  /** The choice that is in force. */
  choose(choice: ShownChoice): void {
    this.state.choice.value = choice;
  }

  /** The same in full, from the event of its start; a request that was repeated had another one then. */
  explain(choice: ShownChoice): void {
    const known = this.state.choice.peek();
    if (known === undefined || known.enforcement === choice.enforcement) this.choose(choice);
  }

  /** Whether the plan satisfied its choice; null where there is none. */
  judge(outcome: ChoiceOutcome | null): void {
    this.state.outcome.value = outcome;
  }

  /** The request for the plan is repeated: removes what the last answer drew. A warning before it names the reason. */
  replan({ choice, reason, model }: Pick<PlanRestarted, "choice" | "reason" | "model">): void {
    for (const node of this.#drawn.splice(0)) node.remove();
    this.#blocks.clear();
    this.#texts.length = 0;
    this.state.planned.value = [];
    this.choose(choice);
    this.again(AGAIN[reason] ?? `of ${model}`);
  }

  /** How the request was repeated. */
  again(how: string): void {
    this.#body.append(element("p", "again", element("b", "", "asked again"), how));
  }

  /** What the plan has used. */
  showUsage(usage: Usage): void {
    this.state.usage.value = usage;
  }

  /** The version that the step has committed. */
  commit(version: number): void {
    this.state.verbs.commit(version);
  }

  /** The answer of the step, when its details are opened: a step that has run here is read for it. */
  findAnswer(): void {
    this.state.findAnswer = async () => {
      const version = this.state.verbs.version.peek();
      return version === undefined ? undefined : await findAnswer(this.#handlers.thread(), version);
    };
  }

  /** A notice about the step. */
  append(node: Node): void {
    this.#body.append(node);
  }

  #draw(node: HTMLElement): void {
    this.#rest();
    this.#drawn.push(node);
    this.#body.append(node);
  }
}
