// The keyboard shortcuts; shell/help.tsx lists them. Plain letters count outside of fields alone, so that typing never runs one.

import { FIELDS } from "./dom.ts";

/** Milliseconds in which a letter behind G goes to a place. */
const GO_MS = 1500;

/** What the keys without Alt do. */
export interface KeyListeners {
  readonly onEscape: () => void;
  /** True when the key was for a call. */
  readonly onApprove: (event: KeyboardEvent) => boolean;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  /** A letter behind G, in upper case. */
  readonly onGo: (letter: string) => void;
}

/** Listens to all keys of the page. `shortcuts` are those with Alt, by upper-case letter or by the name of the key. */
export function listenToKeys(
  { onEscape, onApprove, onPalette, onHelp, onGo }: KeyListeners,
  shortcuts: Readonly<Record<string, () => void>>,
): void {
  /** When G was pressed. */
  let began = -Infinity;
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return onPalette();
    }
    if (document.querySelector("dialog[open], :popover-open")) return;
    const { key, code, altKey, ctrlKey, metaKey, target } = event;
    // Lists and search boxes with a text have an Escape of their own.
    if (
      key === "Escape" && !(target instanceof HTMLSelectElement) &&
      !(target instanceof HTMLInputElement && target.value)
    ) {
      return onEscape();
    }
    if (ctrlKey || metaKey) return;
    if (!altKey) {
      if (target instanceof Element && target.closest(FIELDS)) return;
      const isGoing = event.timeStamp - began < GO_MS;
      began = key.toLowerCase() === "g" ? event.timeStamp : -Infinity;
      if (isGoing && /^[a-z]$/i.test(key)) return onGo(key.toUpperCase());
      if (key === "?") return onHelp();
      if (key.toLowerCase() === "a" && onApprove(event)) event.preventDefault();
      return;
    }
    // With Option a Mac types another character; the place of the key is still right.
    const name = key.length > 1 ? key : (/[a-z]/i.test(key) ? key : code.slice(-1)).toUpperCase();
    const run = Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
}
