// Lists of hosts: exact names or addresses, and `*.example.com` for the names below one.

/** The host of a URL as it is compared: in lower case, without brackets and without dots at the end. */
export function normalizeHost({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, "$1").replace(/\.+$/, "");
}

/**
 * True when a host of the list is that of the URL. `*.example.com` has `a.example.com` and `a.b.example.com`, and not
 * `example.com`. `example.com:8443` has that port alone; without a port every port fits.
 */
export function isListed(url: URL, hosts: readonly string[]): boolean {
  const host = normalizeHost(url);
  const port = url.port || (url.protocol === "http:" ? "80" : "443");
  return hosts.some((listed) => {
    const { name, port: wanted } = split(listed.toLowerCase());
    if (wanted !== undefined && wanted !== port) return false;
    return name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name;
  });
}

/** `[::1]:80`, `::1`, `example.com:80` and `example.com`. */
function split(listed: string): { readonly name: string; readonly port: string | undefined } {
  const [, bracketed, name = listed, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(listed) ?? [];
  return { name: bracketed ?? name, port };
}

/**
 * Names that stand for machines of one network: RFC 6761, RFC 6762 with its appendix G, RFC 7686, RFC 8375, RFC 9476, those of
 * clusters (Kubernetes, Consul, Docker) and those of clouds. A resolver adds the rest of a name such as `kubernetes.default.svc`.
 */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|workgroup|domain|svc|pod|cluster|consul|docker|invalid|onion|alt)$/;

/** Names with a public ending at which clouds have the credentials of a machine. */
const METADATA_NAMES = /^(?:metadata|instance-data)\./;

/** True for a name that no public machine has, such as `localhost`, `metadata.google.internal`, one without a dot and `a..b`. */
export function isPrivateName(host: string): boolean {
  return PRIVATE_NAMES.test(host) || METADATA_NAMES.test(host) || !host.includes(".") || host.includes("..");
}
