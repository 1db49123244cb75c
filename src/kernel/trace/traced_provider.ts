// A provider whose requests are observed. Retries wrap it, so each request that is sent is observed by itself.

import type { ModelRequest, ModelResult, ModelTrace, Provider, StreamIo } from "../../core/model/provider.ts";
import { withStream } from "../../core/model/with_stream.ts";

/**
 * The provider, with each request reported to `io.trace` and the headers of its trace in `io.headers`. Without `io.trace` the
 * call goes through as it is.
 */
export function withTraces(provider: Provider): Provider {
  return withStream(
    provider,
    (request, io) =>
      io.trace === undefined ? provider.stream(request, io) : stream(provider, request, io, io.trace),
  );
}

async function stream(
  provider: Provider,
  request: ModelRequest,
  io: StreamIo,
  trace: ModelTrace,
): Promise<ModelResult> {
  const chat = trace.startChat({ provider, request });
  try {
    const result = await chat.within(() => provider.stream(request, { ...io, headers: chat.headers }));
    chat.end(result);
    return result;
  } catch (thrown) {
    chat.fail(thrown);
    throw thrown;
  }
}
