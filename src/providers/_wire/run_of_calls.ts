// The run of calls at the end of a conversation. With a thinking budget, Claude requires it to begin with a thinking
// block: "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the
// lastmost set of `tool_use` and `tool_result` blocks)". A run that another model began, or that began without
// thinking, goes on without; the next one thinks again.

import type { AssistantMessage, ModelRequest } from "../../core/model/provider.ts";

/** The message that began the run; undefined where the user spoke last. */
export function beginningOfRun({ older, messages }: ModelRequest): AssistantMessage | undefined {
  if (messages.every(({ role }) => role === "user")) return undefined;
  const all = [...older?.messages() ?? [], ...messages];
  const start = all.findLastIndex(({ role }, index) => role === "user" && all[index - 1]?.role !== "tool");
  return all.slice(start + 1).find((message) => message.role === "assistant");
}
