// The timeline on the page: its rows, and the sheet beside them.

import { render } from "preact";
import { byId } from "../../dom.ts";
import type { TimelineListeners } from "./listeners.ts";
import { Rows } from "./rows.tsx";
import { Sheet } from "./sheet.tsx";
import { Timeline } from "./timeline_state.ts";

/** Draws a timeline without a thread. */
export function showTimeline(listeners: TimelineListeners): Timeline {
  const timeline = new Timeline(listeners);
  const pane = byId("timeline-pane", HTMLElement);
  pane.replaceChildren();
  render(<Rows timeline={timeline} />, pane);
  render(<Sheet timeline={timeline} />, byId("step-sheet", HTMLElement));
  return timeline;
}
