// A tool through which a model calls others, and how such a call is written.

/** The tool that a model called to call another. */
export interface Bridge {
  readonly name: string;
  /** The argument text as the model wrote it, where it is not that of {@link bridgeText}. */
  readonly args?: string;
}

/** The arguments of `call_tool` for a call of a tool with these arguments, as JSON text without blanks. */
export function bridgeText(name: string, args: string): string {
  return `{"name":${JSON.stringify(name)},"arguments":${args}}`;
}
