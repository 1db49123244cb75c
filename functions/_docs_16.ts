// functions/_lines.ts
import type { Protocol } from "@treadle/treadle";

/** Every event as a line of JSON: `Accept: application/x-ndjson`. */
export const lines: Protocol = {
  name: "lines",
  contentType: "application/x-ndjson",
  open: () => ({
    encode: (event) => `${JSON.stringify(event)}\n`,
    close: (error) => error === undefined ? "" : `${JSON.stringify({ type: "stream.failed", error })}\n`,
  }),
};
