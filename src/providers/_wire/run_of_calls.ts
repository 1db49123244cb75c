// The run of calls at the end of a conversation. Claude with a thinking budget wants it to begin with a thought of its own:
// "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of
// `tool_use` and `tool_result` blocks)". A run that another model began, or that began without thinking, goes on without; the
// next one thinks again.

import type { AssistantMessage, ModelRequest } from "../../core/provider.ts";

/** The message that began the run; undefined where the user spoke last. */
export function beginningOfRun({ older, messages }: ModelRequest): AssistantMessage | undefined {
  if (messages.every(({ role }) => role === "user")) return undefined;
  const all = [...older?.messages() ?? [], ...messages];
  const asked = all.findLastIndex(({ role }, index) => role === "user" && all[index - 1]?.role !== "tool");
  return all.slice(asked + 1).find((message) => message.role === "assistant");
}
