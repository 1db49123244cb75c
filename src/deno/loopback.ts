// Development without keys: whether a request comes from this machine.

/**
 * True when the peer is the loopback interface, the browser or tool meant to reach it (a loopback Host, against DNS
 * rebinding), no proxy stands in between, and no page of another origin sent it but one of `origins`. `peer` is the
 * address of the connection.
 */
export function isLoopback(request: Request, peer: string, origins: readonly string[]): boolean {
  const { headers } = request;
  const origin = headers.get("origin");
  return isOfThisMachine(headers, peer) &&
    (origin !== null && origins.includes(origin) || isSameOrigin(headers, headers.get("host") ?? "", origin));
}

/**
 * The origin of a page on another port of this machine: what alone keeps {@link isLoopback} from being true. Undefined for every other
 * request.
 */
export function findOtherPort(
  { headers }: Request,
  peer: string,
  origins: readonly string[],
): string | undefined {
  const origin = headers.get("origin");
  if (origin === null || origins.includes(origin) || !isOfThisMachine(headers, peer)) return undefined;
  return new RegExp(`^https?://${LOCAL_HOST.source.slice(1)}`, "i").test(origin) ? origin : undefined;
}

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

function isOfThisMachine(headers: Headers, peer: string): boolean {
  return isLoopbackAddress(peer) && LOCAL_HOST.test(headers.get("host") ?? "") &&
    !PROXY_HEADERS.some((name) => headers.has(name));
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
