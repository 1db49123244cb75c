// Server-sent events (HTML standard, section 9.2.6) from a fetch body. EventSource cannot send a POST, a body or a key.

/**
 * @typedef {object} ServerEvent
 * @property {string} id The last id seen so far, "" before the first one.
 * @property {string} type
 * @property {string} data
 */

/**
 * A parser that takes text in pieces of any size and calls `onEvent` for each whole event.
 *
 * @param {(event: ServerEvent) => void} onEvent
 * @returns {(text: string) => void}
 */
export function createEventParser(onEvent) {
  let buffer = "";
  let atStart = true;
  let id = "";
  let type = "";
  /** @type {string[]} */
  let data = [];

  return (text) => {
    buffer += text;
    if (atStart && buffer !== "") {
      if (buffer.startsWith("\uFEFF")) buffer = buffer.slice(1);
      atStart = false;
    }
    const lineEnd = /\r\n|\r|\n/g;
    let from = 0;
    for (let end = lineEnd.exec(buffer); end !== null; end = lineEnd.exec(buffer)) {
      // A CR that ends the piece may be the first half of a CRLF: the next piece will tell.
      if (end[0] === "\r" && lineEnd.lastIndex === buffer.length) break;
      takeLine(buffer.slice(from, end.index));
      from = lineEnd.lastIndex;
    }
    buffer = buffer.slice(from);
  };

  /** @param {string} line */
  function takeLine(line) {
    if (line === "") return dispatch();
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    // A line that begins with a colon is a comment (our heartbeat): its field is "".
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  }

  function dispatch() {
    if (data.length > 0) onEvent({ id, type: type === "" ? "message" : type, data: data.join("\n") });
    type = "";
    data = [];
  }
}

/**
 * The events of a response body, as they arrive. Leaving the loop cancels the body.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* readEvents(body) {
  /** @type {ServerEvent[]} */
  const arrived = [];
  const parse = createEventParser((event) => arrived.push(event));
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parse(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
