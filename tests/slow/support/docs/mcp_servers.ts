// The configuration that MCP clients read: `mcpServers` of Claude Code and Cursor, `servers` of VS Code.

import * as z from "zod/mini";

const server = z.strictObject({
  type: z.literal("http"),
  url: z.url(),
  headers: z.optional(z.record(z.string(), z.string())),
});

const config = z.union([
  z.strictObject({ mcpServers: z.record(z.string(), server) }),
  z.strictObject({
    inputs: z.array(z.strictObject({
      type: z.literal("promptString"),
      id: z.string(),
      description: z.string(),
      password: z.boolean(),
    })),
    servers: z.record(z.string(), server),
  }),
]);

/** A server as a client of a configuration calls it. */
export interface ConfiguredServer {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** The servers of a configuration by name, with `${env:NAME}`, `${NAME}` and `${input:NAME}` replaced by values. */
export function mcpServersOf(text: string, values: Record<string, string>): Record<string, ConfiguredServer> {
  const read = config.parse(JSON.parse(text));
  const servers = "mcpServers" in read ? read.mcpServers : read.servers;
  return Object.fromEntries(
    Object.entries(servers).map(([name, { url, headers = {} }]) => [name, {
      url,
      headers: Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key, filled(value, values)]),
      ),
    }]),
  );
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(?:env:|input:)?(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for ${name}.`);
    return value;
  });
}
