// POST /v1/responses/compact: which fields it takes, and what it answers with. Fields: openai 7.55.0, ResponseCompactParams; the text of
// an unknown one: openai/codex#17809. Answer: CompactedResponse, the recording in openai/openai-agents-js#760, and
// developers.openai.com/api/docs/guides/compaction; messages of the application come back too (openai/codex, compact_remote.rs).
import { fnv64 } from "../../../../src/core/text/hash.ts";
import { missing, wrongType, wrongValue } from "../error.ts";
import { randomId } from "../answer.ts";
import { checkModel, type ModelRules } from "../model.ts";
import { isRecord, type ParsedRequest, type Reply } from "../reply.ts";
import { checkKeys } from "../tools.ts";
import { checkBreakpoints } from "./breakpoints.ts";
import { inputItems, type ItemStore, parseInput } from "./input.ts";
import { seal } from "./sealed.ts";

const bodyKeys = [
  "model",
  "input",
  "instructions",
  "previous_response_id",
  "image",
  "service_tier",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
];

const TIERS = ["auto", "default", "fast", "flex", "priority"];

/** Refuses what the real API refuses; `turn` counts legal requests. */
export function parseCompactRequest(
  body: Record<string, unknown>,
  rules: ModelRules,
  stored: ItemStore,
  turn: number,
): ParsedRequest {
  const { model, instructions, prompt_cache_key: key, service_tier: tier, image } = body;
  if (model === undefined) throw missing("model");
  if (typeof model !== "string") throw wrongType("model", "a string", model);
  checkKeys(body, bodyKeys, "");
  checkModel(model, "responses", rules);
  checkBreakpoints(body, model);
  for (const [name, value] of Object.entries({ instructions, prompt_cache_key: key })) {
    if (value !== undefined && value !== null && typeof value !== "string") {
      throw wrongType(name, "a string", value);
    }
  }
  if (tier !== undefined && tier !== null && !TIERS.includes(String(tier))) {
    throw wrongValue("service_tier", tier, TIERS);
  }
  if (isRecord(image)) checkKeys(image, ["context_compression"], "image");
  return {
    dialect: "responses",
    compacts: true,
    model,
    stream: false,
    tools: [],
    choice: { kind: "none" },
    parallel: true,
    history: parseInput(body, stored),
    reasons: false,
    body,
    turn,
  };
}

/** The window that stands in place of the conversation from now on, as the body of a reply. */
export function toCompacted(request: ParsedRequest, usage: Reply["usage"]) {
  const { body } = request;
  const messages = inputItems(body.input).filter(isRecord).filter(isKept);
  const id = randomId("cmp_", 48);
  const input = usage?.input ?? Math.ceil(JSON.stringify(body).length / 4);
  const output = usage?.output ?? 20;
  return {
    id: randomId("resp_", 48),
    object: "response.compaction",
    created_at: Math.floor(Date.now() / 1000),
    output: [
      ...messages.map(({ role, content }) => ({
        id: randomId("msg_", 48),
        type: "message",
        status: "completed",
        content: typeof content === "string" ? [{ type: "input_text", text: content }] : content,
        role,
      })),
      { id, type: "compaction", encrypted_content: seal(id, fnv64(JSON.stringify(body.input))) },
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: usage?.cached ?? 0, cache_write_tokens: usage?.written ?? 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: usage?.reasoning ?? 0 },
      total_tokens: input + output,
    },
  };
}

function isKept({ role }: Record<string, unknown>): boolean {
  return role === "user" || role === "developer" || role === "system";
}
