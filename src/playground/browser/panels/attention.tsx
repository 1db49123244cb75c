// What waits for a person, above the message box, and the one key that approves it.

import { computed, signal } from "@preact/signals";
import { render } from "preact";
import type { Call } from "../calls/call.ts";
import { byId, FIELDS } from "../dom.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** The line about calls that wait: read out at once, and in sight while the form of one of them is not. */
export class Attention {
  readonly #transcript: Transcript;
  /** Calls that wait for this person: not those that wait for others behind an approval given here. */
  readonly #waiting = computed(() => this.#findCalls());
  /** Of the forms of calls that wait, whether they are in sight. */
  readonly #forms = signal<ReadonlyMap<Element, boolean>>(new Map());
  /** Every form can be seen: the line would say the same once more. */
  readonly #isDouble = computed(() => [...this.#forms.value.values()].every((isInSight) => isInSight));
  /** The thread whose first call is gone to when it comes; empty for none. */
  #awaited = "";
  readonly #sight = new IntersectionObserver((changes) => {
    const forms = new Map(this.#forms.peek());
    for (const { target, isIntersecting } of changes) {
      if (forms.has(target)) forms.set(target, isIntersecting);
    }
    this.#forms.value = forms;
  }, { root: byId("scroller", HTMLElement), rootMargin: "-32px 0px" });

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
    render(<Line attention={this} />, byId("attention-frame", HTMLElement));
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] };
    new MutationObserver(() => this.#look()).observe(byId("transcript", HTMLElement), changes);
    // A person who types or points has chosen where the focus is.
    for (const type of ["keydown", "pointerdown"]) addEventListener(type, () => this.#awaited = "", true);
  }

  /** Goes to the first call that waits, so that the key is for it. False where none waits. */
  show(): boolean {
    const card = findCard(this.#waiting.peek()[0]);
    if (card === null) return false;
    this.#awaited = "";
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "center" });
    return true;
  }

  /** Goes to the first call that waits in a thread, once that is drawn. */
  showNext(thread: string): void {
    this.#awaited = thread;
  }

  /** The page has turned to a thread, empty for a new one: a call of another one is no longer gone to. */
  turnTo(thread: string): void {
    if (thread !== this.#awaited) this.#awaited = "";
  }

  /**
   * Approves the call that has the focus, or the only one that waits where nothing else could be meant: never while a person
   * types, on a key that is held, or with several calls to choose from. True when the key was for a call.
   */
  approve({ target, repeat }: Pick<KeyboardEvent, "target" | "repeat">): boolean {
    if (repeat || !(target instanceof Element) || target.closest(FIELDS)) return false;
    const all = this.#waiting.peek();
    const focused = all.find((call) => findCard(call)?.contains(target));
    const isElsewhere = target.closest("button, a, summary, .side") !== null;
    const call = focused ?? (all.length === 1 && !isElsewhere ? all[0] : undefined);
    if (call === undefined) {
      if (all.length > 1 && !isElsewhere) this.show();
      return all.length > 1;
    }
    // A question is answered with words: the key does not send an empty answer.
    if (isQuestion(call)) return false;
    const approve = findCard(call)?.querySelector<HTMLButtonElement>(".call-question .primary");
    approve?.click();
    return approve instanceof HTMLButtonElement;
  }

  /** Calls that wait for an approval. */
  get approvals(): number {
    return this.#waiting.value.length - this.questions;
  }

  /** Calls that ask a person. */
  get questions(): number {
    return this.#waiting.value.filter(isQuestion).length;
  }

  get isDouble(): boolean {
    return this.#isDouble.value;
  }

  #findCalls(): readonly Call[] {
    return this.#transcript.items.value.flatMap((item) => item.type === "step" ? item.parts.value : [])
      .flatMap((part) => part.type === "call" ? [part.call] : [])
      .filter(({ state, missing }) => state.value === "approval" && missing.value === 0);
  }

  /** What is drawn has changed. */
  #look(): void {
    this.#watch(
      this.#waiting.peek().flatMap((call) => [...findCard(call)?.querySelectorAll(".call-question") ?? []]),
    );
    if (this.#awaited !== "") this.show();
  }

  #watch(found: readonly Element[]): void {
    const before = this.#forms.peek();
    if (found.length === before.size && found.every((form) => before.has(form))) return;
    for (const form of before.keys()) if (!found.includes(form)) this.#sight.unobserve(form);
    for (const form of found) if (!before.has(form)) this.#sight.observe(form);
    this.#forms.value = new Map(found.map((form) => [form, before.get(form) ?? true])); // the observer soon knows better
  }
}

function Line({ attention }: { readonly attention: Attention }) {
  const { approvals, questions, isDouble } = attention;
  return (
    <div
      id="attention"
      class={isDouble ? "attention unseen" : "attention"}
      hidden={approvals + questions === 0}
    >
      <p role="status">{waitingWords(approvals, questions)}</p>
      <p class="hint" hidden={approvals === 0}>
        <kbd>A</kbd> approves it while focused
      </p>
      <button
        id="attention-show"
        class="quiet"
        type="button"
        hidden={isDouble}
        onClick={() => attention.show()}
      >
        Show it
      </button>
    </div>
  );
}

function waitingWords(approvals: number, questions: number): string {
  return [
    ...(approvals === 1 ? ["1 call waits for your approval."] : []),
    ...(approvals > 1 ? [`${approvals} calls wait for your approval.`] : []),
    ...(questions > 0 ? ["A tool asks you."] : []),
  ].join(" ");
}

/** The card of a call, where it is drawn as one that waits. */
function findCard(call: Call | undefined): HTMLElement | null {
  if (call === undefined) return null;
  return document.querySelector<HTMLElement>(
    `.call[data-state="approval"][data-call="${CSS.escape(call.id)}"]`,
  );
}

function isQuestion({ draft }: Call): boolean {
  return draft.value?.terms.asks === true;
}
