// The body of a response as a text that is read in parts.

/**
 * The parts of a body between separators, as they arrive. The text after the last separator is incomplete, and is left out. Leaving the
 * loop cancels the body.
 */
export async function* readParts(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  separator: string,
): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split(separator);
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
