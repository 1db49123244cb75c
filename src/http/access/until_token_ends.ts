// A stream that was opened with a token ends when the token does: what is read later needs another one.

import type { Sleep } from "../../core/ports.ts";
import type { HttpContext } from "../context.ts";

/**
 * Puts an end to the body of the response in `leftMs`, whatever route made it. A run that the request began goes on; its events are
 * read with another token. JSON is not touched: it is whole when the response begins.
 */
export function endWithToken(c: HttpContext, leftMs: number, sleep: Sleep): void {
  const { body, status, headers } = c.res;
  if (body === null || /^application\/(?:[a-z]+\+)?json\b/.test(headers.get("content-type") ?? "")) return;
  c.res = new Response(endAfter(body, leftMs, sleep), { status, headers });
}

function endAfter(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  leftMs: number,
  sleep: Sleep,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const over = new AbortController();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      sleep(Math.max(0, leftMs), over.signal).then(async () => {
        over.abort("ended");
        controller.close();
        await reader.cancel("The token is over.");
      }, () => {}); // the end of the body ends the sleep
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (over.signal.aborted) return;
        if (!done) return controller.enqueue(value);
        over.abort("read");
        controller.close();
      } catch (thrown) {
        if (over.signal.aborted) return;
        over.abort("broken");
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      over.abort("cancelled");
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 }); // what waits for a slow reader waits where it is counted
}
