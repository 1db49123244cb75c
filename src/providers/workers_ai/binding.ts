// The AI binding of a Worker as a fetch, so that the exchange is that of every other provider.

import { isJsonObject, parseJson } from "../../core/json.ts";
import type { WireRequest } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { toWorkersAIError } from "../_refusals/workers_ai.ts";

/** What is used of `env.AI`. Not from @cloudflare/workers-types, which declares globals that Deno does not have. */
export interface AiBinding {
  run(model: string, inputs: Readonly<Record<string, unknown>>, options: AiOptions): Promise<unknown>;
}

/** The options of one run. */
export interface AiOptions {
  readonly returnRawResponse: true;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** True for an object that has the `run` of an AI binding. */
export function isAiBinding(value: unknown): value is AiBinding {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}

/**
 * Runs `message` by the binding: its url is the model, its body the inputs. The answer is a Response since 2025, and
 * before that a stream, or an object where the model does not stream; all are read. Rejects with a ProviderError for
 * what the binding throws: `5007: No such model ...`.
 */
export function toFetch(binding: AiBinding, { url: model, headers, body }: WireRequest): typeof fetch {
  return async (_input, init) => {
    const inputs = parseJson(body);
    const options = {
      returnRawResponse: true,
      extraHeaders: headers,
      signal: init?.signal ?? new AbortController().signal,
    } as const;
    try {
      return toResponse(await binding.run(model, isJsonObject(inputs) ? inputs : {}, options));
    } catch (thrown) {
      throw thrown instanceof ProviderError ? thrown : toThrown(thrown);
    }
  };
}

function toResponse(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (answer instanceof ReadableStream) return new Response(answer);
  if (typeof answer === "object" && answer !== null) return new Response(JSON.stringify(answer));
  throw new ProviderError(
    "model_protocol",
    "The AI binding answered with neither a response nor a stream nor an object.",
  );
}

// "3040: Capacity temporarily exceeded", at times with "AiError: " or a class before it.
function toThrown(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name === "AbortError") return thrown;
  const [, code, message = thrown.message] = /^(?:\w+: )*(\d{4,5}): ([^]*)$/.exec(thrown.message) ?? [];
  const isOurs = code !== undefined || /^(?:InferenceUpstream|AiInternal|Ai)Error$/.test(thrown.name);
  return isOurs ? toWorkersAIError(code, message, { cause: thrown }) : thrown;
}
