// Which URLs a request may go to, and to which of their addresses.

import { AgentError } from "../core/error.ts";
import type { OutboundSetup } from "../core/outbound/setup.ts";
import { isAddress, isPublicAddress } from "./addresses.ts";
import { isListed, isPrivateName, normalizeHost } from "./hosts.ts";

/** A URL that was checked. */
export interface Target {
  readonly url: URL;
  /** The addresses that were checked; undefined where the platform finds them by itself. */
  readonly addresses: readonly string[] | undefined;
}

/** Why a URL is refused; `why` of the details of outbound_refused. */
export type Refusal = "url" | "scheme" | "credentials" | "host" | "private" | "redirect" | "request";

/**
 * Checks a URL. It is https, unless the deployment allows the host to be private; it has no user and password; its host is one of
 * `hosts`, when there are any; and all addresses of the host are public, unless it is allowed to be private. A text of an address
 * and a name are checked everywhere, the addresses of a name where the deployment has DNS.
 *
 * @throws {AgentError} outbound_refused - with `why` and the host in its details
 * @throws {AgentError} outbound_failed - the name has no address
 */
export async function checkTarget(
  address: string | URL,
  { transport, allowPrivate, log }: Omit<OutboundSetup, "fetch">,
  hosts?: readonly string[],
): Promise<Target> {
  const url = URL.parse(address);
  if (url === null) throw refused("url", "an address that is no URL", "write a whole one");
  const refuse = (why: Refusal, fix: string) => {
    log("warn", "a request to an address of others was refused", { host: url.host, why });
    return refused(why, toOrigin(url), fix, url.host);
  };
  const host = normalizeHost(url);
  const allow = "the deployment allows private hosts by TREADLE_ALLOW_PRIVATE_HOSTS";
  const mayBePrivate = isListed(url, allowPrivate);
  const isPrivate = !mayBePrivate && (isAddress(host) ? !await isPublicAddress(host) : isPrivateName(host));
  const isHttp = url.protocol === "http:";
  if (url.protocol !== "https:" && !(mayBePrivate && isHttp)) {
    throw refuse("scheme", isHttp && isPrivate ? `use https; ${allow}` : "use https");
  }
  if (url.username !== "" || url.password !== "") throw refuse("credentials", "leave user and password out");
  if (hosts !== undefined && !isListed(url, hosts)) {
    throw refuse("host", "the host is not in the list of hosts");
  }
  if (isPrivate) throw refuse("private", allow);
  if (transport === undefined) return { url, addresses: undefined };
  const addresses = isAddress(host) ? [host] : await resolve(transport, host, url);
  if (!mayBePrivate) {
    for (const found of addresses) if (!await isPublicAddress(found)) throw refuse("private", allow);
  }
  return { url, addresses };
}

/** The error of a URL that is refused. It names the origin: the rest of a URL may be a secret. */
export function refused(why: Refusal, subject: string, fix: string, host?: string): AgentError {
  const message = `A request to ${subject} is refused (${why}): ${fix}.`;
  return new AgentError("outbound_refused", message, { details: { why, host } });
}

/** `https://example.com`; of a scheme without an origin, the scheme. */
export function toOrigin(url: URL): string {
  return url.origin === "null" ? url.protocol : url.origin;
}

async function resolve(
  transport: NonNullable<OutboundSetup["transport"]>,
  host: string,
  url: URL,
): Promise<readonly string[]> {
  try {
    const addresses = await transport.resolve(host);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw new AgentError("outbound_failed", `${toOrigin(url)} has no address: the name was not found.`, {
      cause,
    });
  }
  throw new AgentError("outbound_failed", `${toOrigin(url)} has no address: the name was not found.`);
}
