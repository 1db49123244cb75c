// The schema of the MCP servers of an agent file.

import * as z from "zod/mini";
import { EFFECTS } from "../../core/tool.ts";
import { positive } from "../_checked.ts";

const text = z.string().check(z.trim(), z.minLength(1));
const names = z.array(text).check(z.minLength(1));

/** A server of an agent file; its values are checked as `mcpServer` checks them. */
export const serverFile = z.strictObject({
  name: text,
  url: text,
  /** The name of an environment variable. */
  token: z.optional(text),
  oauth: z.optional(z.strictObject({
    client_id: z.optional(text),
    client_secret: z.optional(text),
    scope: z.optional(text),
  })),
  headers: z.optional(z.record(z.string(), text)),
  only: z.optional(names),
  except: z.optional(names),
  prefix: z.optional(text),
  approval: z.optional(z.union([text, names], "must be destructive, always, never or a list of names")),
  effects: z.optional(z.record(z.string(), z.enum(EFFECTS))),
  timeout_ms: z.optional(positive),
  max_tools: z.optional(positive),
  optional: z.optional(z.boolean()),
  apps: z.optional(z.boolean()),
});

/** A server as its schema reads it. */
export type ServerFile = z.output<typeof serverFile>;

/** A server as plain data: what `mcpServer` takes. */
export interface McpServerSource {
  readonly name: string;
  readonly url: string;
  readonly prefix?: string;
}

/** What the names of the tools of each server begin with. */
export function listPrefixes(servers: readonly ServerFile[]): readonly { readonly prefix: string }[] {
  return servers.map(({ name, prefix = `${name}.` }) => ({ prefix }));
}
