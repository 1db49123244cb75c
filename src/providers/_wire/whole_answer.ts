// Answers in one body, where no client reads events while they come: one JSON text to parse in place of a stream to decode, with the
// same result, because one decoder reads both. The record of a step has the request as it is streamed: the prompt is the same.

import { ProviderError } from "./errors/provider_error.ts";
import type { WireRequest } from "./protocol_adapter.ts";

/** The request without the fields of a stream, for a body in which `stream` stands in front of every object and list of its fields. */
export function withoutStream({ fields = 0, ...request }: WireRequest): WireRequest {
  const end = request.body.length - fields;
  const rest = request.body.slice(end).replace(STREAM, '"stream":false');
  return { ...request, body: request.body.slice(0, end) + rest };
}

/** "The 'stream_options' parameter is only allowed when 'stream' is enabled": OpenAI. */
const STREAM = /"stream":true(?:,"stream_options":\{[^}]*\})?/;

/**
 * True where the form of the request may have failed, so that its model streams from then on: a gateway that waits for 100 seconds
 * ends a long answer that is not streamed. A refusal of the caller, which has a status of 4xx, says nothing of it.
 */
export function failsAsWhole(thrown: unknown): boolean {
  return thrown instanceof ProviderError && Math.floor((thrown.facts.status ?? 0) / 100) !== 4;
}

/**
 * The request is to be sent again at once, as a stream: its form is refused, or it ended at a limit of time, behind which no retry
 * begins. "parameter.enable_thinking must be set to false for non-streaming calls" and "This model only support stream mode": Qwen at
 * Model Studio; "Stream must be set to true": the backend of Codex; "Requests with max_tokens > 4096 must have stream=true": Fireworks
 * (nullclaw#231); "Streaming is required for operations that may take longer than 10 minutes": gateways with the package of Anthropic.
 * Bedrock has a permission for each form.
 */
export function mustStream(thrown: unknown): boolean {
  if (!(thrown instanceof ProviderError)) return false;
  const { code, message, facts } = thrown;
  return code === "model_timeout" || facts.status === 524 || // of Cloudflare, without an answer in 100 seconds
    code === "model_invalid_request" &&
      /non-?stream|only supports? stream|stream must be (?:set to )?true|must have stream=true|streaming is required/i
        .test(message) ||
    /not authorized to perform: bedrock:InvokeModel\b/.test(message);
}
