// The messages before the last answer that the client has: the thread has them, so they are not inputs again. One of the user that the
// client has changed would be lost, and one that it has left out would still be read by the model.

import type { UserEntryView } from "../../core/contract/entries.ts";
import type { Redactor } from "../../kernel/hooks/redaction.ts";
import { refuse } from "../../http/conversation/refuse.ts";
import type { VisibleBranch } from "./branch.ts";
import type { AgUiBody, AgUiInput } from "./schema.ts";
import { isFromMessage } from "./turn.ts";

type Earlier = Pick<VisibleBranch, "anchor" | "version" | "entries" | "earlier">;

/**
 * Refuses a message of the user that has other words than the thread. Messages with media are compared by their ids alone.
 *
 * @throws {AgentError} invalid_request - with the place of the message
 */
export function assertUnchanged(
  { messages }: Pick<AgUiBody, "messages">,
  branch: Earlier,
  redactor: Redactor | undefined,
): void {
  const inputs = inputsBefore(branch);
  for (const [index, message] of messages.slice(0, Math.max(0, branch.anchor)).entries()) {
    const words = message.role === "user" ? joinText(message) : undefined;
    const entry = words === undefined ? undefined : inputs.find((input) => isFromMessage(input, message.id));
    if (words === undefined || entry === undefined) continue;
    if (hasWords(entry, words) || redactor !== undefined && hasWords(entry, redactor.text(words))) continue;
    throw refuse(
      ["messages", index, "content"],
      "differs from what the thread has: send the messages up to it for a new answer, or none to read it",
    );
  }
}

/** True where the client shows an input and an answer behind it, and has left out one between them. */
export function hasHole(ids: ReadonlySet<string>, branch: Earlier): boolean {
  const inputs = inputsBefore(branch).map((entry) => [...ids].some((id) => isFromMessage(entry, id)));
  return inputs.lastIndexOf(false) > inputs.indexOf(true) && inputs.includes(true);
}

/** The inputs up to the last answer that the client shows, oldest first. */
function inputsBefore({ version, entries, earlier }: Earlier): readonly UserEntryView[] {
  return [...earlier, ...entries].flatMap((entry) =>
    entry.type === "user" && entry.version <= version ? [entry] : []
  );
}

/** Undefined for a message with media. */
function joinText({ content }: AgUiInput): string | undefined {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.some(({ type }) => type !== "text")) return undefined;
  return content.map(({ text = "" }) => text).join("\n");
}

/** Messages behind each other may be one input, which has the id of the last, in threads of before 2026-11-29. */
function hasWords({ text }: UserEntryView, words: string): boolean {
  return text === words || text.endsWith(`\n\n${words}`);
}
