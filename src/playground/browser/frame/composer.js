// The message box with its two buttons, the examples above it, and the line below it.

import { button, byId } from "../dom.js";

/** @typedef {import("../conversation.ts").Conversation} Conversation */

/** What a person writes in, and what it is sent by. */
export class Composer {
  #form = byId("composer", HTMLFormElement);
  #input = byId("input", HTMLTextAreaElement);
  #send = byId("send", HTMLButtonElement);
  #stop = byId("stop", HTMLButtonElement);
  #examples = byId("examples", HTMLElement);
  #status = byId("status", HTMLElement);
  #onSend;
  /** There is something to send besides the text. */
  mayBeEmpty = () => false;

  /** @param {{ onSend: (text: string) => Promise<boolean>, onStop: () => void }} listeners `onSend`: false when it was refused. */
  constructor({ onSend, onStop }) {
    this.#onSend = onSend;
    this.#stop.addEventListener("click", onStop);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#give(this.#input.value);
    });
    this.#input.addEventListener("keydown", (event) => {
      // During composition Enter belongs to the input method.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#form.requestSubmit();
    });
    this.#input.addEventListener("input", () => this.#fit());
  }

  focus() {
    this.#input.focus();
  }

  /** Inputs that the agent is tried with. @param {readonly string[]} [examples] */
  offer(examples = []) {
    this.#examples.replaceChildren(...examples.map((text) => button(text, "", () => void this.#give(text))));
  }

  /** @param {Conversation} conversation */
  show({ running, stopping, isLost, thread, progress, isEmpty }) {
    this.#showButtons(running, stopping);
    this.#examples.hidden = !isEmpty || !this.#examples.hasChildNodes();
    this.#status.textContent = isEmpty
      ? "Shift + Enter begins a line, Alt + K shows all keys"
      : statusWords({ running, stopping, isLost, thread, progress });
  }

  /** @param {string} text */
  async #give(text) {
    if ((text.trim() === "" && !this.mayBeEmpty()) || this.#send.hidden) return;
    this.#input.value = "";
    this.#fit();
    const taken = await this.#onSend(text);
    if (!taken && this.#input.value === "") this.#input.value = text;
    this.#fit();
  }

  /** Send and Stop take turns in one place; the focus stays there. @param {boolean} running @param {boolean} stopping */
  #showButtons(running, stopping) {
    const focused = [this.#send, this.#stop].some((button) => button === document.activeElement);
    this.#stop.hidden = !running;
    this.#stop.ariaDisabled = String(stopping);
    this.#send.hidden = running;
    if (focused) (running ? this.#stop : this.#send).focus();
  }

  /** Grows the box with its text; the style sheet bounds it. */
  #fit() {
    this.#input.style.height = "auto";
    this.#input.style.height = `${this.#input.scrollHeight}px`;
  }
}

/** @param {Pick<Conversation, "running" | "stopping" | "isLost" | "thread" | "progress">} conversation */
function statusWords({ running, stopping, isLost, thread, progress: { steps, status } }) {
  if (isLost) {
    return steps === 0 ? "The message may not have arrived" : `Step ${steps} may have ended meanwhile`;
  }
  if (stopping) return "Stopping";
  if (running) return steps === 0 ? "Working" : `Step ${steps} is running`;
  if (steps === 0) return thread;
  const state = status === "" ? "" : `, ${status}`;
  return `${steps} ${steps === 1 ? "step" : "steps"}${state}. It is stored: reload and go on.`;
}
