// The opaque parts of answers of Chat Completions: signatures and encrypted reasoning that gateways and Google add, in
// fields that OpenAI does not have. They are kept with the block that they came with, and go back in the same field to
// the provider and the model that wrote them.

import type { Block, CallBlock, Opaque } from "../../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../../core/json.ts";
import { toName, toObject, toObjects, toText } from "../../_wire/json_fields.ts";
import { demandsSignatures } from "../gateway_models.ts";
import type { OpenAIProfile } from "../profile.ts";

/** Kept with a call: fields of the call, fields of its function, and the id that reasoning refers to it by. */
export type SignedCall = {
  type: "signed_call";
  fields?: JsonObject;
  function?: JsonObject;
  /** The provider's own id of the call, where `reasoning_details` name it. */
  id?: string;
};

/** LiteLLM adds Gemini's signature to the id: `call_1__thought__CiQB...` (litellm#16895). */
const IN_ID = "__thought__";

/**
 * What goes back with a call. Google: `extra_content`, https://ai.google.dev/gemini-api/docs/thought-signatures, also of
 * Vertex (pi#6733). LiteLLM: `provider_specific_fields`, or the id. Portkey and others: the function's
 * `thought_signature`.
 */
export function signatureOfCall(call: JsonObject): JsonObject | undefined {
  const wire = toObject(call.function);
  const id = toText(call.id);
  const inId = id.includes(IN_ID) ? id.slice(id.indexOf(IN_ID) + IN_ID.length) : undefined;
  const specific = readSignatures(call.provider_specific_fields) ??
    readSignatures(wire.provider_specific_fields) ??
    (!inId ? undefined : { thought_signature: inId });
  const signature = toName(wire.thought_signature);
  const fields = opaqueFields(call.extra_content, specific);
  if (fields === undefined && signature === undefined) return undefined;
  return toJsonObject({
    fields,
    function: signature === undefined ? undefined : { thought_signature: signature },
  });
}

