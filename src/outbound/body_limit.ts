// Responses of others whose bodies have a limit.

import { AgentError } from "../core/error.ts";

/** What limits a body. */
export interface BodyLimit {
  readonly maxBytes: number;
  readonly origin: string;
  /** The error that a failure of the connection becomes. */
  readonly failure: (thrown: unknown) => unknown;
}

/** The same response; its body fails with outbound_too_large when it passes the limit. */
export function limitBody(response: Response, limit: BodyLimit): Response {
  const { status, statusText, headers, body } = response;
  if (body === null) return response;
  if (Number(headers.get("content-length") ?? 0) > limit.maxBytes) {
    void body.cancel().catch(() => {});
    throw tooLarge(limit);
  }
  return new Response(limitStream(body, limit), { status, statusText, headers });
}

function limitStream(
  body: ReadableStream<Uint8Array>,
  limit: BodyLimit,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = await reader.read().catch((thrown) => Promise.reject(limit.failure(thrown)));
      if (chunk.done) return controller.close();
      bytes += chunk.value.byteLength;
      if (bytes <= limit.maxBytes) return controller.enqueue(new Uint8Array(chunk.value));
      await reader.cancel().catch(() => {});
      throw tooLarge(limit);
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
}

function tooLarge({ origin, maxBytes }: BodyLimit): AgentError {
  return new AgentError("outbound_too_large", `The response of ${origin} has more than ${maxBytes} bytes.`);
}
