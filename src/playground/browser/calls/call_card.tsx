// One tool call, from the moment the model begins to write it until its observation: a line, which opens to the whole of it.

import { signal } from "@preact/signals";
import { render } from "preact";
import type { StepEvent } from "../../../core/event.ts";
import type { ApprovalAnswer, ApprovalForm, ApprovalTerms } from "../approval_form.js";
import { element } from "../dom.js";
import { jsonNodes, jsonTextNodes } from "../json_view.js";
import { loadOnDemand } from "../on_demand/load_on_demand.ts";
import { duration, timeWords } from "../words.js";
import type { CallFacts, CallPart } from "./call_facts.ts";
import { argumentsLine, type CallState, outputLine, textLine } from "./call_line.ts";
import { CallView } from "./call_view.tsx";

/** What became of a call, from its event or from its entry. */
export type Observation = Pick<
  Extract<StepEvent, { type: "tool.finished" }>,
  "outcome" | "output" | "error" | "ms"
>;

/** States of a call without an observation. */
const UNFINISHED: ReadonlySet<CallState> = new Set([
  "approval",
  "approved",
  "authorization",
  "client",
  "deferred",
  "planned",
  "running",
  "writing",
]);

const NOTHING: CallPart = { line: "", text: "", nodes: () => ["–"] };

/** The element of one tool call, which events and stored entries change. */
export class CallCard {
  readonly element = element("article", "call");
  readonly callId: string;
  readonly name: string;
  readonly #decide: (callId: string, answer: ApprovalAnswer) => void;
  readonly #facts: CallFacts;
  /** What a person decides by. */
  #terms: ApprovalTerms | undefined;
  #form: ApprovalForm | undefined;

  constructor(callId: string, name: string, decide: (callId: string, answer: ApprovalAnswer) => void) {
    this.callId = callId;
    this.name = name;
    this.#decide = decide;
    this.#facts = {
      name,
      state: signal<CallState>("writing"),
      args: signal(rawPart("")),
      output: signal<CallPart | undefined>(undefined),
      time: signal(""),
      since: signal(0),
      question: signal<readonly (Node | string)[]>([]),
      media: signal<readonly Node[]>([]),
    };
    this.element.ariaLabel = `Tool call ${name}`;
    this.#enter("writing");
    render(<CallView facts={this.#facts} />, this.element);
  }

  /** The model writes a piece of the arguments. */
  writeArgs(fragment: string): void {
    this.#facts.args.value = rawPart(this.#facts.args.peek().text + fragment);
  }

  /** The arguments are whole, as JSON text, or end where they were cut off. */
  plan(text: string, readiness: "ready" | "truncated"): void {
    this.#facts.args.value = { line: argumentsLine(text), text, nodes: () => jsonTextNodes(text) };
    this.#enter(readiness === "ready" ? "planned" : "truncated");
  }

  /** The client that brought the tool runs the call. */
  awaitClient(): void {
    this.#enter("client");
  }

  /** Its result comes later; without `since` it waits since now. */
  awaitResult(
    { ref, since = Date.now(), expiresAt }:
      & Pick<
        Extract<StepEvent, { type: "call.deferred" }>,
        "ref" | "expiresAt"
      >
      & { readonly since?: string | number | undefined },
  ): void {
    this.#show("deferred", {
      line: "",
      text: JSON.stringify(ref, null, 2),
      nodes: () => [
        `Waits since ${timeWords(since)}, until ${timeWords(expiresAt)}. Reference: `,
        ...jsonNodes(ref),
      ],
    });
  }

  /** The user authorizes its server first. */
  awaitAuthorization({ server, url }: { readonly server: string; readonly url?: string }): void {
    const link = element(url === undefined ? "span" : "a", "", `Authorize ${server}`);
    if (url !== undefined) Object.assign(link, { href: url, target: "_blank", rel: "noreferrer" });
    this.#show("authorization", { line: "", text: url ?? server, nodes: () => [link] });
  }

  /** A person decides it. The page loads the form with its first use. */
  async askApproval(terms: ApprovalTerms): Promise<void> {
    this.#terms = terms;
    this.#enter("approval");
    const module = await loadOnDemand().catch(() => undefined);
    if (this.#terms !== terms || this.state !== "approval") return;
    if (module === undefined) {
      this.#facts.question.value = [element("p", "bad", "The form could not be loaded: reload the page.")];
      return;
    }
    this.#form = new module.ApprovalForm(terms, (answer) => this.#answer(answer));
    this.#askAgain();
  }

  /** The answer was not recorded: the form is there again, with what was typed. */
  refuseAnswer(problem: string): void {
    this.#askAgain();
    this.#form?.showProblem(problem);
  }

  /** The answer is recorded, and others must approve as well. */
  awaitOthers(missing: number): void {
    this.#enter("approval");
    const text = `Your approval is recorded; ${missing} more must approve. Reload the page when they have.`;
    this.#facts.question.value = [element("p", "", text)];
  }

  #askAgain(): void {
    this.#enter("approval");
    this.#facts.question.value = this.#form?.nodes ?? [];
  }

  /** Its tool runs from now on. */
  run(args: object): void {
    if (this.#facts.args.peek().text === "") this.plan(JSON.stringify(args), "ready");
    this.#facts.since.value = Date.now();
    this.#show("running", undefined);
  }

  /** It has an observation. */
  finish(observation: Observation): void {
    const { outcome, ms } = observation;
    this.#facts.time.value = outcome === "completed" || outcome === "failed" ? duration(ms) : "";
    this.#show(outcome, observationPart(observation));
  }

  /** What the tool returned besides its output, or the app that shows the call. */
  addMedia(media: readonly Node[]): void {
    if (media.length > 0) this.#facts.media.value = [...this.#facts.media.peek(), ...media];
  }

  /** The run was stopped: a call without an observation has none from now on. */
  abandon(): void {
    if (UNFINISHED.has(this.state)) this.#show("cancelled", NOTHING);
  }

  /** Of a phase that the call belongs to. */
  get thread(): string | undefined {
    return this.#terms?.thread;
  }

  /** How it has ended, or what it waits for. */
  get state(): CallState {
    return this.#facts.state.peek();
  }

  #answer(answer: ApprovalAnswer): void {
    // The button with the focus is removed: the card takes the focus.
    this.element.tabIndex = -1;
    this.element.focus({ preventScroll: true });
    this.#enter(answer.approved ? "approved" : "denied");
    this.#facts.question.value = [];
    this.#decide(this.callId, answer);
  }

  #show(state: CallState, output: CallPart | undefined): void {
    this.#facts.question.value = [];
    this.#facts.output.value = output;
    this.#enter(state);
  }

  /** The state is in the document at once, for those that look for calls that wait. */
  #enter(state: CallState): void {
    this.element.dataset.state = state;
    this.#facts.state.value = state;
  }
}

/** Arguments that are not whole. */
function rawPart(text: string): CallPart {
  return { line: textLine(text), text, nodes: () => [text] };
}

function observationPart({ outcome, output, error }: Observation): CallPart {
  if (error === undefined) {
    const text = typeof output === "string" ? output : JSON.stringify(output, null, 2);
    return { line: outputLine(output), text, nodes: () => jsonNodes(output) };
  }
  const { message, hint } = error;
  const words = outcome === "failed" ? `${error.kind}: ${message}` : message;
  return {
    line: textLine(words),
    text: [message, ...hint === undefined ? [] : [hint]].join("\n"),
    nodes: () => [
      element("span", "call-error", words),
      ...hint === undefined ? [] : [`\n${hint}`],
      ...output === null ? [] : ["\n", ...jsonNodes(output)],
    ],
  };
}
