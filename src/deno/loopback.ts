// Development without keys: whether a request comes from this machine.

/**
 * True when the peer is the loopback interface, the browser or tool meant to reach it (a loopback Host, against DNS
 * rebinding), no proxy stands in between, and no page of another origin sent it but one of `origins`. `peer` is the
 * address of the connection.
 */
export function isLoopback(request: Request, peer: string, origins: readonly string[]): boolean {
  const { headers } = request;
  const host = headers.get("host") ?? "";
  const origin = headers.get("origin");
  return isLoopbackAddress(peer) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host) &&
    !PROXY_HEADERS.some((name) => headers.has(name)) &&
    (origin !== null && origins.includes(origin) || isSameOrigin(headers, host, origin));
}

function isSameOrigin(headers: Headers, host: string, origin: string | null): boolean {
  return !isSentByOtherSite(headers) &&
    (origin === null || origin.toLowerCase() === `http://${host.toLowerCase()}`);
}

/** Headers that proxies and tunnels add. */
const PROXY_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
  "cf-connecting-ip",
];

/**
 * A link on another site may be followed, because that page cannot read the response; every other request of it may
 * not.
 */
function isSentByOtherSite(headers: Headers): boolean {
  return headers.get("sec-fetch-site") === "cross-site" && headers.get("sec-fetch-dest") !== "document";
}

function isLoopbackAddress(address: string): boolean {
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address) || address === "::1" ||
    address.startsWith("::ffff:127.");
}
