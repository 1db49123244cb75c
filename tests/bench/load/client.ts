// One stream over a socket of its own, so that it is really not read: fetch reads ahead.

/** How a stream ended, and when its first bytes came. */
export interface StreamEnd {
  /** `finished`, the code of the failure, the status and code of a refusal, or why there is neither. */
  readonly end: string;
  readonly firstMs: number;
}

/** Begins a step and reads its stream as `readers` says: all, slow or none. */
export async function stream(
  address: { hostname: string; port: number },
  key: string,
  { thread, resumable, readers }: { thread: string; resumable: boolean; readers: string },
): Promise<StreamEnd> {
  const startedAt = performance.now();
  let firstMs = 0;
  try {
    using connection = await Deno.connect(address);
    const body = JSON.stringify({ agent: "demo", input: "go", resumable });
    const head = [
      `POST /v1/threads/${thread}/steps HTTP/1.1`,
      "host: 127.0.0.1",
      `authorization: Bearer ${key}`,
      "content-type: application/json",
      "accept: text/event-stream",
      `content-length: ${body.length}`,
      "connection: close",
      "",
      body,
    ];
    await connection.write(new TextEncoder().encode(head.join("\r\n")));
    if (readers === "none") {
      await new Promise((resolve) => setTimeout(resolve, Number(Deno.env.get("UNREAD_MS") ?? 60_000)));
      return { end: "unread", firstMs };
    }
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(65_536);
    let text = "";
    for (;;) {
      if (readers === "slow") await new Promise((resolve) => setTimeout(resolve, 100));
      const read = await connection.read(buffer);
      if (read === null) break;
      firstMs ||= Math.round(performance.now() - startedAt);
      text = (text + decoder.decode(buffer.subarray(0, read), { stream: true })).slice(-8_192);
      if (/\r\n\r\n[^]*\}\s*$|\n0\r\n\r\n$|^0\r\n\r\n/.test(text) && !text.includes("chunked")) {
        if (/"code":|step\.finished|stream\.failed/.test(text)) break;
      }
    }
    return { end: endOf(text), firstMs };
  } catch (error) {
    return { end: error instanceof Error ? error.message : String(error), firstMs };
  }
}

function endOf(text: string): string {
  if (text.includes('"type":"step.finished"')) return "finished";
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
  const code = /"code":"([a-z_]+)"/.exec(text)?.[1];
  return [status, code].filter((part) => part !== undefined).join(" ") || `cut off: ${text.slice(-80)}`;
}
