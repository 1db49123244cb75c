// The entries of a history as text for a terminal.

import type { ApprovalRecordView, DecisionView, EntryView } from "../../react/client/mod.ts";
import { short } from "./event_printer.ts";
import { paint } from "./style.ts";
import { withoutControls } from "./text.ts";
import { showTime } from "./times.ts";

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
        ...toDecisionLines(entry.approval),
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

/** A line for each person who has decided about a call, or what ended the time to: `  approved by ann (api) 3min ago: paid in June`. */
function toDecisionLines(approval: ApprovalRecordView | undefined): string[] {
  if (approval === undefined) return [];
  const { outcome, decisions } = approval;
  const isOpen = outcome === "expired" || outcome === "unanswered";
  return [
    ...decisions.map((decision) => `  ${toDecisionText(decision)}`),
    ...isOpen ? [`  ${OPEN_OUTCOMES[outcome]}`] : [],
  ];
}

const OPEN_OUTCOMES = {
  expired: "the time to decide was over",
  unanswered: "the run went on before enough people had decided",
} as const;

/** Who has decided what, on which way, when and why. */
export function toDecisionText(decision: DecisionView): string {
  const { what, way, why } = toDecisionParts(decision);
  const who = decision.by === undefined ? "" : ` by ${decision.by}`;
  const text = `${what}${who}${way === "" ? "" : ` (${way})`} ${showTime(decision.at)}`;
  return withoutControls(why === "" ? text : `${text}: ${why}`);
}

/** What a decision is called, the way on which it came, and its reason with what was changed. */
export function toDecisionParts({ approved, key, via, reason, edit, answer }: DecisionView) {
  return {
    what: answer !== undefined ? "answered" : approved ? "approved" : "denied",
    way: [via, key].filter((each) => each !== undefined).join(", "),
    why: [
      ...reason === undefined ? [] : [short(reason)],
      ...edit === undefined ? [] : [`with ${short(edit.args)}`],
      ...answer === undefined ? [] : [short(answer)],
    ].join("; "),
  };
}