// Other fields of LiteLLM are reports, such as a refusal.
function readSignatures(value: Json | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const { thought_signature, thought_signatures } = toObject(value);
  const kept = toJsonObject({
    thought_signature: thought_signature || undefined,
    thought_signatures: Array.isArray(thought_signatures) && thought_signatures.length > 0
      ? thought_signatures
      : undefined,
  });
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Fields of a message that go back with it; undefined where it has none. */
export function signatureOfMessage(message: JsonObject): JsonObject | undefined {
  return opaqueFields(message.extra_content, readSignatures(message.provider_specific_fields));
}

function opaqueFields(extra: Json | undefined, specific: JsonObject | undefined): JsonObject | undefined {
  if (!isJsonObject(extra) && specific === undefined) return undefined;
  return toJsonObject({
    extra_content: isJsonObject(extra) ? extra : undefined,
    provider_specific_fields: specific,
  });
}

/** Kept with the text that a message's fields were about. */
export type SignedMessage = { type: "signed_message"; fields: JsonObject };

/** Kept with reasoning that came as LiteLLM's `thinking_blocks`: those of Claude, which it requires back. */
export type ThinkingBlocks = { type: "thinking_blocks"; blocks: JsonObject[] };

/** Adds the `thinking_blocks` of one delta: a thought comes in pieces, and its signature behind the last one. */
export function addThinking(blocks: JsonObject[], pieces: readonly JsonObject[]): void {
  for (const { type, thinking, signature, data } of pieces) {
    const last = blocks.at(-1);
    if (type !== "thinking") {
      if (type === "redacted_thinking" && typeof data === "string") blocks.push({ type, data });
    } else if (last?.type === "thinking" && toText(last.signature) === "") {
      last.thinking = toText(last.thinking) + toText(thinking);
      last.signature = toText(signature);
    } else {
      blocks.push({ type, thinking: toText(thinking), signature: toText(signature) });
    }
  }
}

/** Kept with reasoning that came as `reasoning_details`. */
export type ReasoningDetails = {
  type: "reasoning_details";
  details: JsonObject[];
  /** Ids among the details that are those of calls, as the provider gave them. */
  calls?: string[];
};

/** Who gets opaque parts back. */
export interface Receiver {
  readonly provider: string;
  readonly model: string;
  readonly profile: Pick<OpenAIProfile, "replaysDetails" | "unsignedCalls">;
}

/** Google's own value for a call that another model made. */
const UNSIGNED = "skip_thought_signature_validator";

/** True where the receiver refuses calls without a signature, those of another model included. */
export function signsCalls({ profile, model }: Receiver): boolean {
  return profile.unsignedCalls !== undefined && demandsSignatures(model);
}

/** The fields of a message that its blocks bring back. */
export interface ReplayedFields {
  readonly reasoning_details: JsonObject[] | undefined;
  readonly thinking_blocks: JsonObject[] | undefined;
  readonly rest: JsonObject;
}

/**
 * The opaque fields of an assistant's message. A detail that names a call has the id of the call as the message has it; one
 * whose call is not in the message is left out.
 */
export function toReplayedFields(blocks: readonly Block[], receiver: Receiver): ReplayedFields {
  const details: JsonObject[] = [];
  const thinking: JsonObject[] = [];
  let rest: JsonObject = {};
  const ids = new Map(
    blocks.flatMap((block) => {
      const id = block.type === "call"
        ? toName(findOpaque(block.meta, receiver, "signed_call")?.id)
        : undefined;
      return block.type === "call" && id !== undefined ? [[id, block.id] as const] : [];
    }),
  );
  for (const { type, meta } of blocks) {
    if (meta === undefined || type === "call") continue;
    const kept = findOpaque(meta, receiver, "reasoning_details");
    if (kept !== undefined) details.push(...toDetails(kept, ids));
    thinking.push(...toObjects(findOpaque(meta, receiver, "thinking_blocks")?.blocks));
    rest = { ...rest, ...toObject(findOpaque(meta, receiver, "signed_message")?.fields) };
  }
  const [first] = blocks.filter((block) => block.type === "call");
  if (
    first && details.length === 0 && receiver.profile.unsignedCalls === "reasoning_details" &&
    signsCalls(receiver)
  ) {
    details.push({ ...FOREIGN_DETAIL, id: first.id });
  }
  return {
    reasoning_details: details.length === 0 ? undefined : details,
    thinking_blocks: thinking.length === 0 ? undefined : thinking,
    rest,
  };
}

const FOREIGN_DETAIL = {
  type: "reasoning.encrypted",
  data: UNSIGNED,
  format: "google-gemini-v1",
  index: 0,
};

function toDetails({ details, calls }: JsonObject, ids: ReadonlyMap<string, string>): JsonObject[] {
  const ofCalls = new Set(Array.isArray(calls) ? calls : []);
  return toObjects(details).flatMap((detail) => {
    const id = toName(detail.id);
    if (id === undefined || !ofCalls.has(id)) return [detail];
    const own = ids.get(id);
    return own === undefined ? [] : [{ ...detail, id: own }];
  });
}

/** A call of the history with what came with it; of parallel calls only the first one is signed. */
export function withSignature<Call extends { readonly function: object }>(
  call: Call,
  { meta }: CallBlock,
  isFirst: boolean,
  receiver: Receiver,
): Call {
  const kept = findOpaque(meta, receiver, "signed_call");
  if (kept === undefined) {
    const isForeign = isFirst && receiver.profile.unsignedCalls === "extra_content" && signsCalls(receiver);
    return isForeign ? { ...call, extra_content: { google: { thought_signature: UNSIGNED } } } : call;
  }
  return { ...call, ...toObject(kept.fields), function: { ...call.function, ...toObject(kept.function) } };
}

// Signatures mean nothing to another model.
function findOpaque(meta: Opaque | undefined, receiver: Receiver, type: string): JsonObject | undefined {
  const { profile: { replaysDetails }, provider, model } = receiver;
  if (!replaysDetails || meta?.provider !== provider || meta.model !== model) return undefined;
  return isJsonObject(meta.data) && meta.data.type === type ? meta.data : undefined;
}
