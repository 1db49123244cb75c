// The keyboard shortcuts; shell/help.tsx lists them. Plain letters count outside of fields alone, so that typing never runs one.

import { FIELDS } from "./dom.ts";

/** Milliseconds in which a letter behind G goes to a place. */
const GO_MS = 1500;

/** When G was pressed. */
let began = -Infinity;

/** Whether a letter is behind G, which goes to a place: nothing else is meant by it. */
export function isGoing({ timeStamp }: Pick<KeyboardEvent, "timeStamp">): boolean {
  return timeStamp - began < GO_MS;
}

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
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return onPalette();
    }
    if (document.querySelector("dialog[open], :popover-open")) return;
    const { key, altKey, ctrlKey, metaKey, target } = event;
    const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
    // Lists and search boxes with a text have an Escape of their own.
    if (
      key === "Escape" && !(target instanceof HTMLSelectElement) &&
      !(target instanceof HTMLInputElement && target.value)
    ) {
      return onEscape();
    }
    if (ctrlKey || metaKey) return;
    if (!altKey) {
      if (isTyping) return;
      const goes = isGoing(event);
      began = key.toLowerCase() === "g" ? event.timeStamp : -Infinity;
      if (goes && /^[a-z]$/i.test(key)) return onGo(key.toUpperCase());
      if (key === "?") return onHelp();
      if (key.toLowerCase() === "a" && onApprove(event)) event.preventDefault();
      return;
    }
    const name = toShortcut(event, isTyping);
    const run = Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
}

/**
 * The name of the shortcut that a key with Alt has: an upper-case letter, or the name of the key; empty for none. With Option a Mac types
 * another character, such as `@` by L on a German keyboard: that is text in a field, and anywhere else the place of the key counts.
 */
export function toShortcut(
  { key, code }: Pick<KeyboardEvent, "key" | "code">,
  isTyping: boolean,
): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  if (key.length > 1 && key !== "Dead") return key;
  return isTyping ? "" : /^Key([A-Z])$/.exec(code)?.[1] ?? "";
}
