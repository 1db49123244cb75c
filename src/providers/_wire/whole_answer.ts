// Answers in one body, where nobody reads events while they come: one JSON text to parse in place of a stream to decode, with the
// same result, because one decoder reads both. The record of a step has the request as it is streamed: the prompt is the same.

import { ProviderError } from "./errors/provider_error.ts";
import type { WireRequest } from "./protocol_adapter.ts";

/** The request without what asks for a stream, for a body in which `stream` stands in front of every object and list of its fields. */
export function withoutStream({ fields = 0, ...request }: WireRequest): WireRequest {
  const end = request.body.length - fields;
  const rest = request.body.slice(end).replace(STREAM, '"stream":false');
  return { ...request, body: request.body.slice(0, end) + rest };
}

/** "The 'stream_options' parameter is only allowed when 'stream' is enabled": OpenAI. */
const STREAM = /"stream":true(?:,"stream_options":\{[^}]*\})?/;

/** Models that stream although nobody reads: those that have refused a whole answer, or have not come to the end of one. */
export class StreamedModels {
  readonly #names = new Set<string>();

  has(model: string): boolean {
    return this.#names.has(model);
  }

  add(model: string): void {
    if (this.#names.size >= MOST_MODELS) this.#names.clear();
    this.#names.add(model);
  }

  /** A gateway that waits for 100 seconds ends a long answer that is not streamed, so its model streams from then on. */
  addFailed(model: string, thrown: unknown): void {
    if (thrown instanceof ProviderError && !EXPECTED.has(thrown.facts.status ?? 0)) this.add(model);
  }
}

/** Callers may name models, so their number has no other limit. */
export const MOST_MODELS = 1000;

/** Refusals of the caller: they say nothing of the form of the answer. */
const EXPECTED: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 413, 422, 429]);

/**
 * The refusal of a request that does not stream. "parameter.enable_thinking must be set to false for non-streaming calls" and
 * "This model only support stream mode": Qwen at Model Studio; "Stream must be set to true": the backend of Codex.
 */
export function refusesWhole(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.code === "model_invalid_request" &&
    /non-?stream|only supports? stream|stream must be (?:set to )?true/i.test(thrown.message);
}
