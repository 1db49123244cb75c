// What a refusal of a server that speaks OpenAI's dialects says, with the truth where servers hide it.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import { ProviderError, unsupportedIn } from "./errors.ts";
import { type Refused, toRefusal } from "./post.ts";
import { toName, toObject } from "./json_fields.ts";

/** The failure of a body `{error: {message, code, type}}`, or close to it. */
export function toOpenAIRefusal(refused: Refused): ProviderError {
  const { json } = refused;
  const [only] = Array.isArray(json) && json.length === 1 ? json : [json];
  const body = toObject(only);
  return withHidden(toRefusal(refused), isJsonObject(body.error) ? body.error : body);
}

/** The fault, completed by what `error` says elsewhere. */
export function withHidden(fault: ProviderError, error: Json | undefined): ProviderError {
  const hidden = isJsonObject(error) ? hiddenIn(error) : undefined;
  if (hidden === undefined || fault.message.includes(hidden.text)) return fault;
  const unsupported = fault.facts.unsupported ?? hidden.unsupported;
  return new ProviderError(fault.code, `${fault.message} (${hidden.text})`, { ...fault.facts, unsupported });
}

interface Hidden {
  readonly text: string;
  /** See FaultFacts. */
  readonly unsupported?: string | undefined;
}

// OpenRouter: "Provider returned error", the provider's own body in metadata.raw. Groq: the text that was no legal call.
function hiddenIn({ metadata, failed_generation: generation }: JsonObject): Hidden | undefined {
  const raw = toObject(metadata).raw;
  const text = toName(raw) ?? (isJsonObject(raw) ? JSON.stringify(raw) : undefined);
  if (text !== undefined) {
    const body = parseJson(text);
    return { text: messageIn(body) ?? text, unsupported: unsupportedIn(toObject(toObject(body).error)) };
  }
  const generated = toName(generation);
  return generated === undefined ? undefined : { text: `it wrote: ${generated}` };
}

function messageIn(body: Json | undefined): string | undefined {
  const { error, message } = toObject(body);
  return toName(toObject(error).message) ?? toName(error) ?? toName(message);
}
