// What the metadata of an answer says: the branch of the chat that it belongs to, and the version that the client has seen.

import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { mayBelongTo } from "../../http/conversation/branches.ts";
import type { ChatBody } from "./schema.ts";

/**
 * The branch that the client shows: that of its last answer. Undefined when its messages do not say, as in a chat of one message.
 *
 * @throws {AgentError} invalid_request - a message is of another chat
 */
export function readVisibleBranch({ id, messages = [], message }: ChatBody): string | undefined {
  const answer = message === undefined ? messages.findLast(({ role }) => role === "assistant") : message;
  const thread = runIdIn(answer?.metadata);
  if (thread === undefined || mayBelongTo(id, thread)) return thread;
  const detail = "is of another chat";
  throw new AgentError("invalid_request", "The metadata of the last answer names another chat.", {
    problems: [{ pointer: message === undefined ? "/messages" : "/message/metadata/runId", detail }],
  });
}

function runIdIn(metadata: Json | undefined): string | undefined {
  if (metadata === undefined || !isJsonObject(metadata)) return undefined;
  return typeof metadata.runId === "string" ? metadata.runId : undefined;
}

/** The version that the client has seen; undefined when its messages do not say. */
export function readSeenVersion(metadata: Json | undefined): number | undefined {
  if (metadata === undefined || !isJsonObject(metadata)) return undefined;
  const { version } = metadata;
  return typeof version === "number" && Number.isSafeInteger(version) && version >= 0 ? version : undefined;
}
