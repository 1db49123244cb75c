// A column beside the conversation that is a drawer over it on windows that are too narrow for both.

import { computed, effect, signal } from "@preact/signals";
import { byId } from "../dom.ts";
import { browserStorage } from "../storage.ts";

/** What drawers lie over: nothing of it takes the focus meanwhile. */
const BEHIND = ".bar, main, .side";

/** The panel that lies over the page. */
const drawer = signal<SidePanel | undefined>(undefined);

/** Whether a panel lies over the page. */
export function hasDrawer(): boolean {
  return drawer.peek() !== undefined;
}

/** Closes what lies over the page. */
export function closeDrawer(): void {
  drawer.peek()?.hide();
}

/** A column with its button. */
export class SidePanel {
  readonly #panel: HTMLElement;
  readonly #toggle: HTMLButtonElement;
  readonly #storageKey: string;
  /** There is room for it as a column. */
  readonly #isWide = signal(false);
  readonly #isClosed = signal(false);
  readonly #isShown = computed(() => this.#isWide.value ? !this.#isClosed.value : drawer.value === this);

  /** The button of the panel has the id `<id>-toggle`; under the media query `wide` it is a column. */
  constructor(id: string, wide: string) {
    this.#panel = byId(id, HTMLElement);
    this.#toggle = byId(`${id}-toggle`, HTMLButtonElement);
    this.#storageKey = `treadle.${id}`;
    this.#isClosed.value = browserStorage.get(this.#storageKey) === "closed";
    const query = matchMedia(wide);
    this.#isWide.value = query.matches;
    query.addEventListener("change", () => {
      if (this.isDrawer) drawer.value = undefined;
      this.#isWide.value = query.matches;
    });
    this.#toggle.addEventListener("click", () => this.toggle());
    this.#panel.querySelector(".close")?.addEventListener("click", () => this.hide());
    effect(() => this.#draw());
  }

  /** Whether it can be seen. */
  get isShown(): boolean {
    return this.#isShown.peek();
  }

  /** It lies over the conversation. */
  get isDrawer(): boolean {
    return drawer.peek() === this;
  }

  toggle(): void {
    if (this.isShown) this.hide();
    else this.open();
  }

  /** Shows the panel; a drawer takes the focus. */
  open(): void {
    if (this.isShown) return;
    if (this.#isWide.peek()) return this.#keep(false);
    drawer.value = this;
    this.#panel.querySelector("button")?.focus();
  }

  /** Hides a drawer; a column stays. */
  close(): void {
    if (this.isDrawer) this.hide();
  }

  hide(): void {
    const hadFocus = this.#panel.contains(document.activeElement);
    if (this.#isWide.peek()) this.#keep(true);
    else if (this.isDrawer) drawer.value = undefined;
    if (hadFocus) this.#toggle.focus();
  }

  /** Keeps whether the column is closed. */
  #keep(isClosed: boolean): void {
    if (isClosed) browserStorage.set(this.#storageKey, "closed");
    else browserStorage.remove(this.#storageKey);
    this.#isClosed.value = isClosed;
  }

  #draw(): void {
    const isDrawer = drawer.value === this;
    this.#panel.classList.toggle("hidden", !this.#isShown.value);
    this.#panel.classList.toggle("drawer", isDrawer);
    this.#panel.role = isDrawer ? "dialog" : "complementary";
    this.#panel.ariaModal = isDrawer ? "true" : null;
    this.#toggle.ariaExpanded = String(this.#isShown.value);
  }

  /** What lies behind the drawer takes no focus. */
  static {
    effect(() => {
      const top = drawer.value;
      document.body.classList.toggle("covered", top !== undefined);
      for (const node of document.querySelectorAll<HTMLElement>(BEHIND)) {
        node.inert = top !== undefined && node !== top.#panel;
      }
    });
    // Only this listener sees clicks on the ground behind the drawer: everything there is inert.
    addEventListener("click", ({ target }) => {
      const isOutside = target instanceof Element && !target.closest(".side, dialog, .bar") &&
        target.isConnected;
      if (isOutside) closeDrawer();
    });
  }
}
