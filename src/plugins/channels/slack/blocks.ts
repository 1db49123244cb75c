// Messages in Block Kit: https://docs.slack.dev/reference/block-kit/blocks

import type { JsonObject } from "../../../core/json.ts";

/** What the button is known by that approves. */
export const APPROVE = "treadle_approve";

/** What the button is known by that denies. */
export const DENY = "treadle_deny";

/** The text as Markdown, and two buttons below it where people decide about a call. */
export function messageBlocks(text: string, decides: string | undefined): JsonObject[] {
  const words: JsonObject = { type: "markdown", text };
  if (decides === undefined) return [words];
  const button = (id: string, label: string, style: string): JsonObject => ({
    type: "button",
    action_id: id,
    style,
    text: { type: "plain_text", text: label },
    value: decides,
  });
  const elements = [button(APPROVE, "Approve", "primary"), button(DENY, "Deny", "danger")];
  return [words, { type: "actions", elements }];
}
