// Warnings of a step about media that the model gets in another form than the caller sent.

import { unreachable } from "../../../core/error.ts";
import type { Message, ModelRequest } from "../../../core/model/provider.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import type { MediaStyle } from "./media_rules.ts";
import { describeMedia } from "./media_words.ts";
import { hasMedia, type MediaNote, placeMedia } from "./place_media.ts";

/**
 * The warnings of a request: about the media behind the last answer, which no request has had before, or about all, where
 * another model has read the others.
 */
export function mediaWarnings(
  { older, messages, reportsAllMedia }: Pick<ModelRequest, "older" | "messages" | "reportsAllMedia">,
  style: MediaStyle,
): readonly Warning[] {
  const reported: readonly Message[] = reportsAllMedia
    ? [...older?.messages() ?? [], ...messages]
    : messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  if (!reported.some(hasMedia)) return [];
  const warnings: Warning[] = [];
  placeMedia(reported, style, (note) => warnings.push(toWarning(note)));
  return warnings;
}

function toWarning({ fate, part, tool, refusal: { why, because } }: MediaNote): Warning {
  const what = `${describeMedia(part)}${tool === undefined ? "" : ` of the result of ${tool}`}`;
  const reason = because === undefined ? why : `${why} (${because})`;
  switch (fate) {
    case "moved":
      return { code: "media_moved", message: `${what} was moved to a message of the user: ${reason}.` };
    case "described":
      return { code: "media_described", message: `${what} was described and not sent: ${reason}.` };
    default:
      return unreachable(fate);
  }
}
