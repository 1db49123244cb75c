// Sends a request with an effect once. Deno's `fetch` repeats a request of any method when a reused connection ends before the head of the
// response, and its body is a text, bytes or missing (ext/fetch/lib.rs, seen with 2.9.6); the server may have processed the first one.
// Workers and Node do not repeat it.

/** Methods of reads (RFC 9110, 9.2.1), which may be sent again. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/**
 * As the platform's `fetch`, but a request that is no read is sent once: its body is a Blob, which no runtime sends again and whose length
 * is known. A Request is read whole before it is sent. Deno sends an empty body in chunks; a server that refuses those (411, 501) gets
 * the request without a change, which Deno may send again.
 *
 * @throws what `fetch` throws; {@link mayHaveArrived} is true where the server may have got the request
 */
export const fetchOnce: typeof fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined;
  if (READS.test(init?.method ?? request?.method ?? "GET")) return await fetch(input, init);
  const sent = bodySentOnce(init?.body ?? await request?.blob() ?? new Blob());
  const response = await fetch(input, { ...init, body: sent });
  const isRefused = response.status === 411 || response.status === 501;
  if (!isRefused || !(sent instanceof Blob) || sent.size > 0) return response;
  await response.body?.cancel();
  return await fetch(input, request?.bodyUsed ? { ...init, body: "" } : init);
};

/** Only texts and bytes are sent again; a form, a stream and a Blob never are. What is none of these is sent as its text. */
function bodySentOnce(body: BodyInit): BodyInit {
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new Blob([body]);
  if (body instanceof Blob || body instanceof FormData || Object(body)[Symbol.asyncIterator]) return body;
  const type = body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "text/plain";
  return new Blob([String(body)], { type: `${type};charset=UTF-8` });
}

/** What runtimes say of a connection that was never made. */
const NOT_SENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|connection refused|client error \(Connect\)/i;

/** The error texts of Deno, Node and Workers for a request that never arrived, the codes of src/outbound, and the names of aborts. */
const FAILED =
  /^(?:fetch failed|terminated|error (?:read|decod)ing .*|Network connection lost\.?|outbound_(?:failed|timeout)|AbortError|TimeoutError)$/;

/**
 * True for the failure of a request that a server may have had: no whole answer came, or none in time, and the connection was made. Looks
 * at causes, too. Takes any value, and never throws.
 */
export function mayHaveArrived(thrown: unknown): boolean {
  let isFailed = false;
  try {
    for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) {
      const texts = [error.name, error.message, "code" in error ? String(error.code) : ""];
      if (texts.some((text) => NOT_SENT.test(text))) return false;
      isFailed ||= texts.some((text) => FAILED.test(text));
    }
  } catch {
    return false; // a value that throws where it is read
  }
  return isFailed;
}
