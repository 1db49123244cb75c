// What tools, servers of tools and pages say reaches a model as results of calls: never in instructions, in a notice, or in the words
// of the user, whose voices are not theirs. Where a prompt has calls as text (the driver react, histories as text, Converse without
// tools), a result begins with its heading.

import assert from "node:assert/strict";
import { isRecord } from "../openai/reply.ts";
import { ASKS_ALONE } from "./check_prefix.ts";
import type { Life } from "./world.ts";

/** What the tools of the random world answer. */
const PLANTED = /Saw \\*"place|Found \\*"place|The page has done it|removed\\*":/g;

/** A request without the results of calls. */
function withoutResults(value: unknown): unknown {
  if (typeof value === "string" && value.startsWith("[tool result: ")) return null;
  if (Array.isArray(value)) return value.map(withoutResults);
  if (!isRecord(value)) return value;
  const { type, role } = value;
  if (role === "tool" || type === "tool_result" || type === "function_call_output") return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["toolResult", "functionResponse"].includes(key))
      .map(([key, each]) => [key, withoutResults(each)]),
  );
}

/** How many texts of tools the requests have, all of them in their place. */
export function checkVoices({ sent, story }: Life): number {
  let planted = 0;
  for (const { text } of sent) {
    if (ASKS_ALONE.test(text)) continue; // the conversation as text, for a summary in a prompt of its own
    planted += text.match(PLANTED)?.length ?? 0;
    const rest = JSON.stringify(withoutResults(JSON.parse(text)));
    assert.deepEqual(rest.match(PLANTED), null, `${rest}\n${story.join("\n")}`);
  }
  return planted;
}
