// GET /v1/threads/:id/export: a thread with its record, as lines of JSON. The response is written as fast as it is read.

import { Hono } from "hono/tiny";
import { type ExportLine, exportThread } from "../../kernel/log/export.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { threadPath } from "../schemas/requests.ts";
import { param } from "../validate.ts";
import { toThreadRef } from "./threads.ts";

/** The media type of lines of JSON. */
const NDJSON = "application/x-ndjson";

/** The route of exports. */
export function exportRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().get("/v1/threads/:id/export", param(threadPath), async (c) => {
    const lines = await exportThread(toThreadRef(c, c.req.valid("param")), deps);
    return c.body(toStream(lines), 200, { "content-type": NDJSON });
  });
}

/** Characters that one chunk has at least, but the last. */
const CHUNK = 16_384;

/** A failure breaks the stream off, before its line `end`. */
function toStream(lines: AsyncIterable<ExportLine>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  const iterator = lines[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      let text = "";
      let next = await iterator.next();
      for (; !next.done; next = await iterator.next()) {
        text += `${JSON.stringify(next.value)}\n`;
        if (text.length >= CHUNK) break;
      }
      if (text !== "") controller.enqueue(utf8.encode(text));
      if (next.done) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
