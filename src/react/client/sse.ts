// Server-sent events out of a response body (HTML standard, section 9.2.6), but for `retry:`, which Treadle does not send.

/** One event of a stream. */
export interface Frame {
  readonly type: string;
  readonly data: string;
}

/**
 * The events of a body. A body that is silent for `idleMs` counts as ended: a server that is connected sends a comment
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
  let [held, last] = ["", ""];
  try {
    for (;;) {
      timer = setTimeout(() => reader.cancel().catch(() => {}), idleMs);
      const { done, value = "" } = await reader.read();
      clearTimeout(timer);
      const piece = held + value;
      // A CR may be the first half of a CR LF.
      held = piece.endsWith("\r") ? "\r" : "";
      const text = (held && !done ? piece.slice(0, -1) : piece).replaceAll(/\r\n?/g, "\n");
      rest += text;
      // A large event comes in many pieces: only what is new is searched for its end.
      if ((last + text).includes("\n\n")) {
        const blocks = rest.split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const frame = parseFrame(block);
          if (frame.data !== "") yield frame; // without data it is a comment
        }
      }
      last = text.at(-1) ?? last;
      if (done) return;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

function parseFrame(block: string): Frame {
  let type = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    // A line may have U+2028 in it, which is no end of a line here: hence the flag s.
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    if (name === "event") type = value;
  }
  return { type, data: data.join("\n") };
}
