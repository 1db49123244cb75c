// A simulated QStash: a real HTTP server that takes messages of the official client, signs deliveries that the official Receiver
// accepts, delays, repeats, forgets and doubles them. Times of QStash are divided by `speed`.

import { mulberry32 } from "../mulberry32.ts";
import { parsePublish, type PublishRequest, Refused } from "./publish_request.ts";
import { claimsOf, signJwt } from "./signature.ts";

/** One message on its way. */
export interface QStashMessage extends PublishRequest {
  readonly messageId: string;
}

/** One delivery that was made. `status` is 0 where no response came. */
export interface QStashDelivery {
  readonly messageId: string;
  readonly url: string;
  readonly body: string;
  readonly retried: number;
  readonly status: number;
}

/** What becomes of a message beside its delivery. */
export interface QStashFault {
  /** It is never delivered, and nobody hears of it. */
  readonly drop?: boolean;
  /** It is delivered twice, the second time while the first runs. */
  readonly twice?: boolean;
}

export interface QStashOptions {
  /** By what the times of QStash are divided; 1,000 makes a second a millisecond. */
  readonly speed?: number;
  /** Asked for each message once. */
  readonly faults?: (message: QStashMessage) => QStashFault;
  readonly clock?: () => number;
}

export interface SimulatedQStash extends AsyncDisposable {
  /** Without a trailing slash: QSTASH_URL. */
  readonly url: string;
  readonly token: string;
  /** The variables of a deployment that is reached under the public URL. */
  variables(publicUrl: string): Record<string, string>;
  readonly keys: { readonly current: string; readonly next: string };
  /** The next key becomes the current one. */
  rotateKeys(): void;
  readonly messages: readonly QStashMessage[];
  readonly deliveries: readonly QStashDelivery[];
  /** Messages whose repetitions are used up, or that were not to be repeated. */
  readonly deadLetters: readonly QStashMessage[];
  /** Why requests to publish were refused. */
  readonly refusals: readonly string[];
  /** Settles when no message is on its way. */
  idle(): Promise<void>;
}

/** Milliseconds that a deduplication id is remembered. */
const DEDUPLICATION_MS = 600_000;

/** Drops and doubles as often as said, from a seed. */
export function seededFaults(
  seed: number,
  drop: number,
  twice: number,
): (message: QStashMessage) => QStashFault {
  const random = mulberry32(seed);
  return () => {
    const [lost, doubled] = [random(), random()];
    return { drop: lost < drop, twice: doubled < twice };
  };
}

