// The keyboard shortcuts; page.html lists them in its help. All but Escape and the key that approves go with Alt, so that typing
// never runs one.

/**
 * @param {{ onEscape: () => void, onApprove: (event: KeyboardEvent) => boolean }} listeners
 * @param {Readonly<Record<string, () => void>>} shortcuts By upper-case letter or by the name of the key.
 */
export function listenToKeys({ onEscape, onApprove }, shortcuts) {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
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
