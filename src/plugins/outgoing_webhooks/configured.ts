// The endpoints of the configuration: those of all tenants, or of some, which no API changes.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { check } from "../../core/problems.ts";
import { NAME } from "../../core/text/id.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { isAddress } from "../../outbound/addresses.ts";
import { isListed, isPrivateName, normalizeHost } from "../../outbound/hosts.ts";
import { isSecret } from "../../outbound/sign.ts";
import type { HttpDeps } from "../../http/context.ts";
import { tenantName } from "../../http/schemas/requests.ts";
import { type Endpoint, OUTGOING_EVENTS, type OutgoingEvent } from "./endpoint.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** An endpoint of the configuration. */
export interface EndpointOption {
  /** Its id: lower case letters, digits, `_` and `-`, at most 32 characters. */
  readonly name: string;
  readonly url: string;
  /** Names of variables whose values are secrets `whsec_...`: the one that signs, and the one before during a rotation. */
  readonly secrets: readonly string[];
  /** All by default. */
  readonly events?: readonly OutgoingEvent[] | undefined;
  /** Names of agents; all by default. */
  readonly agents?: readonly string[] | undefined;
  /** All by default. */
  readonly tenants?: readonly string[] | undefined;
}

/** An endpoint of the configuration with the values of its secrets. */
export interface ConfiguredEndpoint extends Endpoint {
  readonly secrets: readonly string[];
  readonly tenants?: readonly string[] | undefined;
}

const endpoint = z.strictObject(lazyShape(() => ({
  name: z.string().check(
    z.regex(
      /^(?!whe_)[a-z0-9][a-z0-9_-]{0,31}$/,
      "must be 1 to 32 lower case letters, digits, _ and -, without whe_",
    ),
  ),
  url: z.string().check(z.refine((url) => URL.canParse(url), "must be a URL")),
  secrets: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  events: z.optional(z.array(z.enum(OUTGOING_EVENTS)).check(z.minLength(1))),
  agents: z.optional(z.array(z.string().check(z.regex(NAME))).check(z.minLength(1))),
  tenants: z.optional(z.array(tenantName).check(z.minLength(1))),
})));

const endpoints = z.array(endpoint).check(
  z.refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    "must not have two of one name",
  ),
);

/**
 * The endpoints of TREADLE_WEBHOOKS_OUT and of the options.
 *
 * @throws {AgentError} config_invalid - with each place that is wrong; secrets are left out
 */
export function readConfigured(
  options: readonly EndpointOption[],
  env: EnvSource,
  { outbound: { allowPrivate }, agents }: Pick<HttpDeps, "outbound" | "agents">,
): ConfiguredEndpoint[] {
  const checked = check(endpoints, [...options, ...fromVariable(env)]);
  if (!checked.ok) {
    throw invalid(checked.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; "));
  }
  return checked.value.map(({ name, secrets, ...rest }) => {
    const url = new URL(rest.url);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed(url, allowPrivate))) {
      throw invalid(`the endpoint ${name} must have an https URL`);
    }
    if (url.username !== "" || url.password !== "") {
      throw invalid(`the endpoint ${name} must have a URL without user and password`);
    }
    if (!isListed(url, allowPrivate) && isPrivateName(normalizeHost(url)) && !isAddress(normalizeHost(url))) {
      throw invalid(`the endpoint ${name} has a private host; TREADLE_ALLOW_PRIVATE_HOSTS permits it`);
    }
    for (const agent of rest.agents ?? []) {
      if (!agents.has(agent)) {
        throw invalid(`the endpoint ${name} names the agent ${agent}, which is not there`);
      }
    }
    return { ...rest, id: name, secrets: secrets.map((variable) => requireSecret(variable, name, env)) };
  });
}

function fromVariable({ TREADLE_WEBHOOKS_OUT: text }: EnvSource): readonly unknown[] {
  if (text === undefined || text === "") return [];
  try {
    const value: unknown = JSON.parse(String(text));
    if (Array.isArray(value)) return value;
  } catch { /* the error is that of every other text */ }
  throw invalid("TREADLE_WEBHOOKS_OUT must be a list of endpoints as JSON");
}

function requireSecret(variable: string, name: string, env: EnvSource): string {
  const secret = env[variable];
  if (typeof secret === "string" && isSecret(secret)) return secret;
  throw invalid(
    `the variable ${variable} of the endpoint ${name} must be whsec_ and the base64 of 24 to 64 bytes`,
  );
}

function invalid(what: string): AgentError {
  return new AgentError("config_invalid", `The webhooks that go out are configured wrongly: ${what}.`);
}
