// What an app asks of the person: to open a link, to send a message. Nothing happens before a click, and one thing is asked at a time.

import { button, element } from "../dom.js";

/** Characters of a message that an app may offer. */
const CHARS = 4_000;

/** The question of one app, below its frame; none when nothing is asked. */
export class Asks {
  element = element("div", "app-asks");
  #isOpen = false;

  constructor() {
    this.element.role = "status";
  }

  /** True when the person has opened it. @param {string} url @returns {Promise<boolean>} */
  async askToOpen(url) {
    const target = URL.parse(url);
    if (target === null || !["https:", "http:"].includes(target.protocol)) return false;
    const link = element("a", "", "Open");
    Object.assign(link, { href: target.href, target: "_blank", rel: "noopener noreferrer" });
    return await this.#ask(["The app asks to open ", element("code", "", target.href), "."], link);
  }

  /**
   * True when the person has sent it.
   *
   * @param {string} text @param {() => Promise<boolean>} send
   */
  async askToSend(text, send) {
    if (text === "" || text.length > CHARS) return false;
    const words = ["The app offers to send this as your message: ", element("q", "", text)];
    return await this.#ask(words, button("Send", "primary small", () => {})) && await send();
  }

  /** @param {(Node | string)[]} words @param {HTMLElement} accept @returns {Promise<boolean>} */
  async #ask(words, accept) {
    if (this.#isOpen) return false;
    this.#isOpen = true;
    const isAccepted = await new Promise((resolve) => {
      accept.addEventListener("click", () => resolve(true));
      const refuse = button("Refuse", "quiet small", () => resolve(false));
      this.element.replaceChildren(element("p", "", ...words), element("div", "actions", accept, refuse));
    });
    this.#isOpen = false;
    this.element.replaceChildren();
    return isAccepted;
  }
}
