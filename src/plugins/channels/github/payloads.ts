// What GitHub sends: https://docs.github.com/webhooks/webhook-events-and-payloads. Read by hand from the fields that are used. What a
// payload is follows from its fields: the header with the kind of the event is not signed.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Quote, Received } from "../channel.ts";
import { toProse, withoutComments } from "../reading/prose.ts";

const NOTHING: Received = { type: "nothing" };

/** A line that decides about a call. */
const DECISION = /^[^\S\n]*\/(approve|deny)[^\S\n]+(call_[0-9a-z]{20})[^\S\n]*$/gm;

/** What a verified payload is, for the account of the agent. */
export function readPayload(payload: Json, login: string): Received {
  if (!isJsonObject(payload)) return NOTHING;
  const { action, issue, comment, changes, repository, sender } = payload;
  if (!isJsonObject(issue) || !isJsonObject(repository) || !isJsonObject(sender)) return NOTHING;
  const isEdit = action === "edited";
  const isComment = isJsonObject(comment) && (action === "created" || isEdit);
  const isIssue = comment === undefined && (action === "opened" || isEdit);
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
    place: { repo, issue: String(issue.number), comments: String(Number(issue.comments) || 0) },
    person,
    user: person,
  };
  const body = readText(written.body);
  const title = isIssue ? readText(issue.title) : "";
  const isAddressed = isMentioned(title, login) || isMentioned(body, login);
  if (isEdit) {
    // Those who maintain a repository may edit the words of others.
    if (sender.login !== person || !isAddressed) return NOTHING;
    const before = isJsonObject(changes) ? changes : {};
    const wasAddressed = isMentioned(readBefore(before.title) ?? title, login) ||
      isMentioned(readBefore(before.body) ?? body, login);
    if (wasAddressed) return NOTHING;
  }
  const message: Received = {
    type: "message",
    message: {
      ...incoming,
      id: `${isComment ? "comment" : "issue"}.${String(written.id)}`,
      text: `${title === "" ? "" : `${title}\n\n`}${withoutMention(body, login)}`.trim(),
      files: [],
      isAddressed,
      // The issue is older than its comments.
      ...(isComment
        ? { quotes: [readIssue(issue)], hasEarlier: true, order: String(written.id) }
        : { order: "0" }),
    },
  };
  const decisions = isComment && !isEdit ? readDecisions(body) : [];
  if (decisions.length === 0) return message;
  const each = decisions.map((decided): Received => ({
    type: "decision",
    decision: { ...incoming, ...decided },
  }));
  return { type: "several", each: isAddressed ? [...each, message] : each };
}

/** The issue, or the pull request, that a comment is about. */
function readIssue({ title, body, number, user, pull_request: pull }: JsonObject): Quote {
  const by = isJsonObject(user) ? `@${readText(user.login)}` : "unknown";
  const text = `${readText(title)}\n\n${withoutComments(readText(body))}`.trim();
  return {
    by: `${by}, ${pull === undefined ? "issue" : "pull request"} ${String(number)}`,
    text,
    isOfAll: true,
  };
}

/** The calls that lines of their own decide about. One that is both approved and denied is denied. */
function readDecisions(body: string): { readonly callId: string; readonly approved: boolean }[] {
  const decided = new Map<string, boolean>();
  for (const [, verb, callId = ""] of toProse(body).matchAll(DECISION)) {
    decided.set(callId, verb === "approve" && decided.get(callId) !== false);
  }
  return [...decided].map(([callId, approved]) => ({ callId, approved }));
}

/** What an edit has replaced; undefined where it has not. */
function readBefore(change: Json | undefined): string | undefined {
  return isJsonObject(change) ? readText(change.from) : undefined;
}

function readText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function isMentioned(text: string, login: string): boolean {
  return createMentionPattern(login).test(toProse(text));
}

/** True for the same login: letters of both cases are one. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Of an app people mention the name without `[bot]`. */
function createMentionPattern(login: string): RegExp {
  return new RegExp(`(?<![\\w-/])@${login.replace("[bot]", "")}(?![\\w-])`, "i");
}

/** The text without the mention that it begins with. */
function withoutMention(text: string, login: string): string {
  const { index, 0: mention } = createMentionPattern(login).exec(toProse(text)) ?? { index: -1, 0: "" };
  return text.slice(0, Math.max(0, index)).trim() === "" && index >= 0
    ? text.slice(index + mention.length).replace(/^[:,]?\s*/, "")
    : text;
}
