// One tool call, from the moment the model begins to write it until its observation.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {Pick<Extract<StepEvent, { type: "tool.finished" }>, "outcome" | "output" | "error" | "ms">} Observation */

import { ApprovalForm } from "./approval_form.js";
import { copyButton } from "./answers/copy.js";
import { element } from "./dom.js";
import { jsonNodes, jsonTextNodes } from "./json_view.js";
import { duration, timeWords } from "./words.js";

/** @typedef {import("./approval_form.js").ApprovalTerms} ApprovalTerms */
/** @typedef {import("./approval_form.js").ApprovalAnswer} ApprovalAnswer */

/** @typedef {Observation["outcome"] | "writing" | "planned" | "client" | "truncated" | "approval" | "approved" | "running" | "deferred" | "authorization" | "cancelled"} State */

/** The label of a state whose own name is not clear to a reader; `data-state` always has the name, for the style sheet. */
/** @type {Partial<Record<State, string>>} */
const LABELS = {
  writing: "being planned",
  client: "waits for the client",
  truncated: "cut off",
  approval: "needs approval",
  deferred: "result comes later",
  authorization: "waits for your authorization",
};

/**
 * An area that scrolls must be reachable with the keyboard; any other would only be one more stop. Sizes are read where the
 * layout is done: read in between, they would cost a layout for each change of a card.
 */
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollHeight > target.clientHeight) /** @type {HTMLElement} */ (target).tabIndex = 0;
  }
});

/** The element of one tool call: its name, arguments, state, output, and the buttons of an approval. */
export class CallCard {
  #state = element("span", "call-state");
  #time = element("span", "call-time");
  #args = element("pre", "json");
  #output = element("pre", "json");
  #question = element("div", "call-question");
  #decide;
  #argsText = "";
  #outputText = "";
  /** @type {ApprovalForm | undefined} */
  #form;

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
        part("Arguments", this.#args, copyButton(`the arguments of ${name}`, () => this.#argsText)),
        part("Output", this.#output, copyButton(`the output of ${name}`, () => this.#outputText)),
      ),
      this.#question,
    );
    this.element.ariaLabel = `Tool call ${name}`;
    for (const area of [this.#args, this.#output]) scrolling.observe(area);
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

  /** The client that brought the tool runs the call. */
  awaitClient() {
    this.#enter("client");
  }

  /**
   * Its result comes later.
   *
   * @param {Extract<StepEvent, { type: "call.deferred" }> & { since?: string | number | undefined }} event Since now without `since`.
   */
  awaitResult({ ref, since = Date.now(), expiresAt }) {
    this.#hideQuestion();
    const times = `Waits since ${timeWords(since)}, until ${timeWords(expiresAt)}. Reference: `;
    this.#output.replaceChildren(times, ...jsonNodes(ref));
    this.#enter("deferred");
  }

  /** The user authorizes its server first. @param {{ server: string, url?: string }} needed */
  awaitAuthorization({ server, url }) {
    this.#hideQuestion();
    const link = element(url === undefined ? "span" : "a", "", `Authorize ${server}`);
    if (url !== undefined) Object.assign(link, { href: url, target: "_blank", rel: "noreferrer" });
    this.#output.replaceChildren(link);
    this.#enter("authorization");
  }

  /** @param {ApprovalTerms} terms */
  askApproval(terms) {
    this.#form = new ApprovalForm(terms, (answer) => this.#answer(answer));
    this.#askAgain();
  }

  /** The answer was not recorded: the form is there again, with what was typed. @param {string} problem */
  refuseAnswer(problem) {
    this.#askAgain();
    this.#form?.showProblem(problem);
  }

  /** The answer is recorded, and others must approve as well. @param {number} missing */
  awaitOthers(missing) {
    this.#enter("approval");
    this.#question.hidden = false;
    const text = `Your approval is recorded; ${missing} more must approve. Reload the page when they have.`;
    this.#question.replaceChildren(element("p", "", text));
  }

  #askAgain() {
    this.#enter("approval");
    this.#question.hidden = false;
    this.#question.replaceChildren(...this.#form?.nodes ?? []);
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
    this.#outputText = error === undefined
      ? typeof output === "string" ? output : JSON.stringify(output, null, 2)
      : [error.message, error.hint ?? []].flat().join("\n");
    this.#output.replaceChildren(...observationNodes(outcome, output, error));
    this.#enter(outcome);
  }

  /** What the tool returned besides its output. @param {readonly Node[]} media */
  addMedia(media) {
    this.#output.after(...media);
  }

  /** The run was stopped: a call without an observation has none from now on. */
  abandon() {
    if (
      !["writing", "planned", "client", "approval", "approved", "running", "deferred", "authorization"]
        .includes(this.state)
    ) return;
    this.#hideQuestion();
    this.#output.replaceChildren("–");
    this.#enter("cancelled");
  }

  /** Of a phase that the call belongs to. */
  get thread() {
    return this.#form?.thread;
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
    this.element.dataset.state = state;
    this.#state.textContent = LABELS[state] ?? state;
  }
}

/** @param {string} title @param {HTMLElement} text @param {HTMLElement} copy */
function part(title, text, copy) {
  return element("div", "call-part", element("header", "", element("h3", "", title), copy), text);
}

/** @param {Observation["outcome"]} outcome @param {Observation["output"]} output @param {Observation["error"]} error */
function observationNodes(outcome, output, error) {
  if (error === undefined) return jsonNodes(output);
  const words = outcome === "failed" ? `${error.kind}: ${error.message}` : error.message;
  const reason = element("span", "call-error", words);
  const hint = error.hint === undefined ? [] : [`\n${error.hint}`];
  return [reason, ...hint, ...(output === null ? [] : ["\n", ...jsonNodes(output)])];
}
