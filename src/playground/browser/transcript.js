// The conversation on the page. Events and stored entries draw the same things, so a reload looks like the run did.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/contract/entries.ts").EntryView} EntryView */
/** @typedef {import("../../core/contract/entries.ts").HistoryPage} HistoryPage */

/** @typedef {import("./steps/verbs.tsx").Handlers} Handlers */

import { mediaNodes } from "./answers/media.js";
import { notice, titledNotice } from "./answers/notice.js";
import { commitInputs, originWords, UserBubble } from "./answers/user_bubble.tsx";
import { showApp } from "./apps/show_app.js";
import { CallCard } from "./calls/call_card.tsx";
import { followEnd } from "./dom.js";
import { timeSlice } from "./run/time_slice.js";
import { StepView } from "./steps/step_view.tsx";
import { count } from "./words.js";

/** The steps and messages of the thread, drawn from events or from stored entries. */
export class Transcript {
  #root;
  #toEnd;
  #decide;
  #onSelect;
  #handlers;
  /** A call was answered here: what comes of it is shown. */
  #isAnswered = false;
  /** @type {Map<string, CallCard>} */
  #cards = new Map();
  /** @type {Map<number, StepView>} */
  #steps = new Map();
  /** @type {StepView | undefined} */
  #step;
  /** Calls with an app, until their step is committed. @type {CallCard[]} */
  #withApps = [];
  /** Inputs that no commit has taken yet. @type {UserBubble[]} */
  #unread = [];
  /** When steps began, in milliseconds of the clock of the run. @type {Map<number, number>} */
  #began = new Map();

