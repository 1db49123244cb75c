// What a request to POST /v2/publish says, as QStash reads it. Stricter than QStash: a header that it does not have, or that is malformed,
// is refused, so that no client sends one that does nothing. Texts of refusals are those of QStash where it is known to send them.

/** A message that was accepted. */
export interface PublishRequest {
  readonly destination: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds, or a time in epoch milliseconds. */
  readonly delayMs: number;
  readonly notBefore: number | undefined;
  readonly retries: number;
  readonly deduplicationId: string | undefined;
  readonly flowControl: { readonly key: string; readonly parallelism: number } | undefined;
  readonly callback: string | undefined;
  readonly failureCallback: string | undefined;
  readonly timeoutMs: number;
}

/** A refusal with its status. */
export class Refused extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** The limits of the free plan. */
export const PLAN = { delaySeconds: 604_800, retries: 3, bodyBytes: 1_000_000, responseMs: 900_000 };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const KNOWN = new Set([
  "upstash-method",
  "upstash-delay",
  "upstash-not-before",
  "upstash-retries",
  "upstash-timeout",
  "upstash-deduplication-id",
  "upstash-content-based-deduplication",
  "upstash-label",
  "upstash-flow-control-key",
  "upstash-flow-control-value",
  "upstash-callback",
  "upstash-failure-callback",
]);

/** The path of a URL behind /v2/publish/, and headers; throws {@link Refused}. */
export function parsePublish(destination: string, headers: Headers, body: string): PublishRequest {
  for (const [name] of headers) {
    const isFree = name.startsWith("upstash-forward-") || name.startsWith("upstash-telemetry-");
    if (name.startsWith("upstash-") && !isFree && !KNOWN.has(name)) {
      throw new Refused(400, `unknown header ${name}`);
    }
  }
  if (new TextEncoder().encode(body).length > PLAN.bodyBytes) {
    throw new Refused(413, `quota maxMessageSize exceeded, current limit: ${PLAN.bodyBytes}`);
  }
  const text = (name: string) => headers.get(`upstash-${name}`) ?? undefined;
  const delaySeconds = durationOf(text("delay"), "Upstash-Delay");
  if (delaySeconds > PLAN.delaySeconds) {
    throw new Refused(400, `quota maxDelay exceeded, current limit: ${PLAN.delaySeconds}`);
  }
  const retries = countOf(text("retries"), "Upstash-Retries") ?? PLAN.retries;
  if (retries > PLAN.retries) {
    throw new Refused(400, `quota maxRetries exceeded, current limit: ${PLAN.retries}`);
  }
  const method = text("method") ?? "POST";
  if (!METHODS.includes(method)) throw new Refused(400, `invalid Upstash-Method ${method}`);
  const notBefore = countOf(text("not-before"), "Upstash-Not-Before");
  const timeout = durationOf(text("timeout"), "Upstash-Timeout");
  return {
    destination: urlOf(destination, "destination url"),
    method,
    body,
    retries,
    headers: forwarded(headers),
    delayMs: delaySeconds * 1000,
    notBefore: notBefore === undefined ? undefined : notBefore * 1000,
    deduplicationId: text("deduplication-id"),
    flowControl: flowControlOf(text("flow-control-key"), text("flow-control-value")),
    callback: optionalUrl(text("callback"), "callback"),
    failureCallback: optionalUrl(text("failure-callback"), "failure callback"),
    timeoutMs: timeout === 0 ? PLAN.responseMs : Math.min(timeout * 1000, PLAN.responseMs),
  };
}

/** Loopback addresses, which QStash refuses, are all that a test has. */
function urlOf(text: string, what: string): string {
  if (!/^https?:\/\//.test(text)) {
    throw new Refused(400, `invalid ${what}: endpoint has invalid scheme, add http:// or https://`);
  }
  if (!URL.canParse(text)) throw new Refused(400, `invalid ${what}: ${text}`);
  return text;
}

function optionalUrl(text: string | undefined, what: string): string | undefined {
  return text === undefined ? undefined : urlOf(text, what);
}

function forwarded(headers: Headers): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name === "content-type") result[name] = value;
    if (name.startsWith("upstash-forward-")) result[name.slice("upstash-forward-".length)] = value;
  }
  return result;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of `50s`, `3m` or `1d10h30m`. */
function durationOf(text: string | undefined, name: string): number {
  if (text === undefined) return 0;
  if (!/^(?:\d+[smhd])+$/.test(text)) throw new Refused(400, `invalid ${name} ${text}`);
  let seconds = 0;
  for (const [, count, unit = ""] of text.matchAll(/(\d+)([smhd])/g)) {
    seconds += Number(count) * (UNITS[unit] ?? NaN);
  }
  return seconds;
}

function countOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new Refused(400, `invalid ${name} ${text}`);
  return Number(text);
}

function flowControlOf(key: string | undefined, value: string | undefined): PublishRequest["flowControl"] {
  if (key === undefined && value === undefined) return undefined;
  if (key === undefined || !/^[A-Za-z0-9._-]+$/.test(key)) {
    throw new Refused(400, "invalid Upstash-Flow-Control-Key");
  }
  const [, parallelism] = /^parallelism=([1-9]\d{0,5})$/.exec(value ?? "") ?? [];
  if (parallelism === undefined) throw new Refused(400, "invalid Upstash-Flow-Control-Value"); // there is no rate here
  return { key, parallelism: Number(parallelism) };
}
