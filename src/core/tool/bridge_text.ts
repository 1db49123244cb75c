// How a call through the bridge is written.

/** The arguments of `call_tool` for a call of a tool with these arguments, as JSON text without blanks. */
export function bridgeText(name: string, args: string): string {
  return `{"name":${JSON.stringify(name)},"arguments":${args}}`;
}
