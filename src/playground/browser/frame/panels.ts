// The columns of the page, which are drawers where there is no room for them: the places, the threads and the inspector.

import { byId } from "../dom.ts";
import { listenToPanes, openPane } from "./panes.ts";
import { SidePanel } from "./side_panel.ts";

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
