// What waits for a person, above the message box, and the one key that approves it.

import { byId } from "../dom.js";

const WAITING = '.call[data-state="approval"]';

/** Fields in which a letter is a letter. */
const FIELDS = "input, textarea, select, [contenteditable]";

/** The line about calls that wait: read out at once, and in sight while the form of one of them is not. */
export class Attention {
  #line = byId("attention", HTMLElement);
  #words = byId("attention-words", HTMLElement);
  #key = byId("attention-key", HTMLElement);
  #show = byId("attention-show", HTMLButtonElement);
  /** Of the calls that wait, with whether they are in sight. @type {Map<Element, boolean>} */
  #forms = new Map();
  /** The first call that comes is gone to. */
  #isAwaited = false;
  #sight = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (this.#forms.has(target)) this.#forms.set(target, isIntersecting);
    }
    this.#place();
  }, { root: byId("scroller", HTMLElement), rootMargin: "-32px 0px" });

  constructor() {
    this.#show.addEventListener("click", () => this.show());
    const transcript = byId("transcript", HTMLElement);
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] };
    new MutationObserver(() => this.#update()).observe(transcript, changes);
  }

  /** Goes to the first call that waits, so that the key is for it. False where none waits. */
  show() {
    const [card] = cards();
    if (card === undefined) return false;
    this.#isAwaited = false;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "center" });
    return true;
  }

  /** Goes to the first call that waits in the thread that opens next. */
  showNext() {
    this.#isAwaited = true;
  }

  /**
   * Approves the call that has the focus, or the only one that waits where nothing else could be meant: never while a person
   * types, on a key that is held, or with several calls to choose from.
   *
   * @param {Pick<KeyboardEvent, "target" | "repeat">} event True when it was for a call.
   */
  approve({ target, repeat }) {
    if (repeat || !(target instanceof Element) || target.closest(FIELDS)) return false;
    const all = cards();
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
  get approvals() {
    return cards().filter((card) => !isQuestion(card)).length;
  }

  #update() {
    const waiting = cards();
    const questions = waiting.filter(isQuestion);
    const approvals = waiting.length - questions.length;
    this.#line.hidden = waiting.length === 0;
    this.#watch(waiting.flatMap((card) => [...card.querySelectorAll(".call-question")]));
    this.#key.hidden = approvals === 0;
    const words = [
      ...(approvals === 1 ? ["1 call waits for your approval."] : []),
      ...(approvals > 1 ? [`${approvals} calls wait for your approval.`] : []),
      ...(questions.length > 0 ? ["A tool asks you."] : []),
    ].join(" ");
    if (this.#words.textContent !== words) this.#words.textContent = words;
    if (this.#isAwaited) this.show();
  }

  /** @param {Element[]} forms */
  #watch(forms) {
    for (const form of this.#forms.keys()) {
      if (forms.includes(form)) continue;
      this.#forms.delete(form);
      this.#sight.unobserve(form);
    }
    for (const form of forms) {
      if (this.#forms.has(form)) continue;
      this.#forms.set(form, true); // the observer soon knows better
      this.#sight.observe(form);
    }
    this.#place();
  }

  #place() {
    const isDouble = this.#forms.values().every((isInSight) => isInSight);
    this.#line.classList.toggle("unseen", isDouble);
    this.#show.hidden = isDouble;
  }
}

/** @returns {HTMLElement[]} */
function cards() {
  return [...document.querySelectorAll(/** @type {"article"} */ (WAITING))];
}

/** @param {HTMLElement} card */
function isQuestion(card) {
  return card.querySelector('input[aria-label="Answer"]') !== null;
}
