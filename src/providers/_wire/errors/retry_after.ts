// The wait that a provider states, in its headers or its text; in milliseconds.

/**
 * `retry-after-ms`, else `retry-after` (seconds, or an HTTP date read against the answer's own `date`), else the
 * `x-ratelimit-reset-*` durations and the `anthropic-ratelimit-*-reset` times (RFC 3339): of the exhausted limits, or of all
 * when no limit is marked as exhausted. Undefined when no such header is there.
 * `x-ratelimit-reset` itself is OpenRouter's, epoch milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  return fromMilliseconds(headers.get("retry-after-ms")) ?? fromRetryAfter(headers, now) ??
    fromResets(headers, now);
}

/** A duration as Go prints it, `2m3.5s`, `120ms`, in milliseconds; undefined for what is none. */
export function parseGoDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|h|m|s))+$/.test(text)) return undefined;
  let ms = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|h|m|s)/g)) {
    ms += Number(count) * (MS_PER_UNIT.get(unit ?? "") ?? 0);
  }
  return Math.ceil(ms);
}

/**
 * The wait that a text names: "Please try again in 7m12.5s", "Please retry after 26 seconds". Undefined without one.
 */
export function retryAfterIn(text: string): number | undefined {
  const [, compact, count, unit] =
    /\b(?:try again|retry) (?:in|after) (?:((?:\d{1,9}(?:\.\d{1,9})?(?:ms|h|m|s))+)(?![a-z])|(\d{1,9}) (second|minute|hour)s?)/i
      .exec(text) ?? [];
  if (compact !== undefined) return parseGoDuration(compact.toLowerCase());
  return count === undefined ? undefined : parseGoDuration(count + unit?.slice(0, 1).toLowerCase());
}

const MS_PER_UNIT = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

function fromMilliseconds(value: string | null): number | undefined {
  if (value === null || !/^\d+(?:\.\d+)?$/.test(value.trim())) return undefined;
  return Math.ceil(Number(value));
}

function fromRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  return untilDate(value, headers, now);
}

// Read against the `date` of the response, where it has one.
function untilDate(text: string, headers: Headers, now: number): number | undefined {
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  const sentAt = Date.parse(headers.get("date") ?? "");
  return Math.max(0, date - (Number.isNaN(sentAt) ? now : sentAt));
}

// Others have seconds there, or a duration.
function untilEpoch(text: string | null, now: number): number | undefined {
  return text !== null && /^\d{13}$/.test(text.trim()) ? Math.max(0, Number(text) - now) : undefined;
}

function fromResets(headers: Headers, now: number): number | undefined {
  const resets = [
    {
      ms: untilEpoch(headers.get("x-ratelimit-reset"), now),
      remaining: headers.get("x-ratelimit-remaining"),
    },
    ...["requests", "tokens"].map((limit) => ({
      ms: parseGoDuration(headers.get(`x-ratelimit-reset-${limit}`)?.trim() ?? ""),
      remaining: headers.get(`x-ratelimit-remaining-${limit}`),
    })),
    ...["requests", "tokens", "input-tokens", "output-tokens"].map((limit) => ({
      ms: untilDate(headers.get(`anthropic-ratelimit-${limit}-reset`) ?? "", headers, now),
      remaining: headers.get(`anthropic-ratelimit-${limit}-remaining`),
    })),
  ].flatMap(({ ms, remaining }) => ms === undefined ? [] : [{ ms, exhausted: remaining === "0" }]);
  const exhausted = resets.filter((reset) => reset.exhausted);
  const deciding = exhausted.length > 0 ? exhausted : resets;
  return deciding.length === 0 ? undefined : Math.max(...deciding.map((reset) => reset.ms));
}
