// The features of notices that nearly every API lacks.

import type { Lacks } from "../../core/model/capability.ts";

/** Only Messages of Anthropic has blocks for tools in the middle of a conversation, and messages for one turn. */
export const TEXT_NOTICES: Lacks = {
  tool_changes: "the tools of a conversation change in no message",
  inline_tools: "no message defines a tool",
  clear_at: "no message counts for one turn only",
};

/** Those, and system messages behind the first message, of which the documentation says nothing. */
export const NO_NOTICES: Lacks = {
  notices: "no system message in the middle of a conversation is documented",
  ...TEXT_NOTICES,
};
