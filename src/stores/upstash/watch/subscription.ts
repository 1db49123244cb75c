// One channel of Redis pub/sub over Upstash's REST protocol: a stream of server-sent events. The subscriber of
// @upstash/redis reports neither the end of its stream nor a failure in it, and both matter here.
//
// Source of the wire form: https://upstash.com/docs/redis/features/restapi (SUBSCRIBE) and the client's source
// (1.39.0): `data: subscribe,<channel>,1` confirms, `data: message,<channel>,<message>` follows.

/** Where a database answers. */
export interface RestAddress {
  readonly url: string;
  readonly token: string;
}

/** Milliseconds until a subscription must be confirmed. */
const CONFIRM_MS = 2_000;

/** The database does not serve this subscription: another try would end the same way. */
export class SubscriptionRefused extends Error {}

/**
 * Yields once when the database has confirmed the subscription, then once for every message. Ends with the stream.
 *
 * @throws {SubscriptionRefused} when the answer is no confirmed stream.
 * @throws the reason of `signal`, or the failure of the connection.
 */
export async function* subscribe(
  { url, token }: RestAddress,
  channel: string,
  signal: AbortSignal,
): AsyncGenerator<"confirmed" | "message", void> {
  const unconfirmed = new AbortController();
  const timer = setTimeout(
    () => unconfirmed.abort(new SubscriptionRefused(`No confirmation came within ${CONFIRM_MS} ms.`)),
    CONFIRM_MS,
  );
  try {
    const response = await fetch(`${url}/subscribe/${encodeURIComponent(channel).replaceAll("%3A", ":")}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", "cache-control": "no-cache" },
      signal: AbortSignal.any([signal, unconfirmed.signal]),
    });
    let isConfirmed = false;
    for await (const data of readEvents(response)) {
      if (data.startsWith(`message,${channel},`) && isConfirmed) yield "message";
      else if (data.startsWith(`subscribe,${channel},`) && !isConfirmed) {
        isConfirmed = true;
        clearTimeout(timer);
        yield "confirmed";
      } else if (!isConfirmed) {
        throw new SubscriptionRefused("The stream does not begin with a confirmation.");
      }
    }
    if (!isConfirmed) throw new SubscriptionRefused("The stream ended without a confirmation.");
  } finally {
    clearTimeout(timer);
  }
}

/** The data of each event; only events of one line come. */
async function* readEvents({ ok, status, headers, body }: Response): AsyncGenerator<string, void> {
  if (!ok || body === null || !headers.get("content-type")?.startsWith("text/event-stream")) {
    await body?.cancel();
    throw new SubscriptionRefused(`The answer to SUBSCRIBE has status ${status} and is no event stream.`);
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) yield line.slice("data:".length).trim();
    }
  }
}