export function startQStash(
  { speed = 1000, faults = () => ({}), clock = Date.now }: QStashOptions = {},
): SimulatedQStash {
  const token = `token-${crypto.randomUUID()}`;
  const keys = { current: newKey(), next: newKey() };
  const messages: QStashMessage[] = [];
  const deliveries: QStashDelivery[] = [];
  const deadLetters: QStashMessage[] = [];
  const refusals: string[] = [];
  const seen = new Map<string, { readonly messageId: string; readonly until: number }>();
  const lines = new Lines();
  const closing = new AbortController();
  const onTheWay = new Set<Promise<void>>();

  const send = (message: QStashMessage, beforeMs: number) => {
    const way = travel(message, beforeMs).catch((thrown) => {
      if (!closing.signal.aborted) throw thrown;
    }).finally(() => onTheWay.delete(way));
    onTheWay.add(way);
  };

  const travel = async (message: QStashMessage, beforeMs: number) => {
    await wait(beforeMs / speed, closing.signal);
    for (let retried = 0;; retried++) {
      const leave = await lines.enter(message.flowControl);
      let response: Response | undefined;
      try {
        response = await deliver(message, retried);
      } finally {
        leave();
      }
      if (response?.ok) return answerTo(message.callback, message, response.status);
      const isFinal = response?.status === 489 &&
        response.headers.get("upstash-nonretryable-error") === "true";
      if (isFinal || retried >= message.retries) {
        deadLetters.push(message);
        return answerTo(message.failureCallback, message, response?.status ?? 0);
      }
      await wait(retryMs(response, retried + 1) / speed, closing.signal);
    }
  };

  const deliver = async (
    { messageId, destination: url, method, headers, body, timeoutMs }: QStashMessage,
    retried: number,
  ) => {
    const record = (status: number) => deliveries.push({ messageId, url, body, retried, status });
    const signature = await signJwt(await claimsOf(url, body, clock()), keys.current);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...headers,
          "user-agent": "Upstash-QStash",
          "upstash-message-id": messageId,
          "upstash-retried": String(retried),
          "upstash-signature": signature,
        },
        ...(method === "GET" ? {} : { body }),
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      record(response.status);
      return response;
    } catch {
      closing.signal.throwIfAborted();
      record(0); // the deployment is gone
      return undefined;
    }
  };

  const answerTo = (url: string | undefined, { messageId, body }: QStashMessage, status: number) => {
    if (url === undefined) return;
    const text = JSON.stringify({ status, sourceMessageId: messageId, sourceBody: btoa(body) });
    const request = parsePublish(url, new Headers({ "content-type": "application/json" }), text);
    accept(request);
  };

  const accept = (request: PublishRequest): Response => {
    const now = clock();
    const known = request.deduplicationId === undefined ? undefined : seen.get(request.deduplicationId);
    if (known !== undefined && known.until > now) {
      return Response.json({ messageId: known.messageId, deduplicated: true }, { status: 202 });
    }
    const message = { ...request, messageId: `msg_${crypto.randomUUID().replaceAll("-", "")}` };
    if (request.deduplicationId !== undefined) {
      seen.set(request.deduplicationId, { messageId: message.messageId, until: now + DEDUPLICATION_MS });
    }
    messages.push(message);
    const { drop = false, twice = false } = faults(message);
    const beforeMs = request.notBefore === undefined ? request.delayMs : Math.max(0, request.notBefore - now);
    if (!drop) send(message, beforeMs);
    if (!drop && twice) send(message, beforeMs);
    return Response.json({ messageId: message.messageId }, { status: 201 });
  };

  const answer = async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== `Bearer ${token}`) {
      throw new Refused(401, "unable to authenticate: invalid token");
    }
    const { pathname, href, origin } = new URL(request.url);
    if (request.method === "GET" && pathname === "/v2/keys") return Response.json(keys);
    if (request.method === "GET" && pathname === "/v2/dlq") {
      const listed = deadLetters.map(({ messageId, destination: url, body }) => ({
        messageId,
        dlqId: messageId,
        url,
        body,
      }));
      return Response.json({ messages: listed, cursor: "" });
    }
    const prefix = `${origin}/v2/publish/`;
    if (request.method !== "POST" || !href.startsWith(prefix)) throw new Refused(404, "not found");
    return accept(parsePublish(href.slice(prefix.length), request.headers, await request.text()));
  };

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    try {
      return await answer(request);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      refusals.push(thrown.message);
      await request.body?.cancel().catch(() => {});
      return Response.json({ error: thrown.message }, { status: thrown.status });
    }
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    url,
    token,
    keys,
    messages,
    deliveries,
    deadLetters,
    refusals,
    variables: (publicUrl) => ({
      QSTASH_URL: url,
      QSTASH_TOKEN: token,
      QSTASH_CURRENT_SIGNING_KEY: keys.current,
      QSTASH_NEXT_SIGNING_KEY: keys.next,
      TREADLE_PUBLIC_URL: publicUrl,
    }),
    rotateKeys() {
      keys.current = keys.next;
      keys.next = newKey();
    },
    async idle() {
      while (onTheWay.size > 0) await Promise.all(onTheWay);
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("closed"));
      await Promise.all(onTheWay);
      await server.shutdown();
    },
  };
}

/** Of each flow control key so many deliveries at once; the others wait in their order. */
class Lines {
  readonly #lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  /** Resolves with what ends the delivery. */
  async enter(control: PublishRequest["flowControl"]): Promise<() => void> {
    if (control === undefined) return () => {};
    const line = this.#lines.get(control.key) ?? { running: 0, waiting: [] };
    this.#lines.set(control.key, line);
    if (line.running >= control.parallelism) {
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else {
      line.running += 1;
    }
    return () => {
      const next = line.waiting.shift(); // it takes over the place
      if (next === undefined) line.running -= 1;
      else next();
    };
  }
}

/** Retry-After of the response up to a day, or min(86400, e^(2.5 n)) seconds before the n-th repetition. */
function retryMs(response: Response | undefined, n: number): number {
  const after = response?.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(after) && Number(after) <= 86_400) return Number(after) * 1000;
  return Math.min(86_400, Math.exp(2.5 * n)) * 1000;
}

function newKey(): string {
  return `sig_${crypto.randomUUID().replaceAll("-", "")}`;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
