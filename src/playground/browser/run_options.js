// How the next message is run: the tool choice, where the chosen tools run, and how far the run goes.

/** @typedef {import("./api.js").AgentView} AgentView */
/** @typedef {import("./api.js").RunOptions} RunOptions */
/** @typedef {import("../../core/tool_choice.ts").ToolChoice} ToolChoice */

import { byId, element } from "./dom.js";
import { choiceWords } from "./words.js";

/** Prefix of a tool's option value: a tool may be named `auto` or `none`, as another option is. */
const TOOL = "tool:";

/** The form of the run options. */
export class OptionsForm {
  #choice = byId("choice", HTMLSelectElement);
  #execution = byId("execution", HTMLSelectElement);
  #until = byId("until", HTMLSelectElement);
  #allowed = byId("allowed", HTMLFieldSetElement);
  #tools = byId("allowed-tools", HTMLElement);
  #mode = byId("mode", HTMLSelectElement);
  #alwaysField = byId("always-field", HTMLElement);
  #always = byId("always", HTMLInputElement);

  constructor() {
    for (const control of [this.#choice, this.#mode]) control.addEventListener("change", () => this.#show());
  }

  /** Offers what the agent has. @param {AgentView} agent */
  offer({ tools, toolChoice, execution }) {
    const group = element("optgroup", "", ...tools.map((name) => option(TOOL + name, name)));
    group.label = "tool";
    this.#choice.replaceChildren(
      option("", toolChoice ? `default (${choiceWords(toolChoice)})` : "default"),
      ...["auto", "none", "required"].map((word) => option(word, word)),
      ...(tools.length > 0 ? [group, option("allowed", "allowed set…")] : []),
    );
    this.#tools.replaceChildren(...tools.map((name) => {
      const box = element("input", "");
      box.type = "checkbox";
      box.value = name;
      box.checked = true;
      return element("label", "check", box, " ", name);
    }));
    this.#execution.replaceChildren(
      option("", execution === "loop" ? "default" : `default (${execution})`),
      ...["loop", "predict", "execute", "generate"].map((word) => option(word, word)),
    );
    this.#show();
  }

  /** @returns {RunOptions} */
  get value() {
    const choice = this.#readChoice();
    const execution = /** @type {RunOptions["execution"] | ""} */ (this.#execution.value);
    return { ...(choice && { toolChoice: choice }), ...(execution && { execution }), until: this.until };
  }

  get until() {
    return /** @type {RunOptions["until"]} */ (this.#until.value);
  }

  /** @returns {ToolChoice | undefined} */
  #readChoice() {
    const { value } = this.#choice;
    const times = this.#always.checked ? /** @type {const} */ ({ times: "always" }) : {};
    switch (value) {
      case "":
        return undefined;
      case "auto":
      case "none":
        return { type: value };
      case "required":
        return { type: "required", ...times };
      case "allowed": {
        const names = [...this.#tools.querySelectorAll("input")].filter((box) => box.checked).map((box) =>
          box.value
        );
        const mode = this.#mode.value === "required" ? "required" : "auto";
        return { type: "allowed", names, mode, ...(mode === "required" ? times : {}) };
      }
      default:
        return { type: "tool", name: value.slice(TOOL.length), ...times };
    }
  }

  #show() {
    const { value } = this.#choice;
    this.#allowed.hidden = value !== "allowed";
    this.#alwaysField.hidden = ["", "auto", "none"].includes(value) ||
      (value === "allowed" && this.#mode.value === "auto");
  }
}

/** @param {string} value @param {string} label */
function option(value, label) {
  const node = element("option", "", label);
  node.value = value;
  return node;
}
