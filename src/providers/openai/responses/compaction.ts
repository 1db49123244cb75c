// OpenAI Responses, POST /responses/compact: the API summarises a conversation. Its answer is the window that takes the place of it: the
// messages of the user as they were, and one encrypted item, which goes back unchanged (openai 7.55.0, ResponseCompactParams and
// CompactedResponse; https://developers.openai.com/api/docs/guides/compaction, as of 2026-11-26).

import type OpenAI from "openai";
import type { JsonObject } from "../../../core/json.ts";
import type { ModelResult } from "../../../core/model/provider.ts";
import { ProviderError } from "../../_wire/errors/provider_error.ts";
import { withList, writeConversation } from "../../_wire/history_parts.ts";
import type { WireBody } from "../../_wire/protocol_adapter.ts";
import { toName, toObject, toObjects, toText } from "../../_wire/json_fields.ts";
import { type OpenAIRequest, toCacheKey } from "../request.ts";
import { withCompacted } from "./messages.ts";
import { toUsage } from "./usage.ts";

type CompactBody = OpenAI.Responses.ResponseCompactParams;

/**
 * The body as JSON text: the conversation of the request before. The API has no field for tools, choices and settings. The
 * instructions stand in their field also where the model has breakpoints, since what stands in `input` may come back; and nothing is
 * written into the cache, because no later request begins with this prompt.
 */
export function toCompactBody({ request, writer, profile, hasBreakpoints }: OpenAIRequest): WireBody {
  const { model, system } = request;
  const body: Omit<CompactBody, "input" | "model"> & { model: string } = {
    model,
    instructions: system === "" ? undefined : system,
    prompt_cache_key: profile.cacheKey ? toCacheKey(request.cacheKey) : undefined,
    prompt_cache_options: hasBreakpoints && request.lacks.cache_breakpoints === undefined
      ? { mode: "explicit" }
      : undefined,
  };
  return withList("input", withCompacted(request, writeConversation(request, writer)), body);
}

/** True for an answer of /responses/compact. */
export function isCompaction({ object }: JsonObject): boolean {
  return object === "response.compaction";
}

/**
 * The answer as a summary without a text. Messages of the application and instructions that came back with it are left out, as OpenAI's
 * own client leaves them out (openai/codex, compact_remote.rs: "remote output can include stale/duplicated instruction content"):
 * each request says what holds now.
 *
 * @throws {ProviderError} model_protocol, for an answer without the encrypted item
 */
export function readCompaction(answer: JsonObject, model: string): ModelResult {
  const items = toObjects(answer.output).filter((item) => !isInstruction(item));
  if (
    !items.some(({ type, encrypted_content }) => type === "compaction" && toText(encrypted_content) !== "")
  ) {
    throw new ProviderError("model_protocol", "The answer has no item of the type compaction.");
  }
  const id = toName(answer.id);
  return {
    blocks: [],
    finish: "stop",
    usage: toUsage(toObject(answer.usage)),
    compaction: { text: "", data: items },
    model: toName(answer.model) ?? model,
    responseId: id,
  };
}

function isInstruction({ type, role }: JsonObject): boolean {
  return type === "message" && (role === "developer" || role === "system");
}
