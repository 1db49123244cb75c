// The sections of the inspector, each with a button that opens and closes it.

import { browserStorage } from "../storage.ts";

/** Opens and closes the sections of the inspector, and remembers it. */
export function listenToPanes(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".pane h2 button")) {
    const key = `treadle.${button.getAttribute("aria-controls")}`;
    const stored = browserStorage.get(key);
    if (stored !== null) showPane(button, stored === "open");
    button.addEventListener("click", () => {
      const isOpen = button.ariaExpanded !== "true";
      browserStorage.set(key, isOpen ? "open" : "closed");
      showPane(button, isOpen);
    });
  }
}

/** Opens the section that an element is in. */
export function openPane(id: string): void {
  const button = document.querySelector<HTMLButtonElement>(`.pane h2 button[aria-controls="${id}"]`);
  if (button !== null) showPane(button, true);
}

function showPane(button: HTMLButtonElement, isOpen: boolean): void {
  button.ariaExpanded = String(isOpen);
  const pane = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (pane) pane.hidden = !isOpen;
}
