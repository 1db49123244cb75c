// What GitHub sends: https://docs.github.com/webhooks/webhook-events-and-payloads. Read by hand from the fields that are used. What a
// payload is follows from its fields: the header with the kind of the event is not signed.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Received } from "../channel.ts";

const NOTHING: Received = { type: "nothing" };

/** A comment that decides about a call. */
const DECISION = /^\s*\/(approve|deny)\s+(call_[0-9a-z]{20})\s*$/;

/** What a verified payload is, for the account of the agent. */
export function readPayload(payload: Json, login: string): Received {
  if (!isJsonObject(payload)) return NOTHING;
  const { action, issue, comment, repository, sender } = payload;
  if (!isJsonObject(issue) || !isJsonObject(repository) || !isJsonObject(sender)) return NOTHING;
  const isComment = action === "created" && isJsonObject(comment);
  const isIssue = action === "opened" && comment === undefined;
  const written: JsonObject | undefined = isComment ? comment : isIssue ? issue : undefined;
  if (written === undefined || !isJsonObject(written.user)) return NOTHING;
  const { login: person, type } = written.user;
  if (typeof person !== "string" || type === "Bot" || isSame(person, login)) return NOTHING;
  const { id: repositoryId, full_name: repo } = repository;
  if (typeof repositoryId !== "number" || typeof repo !== "string" || typeof issue.number !== "number") {
    return NOTHING;
  }
  const incoming = {
    conversation: `${repositoryId}.${issue.number}`,
    place: { repo, issue: String(issue.number) },
    person,
    user: person,
  };
  const body = typeof written.body === "string" ? written.body : "";
  const [, decision, callId] = DECISION.exec(body) ?? [];
  if (isComment && callId !== undefined) {
    return { type: "decision", decision: { ...incoming, callId, approved: decision === "approve" } };
  }
  const title = isIssue && typeof issue.title === "string" ? `${issue.title}\n\n` : "";
  return {
    type: "message",
    message: {
      ...incoming,
      id: `${isComment ? "comment" : "issue"}.${String(written.id)}`,
      text: `${title}${withoutMention(body, login)}`.trim(),
      files: [],
      isAddressed: mentionOf(login).test(title + body),
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Of an app people mention the name without `[bot]`. */
function mentionOf(login: string): RegExp {
  return new RegExp(`(?<![\\w-/])@${login.replace("[bot]", "")}(?![\\w-])`, "i");
}

/** The text without the mention that it begins with. */
function withoutMention(text: string, login: string): string {
  const { index, 0: mention } = mentionOf(login).exec(text) ?? { index: -1, 0: "" };
  return text.slice(0, Math.max(0, index)).trim() === "" && index >= 0
    ? text.slice(index + mention.length).replace(/^[:,]?\s*/, "")
    : text;
}