  /**
   * @param {HTMLElement} root
   * @param {(callId: string, answer: import("./approval_form.js").ApprovalAnswer) => void} decide
   * @param {(step: number) => void} onSelect
   * @param {Handlers} handlers
   */
  constructor(root, decide, onSelect, handlers) {
    this.#root = root;
    this.#toEnd = followEnd(root);
    /** @type {typeof decide} */
    this.#decide = (callId, answer) => {
      this.#isAnswered = true;
      decide(callId, answer);
    };
    this.#onSelect = onSelect;
    this.#handlers = handlers;
  }

  clear() {
    this.#root.replaceChildren();
    this.#unread = [];
    this.#withApps = [];
    this.#began.clear();
    this.#cards.clear();
    this.#steps.clear();
    this.#step = undefined;
  }

  /** Marks a step and scrolls to it. @param {number} number */
  select(number) {
    for (const [each, step] of this.#steps) step.element.classList.toggle("selected", each === number);
    this.#steps.get(number)?.element.scrollIntoView({ block: "start" });
  }

  /** @param {string} text @param {readonly Node[]} [media] @param {string} [origin] @returns {HTMLElement} */
  addUser(text, media = [], origin = "") {
    const bubble = this.#drawUser(text, media, origin);
    this.#toEnd();
    return bubble;
  }

  /** @param {string} text @param {readonly Node[]} media @param {string} origin */
  #drawUser(text, media, origin) {
    const bubble = new UserBubble(text, this.#handlers, media, origin);
    this.#unread.push(bubble);
    this.#root.append(bubble.element);
    return bubble.element;
  }

  /** Takes what an event says about a step that may be on the page already. @param {StepEvent} event @param {number} [at] */
  note(event, at) {
    if (event.type === "step.started") {
      if (at !== undefined) this.#began.set(event.step, at);
      if (event.choice !== null) this.#steps.get(event.step)?.explain(event.choice);
    } else if (event.type === "step.finished" && at !== undefined) {
      const began = this.#began.get(event.step);
      const step = this.#steps.get(event.step) ?? this.#step;
      if (began !== undefined && step !== undefined) step.state.ms.value = Math.max(0, at - began);
    }
  }

  /** A line about the run itself. @param {Parameters<titledNotice>} notice */
  addNotice(...notice) {
    return this.#root.appendChild(titledNotice(...notice));
  }

  /** Whether a call is in one of these states. @param {import("./calls/call_line.ts").CallState[]} states */
  hasCall(...states) {
    return this.#cards.values().some((card) => states.includes(card.state));
  }

  /** @param {string} callId */
  card(callId) {
    return this.#cards.get(callId);
  }

  /** Marks the newest step as ended. */
  settle() {
    if (this.#step) this.#step.live = false;
  }

  /**
   * Draws stored entries, in parts. What else is drawn waits for its end.
   *
   * @param {HistoryPage} history
   * @param {number} offset What the number of a step is above its version.
   * @param {AbortSignal} signal The page has turned to another thread: no entry is drawn any more.
   */
  async load({ entries, start }, offset, signal) {
    if (start > 0) {
      this.addNotice("plain", {
        title: `${count(start)} earlier entries are not shown.`,
        action: { label: "Show earlier", run: this.#handlers.earlier },
      });
    }
    // One commit gives all its entries one version: that is a step.
    let version = -1;
    this.#toEnd();
    for (const [index, entry] of entries.entries()) {
      await timeSlice();
      if (signal.aborted) return;
      if (entry.version !== version) {
        commitInputs(this.#unread.splice(0), version);
        version = entry.version;
        this.#step = undefined;
      }
      this.#drawEntry(entry, version + offset > 0 ? version + offset : null);
      if (entry.type === "assistant") this.#openedStep.state.findAnswer = async () => ({ entries, index });
    }
    commitInputs(this.#unread.splice(0), version);
    this.#showApps();
    this.#step = undefined;
    this.#toEnd();
  }

  /** @param {StepEvent} event */
  apply(event) {
    switch (event.type) {
      case "step.started":
        this.#openStep(event.step).findAnswer();
        if (this.#isAnswered) this.#toEnd();
        this.#isAnswered = false;
        this.#openedStep.live = true;
        this.#openedStep.showModel(event.choice === null ? "" : event.model);
        if (event.choice !== null) this.#openedStep.choose(event.choice);
        return this.#openedStep.awaitModel(event.at);
      case "warning":
        return this.#openedStep.append(notice("warn", event.message, event.code));
      case "plan.restarted":
        this.#openedStep.showModel(event.model);
        this.#openedStep.replan(event);
        return this.#openedStep.awaitModel(Date.now());
      case "text.started":
        return this.#openedStep.startText(event.block);
      case "reasoning.started":
        return this.#openedStep.startReasoning(event.block);
      case "text.delta":
      case "reasoning.delta":
        return this.#openedStep.write(event.block, event.text);
      case "text.ended":
        return this.#openedStep.endText(event.block);
      case "reasoning.ended":
        return;
      case "call.started":
        this.#cardOf(event.callId, event.name);
        return;
      case "call.delta":
        return this.#cards.get(event.callId)?.writeArgs(event.text);
      case "call.ready":
        return this.#cardOf(event.callId, event.name).plan(event.args, event.readiness);
      case "tool.started":
        this.#openedStep.begin();
        return this.#cardOf(event.callId, event.name).run(event.args);
      case "tool.finished":
        this.#cardOf(event.callId, event.name).finish(event);
        if (event.app) this.#withApps.push(this.#cardOf(event.callId, event.name));
        this.#openedStep.act(event.name);
        return this.#openedStep.awaitModel(Date.now());
      case "approval.requested": {
        const card = this.#cardOf(event.callId, event.name);
        if (event.thread !== undefined) card.plan(JSON.stringify(event.args), "ready");
        return void card.askApproval(event);
      }
      case "child.started":
        return this.#cards.get(event.callId)?.run({ phase: event.phase });
      case "child.step":
        return this.#dropAnswered(event.thread);
      case "result.requested":
        return this.#cardOf(event.callId, event.name).awaitClient();
      case "call.deferred":
        return this.#cardOf(event.callId, event.name).awaitResult(event);
      case "authorization.requested":
        return this.#cardOf(event.callId, event.name).awaitAuthorization(event);
      case "child.finished":
      case "input.taken": // its step has the message
        return;
      case "usage":
        return this.#openedStep.showUsage(event);
      case "step.finished":
        this.#openedStep.live = false;
        this.#openedStep.judge(event.outcome);
        this.#showApps();
        commitInputs(this.#unread.splice(0), event.version);
        return this.#openedStep.commit(event.version);
      case "step.failed":
        if (event.error.code !== "step_fenced") commitInputs(this.#unread.splice(0), event.version);
        return this.#drawFailure(event);
      default:
        return ignore(event);
    }
  }

  /** The history has the calls by now, which apps are read by. */
  #showApps() {
    for (const card of this.#withApps.splice(0)) showApp(card, this.#handlers.app(card.callId));
  }

  /** A call of a phase's thread is on that thread's page once it was answered. @param {string} thread */
  #dropAnswered(thread) {
    for (const [id, card] of this.#cards) {
      if (card.thread !== thread || card.state === "approval") continue;
      card.element.remove();
      this.#cards.delete(id);
    }
  }

  /** @param {Extract<StepEvent, { type: "step.failed" }>} event */
  #drawFailure({ error }) {
    this.#openedStep.live = false;
    if (error.code !== "step_cancelled") {
      return this.#openedStep.append(notice("bad", error.message, error.code));
    }
    this.#openedStep.append(notice("plain", "Stopped. Everything up to here is kept.", ""));
    for (const card of this.#cards.values()) card.abandon();
  }

  /** @param {EntryView} entry @param {number | null} number */
  #drawEntry(entry, number) {
    switch (entry.type) {
      case "user":
        this.#drawUser(
          entry.text,
          mediaNodes(this.#handlers.thread(), entry.parts ?? []),
          originWords(entry),
        );
        return;
      case "assistant":
        this.#openStepOnce(number);
        if (entry.choice?.corrected) {
          this.#openedStep.again(`after a violation, ${entry.choice.corrected.replaceAll("_", " ")}`);
        }
        entry.blocks.forEach((block, index) => this.#drawBlock(block, index));
        this.#openedStep.showModel(entry.model);
        if (entry.choice) {
          this.#openedStep.choose(entry.choice);
          this.#openedStep.judge(entry.choice.outcome);
        }
        this.#openedStep.showUsage(entry.usage);
        this.#openedStep.commit(entry.version);
        if (entry.interrupted) this.#openedStep.append(notice("plain", "Stopped here.", ""));
        return;
      case "tool":
        this.#openStepOnce(number).commit(entry.version);
        this.#cardOf(entry.callId, entry.name).finish(entry);
        this.#cardOf(entry.callId, entry.name).addMedia(
          mediaNodes(this.#handlers.thread(), entry.media ?? []),
        );
        if (entry.app) this.#withApps.push(this.#cardOf(entry.callId, entry.name));
        this.#openedStep.act(entry.name);
        return;
      case "summary":
        this.addNotice("plain", { title: "Summary of what came before", detail: entry.text });
        return;
      case "notice": // the input of the step shows it
      case "cut":
      case "failure": // the step's error is shown
        return;
      default:
        return ignore(entry);
    }
  }

  /** @param {Extract<EntryView, { type: "assistant" }>["blocks"][number]} block @param {number} index */
  #drawBlock(block, index) {
    switch (block.type) {
      case "text":
        this.#openedStep.startText(index);
        this.#openedStep.write(index, block.text);
        return this.#openedStep.endText(index);
      case "reasoning":
        if (block.text === "") return;
        this.#openedStep.startReasoning(index);
        return this.#openedStep.write(index, block.text);
      case "call":
        return this.#cardOf(block.id, block.name).plan(block.args, "ready");
      default:
        return ignore(block);
    }
  }

  /** A call is drawn where it was planned, also when a later step runs it. @param {string} callId @param {string} name */
  #cardOf(callId, name) {
    let card = this.#cards.get(callId);
    if (card === undefined) {
      card = new CallCard(callId, name, this.#decide);
      this.#cards.set(callId, card);
      this.#openedStep.addCall(card);
    }
    return card;
  }

  /** @param {number | null} number */
  #openStep(number) {
    this.settle();
    this.#step = new StepView(number, this.#onSelect, this.#handlers);
    if (number !== null) this.#steps.set(number, this.#step);
    this.#root.append(this.#step.element);
    return this.#step;
  }

  /** @param {number | null} number */
  #openStepOnce(number) {
    return this.#step ?? this.#openStep(number);
  }

  /** The step that events are about. A stream that was resumed late may lack its start event. */
  get #openedStep() {
    return this.#openStepOnce(null);
  }
}

/** A kind that a newer server sends; the type `never` holds for this version. @param {never} _value */
function ignore(_value) {}
