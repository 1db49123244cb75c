// One tool call, from the moment the model begins to write it until its observation.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {Pick<Extract<StepEvent, { type: "tool.finished" }>, "outcome" | "output" | "error" | "ms">} Observation */

import { button, element } from "./dom.js";
import { jsonNodes, jsonTextNodes } from "./json_view.js";
import { duration } from "./words.js";

/** @typedef {Partial<Omit<Extract<StepEvent, { type: "approval.requested" }>, "type" | "seq">>} ApprovalTerms */
/** @typedef {{ approved: boolean, via: "page", digest?: string, reason?: string, answer?: string }} ApprovalAnswer */

/** @typedef {Observation["outcome"] | "writing" | "planned" | "truncated" | "approval" | "approved" | "running" | "cancelled"} State */

/** The label of a state whose own name is not clear to a reader; `data-state` always has the name, for the style sheet. */
/** @type {Partial<Record<State, string>>} */
const LABELS = { writing: "being planned", truncated: "cut off", approval: "needs approval" };

/** The element of one tool call: its name, arguments, state, output, and the buttons of an approval. */
export class CallCard {
  #state = element("span", "call-state");
  #time = element("span", "call-time");
  #args = element("pre", "json");
  #output = element("pre", "json");
  #question = element("div", "call-question");
  #decide;
  #argsText = "";
  /** @type {ApprovalTerms} */
  #terms = {};

  /**
   * @param {string} callId
   * @param {string} name
   * @param {(callId: string, answer: ApprovalAnswer) => void} decide
   */
  constructor(callId, name, decide) {
    this.callId = callId;
    this.name = name;
    this.#decide = decide;
    this.#question.hidden = true;
    this.#args.ariaLabel = `Arguments of ${name}`;
    this.#output.ariaLabel = `Output of ${name}`;
    this.#output.append("–");
    this.element = element(
      "article",
      "call",
      element("header", "call-head", element("code", "call-name", name), this.#state, this.#time),
      element(
        "div",
        "call-body",
        element("div", "call-part", element("h3", "", "Arguments"), this.#args),
        element("div", "call-part", element("h3", "", "Output"), this.#output),
      ),
      this.#question,
    );
    this.element.ariaLabel = `Tool call ${name}`;
    this.#enter("writing");
  }

  /** @param {string} fragment */
  writeArgs(fragment) {
    this.#argsText += fragment;
    this.#args.append(fragment);
  }

  /** @param {string} args The whole argument text. @param {"ready" | "truncated"} readiness */
  plan(args, readiness) {
    this.#argsText = args;
    this.#args.replaceChildren(...jsonTextNodes(args));
    this.#enter(readiness === "ready" ? "planned" : "truncated");
  }

  /** @param {ApprovalTerms} [terms] Those of the request before, when they are left out. */
  askApproval(terms = this.#terms) {
    this.#terms = terms;
    const { asks, args, approvals = 1, expiresAt } = terms;
    const reason = field("Reason (optional)");
    const answer = field("Answer");
    const given = (/** @type {boolean} */ approved) =>
      this.#answer({
        approved,
        via: "page",
        ...(terms.digest ? { digest: terms.digest } : {}),
        ...(reason.value.trim() === "" ? {} : { reason: reason.value.trim() }),
        ...(asks && approved ? { answer: answer.value } : {}),
      });
    const facts = [
      asks ? String(args?.question ?? "The model asks a question.") : "This tool runs only if you allow it.",
      ...(terms.thread === undefined ? [] : [`It belongs to ${terms.thread}.`]),
      ...(approvals > 1 ? [`${approvals} people must approve.`] : []),
      ...(expiresAt === undefined ? [] : [`Answer until ${new Date(expiresAt).toLocaleString()}.`]),
    ];
    this.#enter("approval");
    this.#question.hidden = false;
    this.#question.replaceChildren(
      element("p", "", facts.join(" ")),
      ...(asks ? [answer] : []),
      reason,
      button(asks ? "Answer" : "Approve", "primary", () => given(true)),
      button(asks ? "Decline" : "Deny", "quiet", () => given(false)),
    );
  }

  /** @param {object} args */
  run(args) {
    if (this.#argsText === "") this.plan(JSON.stringify(args), "ready");
    this.#hideQuestion();
    this.#output.replaceChildren("…");
    this.#enter("running");
  }

  /** @param {Observation} observation */
  finish({ outcome, output, error, ms }) {
    this.#hideQuestion();
    this.#time.textContent = outcome === "completed" || outcome === "failed" ? duration(ms) : "";
    this.#output.replaceChildren(...observationNodes(outcome, output, error));
    this.#enter(outcome);
  }

  /** The run was stopped: a call without an observation has none from now on. */
  abandon() {
    if (!["writing", "planned", "approval", "approved", "running"].includes(this.state)) return;
    this.#hideQuestion();
    this.#output.replaceChildren("–");
    this.#enter("cancelled");
  }

  /** Of a phase that the call belongs to. */
  get thread() {
    return this.#terms.thread;
  }

  get state() {
    return /** @type {State} */ (this.element.dataset.state);
  }

  /** @param {ApprovalAnswer} answer */
  #answer(answer) {
    this.#hideQuestion();
    // The button with the focus is removed: the card takes the focus.
    this.element.tabIndex = -1;
    this.element.focus({ preventScroll: true });
    this.#enter(answer.approved ? "approved" : "denied");
    this.#decide(this.callId, answer);
  }

  #hideQuestion() {
    this.#question.hidden = true;
    this.#question.replaceChildren();
  }

  /** @param {State} state */
  #enter(state) {
    // An area that scrolls must be reachable with the keyboard; any other would only be one more stop.
    for (const area of [this.#args, this.#output]) {
      if (area.scrollHeight > area.clientHeight) area.tabIndex = 0;
    }
    this.element.dataset.state = state;
    this.#state.textContent = LABELS[state] ?? state;
  }
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

/** @param {Observation["outcome"]} outcome @param {Observation["output"]} output @param {Observation["error"]} error */
function observationNodes(outcome, output, error) {
  if (error === undefined) return jsonNodes(output);
  const words = outcome === "failed" ? `${error.kind}: ${error.message}` : error.message;
  const reason = element("span", "call-error", words);
  const hint = error.hint === undefined ? [] : [`\n${error.hint}`];
  return [reason, ...hint, ...(output === null ? [] : ["\n", ...jsonNodes(output)])];
}
