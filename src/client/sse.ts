// Server-sent events out of a response body (HTML standard, section 9.2.6), but for `retry:`, which Treadle does not send.

/** One event of a stream. */
export interface Frame {
  /** "" when the event has none. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/**
 * The events of a body. A body that is silent for `idleMs` is given up, as one that ended: a server that is there sends a comment
 * every 15 s. An event without its blank line is cut and is dropped.
 *
 * @throws whatever the body fails with
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  idleMs: number,
): AsyncGenerator<Frame, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rest = "";
  try {
    for (;;) {
      timer = setTimeout(() => reader.cancel().catch(() => {}), idleMs);
      const { done, value = "" } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      // A CR at the end may be the first half of a CR LF.
      const text = rest + value;
      const end = text.endsWith("\r") ? text.length - 1 : text.length;
      const blocks = text.slice(0, end).replaceAll(/\r\n?/g, "\n").split("\n\n");
      rest = (blocks.pop() ?? "") + text.slice(end);
      for (const block of blocks) {
        const frame = frameOf(block);
        if (frame.data !== "") yield frame; // without data it is a comment
      }
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

function frameOf(block: string): Frame {
  const fields = { id: "", event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "data") fields.data += fields.data === "" ? value : `\n${value}`;
    if (name === "id" || name === "event") fields[name] = value;
  }
  return { id: fields.id, type: fields.event, data: fields.data };
}
