// Where a request of Anthropic marks the end of messages for the prompt cache, in their text as it is written.

import type Anthropic from "@anthropic-ai/sdk";

/** Marks what a prompt cache may keep, for five minutes. */
export const CACHED: { readonly cache_control: Anthropic.CacheControlEphemeral } = {
  cache_control: { type: "ephemeral" },
};

/**
 * Puts a cache breakpoint on the last block of messages as they are written, "" for none. A message that ends a text is a
 * user's or a notice, and within a string its quotes would be escaped. A notice for one turn takes none: the breakpoint stands before
 * all of these.
 */
export function markEnd(messages: string): string {
  const mark = JSON.stringify(CACHED).slice(1, -1);
  if (messages === "") return messages;
  if (messages.endsWith(BRIEF)) {
    const start = messages.lastIndexOf(SYSTEM);
    return start < 0 ? messages : markEnd(messages.slice(0, start)) + messages.slice(start);
  }
  if (messages.endsWith("}]}")) return `${messages.slice(0, -3)},${mark}}]}`;
  const start = messages.lastIndexOf(TEXT_ONLY) + TEXT_ONLY.length - 1;
  return `${messages.slice(0, start)}[{"type":"text","text":${messages.slice(start, -1)},${mark}}]}`;
}

/** How a message of the user begins that is one text. */
const TEXT_ONLY = '{"role":"user","content":"';

/** How a message of the system begins behind another message, and how one for one turn ends. */
const SYSTEM = ',{"role":"system",';
const BRIEF = '],"clear_at":"next_user_message"}';
