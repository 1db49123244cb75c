// The columns of the page, which are drawers on narrow screens: the places, the threads, and the inspector with its sections.

import { byId } from "../dom.ts";
import { SidePanel } from "./side_panel.ts";
import { browserStorage } from "../storage.ts";

/** The list of places. */
export const places = new SidePanel("places", "(min-width: 64rem)");

/** The threads. */
export const rail = new SidePanel("rail", "(min-width: 64rem)");

/** The agent, the timeline and the events. */
export const inspector = new SidePanel("inspector", "(min-width: 80rem)");

listenToPanes();

/** Opens the inspector at the timeline. */
export function openTimeline(): void {
  rail.close();
  inspector.open();
  openPane("timeline-pane");
}

/** Opens the inspector at the events, and enters their filter. */
export function openEvents(): void {
  rail.close();
  inspector.open();
  openPane("events-pane");
  byId("filter", HTMLInputElement).focus();
}

/** Opens and closes the sections of the inspector, and remembers it. */
function listenToPanes(): void {
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
function openPane(id: string): void {
  const button = document.querySelector<HTMLButtonElement>(`.pane h2 button[aria-controls="${id}"]`);
  if (button !== null) showPane(button, true);
}

function showPane(button: HTMLButtonElement, isOpen: boolean): void {
  button.ariaExpanded = String(isOpen);
  const pane = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (pane) pane.hidden = !isOpen;
}
