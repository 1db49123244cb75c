// One step on the page: what it acted on, what it planned, what it cost.

/** @typedef {import("../../core/usage.ts").Usage} Usage */
/** @typedef {import("../../core/event.ts").PlanRestarted} PlanRestarted */
/** @typedef {import("../../core/tool_choice/choice_report.ts").ChoiceOutcome} ChoiceOutcome */
/** @typedef {import("../../core/tool_choice/choice_report.ts").EffectiveChoice} EffectiveChoice */
/** @typedef {Pick<EffectiveChoice, "requested" | "enforcement"> & Partial<EffectiveChoice>} ShownChoice What of it is known. */
/** @typedef {import("./call_card.js").CallCard} CallCard */

import { button, element } from "./dom.js";
import { choiceWords, countNames, outcomeWords, tokens } from "./words.js";

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
  /** @type {Map<number, Text>} */
  #blocks = new Map();
  /** @type {string[]} */
  #acted = [];
  /** @type {string[]} */
  #planned = [];
  /** The nodes of the plan so far. @type {HTMLElement[]} */
  #drawn = [];
  #choice = element("span", "choice");
  /** @type {ShownChoice | undefined} */
  #chosen;

  /**
   * @param {number | null} number Null when it is not known, in a long history.
   * @param {(number: number) => void} onSelect
   */
  constructor(number, onSelect) {
    const title = number === null ? "Step" : button(`Step ${number}`, "link", () => onSelect(number));
    this.element = element(
      "section",
      "step",
      element("header", "step-head", element("h2", "", title), this.#phases, this.#model),
      this.#body,
      this.#facts,
    );
  }

  /** @param {string} model `provider/model` */
  showModel(model) {
    this.#model.textContent = model;
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
    this.#planned.push(card.name);
    this.#showPhases();
    this.#draw(card.element);
  }

  /** @param {number} block */
  startText(block) {
    if (!this.#planned.includes("text")) this.#planned.push("text");
    this.#showPhases();
    const text = document.createTextNode("");
    this.#blocks.set(block, text);
    this.#draw(element("p", "text", text));
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
    this.#blocks.get(block)?.appendData(text);
  }

  /** @param {ShownChoice} choice */
  choose(choice) {
    const { requested, sent, enforcement, because = "" } = this.#chosen = choice;
    const words = this.#choice;
    words.replaceChildren("tool choice ", element("b", "", choiceWords(requested)));
    words.append(` → ${sent === undefined ? "" : `${JSON.stringify(sent)}, `}`);
    words.append(element("span", enforcement === "prompted" ? "unsure" : "", enforcement));
    words.title = because;
    if (!words.isConnected) this.#facts.append(words);
  }

  /** Shows whether the plan satisfied its choice; a satisfied auto is not shown. @param {ChoiceOutcome | null} outcome */
  judge(outcome) {
    if (outcome === null || (outcome.type === "satisfied" && this.#chosen?.requested.type === "auto")) return;
    const words = outcomeWords(outcome);
    this.#choice.append(
      ", ",
      outcome.type === "satisfied" ? element("span", "kept", words) : element("span", "unkept", words),
    );
  }

  /**
   * The request for the plan is repeated: removes what the last answer drew. A warning before it names the reason.
   *
   * @param {Pick<PlanRestarted, "choice" | "reason" | "model">} restart
   */
  replan({ choice, reason, model }) {
    for (const node of this.#drawn.splice(0)) node.remove();
    this.#blocks.clear();
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
    this.#facts.append(element("span", "", `tokens ${tokens(usage)}`));
  }

  /** @param {number} version */
  commit(version) {
    this.#facts.append(element("span", "", `version ${version}`));
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
