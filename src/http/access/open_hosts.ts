// The host names by which a deployment without keys is served. By DNS rebinding a page of another site can point a name of its own at a
// server of this network: then the Host header has that name.

import { AgentError } from "../../core/error.ts";
import type { HttpContext } from "../context.ts";
import { readLocalPath } from "../base_path.ts";

/** Names of this machine. */
const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses a request by another name than those of this machine and `hosts`: `example.com` for each port, `example.com:8000`,
 * `*.example.com` for the names below one, `*` for all. The health check is served by each name. A request without a Host header
 * is of no browser.
 *
 * @throws {AgentError} host_refused
 */
export function assertOpenHost(c: HttpContext, hosts: readonly string[]): void {
  const header = c.req.header("host");
  if (header === undefined || hosts.includes("*") || readLocalPath(c) === "/healthz") return;
  const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(header.toLowerCase()) ?? [];
  const host = name.replace(/\.+$/, "");
  if (LOOPBACK.test(host) || hosts.some((listed) => matchesHost(listed.toLowerCase(), host, port))) return;
  throw new AgentError(
    "host_refused",
    "TREADLE_OPEN=1 serves the names of this machine and of TREADLE_PUBLIC_URL; TREADLE_OPEN_HOSTS lists others.",
  );
}

function matchesHost(listed: string, host: string, port: string | undefined): boolean {
  if (listed.startsWith("*.")) return host.endsWith(listed.slice(1)) && host.length > listed.length - 1;
  return listed === host || port !== undefined && listed === `${host}:${port}`;
}
