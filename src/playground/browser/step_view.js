// One step on the page: what it acted on, what it planned, what it cost.

/** @typedef {import("../../core/usage.ts").Usage} Usage */
/** @typedef {import("../../core/event.ts").PlanRestarted} PlanRestarted */
/** @typedef {import("../../core/tool_choice/choice_report.ts").ChoiceOutcome} ChoiceOutcome */
/** @typedef {import("../../core/tool_choice/choice_report.ts").EffectiveChoice} EffectiveChoice */
/** @typedef {Pick<EffectiveChoice, "requested" | "enforcement"> & Partial<EffectiveChoice>} ShownChoice What of it is known. */
/** @typedef {import("./call_card.js").CallCard} CallCard */

import { Answer } from "./answers/answer.js";
import { StepFacts } from "./answers/step_facts.js";
import { findAnswer } from "./answers/find_answer.js";
import { addPlanActions, stepActions } from "./answers/step_actions.js";
import { button, element } from "./dom.js";
import { choiceWords, countNames, outcomeWords } from "./words.js";

/** How the repeated request for a plan differs. @type {Partial<Record<PlanRestarted["reason"], string>>} */
const AGAIN = {
  capability: "without what was refused",
  violation: "after a violation",
};

/** The elements of one step: phases, blocks of the answer, tool calls, facts and cost. */
export class StepView {
  #phases = element("span", "phases");
  #body = element("div", "step-body");
  #facts = element("p", "facts");
  #model = element("span", "model");
  /** What texts are written to. @type {Map<number, Answer | Text>} */
  #blocks = new Map();
  #handlers;
  facts = new StepFacts();
  actions;
  /** @type {string[]} */
  #acted = [];
  /** @type {string[]} */
  #planned = [];
  /** The nodes of the plan so far. @type {HTMLElement[]} */
  #drawn = [];
  /** Of the plan. @type {Answer[]} */
  #texts = [];
  #hasPlan = false;
  #choice = element("span", "choice");
  /** @type {ShownChoice | undefined} */
  #chosen;

