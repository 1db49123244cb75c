// A column beside the conversation that is a drawer over it on windows that are too narrow for both.

import { byId } from "../dom.js";
import { browserStorage } from "../storage.js";

/** What drawers lie over: nothing of it takes the focus meanwhile. */
const BEHIND = ".bar, main, .side";

/** The column with the threads, or the one of the inspector. */
export class SidePanel {
  #panel;
  #toggle;
  #wide;
  #storageKey;
  /** As a drawer. */
  #isOpen = false;

  /**
   * @param {string} id Of the panel; its button has the id `<id>-toggle`.
   * @param {string} wide The media query under which it is a column.
   */
  constructor(id, wide) {
    this.#panel = byId(id, HTMLElement);
    this.#toggle = byId(`${id}-toggle`, HTMLButtonElement);
    this.#wide = matchMedia(wide);
    this.#storageKey = `treadle.${id}`;
    this.#toggle.addEventListener("click", () => this.toggle());
    this.#panel.querySelector(".close")?.addEventListener("click", () => this.hide());
    // Only this listener sees clicks on the ground behind the drawer: everything there is inert.
    addEventListener("click", ({ target }) => {
      const isOutside = target instanceof Element && !target.closest(".side, dialog, .bar") &&
        target.isConnected;
      if (this.#isOpen && isOutside) this.hide();
    });
    this.#wide.addEventListener("change", () => {
      this.#isOpen = false;
      this.#show();
    });
    this.#show();
  }

  /** Whether it can be seen. */
  get isShown() {
    return this.#wide.matches ? browserStorage.get(this.#storageKey) !== "closed" : this.#isOpen;
  }

  /** It lies over the conversation. */
  get isDrawer() {
    return this.#isOpen;
  }

  toggle() {
    if (this.isShown) this.hide();
    else this.open();
  }

  /** Shows the panel; a drawer takes the focus. */
  open() {
    if (this.isShown) return;
    if (this.#wide.matches) browserStorage.remove(this.#storageKey);
    else this.#isOpen = true;
    this.#show();
    if (this.#isOpen) this.#panel.querySelector("button")?.focus();
  }

  /** Hides a drawer; a column stays. */
  close() {
    if (this.#isOpen) this.hide();
  }

  hide() {
    if (this.#wide.matches) browserStorage.set(this.#storageKey, "closed");
    const hadFocus = this.#panel.contains(document.activeElement);
    this.#isOpen = false;
    this.#show();
    if (hadFocus) this.#toggle.focus();
  }

  #show() {
    const { isShown } = this;
    this.#panel.classList.toggle("hidden", !isShown);
    this.#panel.classList.toggle("drawer", this.#isOpen);
    this.#panel.role = this.#isOpen ? "dialog" : "complementary";
    this.#panel.ariaModal = this.#isOpen ? "true" : null;
    this.#toggle.ariaExpanded = String(isShown);
    const drawer = document.querySelector(".side.drawer");
    document.body.classList.toggle("covered", drawer !== null);
    for (const node of document.querySelectorAll(BEHIND)) {
      if (node instanceof HTMLElement) node.inert = drawer !== null && node !== drawer;
    }
  }
}

/** Opens and closes the sections of the inspector, and remembers it. */
export function listenToPanes() {
  for (const button of document.querySelectorAll(/** @type {"button"} */ (".pane h2 button"))) {
    const key = `treadle.${button.getAttribute("aria-controls")}`;
    const stored = browserStorage.get(key);
    if (stored !== null) showPane(button, stored === "open");
    button.addEventListener("click", () => {
      const open = button.ariaExpanded !== "true";
      browserStorage.set(key, open ? "open" : "closed");
      showPane(button, open);
    });
  }
}

/** Opens the section that an element is in. @param {string} id */
export function openPane(id) {
  const button = document.querySelector(`.pane h2 button[aria-controls="${id}"]`);
  if (button instanceof HTMLButtonElement) showPane(button, true);
}

/** @param {HTMLButtonElement} button @param {boolean} open */
function showPane(button, open) {
  button.ariaExpanded = String(open);
  const pane = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (pane) pane.hidden = !open;
}
