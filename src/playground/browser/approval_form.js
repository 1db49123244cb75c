// The form in which a person answers a call that waits: what is known of it, the fields, and what was wrong with the last answer.

import { mayDecide } from "./api.js";
import { button, element } from "./dom.js";
import { visibleJson } from "./json_view.js";

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {Partial<Omit<Extract<StepEvent, { type: "approval.requested" }>, "type" | "seq">>} ApprovalTerms */
/** @typedef {{ approved: boolean, via: "page", digest?: string, reason?: string, args?: object, answer?: string }} ApprovalAnswer */

/** The fields keep what was typed until the call is settled. */
export class ApprovalForm {
  #problem = element("p", "call-problem");
  #reason = field("Reason (optional)");
  #answer = field("Answer");
  #args = element("textarea", "json");
  #terms;
  #submit;

  /** @param {ApprovalTerms} terms @param {(answer: ApprovalAnswer) => void} submit */
  constructor(terms, submit) {
    this.#terms = terms;
    this.#submit = submit;
    const { args = {} } = terms;
    this.#problem.role = "alert";
    this.#problem.hidden = true;
    this.#args.value = visibleJson(args);
    this.#args.rows = Math.min(12, this.#args.value.split("\n").length);
    this.#args.spellcheck = false;
    this.nodes = [
      element("p", "", factsOf(terms).join(" ")),
      this.#problem,
      ...(mayDecide ? this.#fields(terms) : [element("p", "", "A person with another key has to answer.")]),
    ];
  }

  /** @param {ApprovalTerms} terms */
  #fields({ asks, edits }) {
    return [
      ...(asks ? [this.#answer] : []),
      ...(edits ? [element("label", "call-edit", "Arguments to approve, as JSON", this.#args)] : []),
      this.#reason,
      withKey(button(asks ? "Answer" : "Approve", "primary", () => this.#give(true)), asks ? "" : "A"),
      button(asks ? "Decline" : "Deny", "quiet", () => this.#give(false)),
    ];
  }

  /** @param {string} message */
  showProblem(message) {
    this.#problem.textContent = message;
    this.#problem.hidden = false;
  }

  /** @param {boolean} approved */
  #give(approved) {
    const { digest, asks, edits } = this.#terms;
    const args = approved && edits ? this.#editedArgs() : {};
    if (args === undefined) return;
    const reason = this.#reason.value.trim();
    this.#problem.hidden = true;
    this.#submit({
      approved,
      via: "page",
      ...(digest ? { digest } : {}),
      ...(reason === "" ? {} : { reason }),
      ...args,
      ...(asks && approved ? { answer: this.#answer.value } : {}),
    });
  }

  /** Arguments that differ from the model's; undefined when they are no JSON object, which is shown. */
  #editedArgs() {
    /** @type {unknown} */
    let args;
    try {
      args = JSON.parse(this.#args.value);
    } catch (error) {
      return this.#refuse(`The arguments are not JSON: ${error}.`);
    }
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return this.#refuse("The arguments are not a JSON object.");
    }
    return JSON.stringify(args) === JSON.stringify(this.#terms.args) ? {} : { args };
  }

  /** @param {string} message @returns {undefined} */
  #refuse(message) {
    this.showProblem(message);
    this.#args.focus();
  }
}

/** @param {ApprovalTerms} terms */
function factsOf({ asks, args, approvals = 1, expiresAt, thread, because }) {
  const question = args && "question" in args ? String(args.question) : "The model asks a question.";
  return [
    asks ? question : "This tool runs only if you allow it.",
    ...(because === undefined ? [] : [`It is held by ${because}.`]),
    ...(thread === undefined ? [] : [`It belongs to ${thread}.`]),
    ...(approvals > 1 ? [`${approvals} people must approve.`] : []),
    ...(expiresAt === undefined ? [] : [`Answer until ${new Date(expiresAt).toLocaleString()}.`]),
  ];
}

/** The key that does the same. @param {HTMLButtonElement} node @param {string} key */
function withKey(node, key) {
  const hint = element("kbd", "hint", key);
  hint.ariaHidden = "true";
  if (key !== "") node.append(" ", hint);
  return node;
}

/** @param {string} label */
function field(label) {
  const input = element("input", "");
  input.type = "text";
  input.maxLength = 2000;
  input.placeholder = label;
  input.ariaLabel = label;
  return input;
}
