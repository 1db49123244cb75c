// Which addresses are public: those that IANA has given to unicast on the whole Internet, and no others.

/** Public addresses that a cloud answers to its own machines: the wire server of Azure. */
const OF_CLOUDS: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** True for an address in its text form. A URL has every other spelling of IPv4, such as 0x7f.1 and 2130706433, in this one. */
export function isAddress(host: string): boolean {
  return host.includes(":") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * True for a public address. Of IPv6 only 2000::/3 has any; addresses that carry one of IPv4 (mapped, NAT64, 6to4, Teredo) are
 * not public, whatever they carry. A text that is no address is not public.
 */
export async function isPublicAddress(text: string): Promise<boolean> {
  const { default: ipaddr } = await import("ipaddr.js");
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || OF_CLOUDS.has(address.toString())) return false;
  const [first = 0] = address.toByteArray();
  return address.kind() === "ipv4" || first >> 5 === 1;
}