  /**
   * @param {number | null} number Null when it is not known, in a long history.
   * @param {(number: number) => void} onSelect
   * @param {import("./answers/step_actions.js").Handlers} handlers
   */
  constructor(number, onSelect, handlers) {
    this.#handlers = handlers;
    this.actions = stepActions(number === null ? "this step" : `step ${number}`, handlers);
    const title = number === null ? "Step" : button(`Step ${number}`, "link", () => onSelect(number));
    this.element = element(
      "section",
      "step",
      element("header", "step-head", element("h2", "", title), this.#phases, this.#model),
      // Before the body: from the message box, Shift + Tab comes to a question first.
      element("div", "step-tools", this.actions.element, this.facts.element),
      this.#body,
      this.#facts,
    );
  }

  /** @param {string} model `provider/model` */
  showModel(model) {
    this.#model.textContent = model;
    this.facts.set("Model", model);
  }

  /** While a step is live, assistive technology delays reading it out, and its mark on the thread moves. */
  set live(/** @type {boolean} */ live) {
    this.element.classList.toggle("live", live);
    this.element.ariaBusy = String(live);
  }

  /** @param {string} name A tool that this step ran. */
  act(name) {
    this.#acted.push(name);
    this.#showPhases();
  }

  /** @param {CallCard} card */
  addCall(card) {
    this.#plan(card.name);
    this.#draw(card.element);
  }

  /** @param {number} block */
  startText(block) {
    if (this.#texts.length === 0) this.actions.addCopy("the text", () => this.#source);
    if (!this.#planned.includes("text")) this.#plan("text");
    const answer = new Answer();
    this.#blocks.set(block, answer);
    this.#texts.push(answer);
    this.#draw(answer.element);
  }

  /** The text of a block is whole. @param {number} block */
  endText(block) {
    const text = this.#blocks.get(block);
    if (text instanceof Answer) text.end();
  }

  /** What the model wrote, without its reasoning. */
  get #source() {
    return this.#texts.map(({ source }) => source).join("\n\n");
  }

  /** @param {string} what */
  #plan(what) {
    if (!this.#hasPlan) addPlanActions(this.actions, this.#handlers);
    this.#hasPlan = true;
    this.#planned.push(what);
    this.#showPhases();
  }

  /** @param {number} block */
  startReasoning(block) {
    const text = document.createTextNode("");
    this.#blocks.set(block, text);
    this.#draw(
      element("details", "reasoning", element("summary", "", "Reasoning"), element("p", "text", text)),
    );
  }

  /** @param {number} block @param {string} text */
  write(block, text) {
    const written = this.#blocks.get(block);
    if (written instanceof Answer) written.write(text);
    else written?.appendData(text);
  }

  /** A plain auto is a detail; any other choice is shown. @param {ShownChoice} choice */
  choose(choice) {
    const { requested, enforcement, because = "" } = this.#chosen = choice;
    this.facts.choose(choice);
    if (requested.type === "auto" && enforcement !== "announced") return this.#choice.remove();
    const words = this.#choice;
    words.replaceChildren("tool choice ", element("b", "", choiceWords(requested)));
    words.append(" → ", element("span", enforcement === "announced" ? "unsure" : "", enforcement));
    words.title = because;
    if (!words.isConnected) this.#facts.append(words);
  }

  /** Shows whether the plan satisfied its choice; a satisfied auto is not shown. @param {ChoiceOutcome | null} outcome */
  judge(outcome) {
    this.facts.set("Outcome", outcome === null ? "" : outcomeWords(outcome));
    if (outcome === null || (outcome.type === "satisfied" && this.#chosen?.requested.type === "auto")) return;
    const words = element("span", outcome.type === "satisfied" ? "kept" : "unkept", outcomeWords(outcome));
    if (this.#choice.isConnected) this.#choice.append(", ", words);
    else this.#facts.append(words);
  }

  /**
   * The request for the plan is repeated: removes what the last answer drew. A warning before it names the reason.
   *
   * @param {Pick<PlanRestarted, "choice" | "reason" | "model">} restart
   */
  replan({ choice, reason, model }) {
    for (const node of this.#drawn.splice(0)) node.remove();
    this.#blocks.clear();
    this.#texts.length = 0;
    this.#planned = [];
    this.#showPhases();
    this.choose(choice);
    this.again(AGAIN[reason] ?? `of ${model}`);
  }

  /** @param {string} how */
  again(how) {
    this.#body.append(element("p", "again", element("b", "", "asked again"), how));
  }

  /** @param {Usage} usage */
  showUsage(usage) {
    this.facts.use(usage);
  }

  /** @param {number} version */
  commit(version) {
    this.facts.set("Version", String(version));
    this.actions.commit(version);
  }

  /** The answer of the step, when its details are opened: a step that has run here is read for it. */
  findAnswer() {
    this.facts.findAnswer = async () => {
      const { version } = this.actions;
      return version === undefined ? undefined : await findAnswer(this.#handlers.thread(), version);
    };
  }

  /** @param {Node} node */
  append(node) {
    this.#body.append(node);
  }

  /** @param {HTMLElement} node */
  #draw(node) {
    this.#drawn.push(node);
    this.#body.append(node);
  }

  // "act get_weather" then "plan answer": the two halves of every step, by the names that the documentation uses.
  #showPhases() {
    const calls = this.#planned.filter((name) => name !== "text");
    const plan = calls.length > 0 ? countNames(calls) : this.#planned.length > 0 ? "the answer" : "";
    this.#phases.replaceChildren(
      ...(this.#acted.length > 0 ? [phase("act", countNames(this.#acted))] : []),
      ...(plan === "" ? [] : [phase("plan", plan)]),
    );
  }
}

/** @param {"act" | "plan"} kind @param {string} what */
function phase(kind, what) {
  return element("span", `phase ${kind}`, element("b", "", kind), " ", what);
}
