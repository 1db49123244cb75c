// An input of a person, which can be written anew in a fork.

/** @typedef {import("./step_actions.js").Handlers} Handlers */

import { button, element } from "../dom.js";
import { Actions } from "./step_actions.js";

/** One input on the page: its text, and the form in which it is edited. */
export class UserBubble {
  #text = element("p", "text");
  #handlers;
  #edit;
  actions = new Actions("Actions on your input");

  /** @param {string} text @param {Handlers} handlers @param {readonly Node[]} media @param {string} origin Of an input that no person wrote. */
  constructor(text, handlers, media, origin) {
    this.text = text;
    this.#handlers = handlers;
    this.#text.textContent = text;
    this.#edit = this.actions.add("Edit", () => this.#open());
    this.element = element(
      "section",
      "user",
      origin === "" ? element("h2", "unseen", "You") : element("h2", "origin", origin),
      ...media,
      this.#text,
      this.actions.element,
    );
    if (media.length > 0) this.actions.refuse("An input with media is not edited: fork the step before it.");
  }

  #open() {
    const area = element("textarea", "");
    area.value = this.text;
    area.ariaLabel = "The input, edited";
    area.rows = Math.min(12, this.text.split("\n").length + 1);
    const close = () => {
      form.remove();
      this.#text.hidden = this.actions.element.hidden = false;
      this.#edit.focus();
    };
    const form = element(
      "form",
      "edit",
      area,
      element("p", "small", "The thread stays as it is: a fork goes on with the edited input."),
      element("button", "primary small", "Run in a fork"),
      button("Keep", "quiet small", close),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { version } = this.actions;
      if (version === undefined || area.value.trim() === "") return area.focus();
      close();
      this.#handlers.edit(version, area.value);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    });
    this.#text.hidden = this.actions.element.hidden = true;
    this.element.append(form);
    area.focus();
  }
}

/** The door of an input that no person wrote, and the name there: `webhook github`. @param {{ door?: string, by?: string }} entry */
export function originWords({ door = "", by = "" }) {
  return ["webhook", "schedule"].includes(door)
    ? `${door} ${by}`
    : door === "app"
    ? "app"
    : door === "result"
    ? "result of a call"
    : "";
}

/** One commit has taken these inputs. @param {UserBubble[]} bubbles @param {number} version */
export function commitInputs(bubbles, version) {
  const taken = bubbles.filter(({ element }) => element.isConnected);
  for (const { actions } of taken) {
    actions.commit(version);
    if (taken.length > 1) actions.refuse("One step read several inputs: fork the step before it.");
  }
}
