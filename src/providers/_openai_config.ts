// The part of the configuration of provider openai that goes onto the wire: checked once, and never repeated in a message.

import { AgentError } from "../core/error.ts";

/** Where the values of a configuration are sent as headers. */
export interface SentConfig {
  readonly apiKey: string;
  readonly organization?: string;
  readonly project?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** True for `api.openai.com` and its regions (`eu.api.openai.com`). Throws `config_invalid` for what is no URL. */
export function isOfficial(baseURL: string, provider: string): boolean {
  const url = URL.parse(baseURL);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AgentError(
      "config_invalid",
      `The base URL of provider ${provider} is not an http(s) URL: ${baseURL}`,
    );
  }
  return url.hostname === "api.openai.com" || url.hostname.endsWith(".api.openai.com");
}

/** Throws `config_invalid`: what cannot be sent would look like a network that is down, and be tried again. */
export function checkHeaders(
  { apiKey, organization, project, headers = {} }: SentConfig,
  provider: string,
): void {
  const wrong = (what: string, why: string) =>
    new AgentError("config_invalid", `${what} of provider ${provider} ${why}.`);
  if (apiKey === "") throw wrong("The API key", "is empty");
  const values = { "The API key": apiKey, "The organization": organization, "The project": project };
  for (const [what, value = ""] of Object.entries(values)) {
    if (UNSENDABLE.test(value)) {
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
 * What no message may repeat. Gateways take their key in a header of their own. Short values are words ("none" is the key of
 * servers that want none), and redacting those would only blur messages.
 */
export function toSecrets({ apiKey, headers = {} }: SentConfig): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+\s+/, "")])
    .filter((value) => value.length >= 8);
  const keys = apiKey.length > 4 ? [apiKey] : [];
  return [...new Set([...keys, ...values])].sort((a, b) => b.length - a.length);
}
