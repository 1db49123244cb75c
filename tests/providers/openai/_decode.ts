// A body of either OpenAI API that was not streamed, read by the decoder that streams are read by.
import type { Json } from "../../../src/core/json.ts";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import { ProviderError } from "../../../src/providers/_wire/errors/provider_error.ts";
import { toModelError } from "../../../src/providers/_wire/errors/to_model_error.ts";
import { readOpenAIError } from "../../../src/providers/_refusals/openai.ts";
import { ResponseBuilder } from "../../../src/providers/_wire/response/response_builder.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { createOpenAIDecoder } from "../../../src/providers/openai/server.ts";
import { OPENAI } from "../../../src/providers/openai/profile.ts";

/** Throws AgentError as a provider does. */
export function decodeWhole(api: "chat" | "responses", body: Json): ModelResult {
  const builder = new ResponseBuilder(createAliases([]), new Map(), () => {});
  const context = {
    builder,
    offered: new Set<string>(),
    provider: "openai",
    model: "",
    profile: OPENAI,
    readError: readOpenAIError,
  };
  const decoder = createOpenAIDecoder(api, context);
  try {
    decoder.readBody(body);
    return decoder.close();
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    throw toModelError(thrown, {
      provider: "openai",
      model: "",
      phase: "stream",
      afterOutput: false,
      requestId: undefined,
      secrets: [],
    });
  }
}
