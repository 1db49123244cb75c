// The part of a provider's configuration that is sent: it is checked once and redacted in messages.

import { AgentError } from "../../core/error.ts";
import type { Clock, Env } from "../../core/ports.ts";

/** The options of every HTTP provider. */
export interface HttpConfig {
  /** With its version, as in `https://api.openai.com/v1`; where the provider itself is, by default. */
  readonly baseURL?: string;
  /** More headers, or others in place of the provider's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest wait for the first byte and between two of them; 120,000 by default, since reasoning is silent. */
  readonly timeoutMs?: number;
  /** The provider's name, for a second one of the kind. */
  readonly name?: string;
  /** Reads dates in `retry-after` when the answer has none of its own; Date.now by default. */
  readonly clock?: Clock;
}

/** The first of the variables that is set. */
export function findFirst(env: Env, variables: readonly string[]): string | undefined {
  for (const variable of variables) if (env[variable]) return env[variable];
  return undefined;
}

/**
 * As {@link findFirst}.
 *
 * @throws {AgentError} config_invalid, naming the variables, when none is set
 */
export function requireVariable(env: Env, variables: readonly string[]): string {
  const value = findFirst(env, variables);
  if (value !== undefined) return value;
  throw new AgentError(
    "config_invalid",
    `Set ${variables.join(" or ")}, which this deployment needs.`,
  );
}

/**
 * The base URL. Paths are appended to it, so it has no query, and fetch refuses a name and a password in it. The
 * message does not repeat the text, which may contain a key.
 *
 * @throws {AgentError} config_invalid
 */
export function toBaseURL(text: string, provider: string): URL {
  const url = URL.parse(text);
  const isPlain = url && [url.search, url.hash, url.username, url.password].every((part) => part === "");
  if (isPlain && /^https?:$/.test(url.protocol)) return url;
  throw new AgentError(
    "config_invalid",
    `The base URL of provider ${provider} is no http(s) URL without query and password, such as https://host/v1.`,
  );
}

/** The kind of a server (see Connection): none at the vendor's own domain, where no base URL is set, and where the vendor has none. */
export function findServerKind(
  baseURL: string | undefined,
  vendor: string | undefined,
): "compatible" | undefined {
  if (baseURL === undefined || vendor === undefined) return undefined;
  const hostname = URL.parse(baseURL)?.hostname ?? "";
  return hostname === vendor || hostname.endsWith(`.${vendor}`) ? undefined : "compatible";
}

/**
 * Checks what is sent in headers: fetch fails on an illegal value as on a network that is down, and the request would
 * be retried. `values` go by their names in the message: "The API key".
 *
 * @throws {AgentError} config_invalid
 */
export function checkSendable(
  values: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>>,
  provider: string,
): void {
  const wrong = (what: string, why: string) =>
    new AgentError("config_invalid", `${what} of provider ${provider} ${why}.`);
  for (const [what, value] of Object.entries(values)) {
    if (value === "") throw wrong(what, "is empty");
    if (value !== undefined && UNSENDABLE.test(value)) {
      throw wrong(what, "has a line break or a character that no HTTP header can carry");
    }
  }
  for (const [name, value] of Object.entries(headers)) {
    if (UNSENDABLE.test(value)) {
      throw wrong(`Header ${name}`, "has a line break or a character that no HTTP header can carry");
    }
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      throw wrong(`Header ${JSON.stringify(name)}`, "has no legal name");
    }
  }
}

const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * The values that messages redact: keys, and the user's headers, in which gateways take their keys. Short values are
 * left out, because they may be plain words, such as the key "none".
 */
export function toSecrets(
  keys: readonly (string | undefined)[],
  headers: Readonly<Record<string, string>>,
): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+\s+/, "")])
    .filter((value) => value.length >= 8);
  const long = keys.flatMap((key) => key !== undefined && key.length > 4 ? [key] : []);
  return [...new Set([...long, ...values])].sort((a, b) => b.length - a.length);
}
