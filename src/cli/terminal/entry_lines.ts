// The entries of a history as text for a terminal.

import type { EntryView } from "../../react/client/mod.ts";
import { short } from "./event_printer.ts";
import { paint } from "./style.ts";
import { withoutControls } from "./text.ts";

/** An entry: a text each for what was said, called and returned. */
export function toEntryLines(entry: EntryView): string[] {
  switch (entry.type) {
    case "user":
      return [`${paint("user", "cyan")}${formatDoor(entry)}: ${withoutControls(entry.text)}`];
    case "assistant":
      return entry.blocks.flatMap((block) =>
        block.type === "text"
          ? [`${paint("assistant", "green")}: ${withoutControls(block.text)}`]
          : block.type === "call"
          ? [`${paint("assistant", "green")}: calls ${block.name} ${short(block.args)} (${block.id})`]
          : []
      );
    case "tool": {
      const style = entry.error === undefined ? "dim" : "red";
      return [
        `${paint("tool", style)}: ${entry.name} ${entry.outcome}: ${
          short(entry.error?.message ?? entry.output)
        }`,
      ];
    }
    case "notice":
      return [`${paint("notice", "dim")}: ${withoutControls(entry.text)}`];
    case "cut":
      return [`${paint("cut", "dim")}: ${entry.why.join(", ")}`];
    case "summary":
      return [`${paint("summary", "dim")}: ${withoutControls(entry.text)}`];
    case "failure":
      return [`${paint("failure", "red")}: ${entry.code}`];
  }
}

/** The way in of an input that no client has sent: ` (webhook github)`. */
function formatDoor({ door, by = "" }: Extract<EntryView, { type: "user" }>): string {
  return door === "webhook" || door === "schedule" ? ` (${door} ${by})` : "";
}
