// What waits for a person, above the message box, and the one key that approves it.

import { computed, signal } from "@preact/signals";
import { render } from "preact";
import { byId } from "../dom.ts";

const WAITING = '.call[data-state="approval"]';

/** Fields in which a letter is a letter. */
const FIELDS = "input, textarea, select, [contenteditable]";

/** The line about calls that wait: read out at once, and in sight while the form of one of them is not. */
export class Attention {
  readonly #approvals = signal(0);
  readonly #questions = signal(0);
  /** Of the forms of calls that wait, whether they are in sight. */
  readonly #forms = signal<ReadonlyMap<Element, boolean>>(new Map());
  /** Every form can be seen: the line would say the same once more. */
  readonly #isDouble = computed(() => [...this.#forms.value.values()].every((isInSight) => isInSight));
  /** The first call that comes is gone to. */
  #isAwaited = false;
  readonly #sight = new IntersectionObserver((changes) => {
    const forms = new Map(this.#forms.peek());
    for (const { target, isIntersecting } of changes) {
      if (forms.has(target)) forms.set(target, isIntersecting);
    }
    this.#forms.value = forms;
  }, { root: byId("scroller", HTMLElement), rootMargin: "-32px 0px" });

  constructor() {
    render(<Line attention={this} />, byId("attention-frame", HTMLElement));
    const transcript = byId("transcript", HTMLElement);
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] };
    new MutationObserver(() => this.#update()).observe(transcript, changes);
  }

  /** Goes to the first call that waits, so that the key is for it. False where none waits. */
  show(): boolean {
    const [card] = findCards();
    if (card === undefined) return false;
    this.#isAwaited = false;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "center" });
    return true;
  }

  /** Goes to the first call that waits in the thread that opens next. */
  showNext(): void {
    this.#isAwaited = true;
  }

  /**
   * Approves the call that has the focus, or the only one that waits where nothing else could be meant: never while a person
   * types, on a key that is held, or with several calls to choose from. True when the key was for a call.
   */
  approve({ target, repeat }: Pick<KeyboardEvent, "target" | "repeat">): boolean {
    if (repeat || !(target instanceof Element) || target.closest(FIELDS)) return false;
    const all = findCards();
    const focused = all.find((card) => card.contains(target));
    const isElsewhere = target.closest("button, a, summary, .side") !== null;
    const card = focused ?? (all.length === 1 && !isElsewhere ? all[0] : undefined);
    if (card === undefined) {
      if (all.length > 1 && !isElsewhere) this.show();
      return all.length > 1;
    }
    const approve = card.querySelector(".call-question .primary");
    // A question is answered with words: the key does not send an empty answer.
    if (!(approve instanceof HTMLButtonElement) || !approve.innerText.startsWith("Approve")) return false;
    approve.click();
    return true;
  }

  /** Calls that wait for an approval. */
  get approvals(): number {
    return this.#approvals.value;
  }

  /** Calls that ask a person. */
  get questions(): number {
    return this.#questions.value;
  }

  get isDouble(): boolean {
    return this.#isDouble.value;
  }

  #update(): void {
    const waiting = findCards();
    this.#questions.value = waiting.filter(isQuestion).length;
    this.#approvals.value = waiting.length - this.#questions.peek();
    this.#watch(waiting.flatMap((card) => [...card.querySelectorAll(".call-question")]));
    if (this.#isAwaited) this.show();
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

function findCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(WAITING)];
}

function isQuestion(card: HTMLElement): boolean {
  return card.querySelector('input[aria-label="Answer"]') !== null;
}
