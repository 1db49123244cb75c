// What is known of a step besides its content: the choice that was in force and why, usage, cost, time, model.

/** @typedef {import("../../../core/tool_choice/choice_report.ts").EffectiveChoice} EffectiveChoice */
/** @typedef {import("../../../core/usage.ts").Usage} Usage */
/** @typedef {import("./find_answer.js").AnswerPlace} AnswerPlace */

import { element } from "../dom.js";
import { loadToolViews } from "../load_tool_views.js";
import { choiceWords, count, dollars } from "../words.js";

/** A folded list of facts, each with the newest value that was given. */
export class StepFacts {
  #list = element("dl", "facts-list");
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();
  #selections = element("div", "");
  element = element("details", "step-facts", element("summary", "", "Details"), this.#list, this.#selections);
  /** Where the answer of the step stands, for how its tools were selected. @type {() => Promise<AnswerPlace | undefined>} */
  findAnswer = () => Promise.resolve(undefined);

  constructor() {
    this.element.addEventListener("toggle", () => void this.#showSelections());
  }

  /** @param {string} name @param {string | undefined} value Undefined and empty values are not shown. */
  set(name, value) {
    if (!value) return;
    let node = this.#values.get(name);
    if (node === undefined) {
      node = element("dd", "");
      this.#values.set(name, node);
      this.#list.append(element("dt", "", name), node);
    }
    node.textContent = value;
  }

  async #showSelections() {
    if (!this.element.open) return;
    try {
      const answer = await this.findAnswer();
      if (answer === undefined) return;
      const { selectionNodes } = await loadToolViews();
      this.#selections.replaceChildren(...selectionNodes(answer));
    } catch (error) {
      this.#selections.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Partial<EffectiveChoice>} choice */
  choose({ requested, source, sent, toolsSent, enforcement, because, warnings = [] }) {
    this.set("Requested choice", requested && choiceWords(requested));
    this.set("Source", source);
    this.set("Sent", sent === undefined ? undefined : sent === null ? "nothing" : JSON.stringify(sent));
    this.set("Tools sent", toolsSent && (toolsSent.join(", ") || "none"));
    this.set("Enforcement", enforcement);
    this.set("Because", because);
    this.set("Warnings", warnings.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  }

  /** @param {Usage} usage */
  use(
    { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, microDollars, estimated },
  ) {
    const of = (/** @type {number | undefined} */ value) => value === undefined ? undefined : count(value);
    this.set("Input tokens", `${count(inputTokens)}${estimated ? ", estimated" : ""}`);
    this.set("Output tokens", count(outputTokens));
    this.set("Read from a cache", of(cachedTokens));
    this.set("Written to a cache", of(cacheWriteTokens));
    this.set("Reasoning tokens", of(reasoningTokens));
    this.set("Cost", microDollars === undefined ? "no price known" : dollars(microDollars));
  }
}
